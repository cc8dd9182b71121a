//! The words of records in the languages of readers: faults, and the facts of games.
//!
//! Records themselves have one word for each, for all readers.

use certamen_game::{Fault, Map, Outcome, result_sentence};
use certamen_i18n::{Language, Localize, Message};
use certamen_tournament::Cause;
use serde_json::Value;

mod say {
    certamen_i18n::texts!("locales/fault");
}

pub fn fault(fault: Fault) -> Message {
    fault.message()
}

pub fn cause(cause: Cause) -> Message {
    match cause {
        Cause::Fault(known) => fault(known),
        Cause::Nondeterminism => say::nondeterminism(),
        Cause::Silence => say::silence(),
    }
}

/// The result of a match of `game` in one sentence; `names` are those of its seats, as the reader
/// may see them.
pub fn result(game: &str, outcome: &Outcome, names: &[String]) -> Message {
    result_sentence(certamen_games::find(game), outcome, names)
}

/// The facts of an outcome, in order and in the words of the game: `points [14,22]`.
pub fn facts(game: &str, detail: &Map, language: Language) -> impl Iterator<Item = String> {
    let game = certamen_games::find(game);
    detail.iter().map(move |(key, value)| {
        let translated = |word: &str| game?.detail_word(word).map(|word| word.get(language));
        let word = translated(key).unwrap_or_else(|| key.clone());
        match value.as_str().and_then(translated) {
            Some(word_of_value) => format!("{word} {word_of_value}"),
            None => format!("{word} {}", plain(value)),
        }
    })
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), certamen_game::escaped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{
        Rng, Table,
        arbiter::{Answer, Arbiter},
    };
    use std::time::Duration;

    #[test]
    fn english_has_the_words_of_records() {
        for known in Fault::ALL {
            assert_eq!(fault(known).get(Language::En), known.word());
        }
    }

    /// The outcome of a match of built-in players.
    fn detail(game: &dyn certamen_game::DynGame) -> Map {
        let table = Table::new(game).seed(1);
        let mut arbiter = Arbiter::start(game, table).unwrap();
        let mut turn = 0;
        while arbiter.outcome().is_none() {
            turn += 1;
            if arbiter.automatic().unwrap() {
                continue;
            }
            let mut rng = Rng::of_turn(1, turn);
            let answers: Vec<Answer> = arbiter
                .to_act()
                .iter()
                .map(|seat| Answer {
                    seat,
                    given: Ok(arbiter.state().sample(seat, &mut rng).unwrap().into()),
                    charged: Duration::ZERO,
                    pondered: Duration::ZERO,
                    asleep: Duration::ZERO,
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
                assert!(game.detail_word(key).is_some(), "{}: {key}", game.info().slug);
            }
        }
    }
}
