how_worth = Le plateau est résolu : 1 est une victoire du joueur de gauche, −1 du joueur de droite. Les pourcentages indiquent à quelle fréquence le jeu optimal fait chaque mise.
odd_numbers = { $given } n’est pas valable : utilisez des nombres impairs de { $low } à { $high }
no_bid = `{ $reply }` n’est pas une mise : écrivez un nombre décimal sur une ligne
bid_out_of_range = mise { $bid } : avec { $points } points misez de { $low } à { $high }
too_large_to_solve = { $given } est trop grand : on résout au plus { $most }
points = points: { $left } | { $right }
points_of_both = valeur non valable { $given } : utilisez un nombre entier, comme 50, ou un par côté, comme [43,47]
to_the_left = vous voulez le jeton à l’extrémité gauche
to_the_right = vous voulez le jeton à l’extrémité droite
square = case { $place } (-{ $reach } .. +{ $reach })
told = le jeton est en { $place } ; points : { $left } à { $right }
token = le jeton
detail_position = position
detail_points = points
left = gauche
right = droite
result_left = { $player } atteint l’extrémité gauche ; il lui reste { $points ->
    [one] { $points } point
   *[other] { $points } points
 }
result_right = { $player } atteint l’extrémité droite ; il lui reste { $points ->
    [one] { $points } point
   *[other] { $points } points
 }
result_spent = Partie nulle : tous les points sont dépensés
option_squares = longueur de la bande, impaire
option_points = points de chaque joueur au départ
note_protocol =
    Un bot pour FootSteps.

    Le programme vit aussi longtemps que la partie. À chaque tour il écrit sa mise sur une ligne, et
    alors seulement lit une ligne : la mise du rival au même tour, ou `fin`.
    On mise au moins 1 et au plus ce qui reste ; sans points, 0. Toute autre chose, ou pas de mise
    à temps, perd la partie. La plus forte mise déplace le jeton ; les deux sont payées.
note_idea = Votre idée vient ici. Celle-ci répartit les points sur les pas qui manquent.
note_steps = Combien de pas séparent le jeton de notre bout ; il part du milieu.
