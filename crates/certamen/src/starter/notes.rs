//! What starter bots say of their games.

use super::Note;
use certamen_game::Words;

/// What the templates of a game may ask for.
pub(super) fn of_game(slug: &str) -> &'static [Note] {
    match slug {
        "footsteps" => &FOOTSTEPS,
        "intervalo" => &INTERVALO,
        "coins" => &COINS,
        "mancala8" => &MANCALA8,
        "go" => &GO,
        _ => &[],
    }
}

const FOOTSTEPS: [Note; 3] = [
    (
        "protocol",
        Words {
            en: "A bot for FootSteps.\n\nThe program lives as long as the match. Each turn it prints its bid on a line of its own, and\nonly then reads a line: the rival's bid of the same turn, or `fin`.\nA bid is at least 1 and at most what the bot has left; without points it is 0. Anything else,\nor no bid in time, loses the match. The higher bid moves the token; both are paid.",
            es: "Un bot para FootSteps.\n\nEl programa vive lo que dura la partida. En cada turno escribe su apuesta en una línea, y solo\nentonces lee una línea: la apuesta del rival en ese turno, o `fin`.\nSe apuesta al menos 1 y como mucho lo que queda; sin puntos, 0. Cualquier otra cosa, o no\nresponder a tiempo, pierde la partida. La apuesta mayor mueve la ficha; ambas se pagan.",
            fr: "Un bot pour FootSteps.\n\nLe programme vit aussi longtemps que la partie. À chaque tour il écrit sa mise sur une ligne, et\nalors seulement lit une ligne : la mise du rival au même tour, ou `fin`.\nOn mise au moins 1 et au plus ce qui reste ; sans points, 0. Toute autre chose, ou pas de mise\nà temps, perd la partie. La plus forte mise déplace le jeton ; les deux sont payées.",
            it: "Un bot per FootSteps.\n\nIl programma vive quanto la partita. A ogni turno scrive la sua puntata su una riga, e solo\nallora legge una riga: la puntata del rivale nello stesso turno, o `fin`.\nSi punta almeno 1 e al massimo ciò che resta; senza punti, 0. Qualsiasi altra cosa, o nessuna\npuntata in tempo, perde la partita. La puntata maggiore muove la pedina; si pagano entrambe.",
        },
    ),
    (
        "idea",
        Words {
            en: "Your idea goes here. This one shares the points out over the steps that are missing.",
            es: "Aquí va su idea. Esta reparte los puntos entre los pasos que faltan.",
            fr: "Votre idée vient ici. Celle-ci répartit les points sur les pas qui manquent.",
            it: "Qui va la vostra idea. Questa divide i punti fra i passi che mancano.",
        },
    ),
    (
        "steps",
        Words {
            en: "How many steps the token still has to go to our end; it starts in the middle.",
            es: "Cuántos pasos faltan para que la ficha llegue a nuestro extremo; parte del medio.",
            fr: "Combien de pas séparent le jeton de notre bout ; il part du milieu.",
            it: "Quanti passi mancano alla pedina fino al nostro estremo; parte dal centro.",
        },
    ),
];

const INTERVALO: [Note; 3] = [
    (
        "protocol",
        Words {
            en: "A bot for Intervalo.\n\nThe program is run once for each move, with one argument: a character for each square, square 1\nfirst: `.` free, `n` neutral, `p` own (propia), `a` the rival's (ajena).\nIt prints the number of a free square, from 1, on one line, and ends. Anything else, or no\nanswer in time, loses the match. It remembers nothing from one run to the next.",
            es: "Un bot para Intervalo.\n\nEl programa se ejecuta una vez por jugada, con un argumento: un carácter por casilla, primero la\ncasilla 1: `.` libre, `n` neutra, `p` propia, `a` ajena.\nEscribe el número de una casilla libre, desde 1, en una línea, y acaba. Cualquier otra cosa, o\nno responder a tiempo, pierde la partida. No recuerda nada de una ejecución a otra.",
            fr: "Un bot pour Intervalo.\n\nLe programme est lancé une fois par coup, avec un argument : un caractère par case, la case 1\nd'abord : `.` libre, `n` neutre, `p` à soi (propia), `a` au rival (ajena).\nIl écrit le numéro d'une case libre, à partir de 1, sur une ligne, et finit. Toute autre chose,\nou pas de réponse à temps, perd la partie. Il ne se souvient de rien d'un coup à l'autre.",
            it: "Un bot per Intervalo.\n\nIl programma è eseguito una volta per mossa, con un argomento: un carattere per casella, prima la\ncasella 1: `.` libera, `n` neutra, `p` propria (propia), `a` del rivale (ajena).\nScrive il numero di una casella libera, da 1, su una riga, e finisce. Qualsiasi altra cosa, o\nnessuna risposta in tempo, perde la partita. Non ricorda nulla da una mossa all'altra.",
        },
    ),
    (
        "idea",
        Words {
            en: "Your idea goes here. This one takes the free square that is nearest to the middle.",
            es: "Aquí va su idea. Esta toma la casilla libre más cercana al medio.",
            fr: "Votre idée vient ici. Celle-ci prend la case libre la plus proche du milieu.",
            it: "Qui va la vostra idea. Questa prende la casella libera più vicina al centro.",
        },
    ),
    (
        "question",
        Words {
            en: "The strip is the only argument.",
            es: "El tablero es el único argumento.",
            fr: "La bande est le seul argument.",
            it: "La striscia è l'unico argomento.",
        },
    ),
];

