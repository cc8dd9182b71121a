unknown_argument = argument inconnu `{ $argument }` : depth=N, legacy-cuenta-fichas=true ou legacy-suma-fila=true attendu
depths = depth non valable `{ $given }` : attendu de { $low } à { $high }
not_here = un joueur de mancala8 ne peut pas jouer à { $game }
host_ended = le processus d’un joueur s’est terminé de façon inattendue ({ $fault }), sans faute du joueur
