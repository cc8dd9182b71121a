unknown_argument = argomento sconosciuto `{ $argument }`: atteso depth=N, legacy-cuenta-fichas=true o legacy-suma-fila=true
depths = depth non valido `{ $given }`: atteso da { $low } a { $high }
not_here = un giocatore di mancala8 non può giocare a { $game }
host_ended = il processo di un giocatore è terminato inaspettatamente ({ $fault }), senza colpa del giocatore
