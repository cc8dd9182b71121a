//! One thread that plays, and what it keeps from match to match.

use crate::{
    BuiltBot, PlayerFactory, SeatSetup, SeatingPlan,
    core_pool::{CompletedMatch, Lineup, WarmupRun},
    referee::{MatchEvent, PlayError, play},
    say,
};
use certamen_game::{
    Budget, DynState, Failure, Fault, Given, MatchRecord, Player, Reply, Seat, View, Void,
    arbiter::Arbiter,
    job::{JobResult, MatchJob, MatchNumber},
    record::AGAIN,
};
use certamen_sandbox::{CellPool, LastWords};
use std::{
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant, SystemTime},
};

/// How many places of programs that do not play each thread keeps for their next match. An idle
/// one has less than 1 MiB and one process.
const IDLE: usize = 16;

/// A thread that plays one match after the other, and what it keeps for the next one.
pub struct WorkerThread {
    place: usize,
    /// Whose programs it kept places for, and how they are seated on those.
    last: Option<(Arc<Lineup>, SeatingPlan)>,
}

impl WorkerThread {
    /// The thread at this place.
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
        cast: &Arc<Lineup>,
        stop: &AtomicBool,
    ) -> Option<CompletedMatch> {
        let plan = self.plan(cast);
        let mut began = SystemTime::now();
        let mut first = None;
        // A panic here must not lose the match: it is played again, or reported.
        let played = catch_unwind(AssertUnwindSafe(|| {
            let played = self.try_play(&plan, cast, job, stop);
            let Some(reason) = too_slow_at_first(&played, cast, job) else { return played };
            let ended = SystemTime::now();
            first = Some(WarmupRun { began, ended, reason });
            began = ended;
            self.try_play(&plan, cast, job, stop)
        }));
        let played = played.unwrap_or_else(|_| Err(Void::Ours(say::panicked())));
        Some(CompletedMatch { number: job.number, began, result: played.transpose()?, first })
    }

    /// The plan of `cast`, on the places of its programs that this thread has kept.
    fn plan(&mut self, cast: &Arc<Lineup>) -> SeatingPlan {
        match &self.last {
            Some((last, plan)) if Arc::ptr_eq(last, cast) => plan.clone(),
            _ => {
                let sandbox = Arc::new(CellPool::new(Arc::clone(&cast.plan.sandbox), IDLE));
                let plan = SeatingPlan { sandbox, ..cast.plan.clone() };
                self.last = Some((Arc::clone(cast), plan.clone()));
                plan
            }
        }
    }

    fn try_play(
        &self,
        plan: &SeatingPlan,
        cast: &Lineup,
        job: &MatchJob,
        stop: &AtomicBool,
    ) -> Result<Option<JobResult>, Void> {
        let stranger = || Void::Ours(say::stranger());
        let find = |seat| cast.bots.get(seat).ok_or_else(stranger);
        let bots = job.seats.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let MatchJob { number, table, folders, .. } = job;
        let factory = PlayerFactory { plan, place: self.place };
        let (began, started) = (SystemTime::now(), Instant::now());
        let words: Vec<Arc<LastWords>> = bots.iter().map(|_| Arc::default()).collect();
        let mut players = factory.players_with_last_words(table, &bots, folders, &words)?;
        let mut teller = MatchReporter::new(cast.onlooker.as_ref(), *number);
        let mut watch = |event: &crate::referee::MatchEvent<'_>| {
            teller.hear(event);
            if stop.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let played = play(plan.game, table.clone(), &[], &mut players, &mut watch);
        // Programs end here: nothing is written any more.
        drop(players);
        let took = started.elapsed();
        match played {
            Ok(mut record) => {
                let left = factory.left_behind(table, &bots);
                ask_again(&factory, (&bots, folders), &mut record)?;
                let folders = left;
                let errors = words.iter().map(|words| words.tail()).collect();
                let (number, began) = (*number, Some(began));
                let machine = None;
                Ok(Some(JobResult { number, record, began, took, folders, errors, machine }))
            }
            Err(PlayError::Stopped(_)) => Ok(None),
            Err(PlayError::Void(void)) => Err(void),
            Err(PlayError::Options(error)) => Err(Void::because(&error)),
            Err(PlayError::Resume(why)) => Err(Void::because(&why)),
        }
    }
}

