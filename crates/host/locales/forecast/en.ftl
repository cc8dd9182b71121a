bots = bots
matches = matches
left = left
about = about
at_least = at least
on_cores = on { $cores } cores
on_core = on 1 core
# $matches, $range
from = mean of { $matches } matches, likely { $range }
from_alike = mean of { $matches } matches
under_a_second = less than 1 s
in_slots = on { $slots } worker slots
