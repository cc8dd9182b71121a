//! Help texts of the commands that play matches and hold contests.

use game::Words;

pub(super) const TEXTS: &[Words] = &[
    Words {
        en: "The game: `certamen games` lists them",
        es: "El juego: `certamen games` los enumera",
        fr: "Le jeu : `certamen games` les énumère",
        it: "Il gioco: `certamen games` li elenca",
    },
    Words {
        en: "A folder with bot.toml, a source file, an executable, builtin:NAME[:key=value] or NAME=BOT",
        es: "Una carpeta con bot.toml, un archivo fuente, un ejecutable, builtin:NAME[:key=value] o NAME=BOT",
        fr: "Un dossier avec bot.toml, un fichier source, un exécutable, builtin:NAME[:key=value] ou NAME=BOT",
        it: "Una cartella con bot.toml, un file sorgente, un eseguibile, builtin:NAME[:key=value] o NAME=BOT",
    },
    Words {
        en: "What luck comes from; drawn if absent",
        es: "De dónde viene el azar; si falta, se sortea",
        fr: "D'où vient le hasard ; tiré au sort s'il manque",
        it: "Da dove viene il caso; se manca, si sorteggia",
    },
    Words {
        en: "An option of the game, the value as JSON or as text",
        es: "Una opción del juego, el valor en JSON o como texto",
        fr: "Une option du jeu, la valeur en JSON ou en texte",
        it: "Un'opzione del gioco, il valore in JSON o come testo",
    },
    Words {
        en: "Write the record to this file",
        es: "Escribe el registro en este archivo",
        fr: "Écrit l'enregistrement dans ce fichier",
        it: "Scrive la registrazione in questo file",
    },
    Words {
        en: "Time for a move, such as 1s or \"50% of builtin:bueno:depth=4\"; default the game's",
        es: "Tiempo por jugada, como 1s o \"50% of builtin:bueno:depth=4\"; si falta, el del juego",
        fr: "Temps par coup, comme 1s ou \"50% of builtin:bueno:depth=4\" ; par défaut celui du jeu",
        it: "Tempo per mossa, come 1s o \"50% of builtin:bueno:depth=4\"; se manca, quello del gioco",
    },
    Words {
        en: "Memory of a bot, such as \"256 MiB\"",
        es: "Memoria de un bot, como \"256 MiB\"",
        fr: "Mémoire d'un bot, comme \"256 MiB\"",
        it: "Memoria di un bot, come \"256 MiB\"",
    },
    Words {
        en: "The tier of isolation: A, B, C or D",
        es: "El nivel de aislamiento: A, B, C o D",
        fr: "Le niveau d'isolation : A, B, C ou D",
        it: "Il livello di isolamento: A, B, C o D",
    },
    Words {
        en: "How many plies house players look ahead unless their names say otherwise",
        es: "Cuántas jugadas miran adelante los jugadores de la casa si sus nombres no dicen otra cosa",
        fr: "Combien de coups les joueurs de la maison regardent en avant si leurs noms ne disent rien d'autre",
        it: "Quante mosse guardano avanti i giocatori della casa se i loro nomi non dicono altro",
    },
    Words {
        en: "Play so many matches, everybody moving one seat on from one to the next",
        es: "Juega tantas partidas; de una a otra, cada uno pasa al asiento siguiente",
        fr: "Joue tant de parties ; de l'une à l'autre, chacun avance d'une place",
        it: "Gioca tante partite; dall'una all'altra ciascuno avanza di un posto",
    },
    Words {
        en: "Print results only",
        es: "Escribe solo los resultados",
        fr: "N'écrit que les résultats",
        it: "Stampa solo i risultati",
    },
    Words {
        en: "The contest's folder",
        es: "La carpeta de la competencia",
        fr: "Le dossier du concours",
        it: "La cartella della gara",
    },
    Words {
        en: "How many matches are played at the same time; default one a core",
        es: "Cuántas partidas se juegan a la vez; si falta, una por núcleo",
        fr: "Combien de parties se jouent en même temps ; par défaut une par cœur",
        it: "Quante partite si giocano insieme; se manca, una per core",
    },
    Words {
        en: "What luck comes from, instead of the file's seed; stored at the first run",
        es: "De dónde viene el azar, en vez de la semilla del archivo; se guarda la primera vez",
        fr: "D'où vient le hasard, au lieu de la graine du fichier ; gardé la première fois",
        it: "Da dove viene il caso, invece del seme del file; si salva la prima volta",
    },
    Words {
        en: "The tier of isolation: A, B, C or D; default the best there is",
        es: "El nivel de aislamiento: A, B, C o D; si falta, el mejor que haya",
        fr: "Le niveau d'isolation : A, B, C ou D ; par défaut le meilleur qu'il y a",
        it: "Il livello di isolamento: A, B, C o D; se manca, il migliore che c'è",
    },
    Words {
        en: "Print the table as JSON lines",
        es: "Escribe la tabla en líneas de JSON",
        fr: "Écrit le tableau en lignes de JSON",
        it: "Stampa la tabella in righe di JSON",
    },
    Words {
        en: "Exit with 3 if any bot committed a fault",
        es: "Sale con 3 si algún bot cometió una falta",
        fr: "Sort avec 3 si un bot a commis une faute",
        it: "Esce con 3 se qualche bot ha commesso un fallo",
    },
    Words {
        en: "Show no progress",
        es: "No muestra el avance",
        fr: "Ne montre pas l'avancement",
        it: "Non mostra l'avanzamento",
    },
    Words {
        en: "Say how long it will take, from a short probe or from what was played, and stop",
        es: "Dice cuánto va a durar, por una prueba corta o por lo jugado, y para",
        fr: "Dit combien de temps cela prendra, par un court essai ou par ce qui a été joué, et s'arrête",
        it: "Dice quanto durerà, da una breve prova o da ciò che è stato giocato, e si ferma",
    },
    Words {
        en: "Instead, say whether everybody had the same chances: seats, faults, matches played again",
        es: "En su lugar, dice si todos tuvieron las mismas oportunidades: asientos, faltas, partidas jugadas de nuevo",
        fr: "Au lieu de cela, dit si tous ont eu les mêmes chances : places, fautes, parties rejouées",
        it: "Invece, dice se tutti hanno avuto le stesse possibilità: posti, falli, partite rigiocate",
    },
    Words {
        en: "Stop at this time, such as 2015-03-27T12:00[Europe/Madrid]; resume later",
        es: "Para a esta hora, como 2015-03-27T12:00[Europe/Madrid]; reanude después",
        fr: "S'arrête à cette heure, comme 2015-03-27T12:00[Europe/Madrid] ; reprenez plus tard",
        it: "Si ferma a quest'ora, come 2015-03-27T12:00[Europe/Madrid]; si riprende dopo",
    },
    Words {
        en: "Play a contest of another time through at once: the clock goes from event to event",
        es: "Juega de una vez una competencia de otro tiempo: el reloj va de evento en evento",
        fr: "Joue d'un trait un concours d'un autre temps : l'horloge va d'événement en événement",
        it: "Gioca d'un fiato una gara di un altro tempo: l'orologio va di evento in evento",
    },
    Words {
        en: "Print the last table as JSON lines",
        es: "Escribe la última tabla en líneas de JSON",
        fr: "Écrit le dernier tableau en lignes de JSON",
        it: "Stampa l'ultima tabella in righe di JSON",
    },
    Words {
        en: "Do not say what is published",
        es: "No dice lo que se publica",
        fr: "Ne dit pas ce qui est publié",
        it: "Non dice che cosa si pubblica",
    },
    Words {
        en: "Say of each place whether it is settled that it stands above the next",
        es: "Dice de cada puesto si es seguro que está por encima del siguiente",
        fr: "Dit de chaque rang s'il est établi qu'il est au-dessus du suivant",
        it: "Dice di ogni posto se è certo che sta sopra il successivo",
    },
    Words {
        en: "How to print it",
        es: "Cómo escribirlo",
        fr: "Comment l'écrire",
        it: "Come stamparlo",
    },
    Words {
        en: "Ratings are told from this bot, who has 0; default the mean of all",
        es: "Las puntuaciones se cuentan desde este bot, que tiene 0; si falta, desde la media de todos",
        fr: "Les cotes se comptent à partir de ce bot, qui a 0 ; par défaut à partir de la moyenne de tous",
        it: "I punteggi si contano da questo bot, che ha 0; se manca, dalla media di tutti",
    },
];
