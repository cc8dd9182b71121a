//! One thread that plays, and what it keeps from match to match.

use crate::core_pool::{CompletedMatch, Lineup, WarmupRun};
use crate::player_factory::setups;
use crate::referee::{MatchEvent, play};
use crate::{BuiltBot, PlayerFactory, SeatSetup, SeatingPlan, say};
use certamen_game::arbiter::Arbiter;
use certamen_game::job::{JobResult, MatchJob, MatchNumber};
use certamen_game::record::AGAIN;
use certamen_game::{Budget, Failure, Fault, MatchRecord, Player, Seat, View, Void, stderr_text};
use certamen_sandbox::{CellPool, StderrTail};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant, SystemTime};

/// The number of idle cells kept for later matches; each has less than 1 MiB and one process.
const IDLE: usize = 16;

/// A thread that plays one match after the other, and what it keeps for the next one.
pub struct WorkerThread {
    place: usize,
    /// The last lineup, whose engines end when the contest does, and the plan with the cells kept
    /// for its programs.
    last: Option<(Weak<Lineup>, SeatingPlan)>,
}

impl WorkerThread {
    /// The thread with this index.
    pub fn at(place: usize) -> WorkerThread {
        WorkerThread { place, last: None }
    }

    /// Distinguishes it from the others.
    pub fn place(&self) -> usize {
        self.place
    }

    /// Plays a match; `None` if it is stopped.
    pub fn play(
        &mut self,
        job: &MatchJob,
        lineup: &Arc<Lineup>,
        stop: &AtomicBool,
    ) -> Option<CompletedMatch> {
        let _match = tracing::info_span!("match", number = job.number.0).entered();
        let plan = self.plan(lineup);
        let mut began = SystemTime::now();
        let mut first = None;
        // A panic here must not lose the match: it is played again, or reported.
        let played = catch_unwind(AssertUnwindSafe(|| {
            let played = self.try_play(&plan, lineup, job, stop);
            let Some(reason) = too_slow_at_first(&played, lineup, job) else { return played };
            let ended = SystemTime::now();
            first = Some(WarmupRun { began, ended, reason });
            began = ended;
            self.try_play(&plan, lineup, job, stop)
        }));
        let played = played.unwrap_or_else(|_| Err(Void::Ours(say::panicked())));
        match &played {
            Ok(_) => tracing::debug!(game = job.table.game, "a match was played"),
            // The caller decides what to do with it.
            Err(reason) => tracing::warn!(game = job.table.game, %reason, "a match is void"),
        }
        Some(CompletedMatch { number: job.number, began, result: played.transpose()?, first })
    }

    /// The plan of `lineup`, with the cells that this thread has kept.
    fn plan(&mut self, lineup: &Arc<Lineup>) -> SeatingPlan {
        match &self.last {
            Some((last, plan)) if last.as_ptr() == Arc::as_ptr(lineup) => plan.clone(),
            _ => {
                let sandbox = Arc::new(CellPool::new(Arc::clone(&lineup.plan.sandbox), IDLE));
                let plan = SeatingPlan { sandbox, ..lineup.plan.clone() };
                self.last = Some((Arc::downgrade(lineup), plan.clone()));
                plan
            }
        }
    }

    fn try_play(
        &self,
        plan: &SeatingPlan,
        lineup: &Lineup,
        job: &MatchJob,
        stop: &AtomicBool,
    ) -> Result<Option<JobResult>, Void> {
        let find = |seat| lineup.bots.get(seat).ok_or_else(|| Void::Ours(say::not_an_entrant()));
        let bots = job.seats.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let MatchJob { number, table, folders, .. } = job;
        let factory = PlayerFactory { plan, place: self.place };
        let (began, started) = (SystemTime::now(), Instant::now());
        let words: Vec<Arc<StderrTail>> = bots.iter().map(|_| Arc::default()).collect();
        let setups = setups(table, &bots, folders).zip(&job.seats).zip(&words);
        let players = setups.map(|((setup, bot), words)| {
            let engine = lineup.engines.player(&factory, &setup, *bot, words)?;
            engine.map_or_else(|| factory.player_with_last_words(&setup, words), Ok)
        });
        let mut players = players.collect::<Result<Vec<_>, Void>>()?;
        let mut reporter = MatchReporter::new(lineup.observer.as_ref(), *number);
        let mut watch = |event: &MatchEvent<'_>| {
            reporter.report(event);
            if stop.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let played = play(plan.game, table.clone(), &[], &mut players, &mut watch);
        // The programs end here.
        drop(players);
        let took = started.elapsed();
        match played {
            Ok(mut record) => {
                if is_repeated(*number) {
                    plan.game.check_again(&record)?;
                }
                let left = factory.left_behind(table, &bots);
                ask_again(&factory, &bots, folders, &mut record)?;
                Ok(Some(JobResult {
                    number: *number,
                    record,
                    began: Some(began),
                    took,
                    folders: left,
                    errors: words.iter().map(|words| stderr_text::join(&words.by_turn())).collect(),
                    machine: None,
                }))
            }
            Err(error) => error.unless_stopped().map(|()| None),
        }
    }
}

/// Whether the rules of this match are asked again by other processes, if they are a program: the
/// first match and one in a hundred.
fn is_repeated(number: MatchNumber) -> bool {
    number.0 == 1 || number.0 % 100 == 0
}

