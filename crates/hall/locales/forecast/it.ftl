bots = bots
matches = partite
left = da giocare
about = circa
at_least = almeno
on_cores = su { $cores } core
on_core = su 1 core
from = media di { $matches } partite, probabile { $range }
