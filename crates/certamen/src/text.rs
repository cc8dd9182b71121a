//! What the command says to people, in their languages.

use certamen_game::{Language, Words};
use std::{env, ffi::OsString};

/// The language of the environment, as other programs find it; English if none of ours.
pub(crate) fn environment_language() -> Language {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    let code = set.as_deref().and_then(|value| value.get(..2)).unwrap_or("en");
    code.parse().unwrap_or_default()
}

/// The language of the texts that say how to use the command: what its arguments ask for, if they
/// make sense, else that of the environment.
pub(crate) fn language_asked_for(arguments: impl Iterator<Item = OsString>) -> Language {
    let mut arguments =
        arguments.take_while(|argument| argument != "--").map(|it| it.into_string().ok());
    while let Some(argument) = arguments.next() {
        let value = match argument.as_deref() {
            Some("--lang") => arguments.next().flatten(),
            Some(other) => other.strip_prefix("--lang=").map(ToOwned::to_owned),
            None => None,
        };
        if let Some(language) = value.and_then(|value| value.parse().ok()) {
            return language;
        }
    }
    environment_language()
}

pub(crate) const RANK: Words = Words { en: "rank", es: "puesto", fr: "rang", it: "posto" };
pub(crate) const BOT: Words = Words::same("bot");
pub(crate) const LANGUAGE: Words =
    Words { en: "language", es: "lenguaje", fr: "langage", it: "linguaggio" };
pub(crate) const SUFFIXES: Words =
    Words { en: "files", es: "archivos", fr: "fichiers", it: "file" };
pub(crate) const VERSION: Words =
    Words { en: "version", es: "versión", fr: "version", it: "versione" };
pub(crate) const START: Words =
    Words { en: "start-up", es: "arranque", fr: "démarrage", it: "avvio" };
pub(crate) const NOT_INSTALLED: Words =
    Words { en: "not installed", es: "no instalado", fr: "pas installé", it: "non installato" };
pub(crate) const DOES_NOT_WORK: Words = Words {
    en: "does not work here",
    es: "no funciona aquí",
    fr: "ne fonctionne pas ici",
    it: "qui non funziona",
};
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
pub(crate) const SEAT: Words = Words { en: "seat", es: "asiento", fr: "place", it: "posto" };
pub(crate) const STANDARD_ERROR: Words = Words {
    en: "standard error",
    es: "salida de error",
    fr: "sortie d'erreur",
    it: "standard error",
};
pub(crate) const ANSWER: Words =
    Words { en: "answer", es: "respuesta", fr: "réponse", it: "risposta" };
pub(crate) const RECORDED: Words =
    Words { en: "recorded", es: "registrada", fr: "enregistrée", it: "registrata" };
pub(crate) const THE_SAME: Words =
    Words { en: "the same", es: "la misma", fr: "la même", it: "la stessa" };
pub(crate) const ANOTHER: Words =
    Words { en: "another", es: "otra", fr: "une autre", it: "un'altra" };
