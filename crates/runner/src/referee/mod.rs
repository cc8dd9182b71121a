//! Plays one match: asks the players, keeps the clock, notifies the observers.
//!
//! What a move means is decided by `game`'s arbiter, how a program is run by `sandbox`.

pub mod player;

use certamen_game::{
    Budget, DynGame, Failure, Fault, Given, MatchRecord, OptionsError, Outcome, Player, Reply,
    Seat, Seats, Table, Turn, UnplayableTurn, View, Void,
    arbiter::{Answer, Arbiter},
    engine::Evaluation,
    record::RemoteMove,
};
use certamen_i18n::{Localize, Message};
use std::{
    collections::BTreeMap,
    mem,
    ops::{ControlFlow, DerefMut},
    time::Duration,
};

mod say {
    certamen_i18n::texts!("locales/referee");
}

/// An event for observers.
pub enum MatchEvent<'a> {
    /// The first state, after the prior turns.
    Start(&'a Arbiter),
    /// A turn, and the match after it.
    Turn(&'a Turn, &'a Arbiter),
    /// The result.
    End(&'a Outcome),
}

/// Plays a match at `table` with one player a seat, after the turns already `played`.
///
/// Seats that act at the same time are asked one after the other; no seat sees an answer before all
/// are in. Programs that live through a match are restarted and receive their earlier input.
pub fn play(
    game: &dyn DynGame,
    table: Table,
    played: &[Turn],
    players: &mut [Box<dyn Player>],
    watch: &mut dyn FnMut(&MatchEvent<'_>) -> ControlFlow<()>,
) -> Result<MatchRecord, PlayError> {
    let prior = PriorTurns { turns: played, otherwise: &mut ControlFlow::Break };
    play_on(game, table, prior, players, watch)
}

/// What was played of a match before.
pub struct PriorTurns<'a> {
    /// The turns, in order.
    pub turns: &'a [Turn],
    /// Called for each player with memory that would have acted differently; decides whether to play
    /// on nevertheless.
    pub otherwise: &'a mut dyn FnMut(ResumeError) -> ControlFlow<ResumeError>,
}

/// Like [`play`], after turns that the players need not have played themselves.
pub fn play_on(
    game: &dyn DynGame,
    table: Table,
    prior: PriorTurns<'_>,
    players: &mut [Box<dyn Player>],
    watch: &mut dyn FnMut(&MatchEvent<'_>) -> ControlFlow<()>,
) -> Result<MatchRecord, PlayError> {
    let players = players.iter_mut().map(|player| Some(&mut **player)).collect();
    let mut running = Running::start(game, table, prior, players)?;
    let mut going_on = watch(&MatchEvent::Start(running.arbiter())).is_continue();
    while going_on && let Step::Played = running.step().map_err(PlayError::Void)? {
        going_on = watch(&MatchEvent::Turn(running.last_turn(), running.arbiter())).is_continue();
    }
    let record = running.finish();
    match &record.outcome {
        Some(outcome) => {
            let _ = watch(&MatchEvent::End(outcome));
            Ok(record)
        }
        None => Err(PlayError::Stopped(Box::new(UnfinishedMatch(record)))),
    }
}

/// A match in progress, as a value: it is stepped until it is over or needs answers from outside,
/// and holds no thread in between.
pub struct Running<P> {
    arbiter: Arbiter,
    clocks: Clocks,
    /// One a seat; `None` where the answers come from outside.
    players: Vec<Option<P>>,
    /// What was answered in the current turn.
    answers: BTreeMap<Seat, Answer>,
    /// What is known of the answers of players on other machines.
    remote: BTreeMap<Seat, RemoteMove>,
    /// What engines say of their answers.
    evaluations: BTreeMap<Seat, Evaluation>,
}

/// What a step came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A turn was played.
    Played,
    /// All players were asked; answers of these seats are awaited from outside.
    Awaits(Seats),
    /// A person left, or a request was cancelled.
    Left,
    /// The match is over.
    Over,
}

impl<P: DerefMut<Target = dyn Player>> Running<P> {
    /// Sets up a match after its prior turns.
    pub fn start(
        game: &dyn DynGame,
        table: Table,
        mut prior: PriorTurns<'_>,
        mut players: Vec<Option<P>>,
    ) -> Result<Running<P>, PlayError> {
        assert_eq!(players.len(), table.seats.len(), "one player a seat");
        let mut clocks = Clocks::new(&table);
        let mut arbiter = Arbiter::start(game, table.clone()).map_err(PlayError::Options)?;
        for turn in prior.turns {
            arbiter.replay(turn).map_err(unplayable)?;
            clocks.count(turn);
        }
        if arbiter.outcome().is_none() {
            recall(game, table, &mut prior, &mut players)?;
        }
        let (answers, remote, evaluations) = Default::default();
        Ok(Running { arbiter, clocks, players, answers, remote, evaluations })
    }

    /// The match so far.
    pub fn arbiter(&self) -> &Arbiter {
        &self.arbiter
    }

    /// The time that a seat has for its next answer.
    pub fn budget(&self, seat: Seat) -> Budget {
        self.clocks.budget(seat)
    }

    /// The turn played last; there must be one.
    pub fn last_turn(&self) -> &Turn {
        self.arbiter.turns().last().expect("a turn was played")
    }

    /// Plays the current turn, if all its answers are there once the players were asked.
    pub fn step(&mut self) -> Result<Step, Void> {
        if self.arbiter.outcome().is_some() {
            return Ok(Step::Over);
        }
        if !self.arbiter.automatic()? {
            if let Some(step) = self.ask()? {
                return Ok(step);
            }
            let answers = mem::take(&mut self.answers).into_values().collect();
            let evaluations = mem::take(&mut self.evaluations);
            self.arbiter.answer_with(answers, mem::take(&mut self.remote), evaluations)?;
        }
        let turn = self.arbiter.turns().last().expect("a turn was just played");
        self.clocks.count(turn);
        Ok(Step::Played)
    }

    /// Asks the players that act and have not answered. Returns why the turn cannot be played yet.
    fn ask(&mut self) -> Result<Option<Step>, Void> {
        let mut awaited = Vec::new();
        for seat in self.arbiter.to_act().iter() {
            if self.answers.contains_key(&seat) {
                continue;
            }
            let Some(player) = &mut self.players[seat.index()] else {
                awaited.push(seat);
                continue;
            };
            let budget = self.clocks.budget(seat);
            let acted = player.act(&view(&self.arbiter, seat), budget);
            let asleep = player.asleep();
            let remote = player.remote_move();
            if !remote.is_empty() {
                self.remote.insert(seat, remote);
            }
            if let Some(evaluation) = player.evaluation() {
                self.evaluations.insert(seat, evaluation);
            }
            let (given, charged, pondered) = match acted {
                Ok(Reply { given, charged, pondered, .. }) => (Ok(given), charged, pondered),
                // The clock stopped at the limit; other faults need no time.
                Err(Failure::Fault(Fault::Timeout)) => {
                    (Err(Fault::Timeout), budget.wall, Duration::ZERO)
                }
                Err(Failure::Fault(fault)) => (Err(fault), Duration::ZERO, Duration::ZERO),
                Err(Failure::Void(void)) => return Err(void),
                Err(Failure::Left) => return Ok(Some(Step::Left)),
            };
            self.answers.insert(seat, Answer { seat, given, charged, pondered, asleep });
        }
        let awaited: Seats = awaited.into_iter().collect();
        Ok((!awaited.is_empty()).then_some(Step::Awaits(awaited)))
    }

    /// Takes what an awaited seat answered in the current turn, the time charged for it, and what is
    /// to be recorded of a player on another machine.
    pub fn answer(
        &mut self,
        seat: Seat,
        given: Result<Given, Fault>,
        charged: Duration,
        remote: RemoteMove,
    ) {
        let (pondered, asleep) = (Duration::ZERO, Duration::ZERO);
        self.answers.insert(seat, Answer { seat, given, charged, pondered, asleep });
        self.remote.insert(seat, remote);
    }

    /// Notifies the players that the match ends, finished or not.
    pub fn finish(mut self) -> MatchRecord {
        for (seat, player) in (0u8..).map(Seat).zip(&mut self.players) {
            if let Some(player) = player {
                if let Some(outcome) = self.arbiter.outcome() {
                    player.conclude(&view(&self.arbiter, seat), outcome);
                }
                player.finish(&view(&self.arbiter, seat));
            }
        }
        self.arbiter.into_record()
    }
}

/// Replays the prior turns, which are known to be legal, to players with memory. A player that now
/// acts differently would remember a match other than this one.
fn recall<P: DerefMut<Target = dyn Player>>(
    game: &dyn DynGame,
    table: Table,
    prior: &mut PriorTurns<'_>,
    players: &mut [Option<P>],
) -> Result<(), PlayError> {
    // Time used earlier is not counted against the match again.
    let clocks = Clocks::new(&table);
    let mut arbiter = Arbiter::start(game, table).map_err(PlayError::Options)?;
    for turn in prior.turns {
        for entry in turn.moves.iter().filter(|entry| !entry.automatic) {
            let Some(player) = &mut players[entry.seat.index()] else { continue };
            let view = view(&arbiter, entry.seat);
            let read = |text: &str| view.state.read(entry.seat, text).ok();
            let now = match player.recall(&view, clocks.budget(entry.seat)) {
                Ok(None) => continue,
                Ok(Some(reply)) => {
                    let read = reply.given.read(view.state, entry.seat);
                    read.map_err(|void| PlayError::Void(*void))?.ok()
                }
                Err(Failure::Fault(_) | Failure::Left) => None,
                Err(Failure::Void(void)) => return Err(PlayError::Void(void)),
            };
            let then = entry.action.as_deref().and_then(read);
            // A fault need not be the same one now.
            if entry.fault.is_none() && now != then {
                let (turn, seat) = (turn.turn, entry.seat);
                let [then, now] = [then, now].map(|play| play.map(|play| play.text()));
                let why = ResumeError::Otherwise { turn, seat, then, now };
                if let ControlFlow::Break(why) = (prior.otherwise)(why) {
                    return Err(PlayError::Resume(why));
                }
            }
        }
        arbiter.replay(turn).map_err(unplayable)?;
    }
    Ok(())
}

fn unplayable(why: UnplayableTurn) -> PlayError {
    PlayError::Resume(ResumeError::Turn(why))
}

fn view(arbiter: &Arbiter, seat: Seat) -> View<'_> {
    View { table: arbiter.table(), state: arbiter.state(), seat, turns: arbiter.turns() }
}

