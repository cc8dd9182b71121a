bots = bots
matches = parties
left = à jouer
about = environ
at_least = au moins
on_cores = sur { $cores } cœurs
on_core = sur 1 cœur
from = moyenne de { $matches } parties, probable : { $range }
