trial =
    Per provarlo:
    {"    "}certamen check { $folder } --game { $game }
    {"    "}certamen play { $game } { $folder } builtin:random
    Lo standard output è solo per l'arbitro; gli appunti propri vanno sullo standard error.
flush = Inviato subito: ciò che aspetta in un buffer non si sente, e il tempo scade.
farewell = `fin` dice che la partita è finita, comunque sia andata.
options = Le opzioni della partita, in JSON; ciò che l'ospite ha omesso ha il valore solito.
forgetful = Secondo il bando i programmi non ricordano nulla: nessun file può essere scritto.