/// Why there is no finished match.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum PlayError {
    /// The table cannot be set up: the options are invalid.
    #[localize(transparent)]
    Options(OptionsError),
    /// The match cannot be resumed.
    #[localize(say::cannot_be_resumed(_0))]
    Resume(ResumeError),
    /// Not a player's fault: the match must be played again.
    #[localize(say::cannot_be_played(_0))]
    Void(Void),
    /// An observer stopped it, or a person left.
    #[localize(say::stopped(_0.0.turns.len()))]
    Stopped(Box<UnfinishedMatch>),
}

impl PlayError {
    /// Why the match must be played again, unless it was stopped.
    pub(crate) fn unless_stopped(self) -> Result<(), Void> {
        match self {
            PlayError::Stopped(_) => Ok(()),
            PlayError::Void(void)
            | PlayError::Resume(ResumeError::Turn(UnplayableTurn::Void(void))) => Err(void),
            PlayError::Options(error) => Err(error.into_void()),
            PlayError::Resume(error) => Err(Void::because(&error)),
        }
    }
}

/// Why a match cannot be resumed.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the fields are named after what they hold")]
pub enum ResumeError {
    /// A turn that cannot have been played.
    Turn(UnplayableTurn),
    /// A player with memory acts differently from what it did `then`; `None` is no legal move.
    Otherwise { turn: u64, seat: Seat, then: Option<String>, now: Option<String> },
}