const COINS: [Note; 3] = [
    (
        "protocol",
        Words {
            en: "A bot for Coins.\n\nThe program is run once for each turn, with one argument:\n    Round;YourPlayerId;Coins;PlayerId_Points_Flipped_Unflipped;PlayerId_Points_Flipped_Unflipped;...\nThe players stand in turn order. It prints three actions of N 1 2 3 A B C X Y Z F U R T, without\nanything between them, and ends: `2FF` takes two coins (-1 each) and turns both over (+2 each).\nThree actions are always legal; anything else is a fault and plays NNN.",
            es: "Un bot para Coins.\n\nEl programa se ejecuta una vez por turno, con un argumento:\n    Ronda;IdPropio;Monedas;Id_Puntos_Volteadas_SinVoltear;Id_Puntos_Volteadas_SinVoltear;...\nLos jugadores van en orden de turno. Escribe tres acciones de N 1 2 3 A B C X Y Z F U R T, sin nada\nentre ellas, y acaba: `2FF` toma dos monedas (-1 cada una) y voltea ambas (+2 cada una).\nTres acciones siempre son legales; cualquier otra cosa es una falta y juega NNN.",
            fr: "Un bot pour Coins.\n\nLe programme est lancé une fois par tour, avec un argument :\n    Tour;SonId;Pièces;Id_Points_Retournées_NonRetournées;Id_Points_Retournées_NonRetournées;...\nLes joueurs sont dans l'ordre des tours. Il écrit trois actions de N 1 2 3 A B C X Y Z F U R T, sans\nrien entre elles, et finit : `2FF` prend deux pièces (-1 chacune) et les retourne (+2 chacune).\nTrois actions sont toujours légales ; toute autre chose est une faute et joue NNN.",
            it: "Un bot per Coins.\n\nIl programma è eseguito una volta per turno, con un argomento:\n    Giro;IdProprio;Monete;Id_Punti_Girate_NonGirate;Id_Punti_Girate_NonGirate;...\nI giocatori sono in ordine di turno. Scrive tre azioni di N 1 2 3 A B C X Y Z F U R T, senza nulla\nfra loro, e finisce: `2FF` prende due monete (-1 ciascuna) e le gira entrambe (+2 ciascuna).\nTre azioni sono sempre legali; qualsiasi altra cosa è un fallo e gioca NNN.",
        },
    ),
    (
        "idea",
        Words {
            en: "Your idea goes here. This one turns over what it has, and takes two coins when it has none.",
            es: "Aquí va su idea. Esta voltea lo que tiene, y toma dos monedas cuando no tiene.",
            fr: "Votre idée vient ici. Celle-ci retourne ce qu'elle a, et prend deux pièces sinon.",
            it: "Qui va la vostra idea. Questa gira ciò che ha, e prende due monete quando non ne ha.",
        },
    ),
    (
        "question",
        Words {
            en: "The table is the only argument, its parts between semicolons.",
            es: "La mesa es el único argumento, sus partes entre puntos y comas.",
            fr: "La table est le seul argument, ses parties entre points-virgules.",
            it: "Il tavolo è l'unico argomento, le sue parti fra punti e virgola.",
        },
    ),
];

