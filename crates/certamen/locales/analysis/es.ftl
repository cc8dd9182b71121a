no_search = --search { $path }: no existe ese archivo
not_studied = el bot no se puede estudiar: { $void }
two_answers = { $name }: valora las posiciones de otro modo si se le pregunta de nuevo: no se puede comparar nada
not_in_lisp = --bot builtin:{ $name }: no está en Lisp
values_no_positions = --bot { $name }: no valora posiciones
failed = { $name }: { $fault }: { $words }
person = se sentó una persona
