player_form = `{ $given }` is no player: write ggppn, as in 14023
player_number = `{ $given }`: a pair has the players 1 to { $most }
