unknown_argument = `{ $argument }` means nothing here: there are depth=N, legacy-cuenta-fichas=true and legacy-suma-fila=true
depths = depth: `{ $given }` given, { $low } to { $high } are possible
not_here = a player of mancala8 sits at { $game }
host_ended = the process of a player ended by itself ({ $fault }), which is not his doing
