bots = bots
matches = partidas
left = por jugar
about = unos
at_least = al menos
on_cores = en { $cores } núcleos
on_core = en 1 núcleo
from = media de { $matches } partidas, probable { $range }
