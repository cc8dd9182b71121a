address_form = `{ $given }` non è l'indirizzo di un server: scrivere nats://127.0.0.1:4222 o tls://HOST:4222
credentials = nomi e password non stanno in un indirizzo, dove li vede chiunque elenchi i processi: indicare un file con --key
plain = { $host } è un'altra macchina e nats:// non è cifrato: scrivere tls://, o aggiungere --plain se la rete è solo vostra
not_json = non è un messaggio nostro: { $error }
other_version = parla la versione { $found }, qui si capisce la versione { $known }
not_unpacked = non si può decomprimere: { $error }
too_long = supera { $most } MiB
unreadable_result = un risultato è rifiutato: { $error }
unreachable = nessun server a { $address }: { $why }: avviarne uno con `nats-server -js`, o indicarne l'indirizzo
no_streams = il server a { $address } non conserva messaggi: avviarlo con -js
old_server = il server è della versione { $found }, la più vecchia che va bene è la 2.9
narrow = il server accetta solo messaggi fino a { $most } KiB: scrivere `max_payload: { $wanted }KB` nella sua configurazione
stranger = il server a { $address } non conosce questo utente: indicare con --key il file di una chiave che conosce
forbidden = questa chiave non può fare nulla con `{ $subject }`: indicarne una di { $role }, come le fa `certamen bus setup`
settings = il flusso { $stream } esiste con un altro `{ $key }`: è di altri: dare a certamen un server o un account propri
away = il server non si sente ({ $what }): gli si chiede ancora e ancora
gone = il server ha perso ciò che conservava: lo si manda di nuovo
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
back_again = il server si sente di nuovo
unable = nessuna delle macchine presenti può far giocare il bot `{ $bot }` (classe { $class }): { $why }
large_result = il suo risultato supera { $most } KiB
