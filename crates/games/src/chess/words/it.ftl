title = Scacchi
white = bianco
black = nero
no_move = `{ $reply }` non è una mossa legale qui: la scriva come `e2e4`, `e7e8q` o `Nf3`
no_opening_move = mossa { $number }: `{ $reply }` lì non è legale: scriva le mosse come `e2e4` e `e7e8q`
over_after_move = la mossa { $number } chiude la partita ({ $end }): la tolga
already_over = la partita finirebbe subito ({ $end }): scelga un’altra posizione
too_many_moves = più di { $most } mosse
pgn_tag = un’etichetta si scrive su una riga come `[Nome "valore"]`, con una barra rovesciata davanti a `"` e `\` nel valore
pgn_comment = qui comincia un commento che nessuna graffa chiude
pgn_brackets = si chiude una variante che non è stata aperta, o non la si chiude
pgn_no_end = la partita precedente non ha una fine: scriva `1-0`, `0-1`, `1/2-1/2` o `*` dopo le sue mosse
pgn_variant = una partita della variante `{ $variant }`: Chess960 richiede `chess960 = true`, e altre non si giocano qui
pgn_move = mossa { $number }: `{ $reply }` non è legale lì
fen_fields = non è una posizione in notazione Forsyth-Edwards: ha sei campi separati da un solo spazio, o i primi quattro
fen_board = la disposizione dei pezzi è impossibile: otto traverse dall’alto, ognuna di otto case; ogni parte ha un re, al più 16 pezzi e 8 pedoni, nessun pedone sulla prima o sull’ultima traversa; la parte che non muove non è sotto scacco
fen_side = chi muove è `w` o `b`
fen_castling = i diritti di arrocco sono impossibili: `-`, o alcuni di `KQkq`, ognuno con il suo re e la sua torre sulla prima traversa; in Chess960 valgono anche le colonne delle torri
fen_other_castling = arroccare con un re che non è in e1 o e8, o con una torre fuori dall’angolo, richiede `chess960 = true`
fen_passing = la casa dietro un pedone avanzato di due è impossibile: `-` se non c’è
fen_clocks = i contatori sono impossibili: semimosse da 0 a 100 senza catture né mosse di pedone, e il numero della mossa da 1 a 65535
letters = maiuscole: bianco; K re, Q donna, R torre, B alfiere, N cavallo, P pedone
white_moves = muove: bianco
black_moves = muove: nero
white_in_check = muove: bianco, sotto scacco
black_in_check = muove: nero, sotto scacco
white_is_mated = il bianco ha subito matto
black_is_mated = il nero ha subito matto
white_resigns = il bianco abbandona
black_resigns = il nero abbandona
drawn = patta: { $end }
white_played = bianco: da { $from } a { $to }
black_played = nero: da { $from } a { $to }
white_pawn = pedone bianco in { $square }
white_knight = cavallo bianco in { $square }
white_bishop = alfiere bianco in { $square }
white_rook = torre bianca in { $square }
white_queen = donna bianca in { $square }
white_king = re bianco in { $square }
black_pawn = pedone nero in { $square }
black_knight = cavallo nero in { $square }
black_bishop = alfiere nero in { $square }
black_rook = torre nera in { $square }
black_queen = donna nera in { $square }
black_king = re nero in { $square }
detail_end = fine
detail_plies = semimosse
detail_checkmate = scacco matto
detail_stalemate = stallo
detail_material = materiale insufficiente
detail_repetition = terza ripetizione
detail_fifty_moves = cinquanta mosse
detail_resignation = abbandono
detail_ended = decisa perché
detail_resign = una parte si vede persa
detail_draw = nessuna parte vede un vantaggio
detail_moves = abbastanza mosse
result_white_mates = Il bianco ({ $player }) vince per scacco matto
result_black_mates = Il nero ({ $player }) vince per scacco matto
result_white_unopposed = Il bianco ({ $player }) vince: il nero abbandona
result_black_unopposed = Il nero ({ $player }) vince: il bianco abbandona
result_stalemate = Patta per stallo
result_material = Patta: nessuna parte può dare matto
result_repetition = Patta per tripla ripetizione
result_fifty_moves = Patta: cinquanta mosse senza catture né mosse di pedone
option_fen = la posizione iniziale, in notazione Forsyth-Edwards; omessa, è quella usuale
option_moves = mosse già giocate, come `e2e4`
option_chess960 = i re arroccano da ogni casa, come in Chess960, e per farlo prendono la propria torre
note_protocol =
    Un bot per gli scacchi.

    Il programma vive per tutta la partita. Prima di ogni mossa legge due righe: la posizione in
    notazione Forsyth-Edwards, e le mosse legali separate da spazi; ne scrive una.
    La riga `fin` chiude la partita.
    Altro, o nessuna risposta in tempo, perde la partita.
note_idea = Qui va la sua idea. Questa prende il pezzo di maggior valore, o gioca l’ultima mossa.
note_question = La posizione e le mosse legali. La prima parola ha le traverse dall’alto; maiuscole: bianco.
