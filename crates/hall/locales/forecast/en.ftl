bots = bots
matches = matches
left = left
about = about
at_least = at least
on_cores = on { $cores } cores
on_core = on 1 core
from = mean of { $matches } matches, likely { $range }
