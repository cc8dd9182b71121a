address_form = `{ $given }` non è l'indirizzo di un server: scrivere nats://127.0.0.1:4222 o tls://HOST:4222
credentials = nomi e password non stanno in un indirizzo, dove li vede chiunque elenchi i processi: indicare un file con --key
plain = { $host } è un'altra macchina e nats:// non è cifrato: scrivere tls://, o aggiungere --plain se la rete è solo vostra
not_json = non è un messaggio nostro: { $error }
other_version = parla la versione { $found }, qui si capisce la versione { $known }
not_unpacked = non si può decomprimere: { $error }
too_long = supera { $most } MiB
unreadable_result = un risultato è rifiutato: { $error }
other_subject = un risultato è rifiutato: è arrivato a nome di un altro utente
unreachable = nessun server a { $address }: { $why }: avviarne uno con `nats-server -js`, o indicarne l'indirizzo
untrusted = { $address } risponde, ma la sua cifratura non è creduta: { $why }: SSL_CERT_FILE indica il file di chi ha firmato il suo certificato, e `tls://` è per i server che ne hanno uno
no_streams = il server a { $address } non conserva messaggi: avviarlo con -js
old_server = il server è della versione { $found }, la più vecchia che va bene è la 2.9
other_codes = il server ha la versione { $found } e risponde diversamente da come certamen conosce ({ $why }): usane un'altra, dalla 2.9
narrow = il server accetta solo messaggi fino a { $most } KiB: scrivere `max_payload: { $wanted }KB` nella sua configurazione
stranger = il server a { $address } non conosce questo utente: indicare con --key il file di una chiave che conosce
forbidden = questa chiave non può fare nulla con `{ $subject }`: indicarne una di { $role }, come le fa `certamen bus setup`
settings = il flusso { $stream } esiste con un altro `{ $key }`: è di un altro programma o di un certamen precedente: dare a certamen un server o un account propri, oppure rimuoverlo con `nats stream rm { $stream }`
queue_settings = la coda { $queue } del flusso { $stream } esiste con un altro `{ $key }`: toglierla con `nats consumer rm { $stream } { $queue }`, o dare a certamen un server o un account propri
away = il server non si sente ({ $what }): gli si chiede ancora e ancora
gone = il server ha perso ciò che conservava: lo si manda di nuovo
full = il server non ha posto per { $what } ({ $why }): lo si manda ancora e ancora, finché ce n'è; `bus setup --disk` dice quanto ce ne deve essere
refused = il server rifiuta { $what }: { $why }
secret = { $path }: { $error }
no_secret = { $path }: non è nostro: rimuoverlo, e ciò che è in viaggio sarà rigiocato
broken_digest = il suo verbale è guasto: l'impronta alla fine è di un altro
other_header = il suo verbale è di un'altra partita: `{ $key }` è diverso
no_end = il suo verbale non ha fine
beside = ciò che accompagna il suo verbale non si può leggere
foreign_token = un risultato di { $name } è rifiutato: nessuno ha distribuito quel lotto
foreign_number = la partita { $number } di { $name } è rifiutata: non è in quel lotto
not_believed = { $name }: { $error }
failed_on = { $name }: { $why }
lost = { $matches ->
    [one] una partita si è persa per strada ed è mandata
   *[other] { $matches } partite si sono perse per strada e sono mandate
} di nuovo
overdue = { $matches ->
    [one] una partita tardava troppo ed è affidata
   *[other] { $matches } partite tardavano troppo e sono affidate
} ad altre macchine
cannot_be_true = ha consegnato molte registrazioni che non possono essere vere
back_again = il server si sente di nuovo
unable = nessuna delle macchine presenti può far giocare il bot `{ $bot }` (classe { $class }): { $why }
large_result = il suo risultato supera { $most } KiB
moves_differ = nella partita { $number } i bot giocano diversamente che su altre due macchine
suspended = a { $name } non si crede più: { $why }; ciò che ha consegnato vale finché non dite `certamen workers strike { $name } CONTEST_DIR`
user_suspended = { $name }: non si crede più a nessuna macchina di questo utente
undecided = secondo { $one } e { $other } la stessa partita è andata diversamente, e non c'è una terza macchina a cui chiedere
answers_itself = una risposta di { $name } non si confronta: era stata lei a dire come sono andate quelle partite, e si chiedeva ad altri
refused_result = un risultato di { $name } è rifiutato: nessuno le crede più
not_kept = { $path }: un risultato che aspetta il server non è sul disco: { $error }; ciò che questa macchina gioca ora va perso se termina prima che il server ritorni
spool_full = { $path }: { $most } MiB di risultati aspettano lì il server, e sul disco non se ne conservano altri; ciò che questa macchina gioca ora va perso se termina prima che il server ritorni
fills = questa gara ha { $matches } partite alla volta per { $slots } posti: quante ne permettono il formato e ciò che i programmi ricordano; gli altri aspettano o giocano per altre gare
nobody = non c'è nessuna macchina di livello { $tier } o migliore: avviarne una con `certamen worker`
undone = le macchine hanno fallito tre volte, l'ultima così: { $why }
rival = un altro coordinatore tiene questo concorso: ha iniziato { $before } s prima: aspettate che finisca, o fermatelo e rieseguite questo; se questa cartella è una copia, togliete `.certamen/bus.json` dalla copia
results_differ = i suoi risultati non sono quelli di altre macchine che giocano le stesse partite ({ $deviations } deviazioni)
residual = { $name }: i suoi risultati si scostano da quelli di altre macchine che giocano le stesse partite, di { $deviations } deviazioni
slow = { $name }: il tempo è scaduto in { $late } partite su { $matches }, e altrove no: le si dice di riposare
keeps_to = questa gara resta alle macchine della classe { $class }
waits_for_class = non c'è nessuno della classe { $class }, a cui questa gara resta: aspetta una macchina di quella classe (`certamen worker --class { $class }`)
fell_silent = si è persa nel mezzo della partita
no_answer = non è arrivata nessuna risposta
heavy = partita { $number }: i suoi programmi hanno { $most } MiB nelle loro cartelle, più di quanto viaggi: giocare la gara senza --bus
