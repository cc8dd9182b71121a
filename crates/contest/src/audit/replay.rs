//! Replays answers. Those of built-in players follow from the seed and the moves, so they need no
//! trust; bots are asked again by a caller that has them and a sandbox.

use super::{
    AuditFinding, MatchFinding, ReplayedAnswers, contest::AuditedContest, report::Findings,
};
use crate::{
    SubmissionEntry,
    compiled_rules::CompiledRules,
    deterministic::ObservedRepeats,
    draw::{BUILTIN, BuiltinSpecs},
    file::{self, Memory},
};
use certamen_game::{
    Budget, DynGame, Failure, Fault, MatchRecord, Move, OptionsError, Player, Seat, Table,
    UnplayableTurn, View, Void, arbiter::Arbiter, builtin::Arguments, escaped, job::BotSpec,
};
use certamen_i18n::Message;
use std::time::Duration;

/// The argument that a contest file may give to all built-in players.
const DEPTH: &str = "depth";

/// Built-in players have unlimited time.
const NO_HURRY: Budget = Budget { cpu: Duration::MAX, wall: Duration::MAX };

/// The caller that has the bots, and asks them again.
pub trait Replayer {
    /// Prepares for the bots of a contest of this game, with this memory.
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
    /// A bot, and whether it is declared deterministic.
    Program(Box<dyn Player>, bool),
    /// A bot that is not available here.
    NotAsked,
}

#[derive(Default)]
pub(super) struct BotReplay {
    pub(super) specs: BuiltinSpecs,
    /// The search depth in plies, unless the players' names set it.
    depth: Option<u32>,
    /// Whether built-in players are not asked.
    pub(super) is_skipped: bool,
    pub(super) answers: ReplayedAnswers,
    pub(super) replayer: Option<Box<dyn Replayer>>,
    known: ObservedRepeats,
}

impl BotReplay {
    /// Reads the built-in players from the text of the file of a contest of this game.
    pub(super) fn read(&mut self, text: Option<&str>, game: &'static dyn DynGame) {
        let Some(file) = text.and_then(|text| file::parse_as(text, game).ok()) else {
            return;
        };
        self.specs = BuiltinSpecs::of(&file.bots);
        self.depth = file.search.map(|search| search.depth);
    }

    /// Prepares for a contest.
    pub(super) fn open(&mut self, contest: &AuditedContest) -> Result<(), Message> {
        self.known = contest.header.deterministic.clone();
        let CompiledRules { game, programs, .. } = &contest.rules;
        self.replayer.as_mut().map_or(Ok(()), |replayer| replayer.open(*game, programs.memory))
    }

    /// Replays the answers of those seats whose player is available.
    pub(super) fn ask(
        &mut self,
        game: &dyn DynGame,
        record: &MatchRecord,
        seats: &[&SubmissionEntry],
    ) -> Result<(), MatchFinding> {
        let mut targets = self.targets(game, &record.table, seats);
        if targets.iter().all(|target| matches!(target, ReplayTarget::NotAsked)) {
            return Ok(());
        }
        let mut arbiter = match Arbiter::start(game, record.table.clone()) {
            Ok(arbiter) => arbiter,
            Err(OptionsError::Void(void)) => return Err(MatchFinding::Rules(*void)),
            Err(_) => return Ok(()),
        };
        for turn in &record.turns {
            for entry in &turn.moves {
                if let Some(target) = targets.get_mut(entry.seat.index()) {
                    self.compare(target, &arbiter, turn.turn, entry)?;
                }
            }
            match arbiter.replay(turn) {
                Ok(()) => {}
                Err(UnplayableTurn::Void(void)) => return Err(MatchFinding::Rules(void)),
                Err(_) => return Ok(()),
            }
        }
        Ok(())
    }

    fn targets(
        &mut self,
        game: &dyn DynGame,
        table: &Table,
        seats: &[&SubmissionEntry],
    ) -> Vec<ReplayTarget> {
        let programs = seats.iter().any(|seat| !is_builtin(seat));
        let wanted = programs && self.replayer.as_mut().is_some_and(|replayer| replayer.wants());
        let mut is_asked = false;
        let mut targets = Vec::with_capacity(seats.len());
        for (place, listed) in (0..).map(Seat).zip(seats) {
            targets.push(if is_builtin(listed) {
                ReplayTarget::Builtin(self.player(game, listed).filter(|_| !self.is_skipped))
            } else {
                let replayer = self.replayer.as_mut().filter(|_| wanted);
                match replayer.and_then(|replayer| replayer.player(table, place, &listed.digest)) {
                    Some(player) => {
                        is_asked = true;
                        ReplayTarget::Program(player, self.is_declared(listed.id))
                    }
                    None => ReplayTarget::NotAsked,
                }
            });
        }
        self.answers.left_out += u64::from(programs && self.replayer.is_some() && !is_asked);
        targets
    }