/// What was played of an unfinished match.
#[derive(Debug)]
pub struct UnfinishedMatch(pub MatchRecord);

impl Localize for ResumeError {
    fn message(&self) -> Message {
        match self {
            ResumeError::Turn(why) => why.message(),
            ResumeError::Otherwise { turn, seat, then, now } => {
                let [then, now] = [then, now].map(|action| match action {
                    Some(action) => Message::verbatim(action),
                    None => say::nothing_legal(),
                });
                say::plays_otherwise(turn, seat, then, now)
            }
        }
    }
}

certamen_i18n::error!(ResumeError);

/// What is left of the time of each seat.
pub(crate) struct Clocks {
    /// The time of each seat for a move.
    each: Vec<Duration>,
    /// What each seat has left of the match, where that is limited.
    left: Option<Vec<Duration>>,
    /// What each move adds to that.
    increment: Duration,
}

impl Clocks {
    fn new(table: &Table) -> Clocks {
        let usual = table.conditions.move_time();
        let own = table.seats.iter().map(|seat| seat.move_ms.map(Duration::from_millis));
        let all = table.conditions.match_ms.map(Duration::from_millis);
        Clocks {
            each: own.map(|own| own.unwrap_or(usual)).collect(),
            left: all.map(|all| vec![all; table.seats.len()]),
            increment: Duration::from_millis(table.conditions.increment_ms.unwrap_or(0)),
        }
    }

    /// The clocks after these turns.
    pub(crate) fn after(table: &Table, turns: &[Turn]) -> Clocks {
        let mut clocks = Clocks::new(table);
        for turn in turns {
            clocks.count(turn);
        }
        clocks
    }

    /// What a seat has left of the match, if that is limited.
    pub(crate) fn left(&self, seat: Seat) -> Option<Duration> {
        self.left.as_ref()?.get(seat.index()).copied()
    }

