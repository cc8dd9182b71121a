//! A player's future questions, asked ahead: many questions in one message.
//!
//! If a whole message took no more time than one answer may take, each of its answers was in time.
//! Otherwise, or after a failure, nothing is kept: the questions are asked again in their matches,
//! alone, so that no match is charged for another.

use crate::lisp::line::LARGEST;
use crate::lisp::player::{CachedAnswer, move_text, patient, root_query};
use crate::lisp::{AnswerCache, EvalRequest, Searching};
use certamen_game::{Channel, Conditions, DynState};
use certamen_games::mancala8::Position;
use certamen_games::mancala8::search::{leaves, minimax, sure};
use std::{collections::HashSet, sync::Arc, time::Duration};

const FIRST: usize = 1;
/// A player that needs longer for an answer is asked only in its matches.
const WORTH: Duration = Duration::from_millis(5);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Root(Position);

impl Root {
    /// The position of `state`, if it is one of the game that evaluation functions are for.
    pub(crate) fn of(state: &dyn DynState) -> Option<Root> {
        state.as_any().downcast_ref().copied().map(Root)
    }

    pub(crate) fn position(&self) -> &Position {
        &self.0
    }
}

/// A player whose answers depend only on the question, and the process in which it is asked ahead.
pub(crate) struct BatchEvaluator<C> {
    searching: Searching<C>,
    question: EvalRequest,
    answers: Arc<AnswerCache>,
    size: usize,
    /// Whether it was loaded, or loading was tried.
    awake: bool,
    going_on: bool,
}

/// A question that was not asked yet, with the leaves of its search.
struct OpenQuery<'a> {
    root: &'a Position,
    leaves: Vec<Position>,
}

impl<C: Channel> BatchEvaluator<C> {
    /// The player of `searching`, which adds to `answers`; `None` if it is not pure.
    pub(crate) fn new(
        searching: Searching<C>,
        answers: &Arc<AnswerCache>,
    ) -> Option<BatchEvaluator<C>> {
        let question = searching.pure_question()?;
        let answers = Arc::clone(answers);
        let (searching, size) = (searching.uncopied(), FIRST);
        Some(BatchEvaluator { searching, question, answers, size, awake: false, going_on: true })
    }

    pub(crate) fn sleeps(&self) -> bool {
        !self.awake
    }

    /// Loads it, so that later questions, at `root` first, do not wait for loading. Errors show
    /// when it is asked.
    pub(crate) fn wake(&mut self, root: &Root, conditions: &Conditions) {
        self.awake = true;
        let time = patient(conditions.move_time());
        let _ = self.searching.begin(0, root.position(), time, conditions);
    }

    /// Asks about those of `roots` without a known answer, until a message fails.
    pub(crate) fn learn(&mut self, roots: &[Root], conditions: &Conditions) {
        let mut seen = HashSet::new();
        let unknown = |root: &&Position| self.answers.find(self.question, root).is_none();
        let mut open = |root: &&Position| seen.insert(root_query(self.question, root));
        let roots = roots.iter().map(|Root(root)| root);
        let roots: Vec<&Position> = roots.filter(unknown).filter(&mut open).collect();
        let mut rest = &roots[..];
        while self.going_on && !rest.is_empty() {
            let open = self.message(rest);
            if self.ask(&open, conditions) {
                rest = &rest[open.len()..];
            }
        }
    }

