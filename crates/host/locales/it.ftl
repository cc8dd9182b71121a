file = { $path }: { $error }
no_report = { $path }: non è un rapporto: { $error }: lo rimetta com'era
minimum_tier = { $path }: chiave `sandbox.minimum_tier`
tier_flag = --tier { $tier }
bot_flag = --bot
no_tier = { $asked } chiede il livello { $weakest } o meglio; { $reasons }
weak_tier = { $asked } chiede il livello { $weakest } o meglio, questo sarebbe il livello { $have }
no_place = una cartella per costruire: { $error }
bots = { $path }: chiave `bots`: { $error }
nobody_plays = non resta nessun thread che giochi
and = { $before }; { $next }
no_house_player = `{ $of }` non è un giocatore della casa: solo i tornei possono nominarne altri
person = si è seduta una persona
no_timetable = { $path }: manca la sezione [timetable]: `certamen run` esegue le gare che non l'hanno
no_entries = { $path } non ha la sezione [entries]: la aggiunga per ammettere programmi
not_deterministic = dichiarato deterministico senza esserlo
move_time = chiave `limits.move_time`: { $error }
unplayable = una partita non si può giocare: { $error }
no_end = una partita non ha fine
other_series = { $path }: conserva un altro confronto; indichi un altro file o dia gli stessi bot, gioco, seme e ipotesi
ends_at_once = bot `{ $bot }`: termina prima della sua prima risposta
ends_at_once_with = bot `{ $bot }`: termina prima della sua prima risposta; le sue ultime parole:
    { $words }
name_taken = un altro bot si chiama `{ $name }`: dare a uno dei due un altro nome nel suo bot.toml
unfit = non { $count ->
    [one] può
   *[other] possono
} partecipare: { $bots }: { $count ->
    [one] correggerlo
   *[other] correggerli
}, o togliere `--strict` per far giocare gli altri
not_read = non si può leggere
not_built = non si compila
not_installed = il suo linguaggio non è installato
not_started = non parte
namesake = un altro bot ha il suo nome
silent = addormentato per tre partite di fila
sheet_group = gruppo
sheet_pair = coppia
sheet_names = nomi
sheet_players = giocatori
sheet_best = migliore
sheet_place = posto
sheet_references = riferimenti
sheet_mark = voto
partner_proscribed = un altro giocatore della coppia è stato proscritto
not_written = { $path }: { $error }: un torneo si tiene nella propria cartella: si esegua come il suo proprietario, o si faccia spazio e si esegua di nuovo
stays_here = il bot `{ $bot }` non si può affidare ad altre macchine: togliere --bus
no_such_game = nessun gioco di questo sito si chiama `{ $game }`, o ora ha altre regole: apra un altro tavolo
no_table = a questo tavolo non si può giocare: ne apra un altro
no_such_program = nessun programma `{ $program }` gioca a questo in `{ $contest }`: apra un tavolo con un altro
tables_full = troppi tavoli aspettano: riprovi fra poco
table_failed = questo tavolo è stato lasciato per un guasto nostro: riprende con la prossima mossa
stopped = fermato mentre si aspettavano altre macchine: eseguire di nuovo
strange_answer = una macchina dice ciò che nessuno ha chiesto
no_room_left = { $path }: sul disco restano { $left } MiB, e devono restarne { $least } MiB: fate spazio, o cambiate `limits.min_free` in site.toml
no_mail_command = manca `mail.command`: le lettere aspettano
mail_not_started = le lettere restano: `{ $program }` non si avvia: { $error }
mail_late = le lettere restano: `{ $program }` non ne ha accettata una in { $seconds } s
mail_refused = le lettere restano: `{ $program }` non ne ha accettata una: { $status }
