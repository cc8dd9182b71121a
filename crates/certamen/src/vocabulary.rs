//! The words of records, told to people in their languages: faults, and the facts of games.
//!
//! Records themselves know one word for each, whoever reads them.

use certamen_game::{Fault, Language, Map, Words};
use certamen_tournament::Cause;
use serde_json::Value;

/// A fault.
pub(crate) fn fault(fault: Fault) -> Words {
    match fault {
        Fault::Timeout => {
            Words {
                en: "timeout", es: "tiempo agotado", fr: "temps dépassé", it: "tempo scaduto"
            }
        }
        Fault::Exit => Words { en: "exit", es: "salida sin respuesta", fr: "sortie", it: "uscita" },
        Fault::Crash => Words { en: "crash", es: "caída", fr: "plantage", it: "arresto" },
        Fault::Illegal => Words { en: "illegal", es: "ilegal", fr: "illégal", it: "illegale" },
        Fault::Output => Words {
            en: "output",
            es: "salida excesiva",
            fr: "sortie excessive",
            it: "uscita eccessiva",
        },
        Fault::Memory => Words { en: "memory", es: "memoria", fr: "mémoire", it: "memoria" },
        Fault::Security => {
            Words { en: "security", es: "seguridad", fr: "sécurité", it: "sicurezza" }
        }
    }
}

/// Why a bot was disqualified.
pub(crate) fn cause(cause: Cause) -> Words {
    match cause {
        Cause::Fault(known) => fault(known),
        Cause::Nondeterminism => Words {
            en: "declared deterministic and is not",
            es: "declarado determinista sin serlo",
            fr: "déclaré déterministe à tort",
            it: "dichiarato deterministico senza esserlo",
        },
    }
}

/// The facts of an outcome, in order: `points [14,22]`.
pub(crate) fn facts(detail: &Map, language: Language) -> impl Iterator<Item = String> {
    detail.iter().map(move |(key, value)| {
        let word = word(key).map_or(key.as_str(), |words| words.get(language));
        match value.as_str().and_then(self::word) {
            Some(told) => format!("{word} {}", told.get(language)),
            None => format!("{word} {}", plain(value)),
        }
    })
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), certamen_game::escaped)
}

/// A word of the games' details; a game may use others, which are told as they are.
fn word(key: &str) -> Option<Words> {
    Some(match key {
        "ac" => Words::same("ac"),
        "area" => Words { en: "area", es: "área", fr: "aire", it: "area" },
        "coins" => Words { en: "coins", es: "monedas", fr: "pièces", it: "monete" },
        "end" => Words { en: "end", es: "final", fr: "fin", it: "fine" },
        "passes" => Words { en: "passes", es: "pases", fr: "passes", it: "passi" },
        "plies" => Words { en: "plies", es: "jugadas", fr: "coups", it: "mosse" },
        "points" => Words { en: "points", es: "puntos", fr: "points", it: "punti" },
        "position" => Words { en: "position", es: "posición", fr: "position", it: "posizione" },
        "prisoners" => {
            Words { en: "prisoners", es: "prisioneros", fr: "prisonniers", it: "prigionieri" }
        }
        "repetition" => {
            Words { en: "repetition", es: "repetición", fr: "répétition", it: "ripetizione" }
        }
        "resignation" => {
            Words { en: "resignation", es: "abandono", fr: "abandon", it: "abbandono" }
        }
        "rounds" => Words { en: "rounds", es: "rondas", fr: "tours", it: "giri" },
        "slots" => Words { en: "slots", es: "ranuras", fr: "cases", it: "slot" },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{
        Conditions, Luck, SeatEntry, Table,
        arbiter::{Answer, Arbiter},
    };
    use std::time::Duration;

    #[test]
    fn english_has_the_words_of_records() {
        for known in Fault::ALL {
            assert_eq!(fault(known).get(Language::En), known.word());
        }
    }

    /// A match of house players, as records know it.
    fn detail(game: &dyn certamen_game::DynGame) -> Map {
        let seats = *game.info().seats.start();
        let table = Table {
            certamen: 1,
            game: game.info().slug.to_owned(),
            rules: game.info().version,
            options: Map::new(),
            seed: 1,
            seats: (0..seats).map(|seat| SeatEntry::named(seat.to_string())).collect(),
            conditions: Conditions::usual(1, 1, "D"),
            extra: Map::new(),
        };
        let mut arbiter = Arbiter::start(game, table).unwrap();
        let mut turn = 0;
        while arbiter.outcome().is_none() {
            turn += 1;
            if arbiter.automatic().unwrap() {
                continue;
            }
            let mut luck = Luck::of_turn(1, turn);
            let answers: Vec<Answer> = arbiter
                .to_act()
                .iter()
                .map(|seat| Answer {
                    seat,
                    given: Ok(arbiter.state().sample(seat, &mut luck).unwrap().into()),
                    charged: Duration::ZERO,
                    pondered: Duration::ZERO,
                })
                .collect();
            arbiter.answer(answers).unwrap();
        }
        arbiter.outcome().unwrap().detail.clone()
    }

    #[test]
    fn every_fact_of_every_game_has_its_words() {
        for game in certamen_games::ALL {
            let detail = detail(*game);
            assert!(!detail.is_empty(), "{}", game.info().slug);
            for key in detail.keys() {
                assert!(word(key).is_some(), "{}: {key}", game.info().slug);
            }
        }
    }
}
