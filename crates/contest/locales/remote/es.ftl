remote_not_allowed = los jugadores en otras máquinas necesitan `allow_remote = true`
remote_move_time = con jugadores en otras máquinas, use una duración de al menos 100 ms
remote_memory = con jugadores en otras máquinas, use `match` o `none`
attempts = { $given } no es posible; use de { $low } a { $high }
player_move_time = `{ $given }` es demasiado; use como máximo { $minutes } min
secret_env = `{ $name }` no es el nombre de una variable de entorno; use letras, cifras y `_`
unknown_player = no hay `[players.{ $name }]`; añádalo, con su `url`
url_of_this_machine = una URL `http://` de esta máquina necesita `remote.private_addresses = true`
remote_program = los jugadores en otras máquinas solo juegan juegos integrados: las reglas de este son un programa, que `certamen sit` no tiene
