//! What starter bots say whatever the game.

use super::Note;
use certamen_speech::Words;

/// How a bot is tried; DIR and GAME stand for its folder and its game.
pub(super) const TRIAL: Words = Words {
    en: "Try it:\n    certamen check DIR --game GAME\n    certamen play GAME DIR builtin:random\nStandard output is for the referee alone; notes to yourself go to standard error.",
    es: "Para probarlo:\n    certamen check DIR --game GAME\n    certamen play GAME DIR builtin:random\nLa salida estándar es solo para el árbitro; las notas propias van a la salida de errores.",
    fr: "Pour l'essayer :\n    certamen check DIR --game GAME\n    certamen play GAME DIR builtin:random\nLa sortie standard est pour l'arbitre seul ; vos notes vont sur la sortie d'erreur.",
    it: "Per provarlo:\n    certamen check DIR --game GAME\n    certamen play GAME DIR builtin:random\nLo standard output è solo per l'arbitro; gli appunti propri vanno sullo standard error.",
};

/// What any template may ask for.
pub(super) const NOTES: [Note; 3] = [
    (
        "flush",
        Words {
            en: "Flushed at once: what waits in a buffer is not heard, and the time runs out.",
            es: "Se vacía el búfer enseguida: lo que espera en él no se oye, y el tiempo se acaba.",
            fr: "Envoyé aussitôt : ce qui attend dans un tampon n'est pas entendu, et le temps passe.",
            it: "Inviato subito: ciò che aspetta in un buffer non si sente, e il tempo scade.",
        },
    ),
    (
        "farewell",
        Words {
            en: "`fin` says that the match is over, however it ended.",
            es: "`fin` dice que la partida ha terminado, de la manera que sea.",
            fr: "`fin` dit que la partie est finie, de quelque manière que ce soit.",
            it: "`fin` dice che la partita è finita, comunque sia andata.",
        },
    ),
    (
        "options",
        Words {
            en: "The options of the match, as JSON; what its host left out has its usual value.",
            es: "Las opciones de la partida, en JSON; lo que el anfitrión omitió vale lo habitual.",
            fr: "Les options de la partie, en JSON ; ce que l'hôte a omis a sa valeur habituelle.",
            it: "Le opzioni della partita, in JSON; ciò che l'ospite ha omesso ha il valore solito.",
        },
    ),
];
