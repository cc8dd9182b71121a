no_answer = une réponse est `row column` (ligne et colonne) ou `pass`
no_point = ligne et colonne sont des nombres de 1 à { $size }
taken = il y a une pierre en { $point }
suicide = une pierre en { $point } n’aurait pas de liberté
stones = X noir, O blanc
prisoners = prisonniers pris par noir: { $black }, blanc: { $white }
black_moves = joue: noir
white_moves = joue: blanc
black_resigns = noir abandonne
white_resigns = blanc abandonne
both_passed = les deux ont passé
repeated = la position se répète : partie nulle
limit_reached = la limite de coups est atteinte : partie nulle
black_stone = pierre noire en { $point }
white_stone = pierre blanche en { $point }
black_played = noir : { $point }
white_played = blanc : { $point }
on_point = en { $point }
no_stone = passe
detail_area = aire
detail_prisoners = prisonniers
detail_end = fin
detail_passes = passes
detail_plies = coups
detail_repetition = répétition
detail_resignation = abandon
black = noir
white = blanc
result_black_wins = Noir ({ $player }) gagne de { $by ->
    [one] { $by } point
   *[other] { $by } points
 }, { $own } à { $other }
result_white_wins = Blanc ({ $player }) gagne de { $by ->
    [one] { $by } point
   *[other] { $by } points
 }, { $own } à { $other }
result_black_unopposed = Noir ({ $player }) gagne : blanc abandonne
result_white_unopposed = Blanc ({ $player }) gagne : noir abandonne
result_even = Partie nulle : { $points } points chacun
result_repetition = Partie nulle : la position se répète
result_limit = Partie nulle : la limite de coups est atteinte
option_size = lignes et colonnes du plateau
option_max_plies = coups et passes après lesquels la partie est nulle : 0 est sans limite, omis est 3 fois les points du plateau
note_protocol =
    Un bot pour Go.

    Le programme est lancé une fois par coup. Sur l’entrée standard il trouve une ligne par rangée, celle
    du haut d’abord : `0` vide, `1` noir, `2` blanc ; puis une ligne `b w t` : les prisonniers de noir et
    de blanc, et sa couleur. Il écrit `rangée colonne`, à partir de 1 en haut à gauche, ou `pass`, et finit.
    Un point occupé, un suicide, autre chose, ou pas de réponse à temps perd la partie.
    À positions égales, réponses égales : pas de tirage au sort.
note_legal = Un point à côté d’un vide n’est jamais un suicide.
note_idea = Votre idée vient ici. Celle-ci préfère les points près de pierres du rival et de vides.
note_question = Le plateau, les prisonniers et sa couleur.
