unknown_argument = `{ $argument }` qui non significa niente: ci sono depth=N, legacy-cuenta-fichas=true e legacy-suma-fila=true
depths = depth: `{ $given }` dato, sono possibili da { $low } a { $high }
not_here = un giocatore di mancala8 siede a { $game }
host_ended = il processo di un giocatore è terminato da sé ({ $fault }), senza che lui c’entri
