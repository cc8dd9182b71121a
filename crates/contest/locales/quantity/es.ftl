no_time = `{ $text }` no es una duración: escriba por ejemplo `1s`, `500ms` o `2min`
time_range = `{ $text }` está fuera de rango: use de 1 ms a 24 h
no_moment = `{ $text }` no es una hora: escriba por ejemplo `2015-03-27T12:00[Europe/Madrid]`
no_size = `{ $text }` no es un tamaño: escriba por ejemplo `256 MiB` o `64 KiB`
size_range = `{ $text }` está fuera de rango: use de { $low } a { $high }
percent = `{ $text }`: el { $percent } por ciento está fuera de rango, use de { $low } a { $high }
no_player = `{ $text }`: nombre un jugador integrado, como en `50% of builtin:bueno:depth=4`, o la ruta de un bot
