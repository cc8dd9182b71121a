# $key, $reason
contradiction = key `{ $key }`: { $reason }
replay_ties_and_stop = `replay_ties` replays while the lead is shared, `stop` until the ranks are certain: use one of them
never_settled = ranks of equals never become certain: set the maximum number of matches with `stop`
no_bot_named = no bot is named: name one or more
all_named = all bots are named, and none is left to play against: name fewer, or use round-robin
too_few_for_swiss = a Swiss system needs three entrants or more, { $count } are given: use round-robin
# $count, $most
too_many_for_knockout = { $count } entrants are too many for a knockout: at most { $most }
# $count, $most
too_many_divisions = { $count } entrants would be more than { $most } divisions: make them larger
tie_breaks_at_tables = at tables of more than two only `most-wins` applies: use that, or none
# $name, $known
no_entrant = no entrant is named `{ $name }`: use { $known }
named_twice = `{ $name }` is named twice: name it once
# $given, $most
too_much = { $given } is too large: at most { $most }
# $ranking, $format, $known
ranking_and_format = `{ $ranking }` does not go with the format { $format }: use { $known }
tie_break_twice = `{ $name }` is listed twice: once is enough
# $ranking, $known
never_known_as_settled = rank certainty is not known with `{ $ranking }`: leave this out, or use as `ranking.kind`: { $known }
nothing_played_before = no match is played before the first round: use `order` or `drawn`
qualifying_needed = `seeding = "ranking"` needs matches before the knockout: set how many each pair plays
qualifying_unused = qualifying matches are only for seeding: use `ranking`, or leave out `qualifying_games`
one_alone = a single bot has no opponent: use 2 or more
# $promoted, $size, $half
too_many_promoted = { $promoted } up and { $promoted } down are more than the { $size } of a division: use 0 to { $half }
no_bot_can_leave = a bot cannot leave the only table: leave this empty
awards_are_no_strength = awarded matches would distort the ratings of ranking `rating`: use `strike matches` or `played matches stand`
# $policy, $format, $known
policy_and_format = `{ $policy }` does not go with the format { $format }: use { $known }
# $one, $other
either = { $one } or { $other }
# $kind, $known
unknown_kind = unknown kind `{ $kind }`: use { $known }
not_a_stop = invalid stop `{ $text }`: use `settled` or, for example, `settled top 3`
