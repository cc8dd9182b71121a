player_form = `{ $given }` no es un jugador: escriba ggppn, como en 14023
player_number = `{ $given }`: una pareja tiene los jugadores 1 a { $most }
