remote_not_allowed = les joueurs sur d’autres machines demandent `allow_remote = true`
remote_move_time = avec des joueurs sur d’autres machines, utilisez une durée d’au moins 100 ms
remote_memory = avec des joueurs sur d’autres machines, utilisez `match` ou `none`
attempts = { $given } n’est pas possible ; utilisez { $low } à { $high }
player_move_time = `{ $given }` est trop long ; utilisez au plus { $minutes } min
secret_env = `{ $name }` n’est pas le nom d’une variable d’environnement ; utilisez A à Z, a à z, des chiffres et `_`
unknown_player = il n’y a pas de `[players.{ $name }]` ; ajoutez-le, avec son `url`
url_of_this_machine = une URL `http://` de cette machine demande `remote.private_addresses = true`
remote_program = les joueurs sur d’autres machines ne jouent qu’aux jeux intégrés : les règles de celui-ci sont un programme, que `certamen sit` n’a pas