    /// The first of `roots`, as many as fit into a message.
    fn message<'a>(&self, roots: &[&'a Position]) -> Vec<OpenQuery<'a>> {
        let (mut open, mut total) = (Vec::new(), 0);
        for root in &roots[..roots.len().min(self.size)] {
            let leaves = leaves(root, self.question.depth);
            total += leaves.len();
            if total > LARGEST && !open.is_empty() {
                break;
            }
            open.push(OpenQuery { root, leaves });
        }
        open
    }

    fn ask(&mut self, open: &[OpenQuery<'_>], conditions: &Conditions) -> bool {
        let limit = conditions.move_time();
        let total: usize = open.iter().map(|it| it.leaves.len()).sum();
        let answered = if total > LARGEST {
            None
        } else {
            let questions: Vec<_> = open.iter().map(|it| (it.root, &*it.leaves)).collect();
            self.searching.values_of_all(&questions, conditions).ok()
        };
        match answered {
            Some((values, took)) if took <= limit => {
                self.keep(open, values, took);
                let each = took / open.len() as u32;
                self.going_on = each <= WORTH;
                // Half the limit, so that the next message is not slightly too long.
                let fitting = (limit / 2).div_duration_f64(each.max(Duration::from_nanos(1)));
                self.size = (fitting as usize).clamp(1, 4 * self.size);
                true
            }
            // Fewer questions take less time.
            Some(_) if open.len() > 1 => {
                self.size = open.len().div_ceil(4);
                false
            }
            _ => {
                self.going_on = false;
                false
            }
        }
    }

    fn keep(&self, open: &[OpenQuery<'_>], values: Vec<f64>, took: Duration) {
        let charged = took / open.len() as u32;
        let mut values = values.into_iter();
        for OpenQuery { root, .. } in open {
            let Ok(found) = minimax(
                root.node(),
                self.question.depth,
                sure(|_| values.next().expect("a value for each leaf")),
            );
            let text = move_text(found.best);
            self.answers.keep(self.question, root, CachedAnswer { text, charged });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lisp::{LegacySemantics, Purity, line::LEAF};
    use certamen_game::{Failure, Map, Rng};
    use std::{sync::Mutex, time::Instant};

    /// A host that finds all leaves alike; of as many questions as a message has it says how long it
    /// took, or nothing, and then it fails.
    struct FakeHost {
        took: fn(u32) -> Option<Duration>,
        messages: Arc<Mutex<Vec<u32>>>,
        last: Option<Duration>,
        answer: String,
    }

    impl Channel for FakeHost {
        fn end_turn(&mut self) -> Option<Duration> {
            self.last
        }

        fn send(&mut self, line: &[u8], _deadline: Instant) -> Result<(), Failure> {
            match line[0] {
                b'f' => self.answer = "ready".to_owned(),
                b'b' => {
                    let (questions, leaves) = counted(&line[1..]);
                    self.messages.lock().unwrap().push(questions);
                    self.last = (self.took)(questions);
                    let fails = "e error 0 division-by-zero".to_owned();
                    self.answer = self.last.map_or(fails, |_| format!("v{}", " 0".repeat(leaves)));
                }
                _ => {}
            }
            Ok(())
        }

        fn receive(&mut self, line: &mut Vec<u8>, _deadline: Instant) -> Result<(), Failure> {
            *line = self.answer.clone().into_bytes();
            Ok(())
        }
    }

    /// The questions of a message, and the leaves of all of them.
    fn counted(mut rest: &[u8]) -> (u32, usize) {
        let (mut questions, mut all) = (0, 0);
        while let Some((digits, after)) = rest.split_first_chunk::<4>() {
            let leaves = usize::from_str_radix(str::from_utf8(digits).unwrap(), 16).unwrap();
            rest = &after[32 + LEAF * leaves..];
            (questions, all) = (questions + 1, all + leaves);
        }
        (questions, all)
    }

    /// The first positions of a match, one behind the other.
    fn roots(count: usize) -> Vec<Root> {
        let game = certamen_games::find("mancala8").unwrap();
        let start = game.new_initial_state(&Map::new(), 2, &mut Rng::of_turn(0, 0)).unwrap();
        let start: Position = *start.as_any().downcast_ref().unwrap();
        let next = |root: &Position| {
            let mut next = *root;
            next.play(root.node().actions().next()?);
            Some(next)
        };
        std::iter::successors(Some(start), next).take(count).map(Root).collect()
    }

    /// How many messages ask a player about this many positions, at most a millisecond each, and
    /// how many of the answers are known then.
    #[track_caller]
    fn check(took: fn(u32) -> Option<Duration>, count: usize, messages: &[u32], known: usize) {
        let received: Arc<Mutex<Vec<u32>>> = Arc::default();
        let question = EvalRequest { depth: 2, semantics: LegacySemantics::default() };
        let channel =
            FakeHost { took, messages: Arc::clone(&received), last: None, answer: String::new() };
        let searching = Searching::new(channel, question, Purity::Pure);
        let answers = Arc::default();
        let mut ahead = BatchEvaluator::new(searching, &answers).unwrap();
        let roots = roots(count);
        ahead.learn(&roots, &Conditions::usual(1, 1 << 28, "D"));
        assert_eq!(*received.lock().unwrap(), messages);
        let limit = Duration::from_millis(1);
        let found = roots.iter().filter(|root| answers.known(question, root, limit).is_some());
        assert_eq!(found.count(), known);
    }

    #[test]
    fn messages_have_as_many_questions_as_fit_into_half_a_limit() {
        check(|questions| Some(Duration::from_micros(50) * questions), 12, &[1, 4, 7], 12);
    }

    #[test]
    fn messages_that_took_too_long_are_split() {
        let square = |questions| Some(Duration::from_micros(100) * questions * questions);
        check(square, 6, &[1, 4, 1, 4, 1, 3], 6);
        check(|questions| Some(Duration::from_micros(600) * questions), 3, &[1, 1, 1], 3);
    }

    #[test]
    fn slow_or_failing_players_are_judged_in_their_matches() {
        check(|_| Some(Duration::from_millis(2)), 3, &[1], 0);
        check(|questions| (questions == 1).then_some(Duration::from_micros(9)), 9, &[1, 4], 1);
    }

    #[test]
    fn players_with_memory_or_random_numbers_are_not_asked_ahead() {
        let question = EvalRequest { depth: 2, semantics: LegacySemantics::default() };
        for purity in [Purity::Forgetting, Purity::Unknown] {
            let (messages, answer) = (Arc::default(), String::new());
            let channel = FakeHost { took: |_| None, messages, last: None, answer };
            let searching = Searching::new(channel, question, purity);
            assert!(BatchEvaluator::new(searching, &Arc::default()).is_none());
        }
    }
}
