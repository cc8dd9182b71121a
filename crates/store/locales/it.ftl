missing = { $path }: non si è ancora giocato niente
newer = { $path }: scritto da un certamen più nuovo (versione dell'archivio { $found }, questo conosce { $known }): usi quella versione, o elimini la cartella per ricominciare
damaged = { $path }: non è un archivio di risultati: { $error }
copy = { $path }: di una versione più vecchia, e non si può copiare per leggerlo: { $error }
database = archivio di risultati: { $error }
record = registrazione della partita { $number }: { $error }
no_match = non c'è la partita { $number }: `certamen matches` le elenca
unplayed = la partita { $number } non è ancora stata giocata