    fn is_declared(&self, submission: i64) -> bool {
        self.known.declared.contains(&submission)
            && self.known.breaches.iter().all(|breach| breach.submission != submission)
    }

    /// Compares a recorded move with the answer now.
    fn compare(
        &mut self,
        target: &mut ReplayTarget,
        arbiter: &Arbiter,
        turn: u64,
        entry: &Move,
    ) -> Result<(), MatchFinding> {
        if entry.automatic {
            return Ok(());
        }
        let shown = |action: &Option<String>| escaped(action.as_deref().unwrap_or_default());
        // Built-in players run in the host's own process, without limits: they commit no other
        // fault.
        if let (ReplayTarget::Builtin(_), Some(fault)) = (&*target, entry.fault)
            && fault != Fault::Illegal
        {
            return Err(MatchFinding::BuiltinFault { turn, fault });
        }
        match target {
            ReplayTarget::NotAsked => {}
            ReplayTarget::Builtin(None) => self.answers.unasked += 1,
            ReplayTarget::Builtin(Some(player)) => {
                self.answers.again += 1;
                let due = answer(&mut **player, arbiter, entry.seat, NO_HURRY)?;
                if entry.fault.is_none() && entry.action != due {
                    let (found, due) = (shown(&entry.action), shown(&due));
                    return Err(MatchFinding::Builtin { turn, found, due });
                }
                // A built-in player commits that fault only if it finds no legal action.
                if let (Some(_), Some(due)) = (entry.fault, &due) {
                    let found = entry.reply.clone().unwrap_or_default();
                    return Err(MatchFinding::Builtin { turn, found, due: escaped(due) });
                }
            }
            ReplayTarget::Program(player, is_declared) => {
                let budget =
                    self.replayer.as_ref().map(|replayer| replayer.budget(arbiter.table()));
                let budget = budget.unwrap_or(NO_HURRY);
                let due = answer(&mut **player, arbiter, entry.seat, budget)?;
                self.answers.programs += 1;
                if entry.fault.is_some() {
                    self.answers.doubtful_faults += u64::from(due.is_some());
                    return Ok(());
                }
                if entry.action == due {
                    return Ok(());
                }
                // A missing answer may be this machine's fault.
                if *is_declared && due.is_some() {
                    let (found, due) = (shown(&entry.action), shown(&due));
                    return Err(MatchFinding::Program { turn, found, due });
                }
                self.answers.others += 1;
            }
        }
        Ok(())
    }

    /// Finds built-in players that this version does not have, since they cannot be asked, and those
    /// with a wrong declaration of determinism.
    pub(super) fn check_built_in<'a>(
        &self,
        contest: &AuditedContest,
        submissions: impl Iterator<Item = &'a SubmissionEntry>,
        findings: &mut Findings,
    ) {
        let CompiledRules { game, programs, .. } = &contest.rules;
        // Players on other machines have no files here, and cannot be asked again.
        let without_files = |listed: &&SubmissionEntry| {
            listed.digest.is_empty() && !ELSEWHERE.contains(&listed.language.as_str())
        };
        for listed in submissions.filter(without_files) {
            if !is_builtin(listed) || self.player(*game, listed).is_none() {
                findings.add(AuditFinding::UnknownBuiltin { bot: listed.bot.clone() });
                continue;
            }
            let spec: Option<BotSpec> = self.specs.spec(&listed.bot).parse().ok();
            let lots = spec.as_ref().and_then(BotSpec::builtin);
            let lots = lots.and_then(|(name, arguments)| game.uses_rng(name, &arguments).ok());
            let is_declared = contest.header.deterministic.declared.contains(&listed.id);
            if contest.header.entrants.contains(&listed.id)
                && lots.is_some_and(|lots| is_declared == (lots || programs.memory.lives_on()))
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

/// What stands for the language of players on other machines.
const ELSEWHERE: [&str; 2] = ["remote", "http"];

fn is_builtin(seat: &SubmissionEntry) -> bool {
    seat.digest.is_empty() && seat.language == BUILTIN
}

/// The action that a player takes now, if it is legal. Rules that fail meanwhile say nothing about
/// what was recorded.
fn answer(
    player: &mut dyn Player,
    arbiter: &Arbiter,
    seat: Seat,
    budget: Budget,
) -> Result<Option<String>, MatchFinding> {
    let (table, state, turns) = (arbiter.table(), arbiter.state(), arbiter.turns());
    let acted = player.act(&View { table, state, seat, turns }, budget);
    if let Err(Failure::Void(void @ Void::Rules(_))) = acted {
        return Err(MatchFinding::Rules(void));
    }
    let read = acted.ok().map(|reply| reply.given.read(state, seat)).transpose();
    let read = read.map_err(|void| MatchFinding::Rules(*void))?;
    Ok(read.and_then(Result::ok).map(|play| play.text()))
}
