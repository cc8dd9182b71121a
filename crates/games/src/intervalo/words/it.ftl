no_square = `{ $reply }` non è una casella: scriva un numero decimale su una riga
not_free = la casella { $square } non è libera
outside = non c’è la casella { $square }: la striscia ha da 1 a { $squares }
start = (inizio della partita)
no_winner = (nessuno vince il turno)
won_by_x = (il giocatore x vince il turno)
won_by_w = (il giocatore w vince il turno)
told_choices = x ha scelto { $x }, w { $w }
told_points = punti: { $x } a { $w }
detail_points = punti
option_squares = lunghezza della striscia
note_protocol =
    Un bot per Intervalo.

    Il programma è eseguito una volta per mossa, con un argomento: un carattere per casella, prima la
    casella 1: `.` libera, `n` neutra, `p` propria (propia), `a` del rivale (ajena).
    Scrive il numero di una casella libera, da 1, su una riga, e finisce. Qualsiasi altra cosa, o
    nessuna risposta in tempo, perde la partita. Non ricorda nulla da una mossa all’altra.
note_idea = Qui va la sua idea. Questa prende la casella libera più vicina al centro.
note_question = La striscia è l’unico argomento.
