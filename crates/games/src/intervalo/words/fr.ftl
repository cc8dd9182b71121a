no_square = `{ $reply }` n’est pas une case : écrivez un nombre décimal sur une ligne
not_free = la case { $square } n’est pas libre
outside = il n’y a pas de case { $square } : la bande a de 1 à { $squares }
start = (début de la partie)
no_winner = (personne ne gagne le tour)
won_by_x = (le joueur x gagne le tour)
won_by_w = (le joueur w gagne le tour)
told_choices = x a choisi { $x }, w { $w }
told_points = points : { $x } à { $w }
detail_points = points
option_squares = longueur de la bande
note_protocol =
    Un bot pour Intervalo.

    Le programme est lancé une fois par coup, avec un argument : un caractère par case, la case 1
    d’abord : `.` libre, `n` neutre, `p` à soi (propia), `a` au rival (ajena).
    Il écrit le numéro d’une case libre, à partir de 1, sur une ligne, et finit. Toute autre chose,
    ou pas de réponse à temps, perd la partie. Il ne se souvient de rien d’un coup à l’autre.
note_idea = Votre idée vient ici. Celle-ci prend la case libre la plus proche du milieu.
note_question = La bande est le seul argument.
