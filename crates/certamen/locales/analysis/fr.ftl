no_search = --search { $path } : ce fichier n’existe pas
not_studied = le bot ne peut être analysé : { $void }
two_answers = { $name } évalue la même position autrement si on l’interroge à nouveau : rien ne peut être comparé
not_in_lisp = --bot builtin:{ $name } n’est pas écrit en Lisp
values_no_positions = --bot { $name } n’évalue pas de positions
failed = { $name }: { $fault }: { $words }
person = les joueurs humains ne peuvent être analysés