/// Whether the time of an evaluation function decided a match: then it is played again before that
/// counts, since a timing is a single sample and may be bad by chance.
fn too_slow_at_first(
    played: &Result<Option<JobResult>, Void>,
    cast: &Lineup,
    job: &MatchJob,
) -> Option<Void> {
    let outcome = played.as_ref().ok()?.as_ref()?.record.outcome.as_ref()?;
    let slow = outcome.seats.first().filter(|_| outcome.reason == Some(Fault::Timeout))?;
    let bot = cast.bots.get(job.seats.get(slow.index())?)?;
    let name = &job.table.seats.get(slow.index())?.bot;
    matches!(bot, BuiltBot::Evaluation(_)).then(|| Void::Ours(say::too_slow_at_first(name)))
}

/// A match that takes longer is reported.
const LONG: Duration = Duration::from_secs(2);
/// Events within this time are reported together.
const PAUSE: Duration = Duration::from_millis(300);

/// What there is to see of a match that takes long.
pub enum MatchProgress<'a> {
    /// Its progress: whole turns only, and no result yet.
    Goes(MatchNumber, &'a MatchRecord),
    /// It is over, or was stopped.
    Ends(MatchNumber),
}

/// An observer of long matches.
pub type MatchObserver = Arc<dyn Fn(&MatchProgress<'_>) + Send + Sync>;

pub(crate) struct MatchReporter<'a> {
    onlooker: Option<&'a MatchObserver>,
    number: MatchNumber,
    began: Instant,
    told: Option<Instant>,
}

impl<'a> MatchReporter<'a> {
    pub(crate) fn new(
        onlooker: Option<&'a MatchObserver>,
        number: MatchNumber,
    ) -> MatchReporter<'a> {
        MatchReporter { onlooker, number, began: Instant::now(), told: None }
    }

    pub(crate) fn hear(&mut self, event: &MatchEvent<'_>) {
        let (Some(onlooker), MatchEvent::Turn(_, arbiter)) = (self.onlooker, event) else { return };
        let due = match self.told {
            Some(told) => told.elapsed() >= PAUSE,
            None => self.began.elapsed() >= LONG,
        };
        if due && arbiter.outcome().is_none() {
            self.told = Some(Instant::now());
            onlooker(&MatchProgress::Goes(self.number, &so_far(arbiter)));
        }
    }
}

impl Drop for MatchReporter<'_> {
    fn drop(&mut self) {
        if let (Some(onlooker), Some(_)) = (self.onlooker, self.told) {
            onlooker(&MatchProgress::Ends(self.number));
        }
    }
}

fn so_far(arbiter: &Arbiter) -> MatchRecord {
    MatchRecord { table: arbiter.table().clone(), turns: arbiter.turns().to_vec(), outcome: None }
}

/// Asks the programs of a finished match again as often as its conditions say, and puts answers that
/// are others into its record. One that lives through a match is shown all that it was shown, up to
/// the first of these turns.
pub(crate) fn ask_again(
    factory: &PlayerFactory<'_>,
    (bots, folders): (&[&BuiltBot], &[Vec<u8>]),
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
        Arbiter::start(factory.plan.game, table).map_err(|error| Void::because(&error))?;
    // Which turns these are must not be known beforehand; there is one in each match.
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
            let lives = match player.recall(&view, budget) {
                // It sees all it needs in each view, and is asked in the chosen ones only.
                Ok(None) if !is_chosen => continue,
                Ok(None) => None,
                heard => Some(heard),
            };
            let is_last = lives.is_some() && is_chosen;
            let heard = lives.unwrap_or_else(|| player.act(&view, budget).map(Some));
            match heard {
                Ok(Some(reply)) => {
                    let now = text(&reply, state, entry.seat);
                    if entry.fault.is_none() && now != entry.action {
                        entry.extra.insert(AGAIN.to_owned(), now.into());
                        *own = None;
                    }
                }
                Err(Failure::Void(void)) => return Err(void),
                // A fault may be the clock's, and nothing follows.
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

/// The time for a move, and for the first one of a program what its start may take.
fn budget(view: &View<'_>) -> Budget {
    let conditions = &view.table.conditions;
    let start = Duration::from_millis(conditions.start_ms);
    let time = conditions.move_time() + if view.turns.is_empty() { start } else { Duration::ZERO };
    Budget { cpu: time, wall: time }
}

/// The answer in the game's notation; none if it is no move.
fn text(reply: &Reply, state: &dyn DynState, seat: Seat) -> Option<String> {
    let play = match &reply.given {
        Given::Play(play) => return Some(play.text()),
        Given::Text(text) => state.read(seat, text),
    };
    play.ok().map(|play| play.text())
}