pub(crate) const REPORT: Words = Words {
    en: "This is what was found when your bots were tried. Try them at home with `certamen check BOT --game GAME`.",
    es: "Esto se encontró al probar sus bots. Pruébelos en casa con `certamen check BOT --game JUEGO`.",
    fr: "Voici ce qui a été trouvé en essayant vos bots. Essayez-les chez vous avec `certamen check BOT --game JEU`.",
    it: "Ecco che cosa si è trovato provando i suoi bot. Li provi a casa con `certamen check BOT --game GIOCO`.",
};
pub(crate) const SAID_NOTHING: Words = Words {
    en: "nothing on standard error",
    es: "nada en la salida de error",
    fr: "rien sur la sortie d'erreur",
    it: "niente sullo standard error",
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
pub(crate) const WRITTEN: Words =
    Words { en: "written to", es: "escrito en", fr: "écrit dans", it: "scritto in" };
pub(crate) const TRY: Words = Words { en: "try it", es: "pruébelo", fr: "essayez", it: "provate" };
pub(crate) const CHANGES: Words = Words {
    en: "What changed since the last table",
    es: "Qué cambió desde la última tabla",
    fr: "Ce qui a changé depuis le dernier tableau",
    it: "Che cosa è cambiato dall'ultima tabella",
};
pub(crate) const NEW: Words = Words { en: "new", es: "nuevo", fr: "nouveau", it: "nuovo" };
pub(crate) const CHANGED: Words =
    Words { en: "changed", es: "cambiado", fr: "modifié", it: "cambiato" };
pub(crate) const WITHDRAWN: Words =
    Words { en: "withdrawn", es: "retirado", fr: "retiré", it: "ritirato" };
pub(crate) const PLACE: Words = Words { en: "place", es: "puesto", fr: "place", it: "posto" };
pub(crate) const WAS: Words = Words { en: "was", es: "tenía", fr: "avait", it: "aveva" };
pub(crate) const MATCHES_PLAYED: Words = Words {
    en: "matches played",
    es: "partidas jugadas",
    fr: "parties jouées",
    it: "partite giocate",
};
pub(crate) const MATCHES_KEPT: Words = Words {
    en: "matches kept",
    es: "partidas conservadas",
    fr: "parties gardées",
    it: "partite conservate",
};
pub(crate) const RESUME: Words = Words {
    en: "interrupted; what was played is stored; resume with",
    es: "interrumpido; lo jugado está guardado; para seguir",
    fr: "interrompu ; ce qui a été joué est gardé ; pour reprendre",
    it: "interrotto; ciò che è stato giocato è salvato; per riprendere",
};
pub(crate) const AGAIN: Words = Words {
    en: "interrupted; play again with",
    es: "interrumpido; para jugar de nuevo",
    fr: "interrompu ; pour rejouer",
    it: "interrotto; per giocare di nuovo",
};
pub(crate) const BETTER: Words = Words {
    en: "the new one is better",
    es: "el nuevo es mejor",
    fr: "le nouveau est meilleur",
    it: "il nuovo è migliore",
};
pub(crate) const NOT_BETTER: Words = Words {
    en: "the new one is not better",
    es: "el nuevo no es mejor",
    fr: "le nouveau n'est pas meilleur",
    it: "il nuovo non è migliore",
};
pub(crate) const UNDECIDED: Words = Words {
    en: "undecided: more matches are needed (--games)",
    es: "sin decidir: hacen falta más partidas (--games)",
    fr: "indécis : il faut plus de parties (--games)",
    it: "indeciso: servono più partite (--games)",
};
pub(crate) const NOTHING_NEW: Words = Words {
    en: "undecided: every match goes like an earlier one; more of them would show nothing (--against other bots, or other options)",
    es: "sin decidir: cada partida repite una anterior; más no dirían nada (--against otros bots, u otras opciones)",
    fr: "indécis : chaque partie en répète une autre ; d'autres ne diraient rien (--against d'autres bots, ou d'autres options)",
    it: "indeciso: ogni partita ne ripete un'altra; altre non direbbero nulla (--against altri bot, o altre opzioni)",
};
pub(crate) const REPEATED_BLOCKS: Words = Words {
    en: "blocks that went like an earlier one, not counted",
    es: "bloques que repiten uno anterior, sin contar",
    fr: "blocs qui en répètent un autre, non comptés",
    it: "blocchi che ne ripetono un altro, non contati",
};
pub(crate) const OPPONENT: Words =
    Words { en: "opponent", es: "rival", fr: "adversaire", it: "avversario" };
pub(crate) const SHARE: Words = Words { en: "share", es: "parte", fr: "part", it: "quota" };
pub(crate) const LOW: Words = Words { en: "low", es: "mín", fr: "min", it: "min" };
pub(crate) const HIGH: Words = Words { en: "high", es: "máx", fr: "max", it: "max" };
pub(crate) const MATRIX_LEGEND: Words = Words {
    en: "per cent of the points of the row against the column, ± half of its 95 % interval",
    es: "porcentaje de los puntos de la fila contra la columna, ± la mitad de su intervalo del 95 %",
    fr: "pour cent des points de la ligne contre la colonne, ± la moitié de son intervalle à 95 %",
    it: "percentuale dei punti della riga contro la colonna, ± metà del suo intervallo al 95 %",
};
pub(crate) const CIRCLES: Words = Words {
    en: "circles of three in which each beats the next",
    es: "círculos de tres en que cada uno gana al siguiente",
    fr: "cercles de trois où chacun bat le suivant",
    it: "cerchi di tre in cui ciascuno batte il successivo",
};
pub(crate) const BY_SEAT: Words =
    Words { en: "by seat", es: "por asiento", fr: "par place", it: "per posto" };
pub(crate) const KEYS: Words = Words {
    en: "← → turn, ↑ ↓ ten turns, Home End, number and Enter, q leaves",
    es: "← → turno, ↑ ↓ diez turnos, Inicio Fin, número e Intro, q sale",
    fr: "← → tour, ↑ ↓ dix tours, Début Fin, nombre et Entrée, q sort",
    it: "← → turno, ↑ ↓ dieci turni, Inizio Fine, numero e Invio, q esce",
};
pub(crate) const GAME: Words = Words { en: "game", es: "juego", fr: "jeu", it: "gioco" };
pub(crate) const TITLE: Words = Words { en: "title", es: "título", fr: "titre", it: "titolo" };
pub(crate) const PLAYERS: Words =
    Words { en: "players", es: "jugadores", fr: "joueurs", it: "giocatori" };
pub(crate) const PROTOCOL: Words =
    Words { en: "protocol", es: "protocolo", fr: "protocole", it: "protocollo" };
pub(crate) const HOUSE_PLAYERS: Words = Words {
    en: "house players",
    es: "jugadores de la casa",
    fr: "joueurs de la maison",
    it: "giocatori della casa",
};
pub(crate) const OPTIONS: Words =
    Words { en: "options", es: "opciones", fr: "options", it: "opzioni" };
pub(crate) const SOUND: Words =
    Words { en: "sound", es: "íntegro", fr: "intègre", it: "integro" };
pub(crate) const MATCHES: Words =
    Words { en: "matches", es: "partidas", fr: "parties", it: "partite" };
pub(crate) const LEFT: Words = Words { en: "left", es: "faltan", fr: "restent", it: "mancano" };
pub(crate) const PLAYED_AGAIN: Words =
    Words { en: "is played again", es: "se juega de nuevo", fr: "est rejouée", it: "si rigioca" };
pub(crate) const RESULTS_OF: Words =
    Words { en: "Results of", es: "Resultados de", fr: "Résultats de", it: "Risultati di" };
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
pub(crate) const ABOVE_NEXT: Words = Words {
    en: "above the next",
    es: "sobre el siguiente",
    fr: "devant le suivant",
    it: "sopra il successivo",
};
pub(crate) const SETTLED: Words = Words {
    en: "settled at 95 %",
    es: "decidido al 95 %",
    fr: "acquis à 95 %",
    it: "deciso al 95 %",
};
pub(crate) const MORE_MATCHES: Words = Words {
    en: "about {} more matches",
    es: "unas {} partidas más",
    fr: "environ {} parties de plus",
    it: "circa altre {} partite",
};
pub(crate) const OPEN: Words = Words { en: "open", es: "abierto", fr: "ouvert", it: "aperto" };
