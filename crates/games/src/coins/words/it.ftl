no_plan = un turno è esattamente tre di N123ABCXYZFURT
wrong_order = ordine non valido { $given }: dia ogni posto da 0 a { $last } una volta
title = Monete
centre = giro { $round }/{ $rounds }, monete al centro: { $coins }
player = giocatore
points = punti
flipped = girate
unflipped = non girate
counted_now = se si contasse
plays = il giocatore { $player } gioca { $plan }
detail_rounds = giri
detail_coins = monete
detail_start_coins = monete all’inizio
option_coins = monete al centro all’inizio; sorteggiate se omesse
option_order = l’ordine dei turni, ogni posto una volta, come in [2,0,1]; sorteggiato se omesso
option_rounds = numero massimo di giri
option_bad_output = come si gioca un’uscita che non è di tre azioni: come NNN, o ogni carattere sconosciuto come N
note_protocol =
    Un bot per Coins.

    Il programma è eseguito una volta per turno, con un argomento:
    {"    "}Giro;IdProprio;Monete;Id_Punti_Girate_NonGirate;Id_Punti_Girate_NonGirate;...
    I giocatori sono in ordine di turno. Scrive tre azioni di N 1 2 3 A B C X Y Z F U R T, senza nulla
    fra loro, e finisce: `2FF` prende due monete (-1 ciascuna) e le gira entrambe (+2 ciascuna).
    Tre azioni sono sempre legali; qualsiasi altra cosa è un fallo e gioca NNN.
note_idea = Qui va la sua idea. Questa gira ciò che ha, e prende due monete quando non ne ha.
note_question = Il tavolo è l’unico argomento; le sue parti sono separate da punti e virgola.
