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
pub(crate) const MACHINE: Words = Words {
    en: "What the machine offers",
    es: "Lo que ofrece la máquina",
    fr: "Ce qu'offre la machine",
    it: "Che cosa offre la macchina",
};
pub(crate) const CANARIES: Words = Words {
    en: "What programs find in the sandbox, tried with canaries",
    es: "Lo que encuentran los programas en el recinto, probado con canarios",
    fr: "Ce que les programmes trouvent dans le bac à sable, essayé avec des canaris",
    it: "Che cosa trovano i programmi nel recinto, provato con canarini",
};
pub(crate) const EARLIER: Words = Words {
    en: " (tried earlier; --again tries anew)",
    es: " (probado antes; --again prueba de nuevo)",
    fr: " (essayé plus tôt ; --again essaie à nouveau)",
    it: " (provato prima; --again prova di nuovo)",
};
pub(crate) const COSTS: Words = Words {
    en: "What it costs (medians)",
    es: "Lo que cuesta (medianas)",
    fr: "Ce que cela coûte (médianes)",
    it: "Quanto costa (mediane)",
};
pub(crate) const FINE: Words = Words { en: "ok", es: "bien", fr: "bon", it: "bene" };
pub(crate) const ABSENT: Words = Words { en: "lost", es: "falta", fr: "absent", it: "manca" };
pub(crate) const BROKEN: Words = Words { en: "BROKEN", es: "ROTO", fr: "ROMPU", it: "ROTTO" };
pub(crate) const CAUSE: Words =
    Words { en: "likely cause", es: "causa probable", fr: "cause probable", it: "causa probabile" };
pub(crate) const FIX: Words =
    Words { en: "what helps", es: "qué ayuda", fr: "ce qui aide", it: "che cosa aiuta" };
pub(crate) const LOSES: Words = Words {
    en: "lost with it",
    es: "se pierde con ello",
    fr: "perdu avec cela",
    it: "si perde con esso",
};
pub(crate) const TIER: Words = Words { en: "tier", es: "nivel", fr: "niveau", it: "livello" };
pub(crate) const MISSING: Words =
    Words { en: "missing", es: "falta", fr: "il manque", it: "manca" };
pub(crate) const TIER_A: Words = Words {
    en: "programs of strangers can be run; memory, processes and time are counted and limited",
    es: "se pueden correr programas ajenos; memoria, procesos y tiempo se cuentan y limitan",
    fr: "on peut lancer des programmes inconnus ; mémoire, processus et temps sont comptés et limités",
    it: "si possono eseguire programmi altrui; memoria, processi e tempo sono contati e limitati",
};
pub(crate) const TIER_B: Words = Words {
    en: "programs are isolated; what they use together is not counted: among friends",
    es: "los programas están aislados; lo que usan en conjunto no se cuenta: entre conocidos",
    fr: "les programmes sont isolés ; ce qu'ils usent ensemble n'est pas compté : entre amis",
    it: "i programmi sono isolati; ciò che usano insieme non è contato: fra amici",
};
pub(crate) const TIER_C: Words = Words {
    en: "files and network are closed, nothing else: for trying one's own programs",
    es: "archivos y red están cerrados, nada más: para probar programas propios",
    fr: "fichiers et réseau sont fermés, rien d'autre : pour essayer ses propres programmes",
    it: "file e rete sono chiusi, nient'altro: per provare i propri programmi",
};
pub(crate) const TIER_D: Words = Words {
    en: "no isolation: run your own programs only",
    es: "sin aislamiento: corra solo programas propios",
    fr: "pas d'isolation : ne lancez que vos propres programmes",
    it: "nessun isolamento: eseguire solo programmi propri",
};
pub(crate) const TIER_NOT_REACHED: Words = Words {
    en: "the tier asked for is not to be had here",
    es: "el nivel pedido no se alcanza aquí",
    fr: "le niveau demandé n'est pas atteint ici",
    it: "il livello richiesto qui non si raggiunge",
};
pub(crate) const TIES_BROKEN_BY: Words = Words {
    en: "equal scores are put in order by",
    es: "los empates se deshacen por",
    fr: "les égalités sont départagées par",
    it: "le parità sono risolte con",
};
pub(crate) const PLACES_SHARED: Words = Words {
    en: "who is equal in all that counts shares a place",
    es: "quienes son iguales en todo lo que cuenta comparten el puesto",
    fr: "ceux qui sont à égalité sur tous les critères partagent la place",
    it: "chi è pari in tutto ciò che conta condivide il posto",
};
pub(crate) const BUCHHOLZ: Words = Words::same("Buchholz");
pub(crate) const SONNEBORN_BERGER: Words = Words::same("Sonneborn-Berger");
pub(crate) const DIRECT_ENCOUNTER: Words = Words {
    en: "direct encounter",
    es: "encuentro directo",
    fr: "confrontation directe",
    it: "scontro diretto",
};
pub(crate) const MOST_WINS: Words =
    Words { en: "most wins", es: "más ganadas", fr: "plus de gains", it: "più vittorie" };
pub(crate) const REFERENCES: Words =
    Words { en: "references", es: "indicadores", fr: "repères", it: "riferimenti" };
pub(crate) const MARK: Words = Words { en: "mark", es: "nota", fr: "note", it: "voto" };
pub(crate) const ROUNDS_SHORT: Words = Words {
    en: "rounds short",
    es: "rondas que faltaron",
    fr: "tours manqués",
    it: "turni mancati",
};
pub(crate) const DIVISION: Words =
    Words { en: "division", es: "división", fr: "division", it: "divisione" };
