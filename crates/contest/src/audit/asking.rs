//! House players asked again: their answers follow from the seed and what was played, so nobody has
//! to believe them.
//!
//! Answers of programs are not asked for here: that takes the programs and a sandbox.

use super::MatchFinding;
use crate::{ToldSubmission, draw::HouseSpecs, file};
use certamen_game::{
    Budget, DynGame, Given, MatchRecord, Move, Player, Seat, View, arbiter::Arbiter, escaped,
    house::Arguments,
};
use certamen_work::BotSpec;
use std::time::Duration;

/// The language that house players are told to be written in.
const BUILTIN: &str = "builtin";
/// The argument that a contest file may give to all of them.
const DEPTH: &str = "depth";

/// House players have all the time they need.
const NO_HURRY: Budget = Budget { cpu: Duration::MAX, wall: Duration::MAX };

/// Whether house players are asked again, and how many of their answers were.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// Answers that house players gave again.
    pub again: u64,
    /// Answers of theirs for which they were not asked: nobody wants to, or nobody knows them here.
    pub unasked: u64,
}

/// Who asks house players again.
pub(super) struct Asking {
    pub(super) specs: HouseSpecs,
    /// How many plies they look ahead unless their names say otherwise.
    pub(super) depth: Option<u32>,
    pub(super) is_wanted: bool,
    pub(super) asked: Asked,
}

impl Default for Asking {
    fn default() -> Asking {
        let specs = HouseSpecs::default();
        Asking { specs, depth: None, is_wanted: true, asked: Asked::default() }
    }
}

impl Asking {
    /// Whom a contest file, which has this text, calls what.
    pub(super) fn read(&mut self, text: Option<&str>) {
        let Some(file) = text.and_then(|text| file::parse(text).ok()) else { return };
        self.specs = HouseSpecs::of(&file.bots);
        self.depth = file.search.map(|search| search.depth);
    }

    /// Asks those among `seats` that are house players again, in a match that replays.
    pub(super) fn ask(
        &mut self,
        game: &dyn DynGame,
        (record, seats): (&MatchRecord, &[&ToldSubmission]),
    ) -> Result<(), MatchFinding> {
        if !seats.iter().any(|seat| is_house(seat)) {
            return Ok(());
        }
        let player = |seat: &&ToldSubmission| {
            is_house(seat).then(|| self.player(game, seat).filter(|_| self.is_wanted))
        };
        let mut players: Vec<Option<Option<Box<dyn Player>>>> = seats.iter().map(player).collect();
        let Ok(mut arbiter) = Arbiter::start(game, record.table.clone()) else { return Ok(()) };
        for turn in &record.turns {
            for entry in &turn.moves {
                if let Some(Some(player)) = players.get_mut(entry.seat.index()) {
                    self.compare(player.as_mut(), &arbiter, (turn.turn, entry))?;
                }
            }
            if arbiter.replay(turn).is_err() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Compares a move of a house player with what it answers now.
    fn compare(
        &mut self,
        player: Option<&mut Box<dyn Player>>,
        arbiter: &Arbiter,
        (turn, entry): (u64, &Move),
    ) -> Result<(), MatchFinding> {
        if entry.automatic || entry.fault.is_some() {
            return Ok(());
        }
        let Some(player) = player else {
            self.asked.unasked += 1;
            return Ok(());
        };
        self.asked.again += 1;
        let due = answer(&mut **player, arbiter, entry.seat);
        if entry.action == due {
            return Ok(());
        }
        let [found, due] = [entry.action.as_deref(), due.as_deref()]
            .map(|action| escaped(action.unwrap_or_default()));
        Err(MatchFinding::House { turn, found, due })
    }

    /// The house player that a submission is, if it is known here.
    fn player(&self, game: &dyn DynGame, seat: &ToldSubmission) -> Option<Box<dyn Player>> {
        let spec: BotSpec = self.specs.spec(&seat.bot).parse().ok()?;
        let (name, arguments) = spec.house()?;
        let deep = self.depth.filter(|_| !arguments.contains_key(DEPTH)).and_then(|depth| {
            let depth = (DEPTH.to_owned(), depth.to_string());
            let arguments: Arguments = arguments.clone().into_iter().chain([depth]).collect();
            game.house_player(name, &arguments).ok()
        });
        deep.or_else(|| game.house_player(name, &arguments).ok())
    }
}

/// Whether it is told to be a house player.
fn is_house(seat: &ToldSubmission) -> bool {
    seat.digest.is_empty() && seat.language == BUILTIN
}

/// What the player answers now.
fn answer(player: &mut dyn Player, arbiter: &Arbiter, seat: Seat) -> Option<String> {
    let (table, state, turns) = (arbiter.table(), arbiter.state(), arbiter.turns());
    let reply = player.act(&View { table, state, seat, turns }, NO_HURRY).ok()?;
    match reply.given {
        Given::Play(play) => Some(play.text()),
        Given::Text(text) => state.read(seat, &text).ok().map(|play| play.text()),
    }
}
