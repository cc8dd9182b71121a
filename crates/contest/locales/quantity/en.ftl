no_time = `{ $text }` is no time: write for example `1s`, `500ms` or `2min`
time_range = `{ $text }` is out of range: 1 ms to 24 h are possible
no_moment = `{ $text }` is no time: write for example `2015-03-27T12:00[Europe/Madrid]`
no_size = `{ $text }` is no size: write for example `256 MiB` or `64 KiB`
size_range = `{ $text }` is out of range: { $low } to { $high } are possible
percent = `{ $text }`: { $percent } per cent are not possible, { $low } to { $high } are
no_player = `{ $text }`: name a house player, as in `50% of builtin:bueno:depth=4`, or the path of a bot
