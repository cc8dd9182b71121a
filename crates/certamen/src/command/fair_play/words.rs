//! What is said of fair play, in four languages.

use certamen_game::Words;

pub(super) const ADVANTAGE: Words = Words {
    en: "what seat 0 is worth",
    es: "lo que vale el asiento 0",
    fr: "ce que vaut la place 0",
    it: "quanto vale il posto 0",
};
pub(super) const RANGE: Words = Words {
    en: "95 % interval",
    es: "intervalo 95 %",
    fr: "intervalle 95 %",
    it: "intervallo 95 %",
};
pub(super) const BALANCE: Words = Words {
    en: "how often everybody sat on one seat",
    es: "cuántas veces se sentó cada uno en un mismo asiento",
    fr: "combien de fois chacun a eu une même place",
    it: "quante volte ciascuno ha avuto uno stesso posto",
};
pub(super) const LEAST: Words = Words { en: "least", es: "mínimo", fr: "minimum", it: "minimo" };
pub(super) const MOST: Words = Words { en: "most", es: "máximo", fr: "maximum", it: "massimo" };
pub(super) const KIND: Words = Words { en: "kind", es: "clase", fr: "genre", it: "tipo" };
pub(super) const TIMES: Words = Words { en: "times", es: "veces", fr: "fois", it: "volte" };
pub(super) const AGAIN: Words = Words {
    en: "played again for reasons of the host",
    es: "jugadas de nuevo por causas del organizador",
    fr: "rejouées pour des raisons de l'organisateur",
    it: "rigiocate per motivi dell'organizzatore",
};
pub(super) const REASON: Words = Words { en: "reason", es: "motivo", fr: "raison", it: "motivo" };
pub(super) const NOTHING: Words = Words { en: "none", es: "nada", fr: "rien", it: "niente" };
pub(super) const LOAD: Words = Words {
    en: "{} matches timed: median {}, 95 % within {}, longest {}",
    es: "{} partidas medidas: mediana {}, 95 % hasta {}, la más larga {}",
    fr: "{} parties mesurées : médiane {}, 95 % en {}, la plus longue {}",
    it: "{} partite misurate: mediana {}, 95 % entro {}, la più lunga {}",
};
