no_time = `{ $text }` n'est pas un temps : écrivez par exemple `1s`, `500ms` ou `2min`
time_range = `{ $text }` est hors limites : de 1 ms à 24 h sont possibles
no_moment = `{ $text }` n'est pas une heure : écrivez par exemple `2015-03-27T12:00[Europe/Madrid]`
no_size = `{ $text }` n'est pas une taille : écrivez par exemple `256 MiB` ou `64 KiB`
size_range = `{ $text }` est hors limites : de { $low } à { $high } sont possibles
percent = `{ $text }` : { $percent } pour cent n'est pas possible, de { $low } à { $high } oui
no_player = `{ $text }` : nommez un joueur de la maison, comme dans `50% of builtin:bueno:depth=4`, ou le chemin d'un bot
