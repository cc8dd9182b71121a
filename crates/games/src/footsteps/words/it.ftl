how_worth = Il tavoliere è risolto: 1 è una vittoria del giocatore di sinistra, −1 di quello di destra. Le percentuali indicano quanto spesso il gioco ottimale fa ogni puntata.
odd_numbers = { $given } non è valido: usi dispari da { $low } a { $high }
no_bid = `{ $reply }` non è una puntata: scriva un numero decimale su una riga
bid_out_of_range = puntata { $bid }: con { $points } punti, da { $low } a { $high }
too_large_to_solve = { $given } è troppo: si risolve al massimo { $most }
points = punti: { $left } | { $right }
points_of_both = valore non valido { $given }: usi un numero intero, come 50, o uno per lato, come [43,47]
to_the_left = lei vuole la pedina all’estremità sinistra
to_the_right = lei vuole la pedina all’estremità destra
square = casella { $place } (-{ $reach } .. +{ $reach })
told = la pedina è in { $place }; punti: { $left } a { $right }
token = la pedina
detail_position = posizione
detail_points = punti
left = sinistra
right = destra
result_left = { $player } raggiunge l’estremità sinistra con { $points ->
    [one] { $points } punto rimasto
   *[other] { $points } punti rimasti
 }
result_right = { $player } raggiunge l’estremità destra con { $points ->
    [one] { $points } punto rimasto
   *[other] { $points } punti rimasti
 }
result_spent = Patta: entrambi hanno speso tutti i punti
option_squares = lunghezza della striscia, dispari
option_points = punti di ogni giocatore all’inizio
note_protocol =
    Un bot per FootSteps.

    Il programma vive quanto la partita. A ogni turno scrive la sua puntata su una riga, e solo
    allora legge una riga: la puntata del rivale nello stesso turno, o `fin`.
    Si punta almeno 1 e al massimo ciò che resta; senza punti, 0. Qualsiasi altra cosa, o nessuna
    puntata in tempo, perde la partita. La puntata maggiore muove la pedina; si pagano entrambe.
note_idea = Qui va la sua idea. Questa divide i punti fra i passi che mancano.
note_steps = Quanti passi mancano alla pedina fino al nostro estremo; parte dal centro.
