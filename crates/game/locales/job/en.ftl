player_form = `{ $given }` is not a player: write ggppn, as in 14023
# $given, $most
player_number = `{ $given }`: a team has the players 1 to { $most }
# $name, $most
name_length = `{ $name }` must have 1 to { $most } characters
name_blanks = `{ $name }` starts or ends with a blank
name_hidden = `{ $name }` has characters that cannot be shown
name_scripts = `{ $name }` mixes letters of several alphabets, which look alike
no_argument = `{ $part }` is not an argument: write key=value
unknown_assignment = unknown value `{ $given }`: use forbidden or local
# $line, $column, $excerpt, $fault
toml =
    TOML parse error at line { $line }, column { $column }
    { $excerpt }
    { $fault }{"\u000A"}
unquoted = texts need quotes: "{ $word }"
# $key, $reason
key = key `{ $key }`: { $reason }
# $path, $reason
in_file = { $path }: { $reason }
