remote_not_allowed = players on other machines need `allow_remote = true`
remote_move_time = with players on other machines, use a duration of at least 100 ms
remote_memory = with players on other machines, use `match` or `none`
# $given, $low, $high
attempts = { $given } is not possible; use { $low } to { $high }
# $given, $minutes
player_move_time = `{ $given }` is too long; use at most { $minutes } min
secret_env = `{ $name }` is not the name of an environment variable; use letters, digits and `_`
unknown_player = there is no `[players.{ $name }]`; add it, with its `url`
url_of_this_machine = an `http://` URL of this machine needs `remote.private_addresses = true`
remote_program = players on other machines play built-in games only: the rules of this one are a program, which `certamen sit` does not have
