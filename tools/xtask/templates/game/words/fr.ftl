not_possible = `{ $reply }` n’est pas possible : prenez 1 ou 2 de { $left }
counters = jetons : { $left }
detail_left = restent
option_counters = jetons au départ
