works = { $name } gioca { $slots ->
    [one] una partita
   *[other] { $slots } partite
} alla volta per { $address } (classe { $class }, livello di isolamento { $tier })
tries_again = { $why }; nuovo tentativo tra { $seconds } s
no_name = nome di worker o di classe non valido `{ $given }`: usi 1–40 tra a-z, A-Z, 0-9, - e _
reserves_more = --reserve { $reserve } supera il numero di slot: { $slots }
name_taken = il nome di worker `{ $name }` è già in uso: scelga un altro --name
not_isolated = nessuna sandbox per programmi altrui: { $reasons }; veda `certamen doctor`, o indichi --tier D
and = { $before }; { $next }
key_missing = tls:// richiede la chiave di un utente: ne indichi il file con --key
strange_batch = gioco, versione del gioco o bot sconosciuto in un lotto
no_rules = le regole di `{ $game }` non si aprono: { $why }
other_rules = i loro file, la libreria o l’ambiente non sono quelli dell’host
jobs_elsewhere = con --bus qui non si giocano partite: invece di --jobs, avvii `certamen worker --slots N`
no_bus = questo certamen è stato compilato senza il bus: tolga --bus, o lo compili con `--features bus`
name = nome
class = classe
tier = isolamento
slots = slot
busy = occupati
matches = partite
voids = annullate
rate = partite/s
load = carico
drift = deriva
residual = residuo
state = stato
since = da
level = urgenza
level_urgent = urgente
level_runs = tornei
level_ladders = scale
waiting = in attesa
oldest = la più vecchia
state_works = in gioco
state_drains = sta terminando
state_rests = in pausa
state_rests_voids = in pausa: partite annullate
state_leaves = in arresto
state_suspended = sospeso
kept = { $path }: conservato
set_up = Avvii il server: nats-server -c { $path }
    Lo verifichi: certamen bus check { $address } --key { $folder }/coordinator.key
    Copi la chiave di un worker sulle sue macchine: certamen worker --connect { $address } --key NAME.key
    Giochi: certamen run CONTEST_DIR --bus { $address } --key { $folder }/coordinator.key
user_twice = il nome utente `{ $name }` è già in uso: ne scelga un altro
plain_server = connessioni non cifrate presso { $host }: indichi --tls-cert e --tls-key, o --plain in una rete privata
not_users = { $path }: non scritto da `certamen bus setup`; lo sposti, o indichi un’altra cartella
server = server { $version } a { $address }, messaggi fino a { $most } KiB
stream = { $name }: { $messages ->
    [one] un messaggio
   *[other] { $messages } messaggi
}, { $size } KiB
stream_missing = { $name }: non esiste ancora; lo crea un coordinatore
does = azione
subject = soggetto
whose = ruoli
may = questa chiave
says = pubblica
hears = sottoscrive
yes = sì
no = no
open_server = questo server permette tutto a tutti: crei utenti con `certamen bus setup`
key_without_role = questa chiave non ha nessun ruolo: non permette di eseguire tornei, né di giocare, né di vedere
key_of = chiave di un { $roles }
key_beyond = chiave di un { $roles } con altri permessi: { $more }
key_lacks = chiave di un { $role } senza permesso per { $lacking }: se l’ha creata una versione precedente, esegua di nuovo `certamen bus setup` con la sua cartella e ricarichi il server
struck = { $matches ->
    [0] nessun risultato di { $name } conta qui
    [one] è stato revocato un risultato di { $name }: `certamen run { $folder }` rigioca la partita
   *[other] sono stati revocati { $matches } risultati di { $name }: `certamen run { $folder }` rigioca le partite
}
told = richiesta inviata a { $name }
several = più worker si chiamano `{ $name }`: indichi invece una delle loro chiavi: { $machines }
not_there = nessun worker di nome `{ $name }` è connesso: li elenchi con `certamen workers --bus URL`
rests_of_voids = worker in pausa: tre partite annullate di fila; lo riattivi con `certamen workers wake`
rests_of_drift = worker in pausa: più lento del solito; riprende alla velocità consueta
is_back = worker riattivato: di nuovo veloce come al solito
state_rests_drift = in pausa: più lento del solito
no_bundle = file del bot mancanti sul server
