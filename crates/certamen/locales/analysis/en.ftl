no_search = --search { $path }: there is no such file
not_studied = the bot cannot be studied: { $void }
two_answers = { $name }: it values positions otherwise when it is asked again: nothing can be compared
not_in_lisp = --bot builtin:{ $name }: it is not in Lisp
values_no_positions = --bot { $name }: it values no positions
failed = { $name }: { $fault }: { $words }
person = a person sat down
