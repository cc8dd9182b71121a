no_plan = un tour est exactement trois de N123ABCXYZFURT
wrong_order = ordre non valable { $given } : donnez chaque siège de 0 à { $last } une fois
title = Pièces
centre = tour { $round }/{ $rounds }, pièces au centre: { $coins }
player = joueur
points = points
flipped = retournées
unflipped = non retournées
counted_now = si on comptait
plays = le joueur { $player } joue { $plan }
detail_rounds = tours
detail_coins = pièces
detail_start_coins = pièces au départ
option_coins = pièces au centre au départ ; tirées au sort si omises
option_order = l’ordre des tours, chaque siège une fois, comme dans [2,0,1] ; tiré au sort si omis
option_rounds = nombre maximal de tours
option_bad_output = comment est jouée une sortie qui n’est pas trois actions : comme NNN, ou chaque caractère inconnu comme N
note_protocol =
    Un bot pour Coins.

    Le programme est lancé une fois par tour, avec un argument :
    {"    "}Tour;SonId;Pièces;Id_Points_Retournées_NonRetournées;Id_Points_Retournées_NonRetournées;...
    Les joueurs sont dans l’ordre des tours. Il écrit trois actions de N 1 2 3 A B C X Y Z F U R T, sans
    rien entre elles, et finit : `2FF` prend deux pièces (-1 chacune) et les retourne (+2 chacune).
    Trois actions sont toujours légales ; toute autre chose est une faute et joue NNN.
note_idea = Votre idée vient ici. Celle-ci retourne ce qu’elle a, et prend deux pièces sinon.
note_question = La table est le seul argument ; des points-virgules séparent ses parties.
