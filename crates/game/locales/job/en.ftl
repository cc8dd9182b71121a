player_form = `{ $given }` is no player: write ggppn, as in 14023
player_number = `{ $given }`: a pair has the players 1 to { $most }
name_length = `{ $name }` is not 1 to { $most } characters
name_blanks = `{ $name }` has blanks at an end
name_hidden = `{ $name }` has characters that cannot be shown
name_scripts = `{ $name }` has letters of several alphabets, which look like one another
no_argument = `{ $part }` is no argument: write key=value
unknown_assignment = `{ $given }` given, forbidden and local are possible
toml =
    TOML parse error at line { $line }, column { $column }
    { $excerpt }
    { $fault }{"\u000A"}
unquoted = texts need quotes: "{ $word }"
