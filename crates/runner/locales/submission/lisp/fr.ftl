unreadable_at = ligne { $line }, colonne { $column }: { $trouble }
not_closed = n’est pas fermé
unmatched = cette parenthèse ne ferme rien
too_deep = trop de formes imbriquées
evaluation = évaluation pendant la lecture
conditional = lecture conditionnelle
syntax = ne peut être lu : { $text }
