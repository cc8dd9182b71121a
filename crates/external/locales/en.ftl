key_missing = is missing
key_in_file_only = belongs to `game.toml`
bad_slug = `{ $slug }` is not a slug: use 1 to 40 lower-case letters, digits and hyphens, with a letter first
minimum_above_maximum = { $range }: minimum above maximum
seats_out_of_range = use 1 to { $most } seats
version_from_one = versions start at 1
no_such_variants = { $path } has no variants
one_line = must be one line
bad_duration = `{ $given }` is not a duration: write 500 ms or 1 s
bad_language = unknown language `{ $code }`: use en, es, fr or it
bad_quantity = `{ $given }` is not valid here: write 10 s or 512 MiB
# $given, $wanted
option_value = { $given } is not valid: use { $wanted }
unknown_option = unknown option: use { $known }
no_options = unknown option: the game has none
not_utf8 = not UTF-8
response_too_large = the response is longer than { $most } bytes
too_deep = nested deeper than { $most } levels
not_json = not JSON: { $why }
not_an_object = not a JSON object
# $found, $due
wrong_id = id { $found }, expected { $due }
no_state = the key `state` cannot be found
# $size, $most
too_large = { $size } bytes; the limit is { $most }
# $seat, $seats
seat_of = seat { $seat } of { $seats }
not_ascending = seats must be ascending, each once
over_but_acting = there is an outcome although seats act
no_seat_acts = no seat acts although there is no outcome
automatic_of_one = an automatic action needs exactly one acting seat
# $found, $most
legal_count = { $found } legal actions; use 1 to { $most }, or null
bad_score = score { $score } is not possible
# $found, $due
entries = { $found } entries, expected { $due }
control_character = contains a control character
not_a_message = not a text or an object with `id`
no_response = no response within { $ms } ms
ended = the program ended: { $how }
# $how, $words
ended_words = the program ended: { $how }; its last words: { $words }
exit_code = exit code { $code }
signal = signal { $signal }
out_of_memory = out of memory
denied = forbidden by the sandbox
extra_line = more output than one line
other_protocol = protocol { $found }, expected 1
no_manifest = the program does not describe its game, and there is no game.toml
neither_position_nor_rejected = there is neither a position nor `rejected`
played_without_replies = a position although a reply is missing or rejected
rejects_own = `{ $action }` is an action of the rules, which reject it
# $action, $read
reads_otherwise = `{ $action }` is read as `{ $read }`
nothing_rejected = nothing is rejected, but there is no position
illegal = illegal
no_sample = no legal action
unstable = a new process answers differently
not_found = there is no game at { $path }
no_game_toml = { $path } has no game.toml
# $path, $why
unreadable = { $path }: { $why }
file_too_large = larger than { $most } bytes
outside = not inside the folder of the game
required_missing = { $path } is required and does not exist
# $version, $language
no_library = there is no library of version { $version } for { $language }
bad_rows = rows must be 1 to { $most } texts of one length
off_the_grid = square { $place } is not on the board
one_letter = `{ $cell }` is not one character
unknown_ink = unknown colour `{ $name }`
two_actions = two actions on square { $place }
shared_key = two cells have the key `{ $letter }`
no_such_option = not an option of the game
no_source = name at least one file
run_without_language = give `language`, or `run`
f_nondeterministic = the same request got two responses: { $field } differs
f_random = equal chance keys, different results: { $field } differs
f_stateful = a new process answers differently: { $field } differs
f_environment = it depends on time zone, hash seed or clock: { $field } differs
f_unused = chance = "turns", but no turn depends on it
# $seat, $field
f_leak = seat { $seat } can distinguish two states that look alike to it: { $field }
f_leak_unchecked = resample is missing or changes nothing for other seats
f_leak_unchecked_to = leaks to seat { $seat } were not looked for: for it, resample returns nothing or changes nothing for other seats
f_accepted = `{ $reply }` was accepted but is not in the list of legal actions
f_rejected = `{ $action }` is listed as legal, but turn rejects it
# $action, $read
f_canonical = `{ $action }` is read as `{ $read }`
# $bytes, $why
f_crash = a reply of { $bytes } bytes caused an error instead of a reason: { $why }
# $turns, $some, $all
f_no_end = no outcome after { $turns } turns in { $some } of { $all } matches
# $ms, $minutes
f_slow = turn takes { $ms } ms; 1,000 matches need about { $minutes } min
# $option, $value, $why
f_option = start fails with { $option } = { $value }, which is in its range: { $why }
h_deterministic = draw only from rng, keep nothing between requests, and sort sets before using them
h_leak = what a seat is shown may depend only on what it knows; or resample changes something that it knows
h_legal = legal and turn must agree
# $place, $why
with_place = { $place }: { $why }
key_of_other_type = does not go with this type
name_of_library = `{ $name }` is the name of the library: give the file another one
# $most, $bytes
too_many_files = more than { $most } files, or more than { $bytes } bytes of them
no_file = not a file
no_list = null, but `first` and `last` need a list: use builtin:random
# $number, $most
off_the_sheet = { $number } is not from 0 to { $most }
# $found, $most
too_many_marks = { $found } items; the limit is { $most }
# $option, $value
f_accepts = start accepts { $option } = { $value }, which is out of its range
# $path, $folders
required_elsewhere = { $path } is not below one of { $folders }: programs see nothing else of this machine
bad_bundle = these are not the files of a game as another machine sends them
