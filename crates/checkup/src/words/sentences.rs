//! The words of a report that are always there.

use super::Words;

pub(crate) const ALL_IS_WELL: Words = Words {
    en: "all is well: the bot can play",
    es: "todo está bien: el bot puede jugar",
    fr: "tout va bien : le bot peut jouer",
    it: "tutto bene: il bot può giocare",
};
pub(crate) const TO_CORRECT: Words = Words {
    en: "corrections to make",
    es: "correcciones por hacer",
    fr: "corrections à faire",
    it: "correzioni da fare",
};
pub(crate) const CORRECTION: Words =
    Words { en: "correction", es: "corrección", fr: "correction", it: "correzione" };
pub(crate) const NOTE: Words = Words { en: "note", es: "nota", fr: "remarque", it: "nota" };
pub(crate) const MATCHES: Words = Words {
    en: "matches tried",
    es: "partidas probadas",
    fr: "parties essayées",
    it: "partite provate",
};
pub(crate) const ANSWERS: Words = Words {
    en: "good answers",
    es: "respuestas buenas",
    fr: "bonnes réponses",
    it: "risposte buone",
};
pub(crate) const SLOWEST: Words = Words {
    en: "slowest answer",
    es: "respuesta más lenta",
    fr: "réponse la plus lente",
    it: "risposta più lenta",
};
pub(crate) const MEMORY: Words = Words {
    en: "most memory",
    es: "memoria máxima",
    fr: "mémoire maximale",
    it: "memoria massima",
};
pub(crate) const IN_MATCH: Words = Words {
    en: "in a match against",
    es: "en una partida contra",
    fr: "dans une partie contre",
    it: "in una partita contro",
};
pub(crate) const SEAT: Words = Words { en: "seat", es: "asiento", fr: "place", it: "posto" };
pub(crate) const OF: Words = Words { en: "of", es: "de", fr: "de", it: "di" };
pub(crate) const TURN: Words = Words { en: "turn", es: "turno", fr: "tour", it: "turno" };
pub(crate) const SAID: Words = Words {
    en: "the exchange, byte for byte (> to the program, < from it)",
    es: "lo intercambiado, byte por byte (> al programa, < del programa)",
    fr: "l'échange, octet par octet (> vers le programme, < du programme)",
    it: "lo scambio, byte per byte (> al programma, < dal programma)",
};
pub(crate) const ERRORS: Words = Words {
    en: "its last words on standard error",
    es: "sus últimas palabras en la salida de error",
    fr: "ses derniers mots sur la sortie d'erreur",
    it: "le sue ultime parole sullo standard error",
};
