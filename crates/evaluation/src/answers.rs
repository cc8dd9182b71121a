//! What a player has answered who answers by nothing but what he is asked: the same is not asked
//! twice.
//!
//! They are one player's, with one file and one search, for as long as a contest is being played.

use crate::{Question, Root};
use certamen_games::mancala8::{Node, Position};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// So many are kept: more than a tournament of a hundred players asks of each.
const MOST: usize = 1 << 14;

/// The answers of one player.
#[derive(Debug, Default)]
pub struct Answers(Mutex<HashMap<AskedRoot, Known>>);

/// All that an answer depends on: the search, and what a host is told of a root. Points are those of the
/// board.
pub(crate) type AskedRoot = (Question, Node, [u32; 2]);

/// An answer, and what it took when it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub(crate) text: String,
    pub(crate) charged: Duration,
}

impl Answers {
    pub(crate) fn find(&self, question: Question, root: &Position) -> Option<Known> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&key(question, root)).cloned()
    }

    /// What was answered at `root` and what it took, if that was no more than `time`.
    pub fn known(
        &self,
        question: Question,
        root: &Root,
        time: Duration,
    ) -> Option<(String, Duration)> {
        let Known { text, charged } = self.find(question, root.position())?;
        (charged <= time).then_some((text, charged))
    }

    pub(crate) fn keep(&self, question: Question, root: &Position, answer: Known) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MOST {
            known.insert(key(question, root), answer);
        }
    }
}

pub(crate) fn key(question: Question, root: &Position) -> AskedRoot {
    (question, *root.node(), root.ac())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Readings;
    use certamen_game::{Luck, Map};

    fn position(options: &str) -> Position {
        let options: Map = serde_json::from_str(options).unwrap();
        let game = certamen_games::find("mancala8").unwrap();
        let state = game.new_initial_state(&options, 2, &mut Luck::of_turn(0, 0)).unwrap();
        *state.as_any().downcast_ref().unwrap()
    }

    #[test]
    fn an_answer_is_for_one_search_and_one_root() {
        let [start, other] = ["{}", r#"{"turn":1}"#].map(position);
        let question = Question { depth: 2, readings: Readings::default() };
        let answers = Answers::default();
        let known = Known { text: "3".to_owned(), charged: Duration::from_micros(12) };
        answers.keep(question, &start, known.clone());
        assert_eq!(answers.find(question, &start), Some(known));
        assert_eq!(answers.find(question, &other), None);
        assert_eq!(answers.find(Question { depth: 3, ..question }, &start), None);
        for (legacy_count, legacy_sum) in [(true, false), (false, true)] {
            let readings = Readings { legacy_count, legacy_sum };
            assert_eq!(answers.find(Question { readings, ..question }, &start), None);
        }
        assert_eq!(Answers::default().find(question, &start), None, "another player");
    }
}
