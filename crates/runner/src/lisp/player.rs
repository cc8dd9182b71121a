//! The supplied search with a submitted evaluation function, as a player.
//!
//! The time of an answer must not depend on the load of the machine. So a process is warmed up before
//! anything is charged, and a player whose answers depend only on the question is asked again where it
//! seems too slow: the minimum counts.

use crate::lisp::{EvalRequest, Host, Purity, Root, Way, say};
use certamen_game::{
    Budget, Channel, Conditions, Failure, Fault, Player, Reply, View, Void, match_seed,
};
use certamen_games::mancala8::{Action, Node, Position, search::minimax_in_batches};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often an answer that seems too slow is timed.
const JUDGED: u32 = 3;
/// Shorter answers are repeated for this long, because of the clock's resolution; the mean counts.
const RESOLVED: Duration = Duration::from_millis(1);
/// The minimum extra time for an answer that may be timed again.
const PATIENCE: Duration = Duration::from_millis(20);
/// Or this many times the limit, if that is more.
const MORE_PATIENCE: u32 = 4;
/// The extra time for warming up, which is not charged.
const WARMING: Duration = Duration::from_secs(1);

/// A player that searches some plies deep with values from the host.
pub(crate) struct Searching<C> {
    host: Host<C>,
    question: EvalRequest,
    purity: Purity,
    /// Its known answers, if they may be used.
    answers: Option<Arc<AnswerCache>>,
    /// Whether the search itself runs in the player's process, so that it is charged.
    whole: bool,
    begun: bool,
    /// The number of leaves evaluated ahead since it began.
    since: usize,
}

/// After this many leaves evaluated ahead the player begins again, so that its heap is collected.
const SWEPT: usize = 4_000;

/// The answer of a player that rates none of its moves above the minimum.
const NO_MOVE: &str = "no move: all are worth -99999 or less";

impl<C: Channel> Searching<C> {
    pub(crate) fn new(channel: C, question: EvalRequest, purity: Purity) -> Searching<C> {
        let host = Host::new(channel);
        Searching { host, question, purity, answers: None, whole: false, begun: false, since: 0 }
    }

    /// Uses known answers, if they depend only on the question.
    #[must_use]
    pub(crate) fn knowing(self, answers: &Arc<AnswerCache>) -> Searching<C> {
        let answers = self.purity.is_pure().then(|| Arc::clone(answers));
        Searching { answers, ..self }
    }

    /// Charges the whole search and not only the evaluations, if `whole`.
    #[must_use]
    pub(crate) fn charged_whole(self, whole: bool) -> Searching<C> {
        Searching { whole, ..self }
    }

    /// Uses one process for all questions, for a player that keeps no state.
    #[must_use]
    pub(crate) fn uncopied(self) -> Searching<C> {
        Searching { host: self.host.uncopied(), ..self }
    }

    /// Loads the player, which has its own time and is not charged.
    pub(crate) fn begin(
        &mut self,
        seed: u64,
        root: &Position,
        budget: Budget,
        conditions: &Conditions,
    ) -> Result<(), Failure> {
        if self.begun {
            return Ok(());
        }
        let more = Duration::from_millis(conditions.start_ms);
        let [cpu, wall] = [budget.cpu, budget.wall].map(|time| time + more);
        self.host.channel().begin_turn(Budget { cpu, wall })?;
        let begun = self.host.begin(seed, self.question.semantics, Instant::now() + wall);
        self.host.channel().end_turn();
        self.begun = true;
        if begun? { self.warm(seed, root, budget) } else { Ok(()) }
    }

    /// Evaluates some positions so that code and data are in memory, which is not charged either.
    fn warm(&mut self, seed: u64, root: &Position, budget: Budget) -> Result<(), Failure> {
        let time = patient(budget.cpu).cpu + WARMING;
        self.host.channel().begin_turn(Budget { cpu: time, wall: time })?;
        let warm = minimax_in_batches(root, self.question.depth, &mut self.host.warming());
        let again = self.host.begin_again(seed, self.question.semantics, Instant::now() + time);
        self.host.channel().end_turn();
        warm.map(drop).and(again)
    }

    fn answer(&mut self, root: &Position, budget: Budget) -> Result<(String, Duration), Failure> {
        self.timed(budget, |player| player.search(root))
    }

    /// The result of `ask`, and the time charged for it.
    fn timed<T>(
        &mut self,
        budget: Budget,
        ask: impl FnOnce(&mut Searching<C>) -> Result<T, Failure>,
    ) -> Result<(T, Duration), Failure> {
        let started = Instant::now();
        self.host.channel().begin_turn(budget)?;
        let answer = ask(self);
        let wall = started.elapsed();
        let charged = self.host.channel().end_turn().unwrap_or(wall);
        Ok((answer?, charged))
    }

    fn search(&mut self, root: &Position) -> Result<String, Failure> {
        let depth = self.question.depth;
        let best = if self.whole {
            self.host.search(Way::Minimax, depth, root).map(|found| found.best)
        } else {
            minimax_in_batches(root, depth, &mut self.host).map(|found| found.best)
        };
        match best {
            Ok(best) => Ok(move_text(best)),
            Err(Failure::Fault(Fault::Illegal)) => Ok(self.host.words().unwrap_or_default()),
            Err(failure) => Err(failure),
        }
    }

