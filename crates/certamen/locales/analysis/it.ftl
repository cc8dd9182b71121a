no_search = --search { $path }: questo file non esiste
not_studied = il bot non si può analizzare: { $void }
two_answers = { $name } valuta la stessa posizione diversamente se interrogato di nuovo: non si può confrontare nulla
not_in_lisp = --bot builtin:{ $name } non è scritto in Lisp
values_no_positions = --bot { $name } non valuta posizioni
failed = { $name }: { $fault }: { $words }
person = i giocatori umani non si possono analizzare
