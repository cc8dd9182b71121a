# $key, $known
missing = key `{ $key }` is missing: use { $known }
# $section, $error
section = section [{ $section }]: { $error }
no_number = { $given } is not a finite number
# $game, $known
unknown_game = unknown game `{ $game }`: use { $known }
no_text = { $given } is not a text
# $kind, $known
unknown_kind = unknown kind `{ $kind }`: use { $known }
# $kind, $keys
unknown_key = unknown key: { $kind } has { $keys }
# $others, $kind, $keys
key_of_others = a key of { $others }: { $kind } has { $keys }
# $before, $last
and = { $before } and { $last }
seed_too_large = { $seed } is too large: use 0 to 2^53 - 1
name = a contest needs a name on one line
unknown_tier = unknown isolation level `{ $tier }`: use A, B, C or D
# $given, $most
no_line = invalid value `{ $given }`: use one line of 1 to { $most } characters
no_slug = `{ $given }` cannot be part of a URL: use 1 to 40 of a-z, 0-9 and -
edition_of_nothing = an edition needs a series: give `site.series`, too
course_without_timetable = section [course] needs a section [timetable]: players join over several days
too_few_bots = { $count } given, but a contest needs at least two
# $seats, $game, $low, $high
table_size = table of { $seats }, but { $game } is for { $low } to { $high } players
same_name = two bots are named `{ $name }`: rename one of them, as in "other={ $name }"
# $one, $other
look_alike = `{ $one }` and `{ $other }` look the same: rename one of them
# $given, $error
bots = `{ $given }`: { $error }
nothing_there = nothing found
not_enforced = this version does not enforce it: leave it out
# $given, $rule
rule_of_course = { $given } is not the rule of the course, which is { $rule }: use that, or leave it out
closes_twice = give either this or `entries.closes`, not both
no_zoned_time_or_never = `{ $text }` is not a time with a time zone: write "2015-03-27T12:00[Europe/Madrid]", or "never"
no_zoned_time = `{ $text }` is not a time with a time zone: write it as "2015-03-27T12:00[Europe/Madrid]"
no_long_time = `{ $text }` is not a duration: write for example `7 days`
closes_after_range = use at least two entrants, and a duration of 0 to ten years
closes_missing = key `entries.closes` is missing: with a timetable, give the closing time or `never`
not_after = must be after { $starts }, the start
no_interval = `{ $text }` is not a duration: write for example `2 hours` or `1 day`
interval_too_long = `{ $text }` is too long: use at most a year
interval_range = `{ $text }` is out of range: use one minute to one year
# $given, $most
processes = { $given } is out of range: use 1 to { $most }
seed_word = `{ $word }` is not a seed: give a number, or "drawn"
seed_of_timetable = the seed cannot be drawn with a timetable: give a number, or leave it out
nothing_drawn = the seed is not drawn: leave `seed` out and set when entries close, or write seed = "drawn"
unknown_beacon = invalid beacon `{ $given }`: write beacon = "drand", chain = "HASH", after = "10 min", or beacon = "hand"
# $given, $known
unknown_chain = unknown chain `{ $given }`: use { $known }
remote_not_run = a player on another machine cannot be started here
rules_are_built_in = `{ $game }` is built in: only games whose rules are a program have processes; leave [rules] out
no_book = `{ $given }` is not a file of openings: use .epd or .pgn for chess, or .jsonl with an object of options on each line
book_outside = `{ $given }` leads out of the contest's folder: put the file into it
plies_of_pgn = only games in PGN are cut: leave it out
no_evaluations = `{ $bot }` reports no evaluations of its moves: only engines with protocol = "uci" or "cecp" do
increment_of_nothing = there is no clock to add it to: give `limits.match_time`, too
life_beside_memory = engines that live as long as the contest keep no files: use memory = "match" or "none"
life_of_engines = `{ $game }` is not played by engines: only those with protocol = "uci" or "cecp" go on to the next match; leave it out