    /// The minimum time of repeated answers, where the first one took `first`, more than `limit`.
    fn minimum_time(
        &mut self,
        root: &Position,
        limit: Duration,
        first: Duration,
    ) -> Result<Duration, Failure> {
        let mut minimum = first;
        for _ in 1..JUDGED {
            if minimum <= limit {
                break;
            }
            let times =
                RESOLVED.div_duration_f64(minimum.max(Duration::from_nanos(1))).ceil() as u32;
            let times = times.clamp(1, 1_000);
            let mut sum = Duration::ZERO;
            for _ in 0..times {
                sum += self.answer(root, patient(limit))?.1;
            }
            minimum = minimum.min(sum / times);
        }
        Ok(minimum)
    }

    /// A host that ended by itself is not the player's fault, unless the player could have ended it.
    fn ours(&self, failure: Failure) -> Failure {
        match failure {
            Failure::Fault(fault @ (Fault::Exit | Fault::Crash))
                if self.purity.is_harmless() && !self.host.has_reported() =>
            {
                Failure::Void(Void::Ours(say::host_ended(fault.word())))
            }
            failure => failure,
        }
    }

    pub(crate) fn pure_question(&self) -> Option<EvalRequest> {
        self.purity.is_pure().then_some(self.question)
    }

    /// The values of all leaves of all `questions`, asked in one message, and the time charged.
    pub(crate) fn values_of_all(
        &mut self,
        questions: &[(&Position, &[Position])],
        conditions: &Conditions,
    ) -> Result<(Vec<f64>, Duration), Failure> {
        let limit = conditions.move_time();
        let [(root, _), ..] = questions else { return Ok(Default::default()) };
        let count: usize = questions.iter().map(|(_, leaves)| leaves.len()).sum();
        // The heap is collected between matches.
        self.since += count;
        self.begun &= self.since < SWEPT;
        self.since = if self.begun { self.since } else { 0 };
        self.begin(0, root, patient(limit), conditions)?;
        self.timed(patient(limit), |player| player.host.values_of_all(questions, count))
    }

    fn judged(&mut self, root: &Position, budget: Budget) -> Result<Reply, Failure> {
        let started = Instant::now();
        let again = self.purity.is_pure();
        let time = if again { patient(budget.cpu) } else { budget };
        let (text, first) = self.answer(root, time)?;
        let pondered = self.host.channel().pondered();
        let charged = if again && first > budget.cpu {
            self.minimum_time(root, budget.cpu, first)?
        } else {
            first
        };
        if again && charged > budget.cpu {
            return Err(Failure::Fault(Fault::Timeout));
        }
        // A player that prints to standard error is asked each time, so that its author sees the
        // output.
        if let (Some(answers), false) = (&self.answers, self.host.has_reported()) {
            answers.keep(self.question, root, CachedAnswer { text: text.clone(), charged });
        }
        Ok(Reply { given: text.into(), charged, wall: started.elapsed(), pondered })
    }
}

pub(crate) fn move_text(best: Option<Action>) -> String {
    best.map_or_else(|| NO_MOVE.to_owned(), |it| it.to_string())
}

/// How long an answer is awaited that may take `limit`.
pub(crate) fn patient(limit: Duration) -> Budget {
    let time = (limit * MORE_PATIENCE).min(limit + WARMING).max(limit + PATIENCE);
    Budget { cpu: time, wall: time }
}

impl<C: Channel> Player for Searching<C> {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        let Some(root) = view.state.as_any().downcast_ref::<Position>() else {
            return Err(Failure::Void(Void::Ours(say::not_here(&view.table.game))));
        };
        let known = self.answers.as_ref().and_then(|answers| answers.find(self.question, root));
        if let Some(CachedAnswer { text, charged }) = known.filter(|it| it.charged <= budget.cpu) {
            let (wall, pondered) = (charged, Duration::ZERO);
            return Ok(Reply { given: text.into(), charged, wall, pondered });
        }
        // As a program on this seat finds it in `CERTAMEN_SEED`.
        let seed = match_seed(view.table.seed, &format!("program on seat {}", view.seat));
        let begun = self.begin(seed, root, budget, &view.table.conditions);
        let acted = begun.and_then(|()| self.judged(root, budget));
        acted.map_err(|failure| self.ours(failure))
    }
}

/// The maximum number kept: more than each of a hundred players is asked in a tournament.
const MOST: usize = 1 << 14;

/// The answers of a player whose answers depend only on the question: no question is asked twice. They
/// belong to one player with one search, for the duration of a contest.
#[derive(Debug, Default)]
pub(crate) struct AnswerCache(Mutex<HashMap<RootQuery, CachedAnswer>>);

/// All that an answer depends on: the search, the root and its accumulators.
pub(crate) type RootQuery = (EvalRequest, Node, [u32; 2]);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CachedAnswer {
    pub(crate) text: String,
    pub(crate) charged: Duration,
}

