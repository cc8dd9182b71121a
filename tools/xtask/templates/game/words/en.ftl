# $reply, $left
not_possible = `{ $reply }` is not possible: take 1 or 2 of { $left }
counters = counters: { $left }
detail_left = left
option_counters = counters at the start
