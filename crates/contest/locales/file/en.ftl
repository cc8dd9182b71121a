key = key `{ $key }`: { $fault }
missing = key `{ $key }` is missing: use { $known }
section = section [{ $section }]: { $error }
no_number = { $given } is no number here: give a finite one
unknown_game = unknown game `{ $game }`: use { $known }
no_text = { $given } is no text
unknown_kind = unknown kind `{ $kind }`: use { $known }
unknown_key = unknown key: { $kind } has { $keys }
key_of_others = a key of { $others }: { $kind } has { $keys }
and = { $before } and { $last }
seed_too_large = { $seed } is too large, 0 to 2^53 - 1 are possible
name = a contest needs a name on one line
unknown_tier = unknown tier `{ $tier }`: use A, B, C or D
course_without_timetable = section [course] needs a section [timetable]: players come over days
too_few_bots = { $count } given, a contest needs two or more
table_size = { $seats } would sit at a table, { $game } is for { $low } to { $high }
same_name = two bots are called `{ $name }`: name one of them otherwise, as in "other={ $name }"
look_alike = `{ $one }` and `{ $other }` look the same: name one of them otherwise
bots = `{ $given }`: { $error }
nothing_there = nothing is there
not_enforced = this version does not enforce it: leave it out
rule_of_course = { $given } is not the rule of the course, which is { $rule }: write that, or leave it out
closes_twice = give that or `entries.closes`, not both
no_zoned_time_or_never = `{ $text }` is no time with a time zone: write "2015-03-27T12:00[Europe/Madrid]", or "never"
no_zoned_time = `{ $text }` is no time with a time zone: write it as "2015-03-27T12:00[Europe/Madrid]"
no_long_time = `{ $text }` is no time: write for example `7 days`
closes_after_range = two entrants or more, and a time from 0 to ten years, are possible
closes_missing = key `entries.closes` is missing: a contest with a timetable ends at that time, or `never`
not_after = it is not after { $starts }, the start
no_interval = `{ $text }` is no time: write for example `2 hours` or `1 day`
interval_too_long = `{ $text }` is too long: a year at most
interval_range = `{ $text }` is out of range: one minute to one year are possible
processes = { $given } are not possible, 1 to { $most } are
seed_word = `{ $word }` is no seed: give a number, or "drawn"
seed_of_timetable = luck cannot be drawn where there is a timetable: give a number, or leave it out
nothing_drawn = luck is not drawn: leave `seed` out and say when entries close, or write seed = "drawn"
unknown_beacon = `{ $given }` is no beacon like that: write beacon = "drand", chain = "HASH", after = "10 min", or beacon = "hand"
unknown_chain = the chain `{ $given }` is not known here: use { $known }
