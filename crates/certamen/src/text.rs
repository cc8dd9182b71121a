//! What the command says to people, in their languages.

use game::{Language, Words};
use std::env;

/// The language of the environment, as other programs find it; English if none of ours.
pub(crate) fn environment_language() -> Language {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    let code = set.as_deref().and_then(|value| value.get(..2)).unwrap_or("en");
    code.parse().unwrap_or_default()
}

pub(crate) const RANK: Words = Words { en: "rank", es: "puesto", fr: "rang", it: "posto" };
pub(crate) const BOT: Words = Words::same("bot");
pub(crate) const LANGUAGE: Words =
    Words { en: "language", es: "lenguaje", fr: "langage", it: "linguaggio" };
pub(crate) const PLAYED: Words =
    Words { en: "played", es: "jugadas", fr: "jouées", it: "giocate" };
pub(crate) const WON: Words = Words { en: "won", es: "ganadas", fr: "gagnées", it: "vinte" };
pub(crate) const DRAWN: Words =
    Words { en: "drawn", es: "empatadas", fr: "nulles", it: "pareggiate" };
pub(crate) const LOST: Words = Words { en: "lost", es: "perdidas", fr: "perdues", it: "perse" };
pub(crate) const SCORE: Words = Words { en: "score", es: "puntos", fr: "points", it: "punti" };
pub(crate) const FAULTS: Words = Words { en: "faults", es: "faltas", fr: "fautes", it: "falli" };
pub(crate) const MATCH: Words = Words { en: "match", es: "partida", fr: "partie", it: "partita" };
pub(crate) const SEATS: Words = Words { en: "seats", es: "asientos", fr: "places", it: "posti" };
pub(crate) const RESULT: Words =
    Words { en: "result", es: "resultado", fr: "résultat", it: "risultato" };
pub(crate) const TURNS: Words = Words { en: "turns", es: "turnos", fr: "tours", it: "turni" };
pub(crate) const TURN: Words = Words { en: "turn", es: "turno", fr: "tour", it: "turno" };
pub(crate) const FACTS: Words = Words { en: "facts", es: "datos", fr: "faits", it: "dati" };
pub(crate) const MOVE_TIME: Words = Words {
    en: "time for a move",
    es: "tiempo por jugada",
    fr: "temps par coup",
    it: "tempo per mossa",
};
pub(crate) const SEED: Words = Words { en: "seed", es: "semilla", fr: "graine", it: "seme" };
pub(crate) const UNISOLATED: Words = Words {
    en: "tier D: programs ran without isolation; fit for the project's own bots only",
    es: "nivel D: los programas corrieron sin aislamiento; solo apto para bots propios",
    fr: "niveau D : les programmes ont tourné sans isolation ; pour ses propres bots seulement",
    it: "livello D: i programmi sono stati eseguiti senza isolamento; solo per bot propri",
};
pub(crate) const DISQUALIFIED: Words =
    Words { en: "disqualified", es: "descalificado", fr: "disqualifié", it: "squalificato" };
pub(crate) const LEAD_SHARED: Words = Words {
    en: "the lead is still shared after the last cycle allowed",
    es: "el primer puesto sigue compartido tras el último ciclo permitido",
    fr: "la première place reste partagée après le dernier cycle permis",
    it: "il primo posto resta condiviso dopo l'ultimo ciclo permesso",
};
pub(crate) const WINS: Words = Words { en: "wins", es: "gana", fr: "gagne", it: "vince" };
pub(crate) const DRAW: Words = Words { en: "draw", es: "empate", fr: "nulle", it: "pareggio" };
pub(crate) const NOBODY: Words = Words {
    en: "nobody wins",
    es: "no gana nadie",
    fr: "personne ne gagne",
    it: "non vince nessuno",
};
pub(crate) const LOSES_BY: Words =
    Words { en: "loses by", es: "pierde por", fr: "perd par", it: "perde per" };
pub(crate) const UNFINISHED: Words = Words {
    en: "the record ends here: the match is unfinished",
    es: "el registro acaba aquí: la partida está sin terminar",
    fr: "l'enregistrement s'arrête ici : la partie est inachevée",
    it: "la registrazione finisce qui: la partita è incompiuta",
};
