no_answer = una risposta è `row column` (riga e colonna) o `pass`
no_point = riga e colonna sono numeri da 1 a { $size }
taken = c’è una pietra in { $point }
suicide = una pietra in { $point } non avrebbe libertà
stones = X nero, O bianco
prisoners = prigionieri presi da nero: { $black }, bianco: { $white }
black_moves = muove: nero
white_moves = muove: bianco
black_resigns = nero abbandona
white_resigns = bianco abbandona
both_passed = entrambi hanno passato
repeated = la posizione si ripete: patta
limit_reached = raggiunto il limite di mosse: patta
black_stone = pietra nera su { $point }
white_stone = pietra bianca su { $point }
black_played = nero: { $point }
white_played = bianco: { $point }
on_point = su { $point }
no_stone = passa
detail_area = area
detail_prisoners = prigionieri
detail_end = fine
detail_passes = passi
detail_plies = mosse
detail_repetition = ripetizione
detail_resignation = abbandono
black = nero
white = bianco
result_black_wins = Nero ({ $player }) vince di { $by ->
    [one] { $by } punto
   *[other] { $by } punti
 }, { $own } a { $other }
result_white_wins = Bianco ({ $player }) vince di { $by ->
    [one] { $by } punto
   *[other] { $by } punti
 }, { $own } a { $other }
result_black_unopposed = Nero ({ $player }) vince: bianco abbandona
result_white_unopposed = Bianco ({ $player }) vince: nero abbandona
result_even = Patta: { $points } punti ciascuno
result_repetition = Patta: la posizione si ripete
result_limit = Patta: raggiunto il limite di mosse
option_size = righe e colonne del tavoliere
option_max_plies = mosse e passi dopo i quali la partita è patta: 0 è senza limite, omesso è 3 volte i punti del tavoliere
note_protocol =
    Un bot per Go.

    Il programma è eseguito una volta per mossa. Sullo standard input trova una riga per fila, prima quella
    in alto: `0` vuoto, `1` nero, `2` bianco; poi una riga `b w t`: i prigionieri di nero e di bianco, e il
    proprio colore. Scrive `riga colonna`, da 1 e da in alto a sinistra, o `pass`, e finisce.
    Un punto occupato, un suicidio, altro, o nessuna risposta in tempo perde la partita.
    A posizioni uguali, risposte uguali: niente sorteggi.
note_legal = Un punto accanto a uno vuoto non è mai un suicidio.
note_idea = Qui va la sua idea. Questa preferisce punti vicini a pietre del rivale e a punti vuoti.
note_question = Il tavoliere, i prigionieri e il proprio colore.
