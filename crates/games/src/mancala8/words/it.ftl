depths = { $given } è fuori limite: usi da { $low } a { $high }
too_many_seeds = { $given } semi sono troppi: al massimo { $most }
two_are_possible = { $given } non è valido: usi { $one } o { $other }
some_are_possible = { $given } non è valido: usi { $known }
needs_alpha_beta = ha bisogno di search=alpha-beta
no_move = una mossa si scrive `R 3` o `3`, con una buca da 0 a 5
not_possible = { $action } qui non è possibile (possibile: { $possible })
nothing = niente
too_few_values = { $given } valori per { $due } foglie
board = TAVOLIERE:
player = Giocatore { $number }
below = in basso
above = in alto
heading = Partita: (1) { $first } vs { $second } (2)
subheading = Partita locale { $first }-{ $second } profondità={ $depth }
turn = [J { $slot }] Il turno è di { $name }
chooser = Giocatore { $name }.
choices = Scelga tra: ({ $actions })
in_brief = o in forma breve: ({ $holes })
enter = Inserisca la mossa, o x per terminare :
sown = Gioca ({ $action }) => { $fell }{ $ending }
fell = Ultimo seme in { $place }, con { $held }, contro: { $against }
goes_on = Kalaha e continua a giocare,
captures = Cattura { $seeds } e termina,
sows = [J { $slot }] { $name } gioca ({ $action })
passes = [J { $slot }] { $name } passa il turno.
plays_again = l’altro gioca ancora
victory = FINE DELLA PARTITA per VITTORIA in { $count } mosse
draw = FINE DELLA PARTITA per PATTA in { $count } mosse
score = Punteggio: { $first } { $points } - { $other_points } { $second }
person = Umano
cut = taglio
effort = nodi: { $nodes }, valutazioni: { $evaluations }
hole = buca { $hole }, semi: { $seeds }
told_sown = il giocatore { $player } semina la buca { $hole }
told_points = punti: { $first } a { $second }
how_worth = Una ricerca profonda { $depth } mosse con la valutazione { $evaluation }: i valori sono quelli del giocatore che muove, ≤ precede ciò che è stato potato.
detail_points = punti
detail_slots = slot
detail_ac = ac
result_at_limit = Vince { $player } dopo { $slots } mosse con { $seeds } semi, più della metà
result_cut = Patta: la partita è interrotta dopo { $slots } mosse
option_board = i semi all’inizio, al massimo 255 in tutto: per il lato 0 e il lato 1 le buche 0 a 5 e il Kalaha
option_turn = il lato che comincia
option_max_slots = slot (mosse più passi forzati) dopo i quali la partita è interrotta
note_protocol =
    Un bot per Mancala8.

    Il programma vive quanto la partita. Quando tocca a lui legge 15 numeri su una riga: le sue buche da
    0 a 5, il suo Kalaha, le buche da 0 a 5 del rivale, il Kalaha del rivale, gli slot contati.
    Il lato proprio viene sempre prima. Risponde `R 3`: semina dalla buca 3. Una buca vuota, altro, o
    nessuna risposta in tempo perde la partita. L’ultimo seme nel proprio Kalaha dà un’altra mossa.
note_idea = Qui va la sua idea. Questa gioca ancora se può, se no semina dalla buca più piena.
note_question = La posizione: un programma può dimenticare tutto ciò che precede.
