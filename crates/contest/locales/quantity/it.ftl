no_time = `{ $text }` non è una durata: scriva per esempio `1s`, `500ms` o `2min`
time_range = `{ $text }` è fuori limite: usi da 1 ms a 24 h
no_moment = `{ $text }` non è un’ora: scriva per esempio `2015-03-27T12:00[Europe/Madrid]`
no_size = `{ $text }` non è una dimensione: scriva per esempio `256 MiB` o `64 KiB`
size_range = `{ $text }` è fuori limite: usi da { $low } a { $high }
percent = `{ $text }`: il { $percent } per cento è fuori limite, usi da { $low } a { $high }
no_player = `{ $text }`: indichi un giocatore integrato, come in `50% of builtin:bueno:depth=4`, o il percorso di un bot
