//! Players asked again. Answers of built-in players follow from the seed and what was played, so
//! they need no trust; bots are asked again by a caller that has them and a sandbox.

use super::{AuditFinding, MatchFinding, breaches::Declared, report::Findings};
use crate::{
    SubmissionEntry,
    deterministic::ObservedRepeats,
    draw::{BUILTIN, BuiltinSpecs},
    file::{self, Memory},
};
use certamen_game::{
    Budget, DynGame, Fault, Given, MatchRecord, Move, Player, Seat, Table, View, arbiter::Arbiter,
    builtin::Arguments, escaped, job::BotSpec,
};
use certamen_i18n::Message;
use std::time::Duration;

/// The argument that a contest file may give to all built-in players.
const DEPTH: &str = "depth";

/// Built-in players have unlimited time.
const NO_HURRY: Budget = Budget { cpu: Duration::MAX, wall: Duration::MAX };

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReplayedAnswers {
    pub again: u64,
    /// Answers of built-in players that were not replayed: skipped, or of unknown players.
    pub unasked: u64,
    pub programs: u64,
    /// Different answers or none, as bots that draw lots may give.
    pub others: u64,
    /// Turns with a recorded fault of a bot that answers now.
    pub doubtful_faults: u64,
    /// How many matches of programs were not asked about: the sample leaves them out, or the programs
    /// are not there.
    pub left_out: u64,
}

/// The caller that has the bots, and asks them again.
pub trait Replayer {
    /// Makes ready for the programs of a contest of this game, with this much memory.
    ///
    /// # Errors
    ///
    /// Why that cannot be done.
    fn open(&mut self, game: &'static dyn DynGame, memory: Memory) -> Result<(), Message>;

    /// Whether the next match is in the sample.
    fn wants(&mut self) -> bool;

    /// The bot with this digest on a seat, if it is available.
    fn player(&mut self, table: &Table, seat: Seat, digest: &str) -> Option<Box<dyn Player>>;

    /// The time for an answer.
    fn budget(&self, table: &Table) -> Budget;
}

enum ReplayTarget {
    /// `None` if the player is unknown, or replay is skipped.
    Builtin(Option<Box<dyn Player>>),
    /// A bot, and whether its answers are always the same.
    Program(Box<dyn Player>, Determinism),
    /// A bot that is not available here.
    NotAsked,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Determinism {
    Declared,
    Unknown,
}

pub(super) struct BotReplay {
    pub(super) specs: BuiltinSpecs,
    /// The search depth in plies, unless the players' names set it.
    pub(super) depth: Option<u32>,
    pub(super) is_wanted: bool,
    pub(super) asked: ReplayedAnswers,
    pub(super) replayer: Option<Box<dyn Replayer>>,
    known: ObservedRepeats,
}

impl Default for BotReplay {
    fn default() -> BotReplay {
        BotReplay {
            specs: BuiltinSpecs::default(),
            depth: None,
            is_wanted: true,
            asked: ReplayedAnswers::default(),
            replayer: None,
            known: ObservedRepeats::default(),
        }
    }
}

impl BotReplay {
    /// Reads the built-in players from the text of a contest file.
    pub(super) fn read(&mut self, text: Option<&str>) {
        let Some(file) = text.and_then(|text| file::parse(text).ok()) else { return };
        self.specs = BuiltinSpecs::of(&file.bots);
        self.depth = file.search.map(|search| search.depth);
    }

    /// Prepares for a contest with these declarations.
    pub(super) fn open(
        &mut self,
        game: &'static dyn DynGame,
        memory: Memory,
        known: &ObservedRepeats,
    ) -> Result<(), Message> {
        self.known = known.clone();
        self.replayer.as_mut().map_or(Ok(()), |replayer| replayer.open(game, memory))
    }

