works = { $name } gioca { $slots ->
    [one] una partita
   *[other] { $slots } partite
} alla volta per { $address } (classe { $class }, livello { $tier })
tries_again = { $why }: si riprova tra { $seconds } s
no_name = `{ $given }` non è il nome di una macchina né di una classe: vanno bene da 1 a 40 lettere senza accento, cifre, - e _
name_taken = un altro worker qui si chiama `{ $name }`: dare a uno dei due un altro --name
key_missing = tls:// richiede la chiave di un utente del server: indicarne il file con --key
strange_batch = il gioco, la sua versione o un bot qui non sono conosciuti
jobs_elsewhere = con --bus qui non si gioca nulla: invece di --jobs, avviare `certamen worker --slots N`
no_bus = questo certamen è stato compilato senza il bus: togliere --bus, o compilarlo con `--features bus`
not_held_afar = per ora una gara con calendario si gioca qui: togliere --bus
name = nome
class = classe
tier = livello
slots = posti
busy = occupati
matches = partite
voids = nulle
state = stato
state_works = gioca
state_drains = finisce
state_rests = riposa
state_leaves = se ne va
