no_search = --search { $path }: questo file non esiste
not_studied = il bot non si può studiare: { $void }
two_answers = { $name }: valuta le posizioni altrimenti se lo si richiede: non si può confrontare niente
not_in_lisp = --bot builtin:{ $name }: non è in Lisp
values_no_positions = --bot { $name }: non valuta posizioni
failed = { $name }: { $fault }: { $words }
person = si è seduta una persona
