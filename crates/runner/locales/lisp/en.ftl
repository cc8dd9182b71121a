unknown_argument = unknown argument `{ $argument }`: expected depth=N, legacy-cuenta-fichas=true or legacy-suma-fila=true
# $given, $low, $high
depths = invalid depth `{ $given }`: expected { $low } to { $high }
not_here = a player of mancala8 cannot play { $game }
host_ended = a player's process ended unexpectedly ({ $fault }), which is not the player's fault
