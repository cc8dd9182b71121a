unknown_argument = argumento desconocido `{ $argument }`: se espera depth=N, legacy-cuenta-fichas=true o legacy-suma-fila=true
depths = depth no válido `{ $given }`: se espera de { $low } a { $high }
not_here = un jugador de mancala8 no puede jugar a { $game }
host_ended = el proceso de un jugador terminó inesperadamente ({ $fault }), sin culpa del jugador
