trial =
    Per provarlo:
    {"    "}certamen check { $folder } --game { $game }
    {"    "}certamen play { $game } { $folder } builtin:random
    Lo standard output è solo per l’arbitro; i suoi appunti vanno sullo standard error.
flush = Svuoti subito il buffer: ciò che vi resta non arriva, e il tempo scade.
farewell = `fin` significa che la partita è finita, comunque sia andata.
options = Le opzioni della partita, in JSON; quelle omesse hanno il valore predefinito.
forgetful = Secondo il bando i programmi non ricordano nulla: nessun file può essere scritto.
