player_form = `{ $given }` n’est pas un joueur : écrivez ggppn, comme dans 14023
player_number = `{ $given }` : un binôme a les joueurs 1 à { $most }
name_length = `{ $name }` doit avoir de 1 à { $most } caractères
name_blanks = `{ $name }` commence ou finit par un blanc
name_hidden = `{ $name }` a des caractères qui ne peuvent être montrés
name_scripts = `{ $name }` mêle des lettres de plusieurs alphabets, qui se ressemblent
no_argument = `{ $part }` n’est pas un argument : écrivez clé=valeur
unknown_assignment = valeur inconnue `{ $given }` : utilisez forbidden ou local
toml =
    erreur de TOML à la ligne { $line }, colonne { $column }
    { $excerpt }
    { $fault }{"\u000A"}
unquoted = les textes se mettent entre guillemets : "{ $word }"
key = clé `{ $key }` : { $reason }
in_file = { $path }: { $reason }
