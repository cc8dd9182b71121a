stored = L’invio del file { $file } è stato registrato in { $place }
judged = { $file }: { $verdict }
listed_as = nome in classifica: { $name }
replaces = sostituisce: { $file }
send_again = Nulla è stato registrato: lo corregga e lo invii di nuovo.
may_be_corrected = Si può inviare una versione corretta, una al giorno per giocatore.
all_removed = La coppia non può più inviare nulla e tutti i suoi giocatori sono eliminati.
