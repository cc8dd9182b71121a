unknown_argument = `{ $argument }` ne veut rien dire ici : il y a depth=N, legacy-cuenta-fichas=true et legacy-suma-fila=true
depths = depth : `{ $given }` donné, de { $low } à { $high } sont possibles
not_here = un joueur de mancala8 est assis à { $game }
host_ended = le processus d’un joueur s’est terminé de lui-même ({ $fault }), sans qu’il y soit pour rien
