//! Help texts of the commands themselves, and of what clap adds to each.

use certamen_game::Words;

pub(super) const TEXTS: &[Words] = &[
    Words {
        en: "Hosts programming-game tournaments",
        es: "Organiza torneos de juegos de programación",
        fr: "Organise des tournois de jeux de programmation",
        it: "Ospita tornei di giochi di programmazione",
    },
    Words {
        en: "The language of texts: en, es, fr or it; default from the environment",
        es: "El idioma de los textos: en, es, fr o it; si falta, el del entorno",
        fr: "La langue des textes : en, es, fr ou it ; par défaut celle de l'environnement",
        it: "La lingua dei testi: en, es, fr o it; se manca, quella dell'ambiente",
    },
    Words {
        en: "Play one match, or several, on the console",
        es: "Juega una partida, o varias, en la consola",
        fr: "Joue une partie, ou plusieurs, à la console",
        it: "Gioca una partita, o più, sulla console",
    },
    Words {
        en: "Run or resume a contest until it is finished",
        es: "Corre o reanuda una competencia hasta el final",
        fr: "Lance ou reprend un concours jusqu'à sa fin",
        it: "Esegue o riprende una gara fino alla fine",
    },
    Words {
        en: "Hold a contest with a timetable: publish tables by itself until it is over",
        es: "Celebra una competencia con calendario: publica tablas por sí sola hasta que termina",
        fr: "Tient un concours avec calendrier : publie seul les tableaux jusqu'à la fin",
        it: "Tiene una gara con calendario: pubblica da sé le tabelle fino alla fine",
    },
    Words {
        en: "Show the table of a contest",
        es: "Muestra la tabla de una competencia",
        fr: "Montre le tableau d'un concours",
        it: "Mostra la tabella di una gara",
    },
    Words {
        en: "List the matches of a contest",
        es: "Enumera las partidas de una competencia",
        fr: "Énumère les parties d'un concours",
        it: "Elenca le partite di una gara",
    },
    Words {
        en: "Show who did what against whom in a contest",
        es: "Muestra quién hizo qué contra quién en una competencia",
        fr: "Montre qui a fait quoi contre qui dans un concours",
        it: "Mostra chi ha fatto che cosa contro chi in una gara",
    },
    Words {
        en: "Show what the field of a contest is made of, whoever else takes part",
        es: "Muestra de qué se compone el campo de una competencia, participe quien participe",
        fr: "Montre de quoi se compose le plateau d'un concours, qui que ce soit d'autre y participe",
        it: "Mostra di che cosa è fatto il campo di una gara, chiunque altro partecipi",
    },
    Words {
        en: "Show every state of a recorded match",
        es: "Muestra cada estado de una partida registrada",
        fr: "Montre chaque état d'une partie enregistrée",
        it: "Mostra ogni stato di una partita registrata",
    },
    Words {
        en: "Replay records and say whether they are sound",
        es: "Reproduce registros y dice si son correctos",
        fr: "Rejoue des enregistrements et dit s'ils sont corrects",
        it: "Rigioca registrazioni e dice se sono corrette",
    },
    Words {
        en: "Analyse positions: moves, values, what a search costs, how much a bot can be exploited",
        es: "Analiza posiciones: jugadas, valores, qué cuesta una búsqueda, cuánto se puede explotar un bot",
        fr: "Analyse des positions : coups, valeurs, ce que coûte une recherche, combien un bot peut être exploité",
        it: "Analizza posizioni: mosse, valori, quanto costa una ricerca, quanto si può sfruttare un bot",
    },
    Words {
        en: "Try a bot, or all entrants of a contest, and say what is wrong and how to mend it",
        es: "Prueba un bot, o a todos los participantes de una competencia, y dice qué está mal y cómo arreglarlo",
        fr: "Essaie un bot, ou tous les participants d'un concours, et dit ce qui ne va pas et comment le corriger",
        it: "Prova un bot, o tutti i partecipanti di una gara, e dice che cosa non va e come rimediare",
    },
    Words {
        en: "Say whether one bot is better than another, playing until it shows",
        es: "Dice si un bot es mejor que otro, jugando hasta que se vea",
        fr: "Dit si un bot est meilleur qu'un autre, en jouant jusqu'à ce que cela se voie",
        it: "Dice se un bot è migliore di un altro, giocando finché si vede",
    },
    Words {
        en: "List the games",
        es: "Enumera los juegos",
        fr: "Énumère les jeux",
        it: "Elenca i giochi",
    },
    Words {
        en: "List the languages of bots: what is installed, its version, and how fast it starts",
        es: "Enumera los lenguajes de los bots: qué está instalado, su versión y cuánto tarda en arrancar",
        fr: "Énumère les langages des bots : ce qui est installé, sa version et la vitesse de démarrage",
        it: "Elenca i linguaggi dei bot: che cosa è installato, la versione e quanto presto si avvia",
    },
    Words {
        en: "Say what the sandbox really enforces here, tried with canary programs",
        es: "Dice lo que el recinto impone de verdad aquí, probado con programas canario",
        fr: "Dit ce que le bac à sable impose vraiment ici, essayé avec des programmes canaris",
        it: "Dice che cosa il recinto impone davvero qui, provato con programmi canarino",
    },
    Words {
        en: "Write a starter bot that plays legally",
        es: "Escribe un bot de partida que juega legalmente",
        fr: "Écrit un bot de départ qui joue selon les règles",
        it: "Scrive un bot di partenza che gioca secondo le regole",
    },
    Words {
        en: "Print the JSON Schema of a kind of file",
        es: "Escribe el esquema JSON de un tipo de archivo",
        fr: "Écrit le schéma JSON d'un genre de fichier",
        it: "Stampa lo schema JSON di un tipo di file",
    },
    Words {
        en: "Print what a shell needs to complete these commands",
        es: "Escribe lo que un intérprete de órdenes necesita para completar estas órdenes",
        fr: "Écrit ce qu'il faut à un interpréteur pour compléter ces commandes",
        it: "Stampa ciò che serve a una shell per completare questi comandi",
    },
    Words {
        en: "Print the manual page, or write all of them into a folder",
        es: "Escribe la página del manual, o todas en una carpeta",
        fr: "Écrit la page du manuel, ou toutes dans un dossier",
        it: "Stampa la pagina del manuale, o le scrive tutte in una cartella",
    },
    Words { en: "Print help", es: "Muestra la ayuda", fr: "Affiche l'aide", it: "Mostra l'aiuto" },
    Words {
        en: "Print help (see more with '--help')",
        es: "Muestra la ayuda (más con '--help')",
        fr: "Affiche l'aide (plus avec '--help')",
        it: "Mostra l'aiuto (di più con '--help')",
    },
    Words {
        en: "Print help (see a summary with '-h')",
        es: "Muestra la ayuda (un resumen con '-h')",
        fr: "Affiche l'aide (un résumé avec '-h')",
        it: "Mostra l'aiuto (un riassunto con '-h')",
    },
    Words {
        en: "Print version",
        es: "Muestra la versión",
        fr: "Affiche la version",
        it: "Mostra la versione",
    },
    Words {
        en: "Print this message or the help of the given subcommand(s)",
        es: "Muestra este mensaje o la ayuda de las subórdenes dadas",
        fr: "Affiche ce message ou l'aide des sous-commandes données",
        it: "Mostra questo messaggio o l'aiuto dei sottocomandi dati",
    },
];
