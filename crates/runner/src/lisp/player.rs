//! The supplied search with a submitted evaluation function, as a player.
//!
//! How long an answer takes must not depend on what else the machine does. So a process is warmed
//! up before anything is charged, and a player whose answers depend only on the question is asked
//! again where it seems too slow: the minimum counts.

use crate::lisp::{EvalRequest, Host, Purity, Root, Way, say};
use certamen_game::{
    Budget, Channel, Conditions, Failure, Fault, Player, Reply, Seat, View, Void, match_seed,
};
use certamen_games::mancala8::{Action, Node, Position, search::minimax_in_batches};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// How often an answer that seems too slow is judged.
const JUDGED: u32 = 3;
/// The resolution of the clock: shorter answers are repeated for this long, and the mean counts.
const RESOLVED: Duration = Duration::from_millis(1);
/// What an answer may take that is perhaps asked for again.
const PATIENCE: Duration = Duration::from_millis(20);
/// This many times the limit, if that is more.
const MORE_PATIENCE: u32 = 4;
/// What a first evaluation may take that is not charged.
const WARMING: Duration = Duration::from_secs(1);

/// A player that looks some plies ahead with values that are asked for.
pub struct Searching<C> {
    host: Host<C>,
    question: EvalRequest,
    purity: Purity,
    /// What is known of its answers, if that may be used.
    answers: Option<Arc<AnswerCache>>,
    /// Whether the search runs in the player's process, too, so that it is charged.
    whole: bool,
    begun: bool,
    /// How many leaves were valued ahead since it began.
    since: usize,
}

/// After this many leaves valued ahead the heap may be collected.
const SWEPT: usize = 4_000;

/// The answer of a player that values none of its moves above the minimum.
const NO_MOVE: &str = "no move: all are worth -99999 or less";

impl<C: Channel> Searching<C> {
    /// A player behind `channel`.
    pub fn new(channel: C, question: EvalRequest, purity: Purity) -> Searching<C> {
        let host = Host::new(channel);
        Searching { host, question, purity, answers: None, whole: false, begun: false, since: 0 }
    }

    /// The same, without asking what is already known, if its answers depend on nothing else.
    #[must_use]
    pub fn knowing(self, answers: &Arc<AnswerCache>) -> Searching<C> {
        let answers = self.purity.is_pure().then(|| Arc::clone(answers));
        Searching { answers, ..self }
    }

    /// The same, which is charged its whole search and not only its evaluations.
    #[must_use]
    pub fn charged_whole(self, whole: bool) -> Searching<C> {
        Searching { whole, ..self }
    }

    /// The same, in one process for all that is asked, as only who leaves nothing behind can be.
    #[must_use]
    pub(crate) fn uncopied(self) -> Searching<C> {
        Searching { host: self.host.uncopied(), ..self }
    }

    fn known(&self, root: &Position, limit: Duration) -> Option<CachedAnswer> {
        let cached = self.answers.as_ref()?.find(self.question, root)?;
        (cached.charged <= limit).then_some(cached)
    }

    /// Loading a player is not thinking: it has a time of its own, and is not charged.
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
        if begun?.is_cold() { self.warm(seed, root, budget) } else { Ok(()) }
    }

    /// Neither is fetching what an answer needs, to where it is at hand.
    fn warm(&mut self, seed: u64, root: &Position, budget: Budget) -> Result<(), Failure> {
        let time = patient(budget.cpu).cpu + WARMING;
        self.host.channel().begin_turn(Budget { cpu: time, wall: time })?;
        let warm = minimax_in_batches(root, self.question.depth, &mut self.host.warming());
        // What was drawn or noted meanwhile is forgotten.
        let again = self.host.begin_again(seed, self.question.semantics, Instant::now() + time);
        self.host.channel().end_turn();
        warm.map(drop).and(again)
    }

    fn answer(&mut self, root: &Position, budget: Budget) -> Result<(String, Duration), Failure> {
        let started = Instant::now();
        self.host.channel().begin_turn(budget)?;
        let text = self.search(root);
        let wall = started.elapsed();
        let charged = self.host.channel().end_turn().unwrap_or(wall);
        Ok((text?, charged))
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

    /// The least that an answer takes that took `first`, which is more than `limit`.
    fn least(
        &mut self,
        root: &Position,
        limit: Duration,
        first: Duration,
    ) -> Result<Duration, Failure> {
        let mut least = first;
        for _ in 1..JUDGED {
            if least <= limit {
                break;
            }
            let times = RESOLVED.div_duration_f64(least.max(Duration::from_nanos(1))).ceil() as u32;
            let times = times.clamp(1, 1_000);
            let mut sum = Duration::ZERO;
            for _ in 0..times {
                sum += self.answer(root, patient(limit))?.1;
            }
            least = least.min(sum / times);
        }
        Ok(least)
    }

    /// A host that ends by itself is our failure; a player that can reach more than is harmless may
    /// have ended it.
    fn ours(&self, failure: Failure) -> Failure {
        match failure {
            Failure::Fault(fault @ (Fault::Exit | Fault::Crash))
                if self.purity.is_harmless() && !self.host.has_told() =>
            {
                Failure::Void(Void::Ours(say::host_ended(fault.word())))
            }
            failure => failure,
        }
    }
}