    /// Replays the answers of those seats whose player is available.
    pub(super) fn ask(
        &mut self,
        game: &dyn DynGame,
        (record, seats): (&MatchRecord, &[&SubmissionEntry]),
    ) -> Result<(), MatchFinding> {
        let mut again = self.cast(game, &record.table, seats);
        if again.iter().all(|one| matches!(one, ReplayTarget::NotAsked)) {
            return Ok(());
        }
        let Ok(mut arbiter) = Arbiter::start(game, record.table.clone()) else { return Ok(()) };
        for turn in &record.turns {
            for entry in &turn.moves {
                if let Some(one) = again.get_mut(entry.seat.index()) {
                    self.compare(one, &arbiter, (turn.turn, entry))?;
                }
            }
            if arbiter.replay(turn).is_err() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn cast(
        &mut self,
        game: &dyn DynGame,
        table: &Table,
        seats: &[&SubmissionEntry],
    ) -> Vec<ReplayTarget> {
        let programs = seats.iter().any(|seat| !is_builtin(seat));
        let wanted = programs && self.replayer.as_mut().is_some_and(|replayer| replayer.wants());
        let mut asked = false;
        let mut again = Vec::with_capacity(seats.len());
        for (place, listed) in (0..).map(Seat).zip(seats) {
            again.push(if is_builtin(listed) {
                ReplayTarget::Builtin(self.player(game, listed).filter(|_| self.is_wanted))
            } else {
                let replayer = self.replayer.as_mut().filter(|_| wanted);
                match replayer.and_then(|replayer| replayer.player(table, place, &listed.digest)) {
                    Some(player) => {
                        asked = true;
                        ReplayTarget::Program(player, self.sameness(listed.id))
                    }
                    None => ReplayTarget::NotAsked,
                }
            });
        }
        self.asked.left_out += u64::from(programs && self.replayer.is_some() && !asked);
        again
    }

    fn sameness(&self, submission: i64) -> Determinism {
        let is_void =
            |known: &ObservedRepeats| known.breaches.iter().any(|one| one.submission == submission);
        let is_declared = self.known.declared.contains(&submission) && !is_void(&self.known);
        if is_declared { Determinism::Declared } else { Determinism::Unknown }
    }

    /// Compares a recorded move with the answer now.
    fn compare(
        &mut self,
        again: &mut ReplayTarget,
        arbiter: &Arbiter,
        (turn, entry): (u64, &Move),
    ) -> Result<(), MatchFinding> {
        if entry.automatic {
            return Ok(());
        }
        let listed = |due: &Option<String>| {
            [entry.action.as_deref(), due.as_deref()]
                .map(|action| escaped(action.unwrap_or_default()))
        };
        // Built-in players run in the host's own process, without limits.
        if let (ReplayTarget::Builtin(_), Some(fault)) = (&*again, entry.fault)
            && fault != Fault::Illegal
        {
            return Err(MatchFinding::BuiltinFault { turn, fault });
        }
        match again {
            ReplayTarget::NotAsked => {}
            ReplayTarget::Builtin(None) => self.asked.unasked += 1,
            ReplayTarget::Builtin(Some(player)) => {
                self.asked.again += 1;
                let due = answer(&mut **player, arbiter, entry.seat, NO_HURRY);
                if entry.fault.is_none() && entry.action != due {
                    let [found, due] = listed(&due);
                    return Err(MatchFinding::Builtin { turn, found, due });
                }
                // Only a player that finds no legal action commits that fault.
                if let (Some(_), Some(due)) = (entry.fault, &due) {
                    let found = entry.reply.clone().unwrap_or_default();
                    return Err(MatchFinding::Builtin { turn, found, due: escaped(due) });
                }
            }
            ReplayTarget::Program(player, determinism) => {
                let budget =
                    self.replayer.as_ref().map(|replayer| replayer.budget(arbiter.table()));
                let due = answer(&mut **player, arbiter, entry.seat, budget.unwrap_or(NO_HURRY));
                self.asked.programs += 1;
                if entry.fault.is_some() {
                    self.asked.doubtful_faults += u64::from(due.is_some());
                    return Ok(());
                }
                if entry.action == due {
                    return Ok(());
                }
                // None at all may be the matter of this machine.
                if *determinism == Determinism::Declared && due.is_some() {
                    let [found, due] = listed(&due);
                    return Err(MatchFinding::Program { turn, found, due });
                }
                self.asked.others += 1;
            }
        }
        Ok(())
    }

    /// Finds built-in players that this version does not have, since no one can ask them, and those
    /// that are declared deterministic and are not, or the other way round.
    pub(super) fn check_built_in<'a>(
        &self,
        (declared, forgets): (Declared<'_>, bool),
        submissions: impl Iterator<Item = &'a SubmissionEntry>,
        findings: &mut Findings,
    ) {
        for listed in submissions.filter(|listed| listed.digest.is_empty()) {
            let Declared { game, known, entrants, .. } = declared;
            if !is_builtin(listed) || self.player(game, listed).is_none() {
                findings.add(AuditFinding::UnknownBuiltin { bot: listed.bot.clone() });
                continue;
            }
            let spec: Option<BotSpec> = self.specs.spec(&listed.bot).parse().ok();
            let lots = spec.as_ref().and_then(BotSpec::builtin);
            let lots = lots.and_then(|(name, arguments)| game.draws_lots(name, &arguments).ok());
            let is_declared = known.declared.contains(&listed.id);
            if entrants.contains(&listed.id)
                && lots.is_some_and(|lots| is_declared == (lots || !forgets))
            {
                findings.add(AuditFinding::Declaration { bot: listed.bot.clone() });
            }
        }
    }

    fn player(&self, game: &dyn DynGame, seat: &SubmissionEntry) -> Option<Box<dyn Player>> {
        let spec: BotSpec = self.specs.spec(&seat.bot).parse().ok()?;
        let (name, arguments) = spec.builtin()?;
        let deep = self.depth.filter(|_| !arguments.contains_key(DEPTH)).and_then(|depth| {
            let depth = (DEPTH.to_owned(), depth.to_string());
            let arguments: Arguments = arguments.clone().into_iter().chain([depth]).collect();
            game.builtin_player(name, &arguments).ok()
        });
        deep.or_else(|| game.builtin_player(name, &arguments).ok())
    }
}

fn is_builtin(seat: &SubmissionEntry) -> bool {
    seat.digest.is_empty() && seat.language == BUILTIN
}

fn answer(
    player: &mut dyn Player,
    arbiter: &Arbiter,
    seat: Seat,
    budget: Budget,
) -> Option<String> {
    let (table, state, turns) = (arbiter.table(), arbiter.state(), arbiter.turns());
    let reply = player.act(&View { table, state, seat, turns }, budget).ok()?;
    match reply.given {
        Given::Play(play) => Some(play.text()),
        Given::Text(text) => state.read(seat, &text).ok().map(|play| play.text()),
    }
}
