player_form = `{ $given }` non è un giocatore: scriva ggppn, come in 14023
player_number = `{ $given }`: una coppia ha i giocatori da 1 a { $most }