/// A match decided by the time of an evaluation function is played again: one timing may be chance.
fn too_slow_at_first(
    played: &Result<Option<JobResult>, Void>,
    lineup: &Lineup,
    job: &MatchJob,
) -> Option<Void> {
    let outcome = played.as_ref().ok()?.as_ref()?.record.outcome.as_ref()?;
    let slow = outcome.seats.first().filter(|_| outcome.reason == Some(Fault::Timeout))?;
    let bot = lineup.bots.get(job.seats.get(slow.index())?)?;
    let name = &job.table.seats.get(slow.index())?.bot;
    matches!(bot, BuiltBot::Evaluation(_)).then(|| Void::Ours(say::too_slow_at_first(name)))
}

/// Matches that take longer are reported.
const LONG: Duration = Duration::from_secs(2);
/// The interval between two reports of a match.
const PAUSE: Duration = Duration::from_millis(300);

/// A report on a match that takes long.
pub enum MatchProgress<'a> {
    /// The turns so far, without a result.
    Goes(MatchNumber, &'a MatchRecord),
    /// It is over, or was stopped.
    Ends(MatchNumber),
}

/// An observer of long matches.
pub type MatchObserver = Arc<dyn Fn(&MatchProgress<'_>) + Send + Sync>;

struct MatchReporter<'a> {
    observer: Option<&'a MatchObserver>,
    number: MatchNumber,
    began: Instant,
    reported: Option<Instant>,
}

impl<'a> MatchReporter<'a> {
    fn new(observer: Option<&'a MatchObserver>, number: MatchNumber) -> MatchReporter<'a> {
        MatchReporter { observer, number, began: Instant::now(), reported: None }
    }

    fn report(&mut self, event: &MatchEvent<'_>) {
        let (Some(observer), MatchEvent::Turn(_, arbiter)) = (self.observer, event) else { return };
        let due = match self.reported {
            Some(last) => last.elapsed() >= PAUSE,
            None => self.began.elapsed() >= LONG,
        };
        if due && arbiter.outcome().is_none() {
            self.reported = Some(Instant::now());
            let (table, turns) = (arbiter.table().clone(), arbiter.turns().to_vec());
            let record =
                MatchRecord { table, turns, outcome: None, extra: certamen_game::Map::new() };
            observer(&MatchProgress::Goes(self.number, &record));
        }
    }
}

impl Drop for MatchReporter<'_> {
    fn drop(&mut self) {
        if let (Some(observer), Some(_)) = (self.observer, self.reported) {
            observer(&MatchProgress::Ends(self.number));
        }
    }
}

/// Asks the programs of a finished match again, in new processes, in the turns that its conditions
/// choose, and adds answers that differ to its record. A program that runs for a whole match is shown
/// all earlier turns.
fn ask_again(
    factory: &PlayerFactory<'_>,
    bots: &[&BuiltBot],
    folders: &[Vec<u8>],
    record: &mut MatchRecord,
) -> Result<(), Void> {
    let Some(every) = record.table.conditions.asked_again else { return Ok(()) };
    let table = record.table.clone();
    let mut players: Vec<Option<Box<dyn Player>>> = Vec::with_capacity(bots.len());
    for (seat, (bot, folder)) in (0..).map(Seat).zip(bots.iter().zip(folders)) {
        let setup = SeatSetup { table: &table, seat, bot, folder };
        let is_program = matches!(bot, BuiltBot::Program(_));
        let player = is_program.then(|| factory.player(&setup, &factory.plan.sandbox));
        players.push(player.transpose()?);
    }
    let mut arbiter =
        Arbiter::start(factory.plan.game, table).map_err(certamen_game::OptionsError::into_void)?;
    // The turns must not be predictable; each match has at least one.
    let turns = record.turns.len() as u64;
    let chosen = record.table.seed % every.get().min(turns.max(1));
    for (number, turn) in (0..).zip(&mut record.turns) {
        let is_chosen = number % every == chosen;
        for entry in turn.moves.iter_mut().filter(|entry| !entry.automatic) {
            let Some(own) = players.get_mut(entry.seat.index()) else { continue };
            let Some(player) = own else { continue };
            let (table, state, turns) = (arbiter.table(), arbiter.state(), arbiter.turns());
            let view = View { table, state, seat: entry.seat, turns };
            let budget = budget(&view);
            let recalled = match player.recall(&view, budget) {
                // A program that is started for each move needs only the chosen turns.
                Ok(None) if !is_chosen => continue,
                Ok(None) => None,
                answer => Some(answer),
            };
            let is_last = recalled.is_some() && is_chosen;
            match recalled.unwrap_or_else(|| player.act(&view, budget).map(Some)) {
                Ok(Some(reply)) => {
                    let read = reply.given.read(state, entry.seat).map_err(|void| *void)?;
                    let now = read.ok().map(|play| play.text());
                    if entry.fault.is_none() && now != entry.action {
                        entry.extra.insert(AGAIN.to_owned(), now.into());
                        *own = None;
                    }
                }
                Err(Failure::Void(void)) => return Err(void),
                // A fault may be due to time, so it proves nothing.
                Ok(None) | Err(Failure::Fault(_) | Failure::Left) => *own = None,
            }
            if is_last {
                *own = None;
            }
        }
        if arbiter.replay(turn).is_err() {
            break;
        }
    }
    Ok(())
}

/// The time for a move, and for the first one the time to start, too.
fn budget(view: &View<'_>) -> Budget {
    let conditions = &view.table.conditions;
    let start = Duration::from_millis(conditions.start_ms);
    let time = conditions.move_time() + if view.turns.is_empty() { start } else { Duration::ZERO };
    Budget { cpu: time, wall: time }
}
