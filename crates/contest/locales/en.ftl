no_file = { $path }: no contest.toml here: a contest is a folder with this file
# $path, $error
io = { $path }: { $error }
# $path, $error
not_writable = { $path }: { $error }: results are stored in `.certamen` in the contest's folder: run as its owner, or copy the folder to a writable place
# $path, $fault
bad_file = { $path }: { $fault }
# $path, $error
no_table = { $path }: not a published standings file ({ $error }): restore or remove it
# $path, $key, $now, $begun, $store
changed = { $path }: `{ $key }` is { $now }, but the contest started with { $begun }: restore it, or remove { $store } to start over
# $path, $key, $now, $store
added = { $path }: `{ $key }` is { $now }, but the contest started without it: delete the key, or remove { $store } to start over
# $path, $key, $begun, $store
removed = { $path }: `{ $key }` is missing, but the contest started with { $begun }: restore it, or remove { $store } to start over
locked = { $path }: another process is running this contest
unfinished = match { $number }: a record without a result was submitted
# $number, $seat, $score
not_finite = match { $number }: the score of seat { $seat } is { $score }, not a finite number: the rules of the game are faulty
# $key, $error
stored = stored `{ $key }`: { $error }
absent = stored `{ $key }`: missing
no_receipt = not a receipt
no_decision = not a verdict on a submission: restore the file
no_kind = stored `{ $key }`: its kind is missing
stored_game = stored `game`: this version knows no `{ $slug }`
# $game
missing_rules = the rules of `{ $game }` are a program, which is missing: put it where the contest file names it
not_told = the secret of the draw has not been published yet
no_secret = the secret of the draw is not { $digits } hexadecimal digits
# $computed, $published
other_hash = the secret of the draw has the hash { $computed }, but { $published } was published
# $told, $computed
other_seed = the seed of the draw is { $told }, but secret and entrants give { $computed }
large_draw = { $length } bytes are too many for a draw
# $now, $was
limit_raised = { $now } ms is more than the { $was } ms in force: during a course the limit can only be lowered
share_too_short = { $share } is less than a microsecond here: give a time, or a share of a slower player's time
# $path, $round, $at, $url
no_round = { $path }: entries are closed, the seed needs round { $round } of the beacon, available at { $at }: put the answer of { $url } into this file
no_value = { $path }: entries are closed, the seed needs a public value: put it into this file as {"{"}"value": "…"{"}"}
# $chain, $known
unknown_chain = unknown chain `{ $chain }`: use { $known }
# $given, $due
other_round = round { $given } is given, but round { $due } is needed
bad_signature = invalid signature of round { $round } of the chain
no_hex = the signature is not hexadecimal
other_value = the draw needs another kind of public value
no_public_value = the public value is missing
share_with_search = { $share } including search; for players only evaluations count
# $percent, $name
share_of = { $percent } % of { $name }’s time
# $percent, $name, $depth
share_at_depth = { $percent } % of { $name }’s time at depth { $depth }
# $path, $error
not_readable = { $path }: { $error }: run as a user who can read it, or grant read permission
played_alone = no other worker played in this contest: nothing to revoke
# $name, $known
no_machine = no worker named `{ $name }` played here; those that did: { $known }
# $name, $known
several_machines = several workers named `{ $name }` played here: give the key of one instead: { $known }
rests_on_them = results cannot be revoked here: later matches depend on earlier ones; remove .certamen to replay everything
