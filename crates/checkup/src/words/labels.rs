//! What stands before the facts of a finding.

use super::Words;

pub(crate) const ANSWER: Words =
    Words { en: "the answer", es: "la respuesta", fr: "la réponse", it: "la risposta" };
pub(crate) const WOULD_DO: Words =
    Words { en: "this would do", es: "esto serviría", fr: "ceci irait", it: "questo andrebbe" };
pub(crate) const RULES: Words = Words {
    en: "the rules say",
    es: "las reglas dicen",
    fr: "les règles disent",
    it: "le regole dicono",
};
pub(crate) const ERROR: Words =
    Words { en: "the error", es: "el error", fr: "l'erreur", it: "l'errore" };
pub(crate) const SIGNAL: Words =
    Words { en: "the signal", es: "la señal", fr: "le signal", it: "il segnale" };
pub(crate) const SYSTEM: Words = Words {
    en: "the system says",
    es: "el sistema dice",
    fr: "le système dit",
    it: "il sistema dice",
};
pub(crate) const ASKED_BY: Words =
    Words { en: "asked by", es: "se pregunta por", fr: "interrogé par", it: "interrogato con" };
pub(crate) const WORKS: Words =
    Words { en: "this works", es: "funciona con", fr: "cela marche avec", it: "funziona con" };
pub(crate) const FIRST: Words = Words { en: "first", es: "primero", fr: "d'abord", it: "prima" };
pub(crate) const THEN: Words = Words { en: "then", es: "después", fr: "ensuite", it: "poi" };
pub(crate) const LIMIT: Words =
    Words { en: "the limit", es: "el límite", fr: "la limite", it: "il limite" };
pub(crate) const MEASURED: Words =
    Words { en: "measured", es: "medido", fr: "mesuré", it: "misurato" };
pub(crate) const QUESTION: Words =
    Words { en: "the question", es: "la pregunta", fr: "la question", it: "la domanda" };
pub(crate) const FILE: Words =
    Words { en: "the file", es: "el archivo", fr: "le fichier", it: "il file" };