pub(crate) fn move_text(best: Option<Action>) -> String {
    best.map_or_else(|| NO_MOVE.to_owned(), |it| it.to_string())
}

/// The time in which an answer is waited for that must not take longer than `limit`.
pub(crate) fn patient(limit: Duration) -> Budget {
    let time = (limit * MORE_PATIENCE).min(limit + WARMING).max(limit + PATIENCE);
    Budget { cpu: time, wall: time }
}

fn seed(of_match: u64, seat: Seat) -> u64 {
    match_seed(of_match, &format!("program on seat {seat}"))
}

impl<C: Channel> Player for Searching<C> {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        let Some(root) = view.state.as_any().downcast_ref::<Position>() else {
            return Err(Failure::Void(Void::Ours(say::not_here(&view.table.game))));
        };
        if let Some(CachedAnswer { text, charged }) = self.known(root, budget.cpu) {
            let (wall, pondered) = (charged, Duration::ZERO);
            return Ok(Reply { given: text.into(), charged, wall, pondered });
        }
        let seed = seed(view.table.seed, view.seat);
        let begun = self.begin(seed, root, budget, &view.table.conditions);
        let acted = begun.and_then(|()| self.judged(root, budget));
        acted.map_err(|failure| self.ours(failure))
    }
}

impl<C: Channel> Searching<C> {
    pub(crate) fn pure_question(&self) -> Option<EvalRequest> {
        self.purity.is_pure().then_some(self.question)
    }

    /// The values of all leaves of all `questions`, asked in one message, and what that took.
    /// Errors are not reported.
    pub(crate) fn values_of_all(
        &mut self,
        questions: &[(&Position, &[Position])],
        conditions: &Conditions,
    ) -> Result<(Vec<f64>, Duration), Failure> {
        let limit = conditions.move_time();
        let [(root, _), ..] = questions else { return Ok(Default::default()) };
        let count: usize = questions.iter().map(|(_, leaves)| leaves.len()).sum();
        // The heap is swept between matches, which here have no end.
        self.since += count;
        self.begun &= self.since < SWEPT;
        self.since = if self.begun { self.since } else { 0 };
        self.begin(0, root, patient(limit), conditions)?;
        let started = Instant::now();
        self.host.channel().begin_turn(patient(limit))?;
        let values = self.host.values_of_all(questions, count);
        let wall = started.elapsed();
        let charged = self.host.channel().end_turn().unwrap_or(wall);
        Ok((values?, charged))
    }

    fn judged(&mut self, root: &Position, budget: Budget) -> Result<Reply, Failure> {
        let started = Instant::now();
        let again = self.purity.is_pure();
        let time = if again { patient(budget.cpu) } else { budget };
        let (text, first) = self.answer(root, time)?;
        let pondered = self.host.channel().pondered();
        let charged =
            if again && first > budget.cpu { self.least(root, budget.cpu, first)? } else { first };
        if again && charged > budget.cpu {
            return Err(Failure::Fault(Fault::Timeout));
        }
        // A player that prints to standard error is asked each time, so that its author sees the
        // output.
        if let (Some(answers), false) = (&self.answers, self.host.has_told()) {
            answers.keep(self.question, root, CachedAnswer { text: text.clone(), charged });
        }
        Ok(Reply { given: text.into(), charged, wall: started.elapsed(), pondered })
    }
}

/// The maximum number kept: more than a tournament of a hundred players asks of each.
const MOST: usize = 1 << 14;

/// The answers of one player.
#[derive(Debug, Default)]
pub struct AnswerCache(Mutex<HashMap<RootQuery, CachedAnswer>>);

/// All that an answer depends on: the search, and what a host is told of a root. Points are those of the
/// board.
pub(crate) type RootQuery = (EvalRequest, Node, [u32; 2]);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CachedAnswer {
    pub(crate) text: String,
    pub(crate) charged: Duration,
}

impl AnswerCache {
    pub(crate) fn find(&self, question: EvalRequest, root: &Position) -> Option<CachedAnswer> {
        let cacheds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cacheds.get(&root_query(question, root)).cloned()
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
            cacheds.insert(root_query(question, root), answer);
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
    fn who_is_in_time_is_asked_once() {
        check(&[100], Purity::Pure, Ok(100), 1);
    }

    #[test]
    fn who_seems_too_slow_is_asked_again_and_the_least_counts() {
        // What takes longer than the clock resolves is asked once a time.
        check(&[1_500, 1_200, 90], Purity::Pure, Ok(90), 3);
        check(&[1_500, 1_200, 1_300], Purity::Pure, Err(Fault::Timeout), 3);
    }

    #[test]
    fn what_is_too_short_for_the_clock_is_asked_until_it_is_not_and_the_mean_counts() {
        check(&[250, 80, 100, 120, 80], Purity::Pure, Ok(95), 1 + 4);
        check(&[250, 150, 250, 250, 150, 110], Purity::Pure, Err(Fault::Timeout), 1 + 4 + 5);
    }

    #[test]
    fn whose_answers_depend_on_more_is_charged_what_he_took() {
        check(&[250, 80], Purity::Forgetting, Ok(250), 1);
        check(&[250, 80], Purity::Unknown, Ok(250), 1);
    }

    #[test]
    fn a_host_that_ends_is_the_fault_of_those_alone_who_could_have_ended_it() {
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
