no_search = --search { $path } : ce fichier n'existe pas
not_studied = le bot ne peut être étudié: { $void }
two_answers = { $name }: il évalue les positions autrement si on le lui redemande : rien ne peut être comparé
not_in_lisp = --bot builtin:{ $name } : il n'est pas en Lisp
values_no_positions = --bot { $name } : il n'évalue pas de positions
failed = { $name }: { $fault }: { $words }
person = une personne s'est assise
