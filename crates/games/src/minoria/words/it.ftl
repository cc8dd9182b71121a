no_choice = `{ $reply }` non è una scelta: risponda A, B o C
round = giro { $round }/{ $rounds }
chosen = scelto: { $choices } (A { $a }, B { $b }, C { $c })
scored = { $option } segna
no_scorer = nessuno segna
points = punti: { $points }
detail_rounds = giri
option_rounds = giri di una partita
note_protocol =
    Un bot per Minoría.

    Il programma vive quanto la partita. A ogni giro legge una riga di cinque parole: il giro, i giri in
    tutto, il proprio posto da 0, i punti di tutti separati da virgole, e ciò che tutti hanno scelto
    nell’ultimo giro, come ABB, o `-` nel primo. Risponde A, B o C. Delle opzioni scelte, quella scelta
    da meno dà un punto a ciascuno che l’ha scelta; a pari merito, a nessuno.
    Qualsiasi altra cosa, o nessuna risposta in tempo, finisce la partita, e il bot sta sotto gli altri.
note_idea = Qui va la sua idea. Questa prende ciò che meno hanno scelto nell’ultimo giro.
note_question = Tutto ciò che c’è da sapere: un programma può dimenticare ciò che precede.
