player_form = `{ $given }` no es un jugador: escriba ggppn, como en 14023
player_number = `{ $given }`: una pareja tiene los jugadores 1 a { $most }
name_length = `{ $name }` debe tener de 1 a { $most } caracteres
name_blanks = `{ $name }` empieza o acaba con un espacio
name_hidden = `{ $name }` tiene caracteres que no se pueden mostrar
name_scripts = `{ $name }` mezcla letras de varios alfabetos, que se parecen entre sí
no_argument = `{ $part }` no es un argumento: escriba clave=valor
unknown_assignment = valor desconocido `{ $given }`: use forbidden o local
toml =
    error de TOML en la línea { $line }, columna { $column }
    { $excerpt }
    { $fault }{"\u000A"}
unquoted = los textos van entre comillas: "{ $word }"
key = clave `{ $key }`: { $reason }
in_file = { $path }: { $reason }
