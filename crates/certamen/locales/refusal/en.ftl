# $game, $known
unknown_game = unknown game `{ $game }`: use { $known }
game_without_options = a game is given with `schema options` only
no_book = --openings { $path }: use .epd or .pgn for chess, or .jsonl with an object of options on each line
plies_of_pgn = --plies cuts games in PGN only, and { $path } has none: omit it
file_for_database = --format sqlite needs a file: name it with --out FILE
pgn_has_no_table = --format pgn writes whole matches: omit --table
no_pgn = PGN is a notation of chess: there is none for { $game }
# $number, $why
omitted = match { $number }: { $why }; it is omitted
# $number, $why
not_unfolded = match { $number }: { $why }; its later rows are omitted
one_record = --record is for a single match: omit --games
folder_for_building = build folder
option_form = --option { $given }: write key=value, as in --option points=100
# $share, $reason
move_time = --move-time "{ $share }": { $reason }
position = --position: { $reason }
no_position = no position in the file: write one JSON object per line
no_object = not a JSON object of the game's options: { $error }
starts_at_start = --bot { $name }: a program plays from the beginning; omit `position`, give `points` once
# $depth, $low, $high
depth_range = --depth `{ $depth }`: expected { $low } to { $high }
# $depth, $deepest
trace_depth = --trace with depth { $depth }: expected 1 to { $deepest }
bot_missing = --bot is missing: use { $known }
# $given, $known
values_nothing = --bot { $given } does not evaluate positions: use { $known }
or_file = { $names } or FILE.cl
# $key, $reason
flag = --{ $key }: { $reason }
match_over = the match is over in this position: no move is left
# $game, $known
no_analysis = no analysis for { $game }: use { $known }
# $flag, $game
means_nothing = { $flag } does not apply to { $game }: omit it
# $group, $register
group = --groups { $group }: no team of this group in { $register }
no_course = no [course] section: no teams
write_register = { $path }: roster missing; create a CSV file that starts with group,pair,names,email,language
being_drawn = keys are already being generated; if not, remove this file
# $game, $seats, $due
wrong_player_count = --seats { $seats }: { $game } has { $due } players
alone_at_table = --seats { $seats }: name the other players with --against
# $due, $named
same_others = --against names { $named } of { $due } other players: bots fill several seats
# $elo0, $elo1
elo_range = --elo0 must be less than --elo1, both from -2000 to 2000: { $elo0 } and { $elo1 }
# $name, $value
error_rate = --{ $name } must be between 0 and 0.5: { $value }
timetable = --forecast: a contest with a timetable ends when entries close
of_bots = key `bots`
longer_line = longer than any line of an export
sample = invalid share `{ $given }`: use a percentage such as 5% or 100%
outcome_missing = outcome missing: the match is unfinished
outcome_early = outcome before the end of the match
digest = the digest does not match the preceding lines
contest_says = check { $contest }: game, options and limits are set in contest.toml
bot = bot `{ $name }`
which_game = check { $bot }: name the game with --game
# $asked, $given, $game
other_game = --game { $asked }: { $given } is a match of { $game }
# $given, $turn
no_bot_asked = --from { $given }: no bot was asked in turn { $turn }
# $game, $given, $known
no_starter = no starter bot for { $game } in `{ $given }`: use { $known }
no_starters = no starter bot for { $game }: its rules are a program, which has none; write one by docs/protocols, and try it with `certamen check BOT --game GAME`
not_empty = folder not empty: name a new or empty folder
exists = already exists: name a new folder
# $register, $new, $with, $all
new_keys = { $register }: { $new } new keys; { $with } of { $all } teams have one
more_differences = { $count } more differences
unknown_search = unknown search `{ $name }`: use minimax, alpha-beta or FILE.cl
# $order, $all
order_given = --order `{ $order }`: expected one of { $all }
no_order = --order needs search=alpha-beta
# $asked, $given, $game
played_there = play { $asked }: { $given } is a match of { $game }
