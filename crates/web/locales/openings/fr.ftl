lead = Premiers coups des dernières parties, avec la part des points du joueur qui a joué ; du premier siège si plusieurs jouent en même temps.
start = Début
moves = Coups
counted = Parties comptées : { $count }
latest_counted = Seules les dernières parties sont comptées : { $count }
no_more = Aucun autre coup n’est compté ici.
more_moves = Coups plus rares : { $count }
chance = Les ouvertures sont montrées pour les jeux sans hasard ni information cachée, si toutes les parties commencent de même.
