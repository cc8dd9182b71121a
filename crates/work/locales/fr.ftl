player_form = `{ $given }` n'est pas un joueur : écrivez ggppn, comme dans 14023
player_number = `{ $given }` : un binôme a les joueurs 1 à { $most }