    fn budget(&self, seat: Seat) -> Budget {
        let each = self.each[seat.index()];
        let time = self.left(seat).map_or(each, |left| left.min(each));
        Budget { cpu: time, wall: time }
    }

    fn count(&mut self, turn: &Turn) {
        for entry in &turn.moves {
            // A record may hold any number: an invalid time counts as none.
            let charged =
                Duration::try_from_secs_f64(entry.ms.unwrap_or(0.0) / 1e3).unwrap_or_default();
            let left = self.left.as_mut().and_then(|left| left.get_mut(entry.seat.index()));
            if let Some(left) = left.filter(|_| !entry.automatic) {
                *left = left.saturating_sub(charged).saturating_add(self.increment);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{Conditions, Map, Move, SeatEntry, record::FORMAT};

    /// A table under `conditions`, whose seats have these times of their own.
    fn table(conditions: Conditions, own: &[Option<u64>]) -> Table {
        let seats = own.iter().map(|own| SeatEntry { move_ms: *own, ..SeatEntry::named("bot") });
        Table {
            certamen: FORMAT,
            game: "any".to_owned(),
            rules: 1,
            rules_source: certamen_game::RulesSource::default(),
            options: Map::new(),
            seed: 0,
            seats: seats.collect(),
            conditions,
            extra: Map::new(),
        }
    }

    fn turn(seat: u8, ms: f64) -> Turn {
        let entry = Move {
            seat: Seat(seat),
            action: None,
            automatic: false,
            fault: None,
            reply: None,
            ms: Some(ms),
            pondered_ms: None,
            asleep_ms: None,
            remote: certamen_game::record::RemoteMove::default(),
            extra: Map::new(),
        };
        Turn { turn: 1, moves: vec![entry], extra: Map::new() }
    }

    #[test]
    fn the_last_moves_have_what_is_left_of_the_match() {
        let conditions =
            Conditions { match_ms: Some(2500), ..Conditions::usual(1000, 1 << 20, "D") };
        let mut clocks = Clocks::new(&table(conditions, &[None; 2]));
        let left = |clocks: &Clocks, seat| clocks.budget(Seat(seat)).wall.as_millis();
        let mut seen = Vec::new();
        for ms in [900.0, 900.0, 400.5, 999.0, f64::NAN, -1.0] {
            seen.push(left(&clocks, 0));
            clocks.count(&turn(0, ms));
        }
        assert_eq!(seen, [1000, 1000, 700, 299, 0, 0]);
        assert_eq!(left(&clocks, 1), 1000, "the other's clock stands");
    }

    #[test]
    fn every_move_of_a_seat_adds_the_increment_to_its_clock() {
        let usual = Conditions::usual(1000, 1 << 20, "D");
        let conditions = Conditions { match_ms: Some(500), increment_ms: Some(100), ..usual };
        let table = table(conditions, &[None; 2]);
        let mut turns = vec![turn(0, 450.0)];
        let left = |turns: &[Turn]| {
            [0, 1].map(|seat| Clocks::after(&table, turns).left(Seat(seat)).unwrap().as_millis())
        };
        assert_eq!(left(&turns), [150, 500]);
        turns.push(turn(1, 0.0));
        // A clock that ran out is not below zero.
        turns.push(turn(0, 900.0));
        assert_eq!(left(&turns), [100, 600]);
        let forced = Move { automatic: true, ..turn(0, 0.0).moves[0].clone() };
        turns.push(Turn { turn: 4, moves: vec![forced], extra: Map::new() });
        assert_eq!(left(&turns), [100, 600], "the rules played");
    }

    #[test]
    fn without_a_limit_for_the_match_every_move_has_its_time() {
        let mut clocks = Clocks::new(&table(Conditions::usual(1000, 1 << 20, "D"), &[None]));
        clocks.count(&turn(0, 1e9));
        assert_eq!(clocks.budget(Seat(0)).wall, Duration::from_secs(1));
    }

    #[test]
    fn a_seat_may_have_a_time_of_its_own() {
        let usual = Conditions::usual(1000, 1 << 20, "D");
        let clocks = Clocks::new(&table(usual.clone(), &[Some(60_000), None]));
        let left = |clocks: &Clocks, seat| clocks.budget(Seat(seat)).wall.as_secs();
        assert_eq!([left(&clocks, 0), left(&clocks, 1)], [60, 1]);
        let short = Conditions { match_ms: Some(5_000), ..usual };
        assert_eq!(left(&Clocks::new(&table(short, &[Some(60_000)])), 0), 5);
    }
}
