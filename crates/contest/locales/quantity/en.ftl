no_time = `{ $text }` is not a duration: write for example `1s`, `500ms` or `2min`
time_range = `{ $text }` is out of range: use 1 ms to 24 h
no_moment = `{ $text }` is not a time: write for example `2015-03-27T12:00[Europe/Madrid]`
no_size = `{ $text }` is not a size: write for example `256 MiB` or `64 KiB`
# $text, $low, $high
size_range = `{ $text }` is out of range: use { $low } to { $high }
# $text, $percent, $low, $high
percent = `{ $text }`: { $percent } per cent is out of range, use { $low } to { $high }
no_player = `{ $text }`: name a built-in player, as in `50% of builtin:bueno:depth=4`, or the path of a bot
