works = { $name } gioca { $slots ->
    [one] una partita
   *[other] { $slots } partite
} alla volta per { $address } (classe { $class }, livello { $tier })
tries_again = { $why }: si riprova tra { $seconds } s
no_name = `{ $given }` non è il nome di una macchina né di una classe: vanno bene da 1 a 40 lettere senza accento, cifre, - e _
reserves_more = --reserve { $reserve } tiene più posti di quanti ce ne sono: sono { $slots }
name_taken = un altro worker qui si chiama `{ $name }`: dare a uno dei due un altro --name
not_isolated = qui nulla isola i programmi altrui: { $reasons }: indicare --tier D se possono fare tutto ciò che può il vostro utente; `certamen doctor` dice che cosa manca
and = { $before }; { $next }
key_missing = tls:// richiede la chiave di un utente del server: indicarne il file con --key
strange_batch = il gioco, la sua versione o un bot qui non sono conosciuti
jobs_elsewhere = con --bus qui non si gioca nulla: invece di --jobs, avviare `certamen worker --slots N`
no_bus = questo certamen è stato compilato senza il bus: togliere --bus, o compilarlo con `--features bus`
name = nome
class = classe
tier = livello
slots = posti
busy = occupati
matches = partite
voids = nulle
rate = partite/s
load = carico
drift = deriva
residual = residuo
state = stato
since = da
level = urgenza
level_errands = urgente
level_runs = tornei
level_ladders = scale
waiting = in attesa
oldest = la più vecchia
state_works = gioca
state_drains = finisce
state_rests = riposa
state_rests_voids = riposa: falliscono partite
state_leaves = se ne va
state_suspended = sospesa
kept = { $path } resta com'è
set_up = Avviare il server: nats-server -c { $path }
    Interrogarlo: certamen bus check { $address } --key { $folder }/coordinator.key
    Portare la chiave di un worker alle sue macchine: certamen worker --connect { $address } --key NAME.key
    Giocare: certamen run CONTEST_DIR --bus { $address } --key { $folder }/coordinator.key
user_twice = `{ $name }` è già preso: ogni utente di un server ha il suo nome
plain_server = presso { $host } altri potrebbero leggere: indicare --tls-cert e --tls-key, o --plain se la rete è solo vostra
not_users = { $path }: non sono utenti scritti da `certamen bus setup`: spostarlo, o indicare un'altra cartella
server = server { $version } a { $address }, conserva messaggi fino a { $most } KiB
stream = { $name }: { $messages ->
    [one] un messaggio
   *[other] { $messages } messaggi
}, { $size } KiB
stream_missing = { $name }: non c'è ancora; lo crea chi tiene una gara
does = fa
subject = soggetto
whose = chi può
may = questa chiave
says = dice
hears = sente
yes = sì
no = no
open_server = qui tutti possono fare tutto: `certamen bus setup` crea utenti
key_of_nobody = con questa chiave nessuno può tenere gare, né giocare, né guardare
key_of = questa è la chiave di un { $roles }
key_beyond = questa è la chiave di un { $roles }, e permette più di questo: { $more }
key_lacks = questa è quasi la chiave di un { $role }, ma non permette nulla con { $lacking }: se l'ha fatta una versione precedente, eseguire di nuovo `certamen bus setup` con la sua cartella e far ricaricare il server
struck = { $matches ->
    [0] qui non conta nulla di { $name }
    [one] è stata tolta una partita di { $name }: `certamen run { $folder }` la rigioca
   *[other] sono state tolte { $matches } partite di { $name }: `certamen run { $folder }` le rigioca
}
told = è detto a { $name }
several = ci sono più macchine di nome `{ $name }`: indicare al suo posto la chiave di una di esse: { $machines }
not_there = ora non c'è nessuna macchina di nome `{ $name }`: `certamen workers --bus URL` elenca quelle che ci sono
rests_of_voids = tre partite di fila sono fallite qui: questa macchina riposa finché non la sveglia `certamen workers wake`
rests_of_drift = questa macchina è più lenta del solito: riposa finché non si riprende
is_back = questa macchina è di nuovo veloce come al solito
state_rests_drift = riposa: più lenta del solito
no_bundle = i file del bot non sono sul server
