title = Échecs
white = blancs
black = noirs
no_move = `{ $reply }` n’est pas un coup légal ici : écrivez-le comme `e2e4`, `e7e8q` ou `Nf3`
no_opening_move = coup { $number } : `{ $reply }` n’y est pas légal : écrivez les coups comme `e2e4` et `e7e8q`
over_after_move = le coup { $number } termine la partie ({ $end }) : retirez-le
already_over = la partie serait finie d’emblée ({ $end }) : choisissez une autre position
too_many_moves = plus de { $most } coups
pgn_tag = une étiquette s’écrit sur une ligne comme `[Nom "valeur"]`, avec une barre oblique inverse devant `"` et `\` dans la valeur
pgn_comment = un commentaire commence ici et aucune accolade ne le ferme
pgn_brackets = une variante est fermée sans avoir été ouverte, ou n’est pas fermée
pgn_no_end = la partie précédente n’a pas de fin : écrivez `1-0`, `0-1`, `1/2-1/2` ou `*` après ses coups
pgn_variant = une partie de la variante `{ $variant }` : Chess960 demande `chess960 = true`, et les autres ne se jouent pas ici
pgn_move = coup { $number } : `{ $reply }` n’y est pas légal
fen_fields = ce n’est pas une position en notation Forsyth-Edwards : elle a six champs séparés par une seule espace, ou les quatre premiers
fen_board = le placement des pièces est impossible : huit rangées à partir du haut, chacune de huit cases ; chaque camp a un roi, au plus 16 pièces et 8 pions, aucun pion sur la première ou la dernière rangée ; le camp qui n’a pas le trait n’est pas en échec
fen_side = le camp qui a le trait est `w` ou `b`
fen_castling = les droits de roque sont impossibles : `-`, ou certains de `KQkq`, chacun avec son roi et sa tour sur la première rangée ; en Chess960 les colonnes des tours sont possibles aussi
fen_other_castling = roquer avec un roi hors de e1 ou e8, ou avec une tour hors du coin, demande `chess960 = true`
fen_passing = la case derrière un pion qui a avancé de deux est impossible : `-` s’il n’y en a pas
fen_clocks = les compteurs sont impossibles : demi-coups de 0 à 100 sans prise ni coup de pion, et le numéro du coup de 1 à 65535
letters = majuscules : blancs ; K roi, Q dame, R tour, B fou, N cavalier, P pion
white_moves = trait : blancs
black_moves = trait : noirs
white_in_check = trait : blancs, en échec
black_in_check = trait : noirs, en échec
white_is_mated = les blancs sont mat
black_is_mated = les noirs sont mat
white_resigns = les blancs abandonnent
black_resigns = les noirs abandonnent
drawn = partie nulle : { $end }
white_played = blancs : de { $from } à { $to }
black_played = noirs : de { $from } à { $to }
white_pawn = pion blanc en { $square }
white_knight = cavalier blanc en { $square }
white_bishop = fou blanc en { $square }
white_rook = tour blanche en { $square }
white_queen = dame blanche en { $square }
white_king = roi blanc en { $square }
black_pawn = pion noir en { $square }
black_knight = cavalier noir en { $square }
black_bishop = fou noir en { $square }
black_rook = tour noire en { $square }
black_queen = dame noire en { $square }
black_king = roi noir en { $square }
detail_end = fin
detail_plies = demi-coups
detail_checkmate = échec et mat
detail_stalemate = pat
detail_material = matériel insuffisant
detail_repetition = troisième répétition
detail_fifty_moves = cinquante coups
detail_resignation = abandon
detail_ended = arrêtée car
detail_resign = un camp se voit perdu
detail_draw = aucun camp ne voit d’avantage
detail_moves = assez de coups
result_white_mates = Les blancs ({ $player }) gagnent par échec et mat
result_black_mates = Les noirs ({ $player }) gagnent par échec et mat
result_white_unopposed = Les blancs ({ $player }) gagnent : les noirs abandonnent
result_black_unopposed = Les noirs ({ $player }) gagnent : les blancs abandonnent
result_stalemate = Partie nulle par pat
result_material = Partie nulle : aucun camp ne peut mater
result_repetition = Partie nulle par triple répétition
result_fifty_moves = Partie nulle : cinquante coups sans prise ni coup de pion
option_fen = la position de départ, en notation Forsyth-Edwards ; omise, c’est l’habituelle
option_moves = coups déjà joués, comme `e2e4`
option_chess960 = les rois roquent de toute case, comme en Chess960, et prennent pour cela leur propre tour
note_protocol =
    Un bot pour les échecs.

    Le programme vit pendant toute la partie. Avant chaque coup il lit deux lignes : la position en
    notation Forsyth-Edwards, et les coups légaux séparés par des espaces ; il en écrit un.
    La ligne `fin` termine la partie.
    Autre chose, ou pas de réponse à temps, perd la partie.
note_idea = Votre idée vient ici. Celle-ci prend la pièce la plus précieuse, sinon joue le dernier coup.
note_question = La position et les coups légaux. Le premier mot : rangées depuis le haut ; majuscules : blancs.
