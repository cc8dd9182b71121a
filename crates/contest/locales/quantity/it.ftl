no_time = `{ $text }` non è un tempo: scriva per esempio `1s`, `500ms` o `2min`
time_range = `{ $text }` è fuori limite: sono possibili da 1 ms a 24 h
no_moment = `{ $text }` non è un'ora: scriva per esempio `2015-03-27T12:00[Europe/Madrid]`
no_size = `{ $text }` non è una dimensione: scriva per esempio `256 MiB` o `64 KiB`
size_range = `{ $text }` è fuori limite: sono possibili da { $low } a { $high }
percent = `{ $text }`: il { $percent } per cento non è possibile, da { $low } a { $high } sì
no_player = `{ $text }`: indichi un giocatore della casa, come in `50% of builtin:bueno:depth=4`, o il percorso di un bot
