//! What an analysis says to people, in their languages.

use certamen_game::Words;

pub(super) const BID: Words = Words { en: "bid", es: "oferta", fr: "offre", it: "offerta" };
pub(super) const LEFT: Words = Words { en: "left", es: "izquierda", fr: "gauche", it: "sinistra" };
pub(super) const RIGHT: Words = Words { en: "right", es: "derecha", fr: "droite", it: "destra" };
pub(super) const MOVE: Words = Words { en: "move", es: "jugada", fr: "coup", it: "mossa" };
pub(super) const VALUE: Words = Words { en: "value", es: "valor", fr: "valeur", it: "valore" };
pub(super) const DEPTH: Words =
    Words { en: "depth", es: "profundidad", fr: "profondeur", it: "profondità" };
pub(super) const SEARCH: Words =
    Words { en: "search", es: "búsqueda", fr: "recherche", it: "ricerca" };
pub(super) const NODES: Words = Words { en: "nodes", es: "nodos", fr: "nœuds", it: "nodi" };
pub(super) const EVALUATIONS: Words =
    Words { en: "evaluations", es: "evaluaciones", fr: "évaluations", it: "valutazioni" };
pub(super) const PRUNED: Words = Words { en: "pruned", es: "podado", fr: "élagué", it: "potato" };
pub(super) const POSITIONS: Words =
    Words { en: "positions", es: "posiciones", fr: "positions", it: "posizioni" };
pub(super) const CUT: Words = Words { en: "cut", es: "poda", fr: "coupe", it: "taglio" };
pub(super) const UTILITY: Words = Words {
    en: "win 1, draw 0, loss -1, for the left side; largest error",
    es: "ganar 1, empatar 0, perder -1, para la izquierda; error máximo",
    fr: "gain 1, nulle 0, perte -1, pour la gauche ; erreur maximale",
    it: "vittoria 1, pareggio 0, sconfitta -1, per la sinistra; errore massimo",
};
pub(super) const EXPLOITED: Words = Words {
    en: "what the best opponent of this bot wins, above the value",
    es: "lo que gana el mejor oponente de este bot, por encima del valor",
    fr: "ce que gagne le meilleur adversaire de ce bot, au-dessus de la valeur",
    it: "quanto vince il miglior avversario di questo bot, oltre il valore",
};
pub(super) const EXACT: Words = Words { en: "exact", es: "exacto", fr: "exact", it: "esatto" };
pub(super) const AT_LEAST: Words =
    Words { en: "at least", es: "al menos", fr: "au moins", it: "almeno" };
pub(super) const MEASURED: Words = Words {
    en: "matches measured, learned from",
    es: "partidas medidas, aprendido de",
    fr: "parties mesurées, appris de",
    it: "partite misurate, imparato da",
};
pub(super) const BY_LINE: Words = Words {
    en: "by this line, its bids first",
    es: "con esta línea, primero sus ofertas",
    fr: "par cette ligne, ses offres d'abord",
    it: "con questa linea, prima le sue offerte",
};
pub(super) const SAME_MOVE: Words = Words {
    en: "the same move as ours",
    es: "la misma jugada que la nuestra",
    fr: "le même coup que le nôtre",
    it: "la stessa mossa della nostra",
};
