file = { $path }: { $error }
no_report = { $path }: non è un rapporto: { $error }: ripristini il file originale
minimum_tier = { $path }: chiave `sandbox.minimum_tier`
tier_flag = --tier { $tier }
bot_flag = --bot
no_tier = { $asked } richiede il livello di isolamento { $weakest } o migliore; { $reasons }
weak_tier = { $asked } richiede il livello di isolamento { $weakest } o migliore, questa sandbox ha il livello { $have }; `certamen doctor` mostra che cosa le manca
advised =
    { $error }
    { $advice }
no_place = impossibile creare una cartella per la compilazione: { $error }
bots = { $path }: chiave `bots`: { $error }
and = { $before }; { $next }
no_builtin_player = `{ $of }` non è un giocatore integrato: solo i tornei possono nominarne altri
person = una persona occupa un posto
no_timetable = { $path }: manca la sezione [timetable]: per un torneo senza, usi `certamen run`
no_entries = { $path } non ha la sezione [entries]: la aggiunga per accettare invii
not_deterministic = dichiarato deterministico senza esserlo
move_time = chiave `limits.move_time`: { $error }
unplayable = una partita non si può giocare: { $error }
no_end = una partita non ha fine
other_series = { $path }: contiene un altro confronto: indichi un altro file, o gli stessi bot, gioco, seme e ipotesi
settings = bot `{ $bot }`: { $why }
no_evaluations = bot `{ $bot }`: non dà valutazioni delle sue mosse, che `{ $key }` richiede; i motori con protocol = "uci" o "cecp" sì
ends_at_once = bot `{ $bot }`: termina prima della sua prima risposta
ends_at_once_with = bot `{ $bot }`: termina prima della sua prima risposta; fine del suo standard error:
    { $words }
name_taken = un altro bot si chiama `{ $name }`: dia a uno dei due un altro nome nel suo bot.toml
unfit = non { $count ->
    [one] può
   *[other] possono
} partecipare: { $bots }: { $count ->
    [one] lo corregga
   *[other] li corregga
}, o tolga `--strict` per far giocare gli altri
not_read = non si può leggere
not_built = non si compila
not_installed = il suo linguaggio non è installato
not_started = non parte
settings_refused = non accetta le sue impostazioni
says_nothing = non dà valutazioni
namesake = un altro bot ha lo stesso nome
silent = addormentato per tre partite di fila
sheet_group = gruppo
sheet_pair = coppia
sheet_names = nomi
sheet_players = giocatori
sheet_best = migliore
sheet_place = posto
sheet_references = riferimenti
sheet_mark = voto
partner_banned = un altro giocatore della coppia è stato espulso
not_written = { $path }: { $error }: lo esegua come proprietario della cartella del torneo, o liberi spazio e lo esegua di nuovo
stays_here = il bot `{ $bot }` non si può inviare ai worker: tolga --bus
rules_stay_here = le regole di { $game } superano { $most } MiB, che i worker non scaricano: tolga --bus
no_such_game = nessun gioco `{ $game }` su questo sito, o le sue regole sono cambiate: apra un altro tavolo
no_table = a questo tavolo non si può giocare: ne apra un altro
no_such_program = nessun bot `{ $program }` gioca a questo in `{ $contest }`: apra un tavolo con un altro
tables_full = troppi tavoli aspettano: riprovi più tardi
table_failed = questo tavolo si è fermato per un errore del server: riprende con la prossima mossa
no_thread = non si può avviare un thread: { $error }
stopped = fermato mentre si aspettavano i worker: esegua di nuovo
strange_answer = risposta non valida di un worker
no_room_left = { $path }: restano { $left } MiB liberi sul disco, ne servono almeno { $least } MiB: liberi spazio, o cambi `limits.min_free` in site.toml
no_mail_command = manca `mail.command`: le e-mail aspettano
mail_not_started = le e-mail aspettano: `{ $program }` non si avvia: { $error }
mail_late = le e-mail aspettano: `{ $program }` non ne ha accettata una in { $seconds } s
mail_refused = le e-mail aspettano: `{ $program }` non ne ha accettata una: { $status }
not_appeared = un giocatore non si è presentato al tavolo
entrant_absent = manca un partecipante su un’altra macchina
rules_failed = partita { $number }: { $fault }
cost_limit = { $bot } è escluso da questa esecuzione: limite di costo
rules_paused = { $fault } (le regole di questo torneo hanno fallito: le corregga e riavvii `certamen serve`)
