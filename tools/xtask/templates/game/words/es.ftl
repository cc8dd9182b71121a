not_possible = `{ $reply }` no es posible: tome 1 o 2 de { $left }
counters = fichas: { $left }
detail_left = quedan
option_counters = fichas al empezar
