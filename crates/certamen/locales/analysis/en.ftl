no_search = --search { $path }: no such file
not_studied = the bot cannot be analysed: { $void }
two_answers = { $name } evaluates the same position differently when asked again: nothing can be compared
not_in_lisp = --bot builtin:{ $name } is not written in Lisp
values_no_positions = --bot { $name } does not evaluate positions
# $name, $fault, $words
failed = { $name }: { $fault }: { $words }
person = human players cannot be analysed
