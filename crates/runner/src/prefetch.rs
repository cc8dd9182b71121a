//! Evaluates matches ahead of play: all of them advance together, and each player whose answers
//! depend only on the question gets all questions of its matches in one message.
//!
//! A match whose answers were all in time is the same as if it were played, and is submitted. All
//! others are played as usual, with the answers that are already known.

use crate::lisp::{BatchEvaluator, Root};
use crate::referee::player::Piped;
use crate::{BuiltBot, Lineup, ReadyEvaluation, allowed_cores, pin_to_core};
use certamen_game::arbiter::{Answer, Arbiter};
use certamen_game::job::{JobResult, MatchJob, MatchNumber, SubmissionId};
use certamen_game::{Budget, Conditions, Given, Player, Seat, View};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// The maximum time for one evaluation ahead, so that results are not delayed.
const LONGEST: Duration = Duration::from_secs(20);
/// How many players are loaded or ended in parallel on each core: both include waiting.
const SIDE_BY_SIDE: usize = 2;

/// The players that are asked ahead, during a contest.
pub struct Prefetch {
    lineup: Arc<Lineup>,
    /// For each thread the players that it asks; empty before the first question.
    groups: Vec<PrefetchGroup>,
    jobs: usize,
}

/// The players that one thread asks: their processes stay on its core.
type PrefetchGroup = BTreeMap<SubmissionId, BatchEvaluator<Piped>>;

type PendingQueries = BTreeMap<SubmissionId, Vec<Root>>;

impl Prefetch {
    /// How many matches are evaluated ahead together.
    pub const WAVE: usize = 1 << 11;

    /// The players of `lineup`, asked by `jobs` threads; `None` if no player can be asked ahead.
    pub fn of(lineup: &Arc<Lineup>, jobs: usize) -> Option<Prefetch> {
        let pure = |bot: &BuiltBot| matches!(bot, BuiltBot::Evaluation(own) if own.is_pure());
        let lineup = Arc::clone(lineup);
        lineup.bots.values().any(pure).then(|| Prefetch { lineup, groups: Vec::new(), jobs })
    }

    /// Learns the answers of the players in `jobs`, as far as they can be known before play, until `stop`
    /// is true. `ended` receives the matches that end this way, while others go on.
    pub fn learn(
        &mut self,
        jobs: &[MatchJob],
        stop: &(dyn Fn() -> bool + Sync),
        ended: &mut dyn FnMut(Vec<JobResult>),
    ) {
        let Some(conditions) = jobs.first().map(|job| &job.table.conditions) else { return };
        if self.groups.is_empty() {
            self.groups = groups(&self.lineup, self.jobs, conditions);
        }
        let (began, begun) = (SystemTime::now(), Instant::now());
        let until = begun + LONGEST;
        let over = || Instant::now() >= until || stop();
        let lineup = Arc::clone(&self.lineup);
        let mut matches: Vec<PrefetchedMatch<'_>> =
            jobs.iter().filter_map(|job| PrefetchedMatch::begin(&lineup, job)).collect();
        while !matches.is_empty() && !over() {
            let questions = advance(&mut matches, self.jobs, &over);
            // The time of a match is its share of the time of all.
            let took = begun.elapsed() * self.jobs as u32 / jobs.len() as u32;
            let done = matches.extract_if(.., |it| !it.waits);
            let played: Vec<JobResult> =
                done.filter_map(|it| it.into_result(began, took)).collect();
            if !played.is_empty() {
                ended(played);
            }
            self.wake(&questions, conditions);
            self.ask(&questions, conditions, &over);
        }
    }

    /// Loads the players that are asked for the first time; the threads of a core share its players.
    fn wake(&mut self, questions: &PendingQueries, conditions: &Conditions) {
        let asked = |(id, player)| Some((player, questions.get(id)?.first()?));
        let asleep: Vec<_> = self
            .groups
            .iter_mut()
            .map(|group| group.iter_mut().filter(|(_, player)| player.sleeps()).filter_map(asked))
            .map(Mutex::new)
            .collect();
        let cores = allowed_cores();
        thread::scope(|scope| {
            for (asleep, core) in asleep.iter().zip(cores.iter().cycle()) {
                for _ in 0..SIDE_BY_SIDE {
                    scope.spawn(move || {
                        pin_to_core(*core);
                        while let Some((player, root)) = next(asleep) {
                            player.wake(root, conditions);
                        }
                    });
                }
            }
        });
    }

    /// Ends the processes of all players in parallel, and waits for each. A player that is asked again
    /// is loaded again.
    pub fn rest(&mut self) {
        let players: Vec<_> = self.groups.drain(..).flatten().map(|(_, player)| player).collect();
        let players = Mutex::new(players.into_iter());
        thread::scope(|scope| {
            for _ in 0..SIDE_BY_SIDE * self.jobs.max(1) {
                scope.spawn(|| {
                    while let Some(player) = next(&players) {
                        drop(player);
                    }
                });
            }
        });
    }

    fn ask(
        &mut self,
        questions: &PendingQueries,
        conditions: &Conditions,
        over: &(dyn Fn() -> bool + Sync),
    ) {
        let cores = allowed_cores();
        thread::scope(|scope| {
            for (group, core) in self.groups.iter_mut().zip(cores.iter().cycle()) {
                scope.spawn(move || {
                    pin_to_core(*core);
                    for (id, player) in group {
                        if let Some(roots) = questions.get(id).filter(|_| !over()) {
                            player.learn(roots, conditions);
                        }
                    }
                });
            }
        });
    }
}

