address_form = indirizzo del server non valido `{ $given }`: usi nats://127.0.0.1:4222 o tls://HOST:4222
credentials = l’indirizzo del server contiene un nome utente o una password, visibili nell’elenco dei processi: indichi un file di chiave con --key
plain = { $host } è un’altra macchina e nats:// non è cifrato: usi tls://, o aggiunga --plain in una rete privata
not_json = messaggio non valido: { $error }
other_version = versione del messaggio { $found } non supportata: attesa { $known }
not_unpacked = non si può decomprimere: { $error }
too_long = supera { $most } MiB
unreadable_result = risultato rifiutato: { $error }
other_subject = risultato rifiutato: inviato a nome di un altro utente
unreachable = nessun server a { $address } ({ $why }): ne avvii uno con `nats-server -js`, o controlli l’indirizzo
untrusted = impossibile verificare il certificato di { $address } ({ $why }): indichi in SSL_CERT_FILE il file del suo emittente; usi `tls://` solo con un server che ha un certificato
no_streams = il server a { $address } non conserva messaggi: lo avvii con -js
old_server = la versione { $found } del server è troppo vecchia: usi la 2.9 o successiva
other_codes = risposta inattesa del server, versione { $found } ({ $why }): usi un’altra versione, 2.9 o successiva
narrow = il server accetta messaggi di al massimo { $most } KiB: scriva `max_payload: { $wanted }KB` nella sua configurazione
unknown_key = utente sconosciuto al server { $address }: indichi con --key il file di una chiave che accetta
forbidden = questa chiave non ha permessi per `{ $subject }`: ne usi una con il ruolo { $role }, come quelle create da `certamen bus setup`
settings = il flusso { $stream } esiste con un altro `{ $key }`, di un altro programma o di un certamen precedente: usi un server o un account a parte, o lo rimuova con `nats stream rm { $stream }`
queue_settings = la coda { $queue } del flusso { $stream } esiste con un altro `{ $key }`: la rimuova con `nats consumer rm { $stream } { $queue }`, o usi un server o un account a parte
away = server irraggiungibile ({ $what }); si riprova
gone = il server ha perso i dati che conservava; si inviano di nuovo
full = il server non ha spazio per { $what } ({ $why }); si riprova: `bus setup --disk` imposta quanto ne ha
refused = il server rifiuta { $what }: { $why }
secret = { $path }: { $error }
no_secret = { $path }: non è un segreto valido: lo rimuova; le partite in corso si rigiocano
broken_digest = la sua registrazione è danneggiata: l’impronta alla fine non corrisponde
other_header = la sua registrazione è di un’altra partita: `{ $key }` è diverso
no_end = la sua registrazione non ha fine
beside = i dati allegati alla sua registrazione non si possono leggere
foreign_token = risultato di { $name } rifiutato: lotto sconosciuto
foreign_number = partita { $number } di { $name } rifiutata: non è in quel lotto
not_believed = { $name }: { $error }
failed_on = { $name }: { $why }
failed_here = le regole hanno fallito qui quando la partita è stata rigiocata: { $why }
lost = { $matches ->
    [one] una partita si è persa per strada ed è mandata
   *[other] { $matches } partite si sono perse per strada e sono mandate
} di nuovo
overdue = { $matches ->
    [one] una partita tardava troppo ed è affidata
   *[other] { $matches } partite tardavano troppo e sono affidate
} ad altri worker
cannot_be_true = ha consegnato molte registrazioni impossibili
back_again = server di nuovo raggiungibile
unable = nessun worker disponibile può far giocare il bot `{ $bot }` (classe { $class }): { $why }
large_result = il suo risultato supera { $most } KiB
moves_differ = nella partita { $number } i bot hanno giocato diversamente che su altri due worker
suspended = { $name } è sospeso: { $why }; i suoi risultati contano finché non esegue `certamen workers strike { $name } CONTEST_DIR`
user_suspended = { $name }: tutti i worker di questo utente sono sospesi
undecided = { $one } e { $other } non concordano su una partita, e non c’è un terzo worker che decida
answers_itself = risposta di { $name } ignorata: aveva riportato queste partite lui stesso, e la domanda era per altri worker
refused_result = risultato del worker sospeso { $name } rifiutato
not_kept = { $path }: impossibile salvare i risultati che aspettano il server: { $error }; vanno persi se questo worker termina prima che il server ritorni
spool_full = { $path }: { $most } MiB di risultati aspettano il server, il massimo; i successivi vanno persi se questo worker termina prima che il server ritorni
fills = questo torneo può usare solo { $matches } slot su { $slots }: il suo formato e la memoria dei suoi bot non permettono più partite alla volta; gli altri aspettano o giocano altri tornei
no_worker = nessun worker con livello di isolamento { $tier } o migliore: ne avvii uno con `certamen worker`
undone = i worker hanno fallito tre volte, l’ultima: { $why }
rival = un altro coordinatore esegue questo torneo; ha iniziato { $before } s prima: aspetti che finisca, o lo fermi e riesegua questo; se questa cartella è una copia, tolga `.certamen/bus.json` dalla copia
results_differ = i suoi risultati differiscono da quelli di altri worker nelle stesse partite ({ $deviations } deviazioni standard)
residual = { $name }: i suoi risultati differiscono da quelli di altri worker nelle stesse partite di { $deviations } deviazioni standard
slow = { $name } è in pausa: tempo scaduto in { $late } partite su { $matches }, ma non su altri worker
keeps_to = questo torneo usa solo worker della classe { $class }
waits_for_class = nessun worker della classe { $class }, richiesta da questo torneo: ne avvii uno con `certamen worker --class { $class }`
fell_silent = perso durante la partita
no_answer = nessuna risposta ricevuta
heavy = partita { $number }: le cartelle dei suoi bot occupano { $most } MiB, troppo per inviarle: giochi il torneo senza --bus
