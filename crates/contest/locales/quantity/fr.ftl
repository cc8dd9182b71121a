no_time = `{ $text }` n’est pas une durée : écrivez par exemple `1s`, `500ms` ou `2min`
time_range = `{ $text }` est hors limites : utilisez de 1 ms à 24 h
no_moment = `{ $text }` n’est pas une heure : écrivez par exemple `2015-03-27T12:00[Europe/Madrid]`
no_size = `{ $text }` n’est pas une taille : écrivez par exemple `256 MiB` ou `64 KiB`
size_range = `{ $text }` est hors limites : utilisez de { $low } à { $high }
percent = `{ $text }` : { $percent } pour cent est hors limites, utilisez de { $low } à { $high }
no_player = `{ $text }` : nommez un joueur intégré, comme dans `50% of builtin:bueno:depth=4`, ou le chemin d’un bot
