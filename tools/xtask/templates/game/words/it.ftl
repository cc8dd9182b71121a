not_possible = `{ $reply }` non è possibile: prenda 1 o 2 di { $left }
counters = pedine: { $left }
detail_left = restano
option_counters = pedine all’inizio
