no_search = --search { $path }: no existe ese archivo
not_studied = el bot no se puede analizar: { $void }
two_answers = { $name } valora la misma posición de otro modo si se le pregunta de nuevo: no se puede comparar nada
not_in_lisp = --bot builtin:{ $name } no está escrito en Lisp
values_no_positions = --bot { $name } no valora posiciones
failed = { $name }: { $fault }: { $words }
person = los jugadores humanos no se pueden analizar
