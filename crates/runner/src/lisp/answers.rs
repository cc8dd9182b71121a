//! The answers of a player whose answers depend only on the question: the same question is not
//! asked twice.
//!
//! They belong to one player, with one file and one search, for as long as a contest is being
//! played.

use crate::lisp::{EvalRequest, Root};
use certamen_games::mancala8::{Node, Position};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// The maximum number kept: more than a tournament of a hundred players asks of each.
const MOST: usize = 1 << 14;

/// The answers of one player.
#[derive(Debug, Default)]
pub struct AnswerCache(Mutex<HashMap<RootQuery, CachedAnswer>>);

/// All that an answer depends on: the search, and what a host is told of a root. Points are those of the
/// board.
pub(crate) type RootQuery = (EvalRequest, Node, [u32; 2]);

/// An answer, and what it took when it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CachedAnswer {
    pub(crate) text: String,
    pub(crate) charged: Duration,
}

impl AnswerCache {
    pub(crate) fn find(&self, question: EvalRequest, root: &Position) -> Option<CachedAnswer> {
        let cacheds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cacheds.get(&key(question, root)).cloned()
    }

    /// What was answered at `root` and what it took, if that was no more than `time`.
    pub fn known(
        &self,
        question: EvalRequest,
        root: &Root,
        time: Duration,
    ) -> Option<(String, Duration)> {
        let CachedAnswer { text, charged } = self.find(question, root.position())?;
        (charged <= time).then_some((text, charged))
    }

    pub(crate) fn keep(&self, question: EvalRequest, root: &Position, answer: CachedAnswer) {
        let mut cacheds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cacheds.len() < MOST {
            cacheds.insert(key(question, root), answer);
        }
    }
}

pub(crate) fn key(question: EvalRequest, root: &Position) -> RootQuery {
    (question, *root.node(), root.ac())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lisp::LegacySemantics;
    use certamen_game::{Map, Rng};

    fn position(options: &str) -> Position {
        let options: Map = serde_json::from_str(options).unwrap();
        let game = certamen_games::find("mancala8").unwrap();
        let state = game.new_initial_state(&options, 2, &mut Rng::of_turn(0, 0)).unwrap();
        *state.as_any().downcast_ref().unwrap()
    }

    #[test]
    fn an_answer_is_for_one_search_and_one_root() {
        let [start, other] = ["{}", r#"{"turn":1}"#].map(position);
        let question = EvalRequest { depth: 2, semantics: LegacySemantics::default() };
        let answers = AnswerCache::default();
        let cached = CachedAnswer { text: "3".to_owned(), charged: Duration::from_micros(12) };
        answers.keep(question, &start, cached.clone());
        assert_eq!(answers.find(question, &start), Some(cached));
        assert_eq!(answers.find(question, &other), None);
        assert_eq!(answers.find(EvalRequest { depth: 3, ..question }, &start), None);
        for (legacy_count, legacy_sum) in [(true, false), (false, true)] {
            let semantics = LegacySemantics { legacy_count, legacy_sum };
            assert_eq!(answers.find(EvalRequest { semantics, ..question }, &start), None);
        }
        assert_eq!(AnswerCache::default().find(question, &start), None, "another player");
    }
}
