unknown_argument = `{ $argument }` no significa nada aquí: hay depth=N y legacy-cuenta-fichas=true
depths = depth: se da `{ $given }`, son posibles de { $low } a { $high }
not_here = un jugador de mancala8 está sentado en { $game }
host_ended = el proceso de un jugador terminó por sí solo ({ $fault }), sin que él hiciera nada