impl AnswerCache {
    pub(crate) fn find(&self, question: EvalRequest, root: &Position) -> Option<CachedAnswer> {
        let answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        answers.get(&root_query(question, root)).cloned()
    }

    /// The answer at `root` and the time it took, if that was at most `time`.
    pub(crate) fn known(
        &self,
        question: EvalRequest,
        root: &Root,
        time: Duration,
    ) -> Option<(String, Duration)> {
        let CachedAnswer { text, charged } = self.find(question, root.position())?;
        (charged <= time).then_some((text, charged))
    }

    pub(crate) fn keep(&self, question: EvalRequest, root: &Position, answer: CachedAnswer) {
        let mut answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if answers.len() < MOST {
            answers.insert(root_query(question, root), answer);
        }
    }
}

pub(crate) fn root_query(question: EvalRequest, root: &Position) -> RootQuery {
    (question, *root.node(), root.ac())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lisp::{LegacySemantics, line::LEAF};
    use certamen_game::{Map, Rng};
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    /// A host that finds all leaves alike and takes as long for an answer as it is told, the last of
    /// these times again and again; or one that is gone.
    struct Timed {
        took: Vec<u64>,
        asked: Arc<AtomicUsize>,
        leaves: usize,
        ends: Option<Fault>,
    }

    impl Channel for Timed {
        fn end_turn(&mut self) -> Option<Duration> {
            let asked = self.asked.fetch_add(1, Relaxed);
            Some(Duration::from_micros(self.took[asked.min(self.took.len() - 1)]))
        }

        fn send(&mut self, line: &[u8], _deadline: Instant) -> Result<(), Failure> {
            self.leaves = (line.len() - 33) / LEAF;
            Ok(())
        }

        fn receive(&mut self, line: &mut Vec<u8>, _deadline: Instant) -> Result<(), Failure> {
            *line = format!("v{}", " 0".repeat(self.leaves)).into_bytes();
            self.ends.map_or(Ok(()), |fault| Err(Failure::Fault(fault)))
        }
    }

    /// The player of `nature` behind it, and how often it was asked.
    fn player(took: &[u64], purity: Purity) -> (Searching<Timed>, Arc<AtomicUsize>) {
        let asked: Arc<AtomicUsize> = Arc::default();
        let channel =
            Timed { took: took.to_vec(), asked: Arc::clone(&asked), leaves: 0, ends: None };
        let question = EvalRequest { depth: 2, semantics: LegacySemantics::default() };
        (Searching::new(channel, question, purity), asked)
    }

    fn start() -> Position {
        let game = certamen_games::find("mancala8").unwrap();
        let state = game.new_initial_state(&Map::new(), 2, &mut Rng::of_turn(0, 0)).unwrap();
        *state.as_any().downcast_ref().unwrap()
    }

    /// What a player is charged that takes these microseconds for one answer after the other where 100
    /// are allowed, and how often it is asked.
    #[track_caller]
    fn check(took: &[u64], purity: Purity, charged: Result<u64, Fault>, times: usize) {
        let (mut player, asked) = player(took, purity);
        let limit = Duration::from_micros(100);
        let reply = player.judged(&start(), Budget { cpu: limit, wall: limit });
        let found = match reply {
            Ok(reply) => Ok(reply.charged.as_micros() as u64),
            Err(Failure::Fault(fault)) => Err(fault),
            Err(other) => panic!("{other:?}"),
        };
        assert_eq!((found, asked.load(Relaxed)), (charged, times), "{took:?}");
    }

    #[test]
    fn a_player_in_time_is_asked_once() {
        check(&[100], Purity::Pure, Ok(100), 1);
    }

    #[test]
    fn a_player_that_seems_too_slow_is_asked_again_and_the_minimum_counts() {
        // What takes longer than the clock resolves is asked once a time.
        check(&[1_500, 1_200, 90], Purity::Pure, Ok(90), 3);
        check(&[1_500, 1_200, 1_300], Purity::Pure, Err(Fault::Timeout), 3);
    }

    #[test]
    fn short_answers_are_repeated_and_the_mean_counts() {
        check(&[250, 80, 100, 120, 80], Purity::Pure, Ok(95), 1 + 4);
        check(&[250, 150, 250, 250, 150, 110], Purity::Pure, Err(Fault::Timeout), 1 + 4 + 5);
    }

    #[test]
    fn impure_players_are_asked_once_and_charged_for_that() {
        check(&[250, 80], Purity::Forgetting, Ok(250), 1);
        check(&[250, 80], Purity::Unknown, Ok(250), 1);
    }

    #[test]
    fn an_ended_host_is_the_fault_of_players_that_could_have_ended_it() {
        let ended = |purity| {
            let (mut player, _) = player(&[1], purity);
            player.host.channel().ends = Some(Fault::Exit);
            let failure = player.judged(&start(), patient(Duration::from_millis(1))).unwrap_err();
            player.ours(failure)
        };
        for harmless in [Purity::Pure, Purity::Forgetting] {
            assert!(matches!(ended(harmless), Failure::Void(_)), "{harmless:?}");
        }
        assert!(matches!(ended(Purity::Unknown), Failure::Fault(Fault::Exit)));
    }

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
