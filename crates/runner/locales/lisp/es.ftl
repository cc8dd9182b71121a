unknown_argument = `{ $argument }` no significa nada aquí: hay depth=N, legacy-cuenta-fichas=true y legacy-suma-fila=true
depths = depth: se da `{ $given }`, son posibles de { $low } a { $high }
not_here = un jugador de mancala8 está sentado en { $game }
host_ended = el proceso de un jugador terminó por sí solo ({ $fault }), sin que él hiciera nada
