not_of_form = not of the form ggppnaammddKK.cl
no_such_player = the player's number is not 1, 2 or 3
no_such_day = no such day
# $line, $reason
at_line = line { $line }: { $reason }
# $line, $column, $name, $reason
at_field = line { $line }, column { $column } ({ $name }): { $reason }
not_text = not UTF-8: save the roster as UTF-8
unknown_column = unknown column: use group, pair, key, names, email and language
two_of_name = two columns have this name
no_column = no column { $name }: the first line names the columns
# $found, $expected
fields = { $found } fields, the first line names { $expected }
# $pair, $line
same_pair = in file names, this team is { $pair }, the same as that of line { $line }
# $text, $most
no_number = `{ $text }` is not a number from 0 to { $most }
