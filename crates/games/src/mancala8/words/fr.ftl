depths = { $given } est hors limites : utilisez de { $low } à { $high }
too_many_seeds = { $given } graines sont trop : { $most } au plus
two_are_possible = { $given } n’est pas valable : utilisez { $one } ou { $other }
some_are_possible = { $given } n’est pas valable : utilisez { $known }
needs_alpha_beta = il lui faut search=alpha-beta
no_move = un coup s’écrit `R 3` ou `3`, avec un trou de 0 à 5
not_possible = { $action } n’est pas possible ici (possible : { $possible })
nothing = rien
too_few_values = { $given } valeurs pour { $due } feuilles
board = PLATEAU :
player = Joueur { $number }
below = en bas
above = en haut
heading = Partie: (1) { $first } vs { $second } (2)
subheading = Partie locale { $first }-{ $second } profondeur={ $depth }
turn = [J { $slot }] C’est le tour de { $name }
chooser = Joueur { $name }.
choices = Choisissez parmi: ({ $actions })
in_brief = ou en abrégé: ({ $holes })
enter = Entrez un coup, ou x pour terminer :
sown = Joue ({ $action }) => { $fell }{ $ending }
fell = Dernière graine en { $place }, avec { $held }, contre: { $against }
goes_on = Kalaha et continue,
captures = Capture { $seeds } et termine,
sows = [J { $slot }] { $name } joue ({ $action })
passes = [J { $slot }] { $name } passe son tour.
plays_again = l’autre rejoue
victory = FIN DE LA PARTIE par VICTOIRE en { $count } coups
draw = FIN DE LA PARTIE par NULLE en { $count } coups
score = Marque: { $first } { $points } - { $other_points } { $second }
person = Humain
cut = coupe
effort = nœuds: { $nodes }, évaluations: { $evaluations }
hole = trou { $hole }, graines : { $seeds }
told_sown = le joueur { $player } sème le trou { $hole }
told_points = points : { $first } à { $second }
how_worth = Une recherche de { $depth } coups de profondeur avec l’évaluation { $evaluation } : les valeurs sont celles du joueur qui doit jouer, ≤ précède ce qui fut élagué.
detail_points = points
detail_slots = coups
detail_ac = ac
result_at_limit = { $player } gagne après { $slots } coups avec { $seeds } graines, plus de la moitié
result_cut = Partie nulle : la partie est arrêtée après { $slots } coups
option_board = les graines au départ, 255 au plus en tout : pour le côté 0 et le côté 1 les trous 0 à 5 et le Kalaha
option_turn = le côté qui commence
option_max_slots = coups (passes forcées comprises) après lesquels la partie est arrêtée
note_protocol =
    Un bot pour Mancala8.

    Le programme vit aussi longtemps que la partie. À son tour il lit 15 nombres sur une ligne : ses
    trous 0 à 5, sa Kalaha, les trous 0 à 5 du rival, la Kalaha du rival, les coups comptés.
    Son côté vient toujours d’abord. Il répond `R 3` : semer depuis le trou 3. Un trou vide, autre
    chose, ou pas de réponse à temps perd la partie. La dernière graine dans sa Kalaha fait rejouer.
note_idea = Votre idée vient ici. Celle-ci rejoue si possible, sinon sème depuis le trou le plus plein.
note_question = La position : un programme peut oublier tout ce qui précède.