const MANCALA8: [Note; 3] = [
    (
        "protocol",
        Words {
            en: "A bot for Mancala8.\n\nThe program lives as long as the match. When it is to move it reads 15 numbers on a line: its own\nholes 0 to 5, its own Kalaha, the rival's holes 0 to 5, the rival's Kalaha, the slots so far.\nThe own side always comes first. It answers `R 3`: sow from hole 3. An empty hole, anything else,\nor no answer in time loses the match. A last seed in the own Kalaha gives another move.",
            es: "Un bot para Mancala8.\n\nEl programa vive lo que dura la partida. Cuando le toca lee 15 números en una línea: sus hoyos 0 a\n5, su Kalaha, los hoyos 0 a 5 del rival, la Kalaha del rival, las ranuras contadas.\nEl lado propio va siempre primero. Responde `R 3`: sembrar desde el hoyo 3. Un hoyo vacío, otra\ncosa, o no responder a tiempo pierde la partida. La última semilla en la Kalaha propia da otra jugada.",
            fr: "Un bot pour Mancala8.\n\nLe programme vit aussi longtemps que la partie. À son tour il lit 15 nombres sur une ligne : ses\ntrous 0 à 5, sa Kalaha, les trous 0 à 5 du rival, la Kalaha du rival, les cases comptées.\nSon côté vient toujours d'abord. Il répond `R 3` : semer depuis le trou 3. Un trou vide, autre\nchose, ou pas de réponse à temps perd la partie. La dernière graine dans sa Kalaha fait rejouer.",
            it: "Un bot per Mancala8.\n\nIl programma vive quanto la partita. Quando tocca a lui legge 15 numeri su una riga: le sue buche da\n0 a 5, il suo Kalaha, le buche da 0 a 5 del rivale, il Kalaha del rivale, gli slot contati.\nIl lato proprio viene sempre prima. Risponde `R 3`: semina dalla buca 3. Una buca vuota, altro, o\nnessuna risposta in tempo perde la partita. L'ultimo seme nel proprio Kalaha dà un'altra mossa.",
        },
    ),
    (
        "idea",
        Words {
            en: "Your idea goes here. This one moves again if it can, else sows from the fullest hole.",
            es: "Aquí va su idea. Esta juega otra vez si puede; si no, siembra desde el hoyo más lleno.",
            fr: "Votre idée vient ici. Celle-ci rejoue si possible, sinon sème depuis le trou le plus plein.",
            it: "Qui va la vostra idea. Questa gioca ancora se può, se no semina dalla buca più piena.",
        },
    ),
    (
        "question",
        Words {
            en: "The position: a program may forget all that was before.",
            es: "La posición: un programa puede olvidar todo lo anterior.",
            fr: "La position : un programme peut oublier tout ce qui précède.",
            it: "La posizione: un programma può dimenticare tutto ciò che precede.",
        },
    ),
];

const GO: [Note; 4] = [
    (
        "protocol",
        Words {
            en: "A bot for Go.\n\nThe program is run once for each move. On standard input it finds a line for each row, the top one\nfirst: `0` empty, `1` black, `2` white; then a line `b w t`: the prisoners of black and of white, and\nits own colour. It prints `row column`, from 1 and from the top left, or `pass`, and ends.\nAn occupied point, a suicide, anything else, or no answer in time loses the match.\nEqual positions get equal answers: do not draw lots.",
            es: "Un bot para Go.\n\nEl programa se ejecuta una vez por jugada. En la entrada estándar halla una línea por fila, primero\nla de arriba: `0` vacío, `1` negra, `2` blanca; después una línea `b w t`: los prisioneros de negro y\nde blanco, y su propio color. Escribe `fila columna`, desde 1 y desde arriba a la izquierda, o `pass`.\nUn punto ocupado, un suicidio, otra cosa, o no responder a tiempo pierde la partida.\nA posiciones iguales, respuestas iguales: sin azar.",
            fr: "Un bot pour Go.\n\nLe programme est lancé une fois par coup. Sur l'entrée standard il trouve une ligne par rangée, celle\ndu haut d'abord : `0` vide, `1` noir, `2` blanc ; puis une ligne `b w t` : les prisonniers de noir et\nde blanc, et sa couleur. Il écrit `rangée colonne`, à partir de 1 en haut à gauche, ou `pass`, et finit.\nUn point occupé, un suicide, autre chose, ou pas de réponse à temps perd la partie.\nÀ positions égales, réponses égales : pas de tirage au sort.",
            it: "Un bot per Go.\n\nIl programma è eseguito una volta per mossa. Sullo standard input trova una riga per fila, prima quella\nin alto: `0` vuoto, `1` nero, `2` bianco; poi una riga `b w t`: i prigionieri di nero e di bianco, e il\nproprio colore. Scrive `riga colonna`, da 1 e da in alto a sinistra, o `pass`, e finisce.\nUn punto occupato, un suicidio, altro, o nessuna risposta in tempo perde la partita.\nA posizioni uguali, risposte uguali: niente sorteggi.",
        },
    ),
    (
        "legal",
        Words {
            en: "A point beside an empty one is never a suicide.",
            es: "Un punto junto a otro vacío nunca es un suicidio.",
            fr: "Un point à côté d'un vide n'est jamais un suicide.",
            it: "Un punto accanto a uno vuoto non è mai un suicidio.",
        },
    ),
    (
        "idea",
        Words {
            en: "Your idea goes here. This one likes to be near the rival's stones, and free.",
            es: "Aquí va su idea. A esta le gusta estar cerca de las piedras del rival, y libre.",
            fr: "Votre idée vient ici. Celle-ci aime être près des pierres du rival, et libre.",
            it: "Qui va la vostra idea. A questa piace stare vicino alle pietre del rivale, e libera.",
        },
    ),
    (
        "question",
        Words {
            en: "The board, the prisoners and the own colour.",
            es: "El tablero, los prisioneros y el color propio.",
            fr: "Le plateau, les prisonniers et sa couleur.",
            it: "Il tavoliere, i prigionieri e il proprio colore.",
        },
    ),
];