impl Drop for Prefetch {
    fn drop(&mut self) {
        self.rest();
    }
}

/// The next item of an iterator that several threads share.
fn next<T>(rest: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    // After a panic in another thread nothing more is taken.
    rest.lock().ok()?.next()
}

/// The players of `lineup` that can be asked ahead, distributed among `jobs` threads.
fn groups(lineup: &Lineup, jobs: usize, conditions: &Conditions) -> Vec<PrefetchGroup> {
    let mut groups: Vec<PrefetchGroup> = (0..jobs.max(1)).map(|_| PrefetchGroup::new()).collect();
    let asked = lineup.bots.iter().filter_map(|(id, bot)| match bot {
        BuiltBot::Evaluation(own) => {
            Some((*id, own.asked_ahead(conditions, &lineup.plan.sandbox)?))
        }
        _ => None,
    });
    for (place, (id, player)) in asked.enumerate() {
        groups[place % jobs.max(1)].insert(id, player);
    }
    groups
}

/// Advances all of `matches` as far as answers are known; returns what is asked next.
fn advance(
    matches: &mut [PrefetchedMatch<'_>],
    jobs: usize,
    over: &(dyn Fn() -> bool + Sync),
) -> PendingQueries {
    let each = matches.len().div_ceil(jobs.max(1));
    let asked = thread::scope(|scope| {
        let parts = matches.chunks_mut(each).map(|part| {
            scope.spawn(move || {
                let asked = part.iter_mut().filter_map(|it| it.advance(over));
                asked.collect::<Vec<_>>()
            })
        });
        let parts: Vec<_> = parts.collect();
        // A panic was already reported; its matches ask nothing.
        parts.into_iter().flat_map(|part| part.join().unwrap_or_default()).collect::<Vec<_>>()
    });
    let mut questions = PendingQueries::new();
    for (id, root) in asked {
        questions.entry(id).or_default().push(root);
    }
    questions
}

struct PrefetchedMatch<'a> {
    number: MatchNumber,
    arbiter: Arbiter,
    seats: Vec<PrefetchedPlayer<'a>>,
    waits: bool,
}

enum PrefetchedPlayer<'a> {
    /// A built-in player, which runs in this process and is asked at once.
    Builtin(Box<dyn Player>),
    /// A player whose answers depend only on the question.
    Pure(SubmissionId, &'a ReadyEvaluation),
}

impl<'a> PrefetchedMatch<'a> {
    fn begin(lineup: &'a Lineup, job: &MatchJob) -> Option<PrefetchedMatch<'a>> {
        let game = lineup.plan.game;
        let seats = job.seats.iter().map(|id| match lineup.bots.get(id)? {
            BuiltBot::Evaluation(own) if own.is_pure() => Some(PrefetchedPlayer::Pure(*id, own)),
            BuiltBot::Builtin { name, arguments } => {
                game.builtin_player(name, arguments).ok().map(PrefetchedPlayer::Builtin)
            }
            _ => None,
        });
        let seats = seats.collect::<Option<Vec<_>>>()?;
        let arbiter = Arbiter::start(game, job.table.clone()).ok()?;
        Some(PrefetchedMatch { number: job.number, arbiter, seats, waits: false })
    }

    /// The result, if the match ended and has no total time limit: times are not added up here.
    fn into_result(self, began: SystemTime, took: Duration) -> Option<JobResult> {
        self.arbiter.outcome()?;
        let seats = self.seats.len();
        let record = self.arbiter.into_record();
        record.table.conditions.match_ms.is_none().then(|| JobResult {
            number: self.number,
            record,
            began: Some(began),
            took,
            folders: vec![None; seats],
            errors: vec![Vec::new(); seats],
            machine: None,
        })
    }

    /// Plays on as far as answers are known; returns the next question and its player, if any. A
    /// question that stayed without an answer in the last round is not asked again.
    fn advance(&mut self, over: &dyn Fn() -> bool) -> Option<(SubmissionId, Root)> {
        let waited = std::mem::take(&mut self.waits);
        let mut first = true;
        loop {
            if self.arbiter.automatic().ok()? {
                continue;
            }
            let seat = self.arbiter.to_act().lowest().filter(|_| !over())?;
            let (given, charged) = match self.answer(seat)? {
                Ok(answer) => answer,
                Err(_) if first && waited => return None,
                Err(question) => {
                    self.waits = true;
                    return Some(question);
                }
            };
            first = false;
            let (pondered, asleep) = (Duration::ZERO, Duration::ZERO);
            let answer = Answer { seat, given: Ok(given), charged, pondered, asleep };
            self.arbiter.answer(vec![answer]).ok()?;
        }
    }

    /// The answer of the player at that seat, or its question; `None` if it has neither.
    fn answer(&mut self, seat: Seat) -> Option<Result<(Given, Duration), (SubmissionId, Root)>> {
        let (table, state) = (self.arbiter.table(), self.arbiter.state());
        let time = table.conditions.move_time();
        match self.seats.get_mut(seat.index())? {
            PrefetchedPlayer::Builtin(player) => {
                let view = View { table, state, seat, turns: self.arbiter.turns() };
                let reply = player.act(&view, Budget { cpu: time, wall: time }).ok()?;
                Some(Ok((reply.given, reply.charged)))
            }
            PrefetchedPlayer::Pure(id, own) => {
                let root = Root::of(state)?;
                let known = own.known(&root, time);
                Some(known.map(|(text, charged)| (text.into(), charged)).ok_or((*id, root)))
            }
        }
    }
}
