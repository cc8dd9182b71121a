player_form = `{ $given }` non è un giocatore: scriva ggppn, come in 14023
player_number = `{ $given }`: una coppia ha i giocatori da 1 a { $most }
name_length = `{ $name }` deve avere da 1 a { $most } caratteri
name_blanks = `{ $name }` inizia o finisce con uno spazio
name_hidden = `{ $name }` ha caratteri che non si possono mostrare
name_scripts = `{ $name }` mescola lettere di più alfabeti, che si somigliano
no_argument = `{ $part }` non è un argomento: scriva chiave=valore
unknown_assignment = valore sconosciuto `{ $given }`: usi forbidden o local
toml =
    errore di TOML alla riga { $line }, colonna { $column }
    { $excerpt }
    { $fault }{"\u000A"}
unquoted = i testi vanno fra virgolette: "{ $word }"
key = chiave `{ $key }`: { $reason }
in_file = { $path }: { $reason }
