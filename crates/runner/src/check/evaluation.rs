//! Tries an evaluation function as a course does: whether it compiles, whether it is fast enough, and
//! how it scores against the reference player.

use crate::check::charged::{TimedPlayer, options_of, positions};
use crate::check::pace::{self, MeasuredShare, Pace};
use crate::check::{CheckError, answer_or_fault, say};
use crate::referee::{MatchEvent, play};
use crate::submission::{Rule, SourceFinding};
use crate::{Bot, BotError, BuildCache, BuiltBot, PlayerFactory, SeatingPlan};
use certamen_game::builtin::Arguments;
use certamen_game::number::milliseconds;
use certamen_game::{Budget, Failure, Fault, Map, Outcome, Seat, Table, Turn};
use certamen_i18n::{Localize, Message};
use certamen_sandbox::{CompileError, RecordedSandbox, StderrTail, TranscriptSink};
use std::{ops::ControlFlow, sync::Arc, time::Duration};

/// A move is stopped after this many times the limit, so that the report can say how slow it is.
const GIVEN_UP: u32 = 4;
/// Effectively no limit, for the player whose time sets the limit.
const NO_HURRY: Budget =
    Budget { cpu: Duration::from_secs(24 * 3600), wall: Duration::from_secs(24 * 3600) };
const DRAW: f64 = 0.5;

/// The entry test of an evaluation function.
#[expect(missing_docs, reason = "the types say it")]
pub struct EntryTrial<'a> {
    pub bot: &'a Bot,
    pub plan: &'a SeatingPlan,
    pub cache: &'a BuildCache,
    /// Options, seed and conditions of what is played.
    pub table: &'a Table,
    /// A thread index that no other match uses.
    pub place: usize,
    /// The opponent, if any.
    pub measure: Option<Measure>,
    /// The player whose time sets the limit, if one does.
    pub pace: Option<Pace>,
}

/// A built-in player that must be equalled or beaten.
pub struct Measure {
    /// Its name in messages.
    pub label: String,
    /// Its name among the built-in players.
    pub name: String,
    /// Its arguments.
    pub arguments: Arguments,
    /// The minimum score against it, from either side.
    pub least: f64,
}

impl Measure {
    /// A player that must be equalled, with this search depth.
    pub fn to_equal(name: &str, depth: u32) -> Measure {
        let arguments = [("depth".to_owned(), depth.to_string())].into();
        Measure { label: name.to_owned(), name: name.to_owned(), arguments, least: DRAW }
    }
}

/// One thing that was tried.
#[derive(Debug)]
pub struct Step {
    /// The result.
    pub came: Came,
    /// What is wrong, if something is.
    pub finding: Option<SourceFinding>,
}

/// The result of a trial.
#[derive(Debug)]
#[expect(missing_docs, reason = "the fields are named after what they hold")]
pub enum Came {
    /// The compiler refused it, with this output.
    Refused(String),
    /// The slowest move took `needed`. Its limit is `limit`, or a share of another player's time.
    Slowest { needed: Duration, limit: Duration, share: Option<MeasuredShare> },
    /// It failed.
    Failed(Fault),
    /// A match against the measure was played to its end.
    Played { seat: Seat, score: f64, detail: Map },
}

impl EntryTrial<'_> {
    /// Runs one trial after the other, until the observer stops it.
    pub fn go(&self, see: &mut dyn FnMut(Step) -> ControlFlow<()>) -> Result<(), CheckError> {
        let bot = match self.cache.prepare(self.bot) {
            Ok(bot) => bot,
            Err(BotError::Compile { error: CompileError::Refused { why, words }, .. }) => {
                let gist = gist(&words).unwrap_or_else(|| why.to_string());
                let finding = Some(SourceFinding::new(Rule::DoesNotCompile).with_detail(&gist));
                let _ = see(Step { came: Came::Refused(words), finding });
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        if see(self.in_time(&bot)?).is_break() {
            return Ok(());
        }
        let Some(measure) = &self.measure else { return Ok(()) };
        for seat in [Seat(0), Seat(1)] {
            if see(self.against(measure, seat, &bot)?).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The limit of its matches in the trial. Where another player's time sets the limit, they were
    /// compared already, and the load of the machine must not change the result.
    fn limit(&self) -> Duration {
        let limit = self.table.conditions.move_time();
        if self.pace.is_some() { limit * GIVEN_UP } else { limit }
    }

    /// "jugadores que requieran tiempos superiores al 50% del llamado bueno a profundidad 4 serán
    /// descalificados"
    fn in_time(&self, bot: &BuiltBot) -> Result<Step, CheckError> {
        let limit = self.table.conditions.move_time();
        let time = limit * GIVEN_UP;
        let budget = Budget { cpu: time, wall: time * GIVEN_UP + Duration::from_secs(1) };
        let words: Arc<StderrTail> = Arc::default();
        let sink: Arc<dyn TranscriptSink> = words.clone();
        let sandbox = Arc::new(RecordedSandbox::new(Arc::clone(&self.plan.sandbox), sink));
        let plan = SeatingPlan { sandbox, ..self.plan.clone() };
        let mut at = None;
        let (needed, share) = match answer_or_fault(self.timed(&plan, bot, budget, &mut at)?)? {
            Ok(found) => found,
            Err(fault) => return Ok(failed(fault, &words.tail(), time, limit, at)),
        };
        let detail = match (&self.pace, share) {
            (Some(pace), Some(share)) => {
                let is_slow = share.percent > f64::from(pace.percent);
                is_slow.then(|| share.message(&pace.label))
            }
            _ => (needed > limit).then(|| say::needs(milliseconds(needed), milliseconds(limit))),
        };
        let finding =
            detail.map(|detail| SourceFinding::new(Rule::TooSlow).with(placed(detail, at)));
        Ok(Step { came: Came::Slowest { needed, limit, share }, finding })
    }

    /// The time in its slowest position, and the share of the other player's time.
    fn timed(
        &self,
        plan: &SeatingPlan,
        bot: &BuiltBot,
        budget: Budget,
        at: &mut Option<String>,
    ) -> Result<Result<(Duration, Option<MeasuredShare>), Failure>, CheckError> {
        let positions = match positions(plan.game, self.table) {
            Ok(positions) => positions,
            Err(failure) => return Ok(Err(failure)),
        };
        let mut candidate = TimedPlayer::new(plan, bot.clone(), budget);
        let Some(pace) = &self.pace else {
            return Ok(candidate.slowest(&positions, at).map(|needed| (needed, None)));
        };
        let reference = self.cache.prepare(&pace.bot)?.with_whole_search();
        let mut reference = TimedPlayer::new(self.plan, reference, NO_HURRY);
        let found = pace::measure(&mut candidate, &mut reference, &positions, pace.percent, at);
        Ok(found.map(|(needed, share)| (needed, Some(share))))
    }

    fn against(&self, measure: &Measure, seat: Seat, bot: &BuiltBot) -> Result<Step, CheckError> {
        let Measure { name, arguments, .. } = measure;
        let opponent = BuiltBot::Builtin { name: name.clone(), arguments: arguments.clone() };
        let mut bots = [bot, &opponent];
        bots.rotate_right(seat.index());
        let mut ended = self.played(&bots, seat)?;
        // As in a contest, a timeout counts only if it happens twice.
        if ended.outcome.reason == Some(Fault::Timeout) {
            ended = self.played(&bots, seat)?;
        }
        Ok(judged(measure, seat, ended, self.limit()))
    }

    fn played(&self, bots: &[&BuiltBot], seat: Seat) -> Result<EndedMatch, CheckError> {
        let factory = PlayerFactory { plan: self.plan, place: self.place };
        let words: Vec<Arc<StderrTail>> = bots.iter().map(|_| Arc::default()).collect();
        let nothing = vec![Vec::new(); bots.len()];
        let conditions = self.table.conditions.clone().with_move_time(self.limit());
        let table = self.table.clone().conditions(conditions);
        let mut players = factory.players_with_last_words(&table, bots, &nothing, &words)?;
        let game = self.plan.game;
        let (mut at, mut reply) = (None, None);
        let go_on = &mut |event: &MatchEvent<'_>| {
            let failed = |turn: &Turn| turn.moves.iter().find(|it| it.fault.is_some()).cloned();
            match event {
                MatchEvent::Start(arbiter) => at = Some(options_of(game, arbiter.state())),
                MatchEvent::Turn(turn, arbiter) => match failed(turn) {
                    Some(failed) => reply = failed.reply,
                    None => at = Some(options_of(game, arbiter.state())),
                },
                MatchEvent::End(_) => {}
            }
            ControlFlow::Continue(())
        };
        let played = play(game, table, &[], &mut players, go_on)?;
        drop(players);
        let outcome = played.outcome.ok_or(CheckError::NoEnd)?;
        Ok(EndedMatch { outcome, at, reply, words: words[seat.index()].tail() })
    }
}

/// A match against the measure, with the last position before a failure and the last words.
struct EndedMatch {
    outcome: Outcome,
    at: Option<String>,
    /// An illegal reply that ended it.
    reply: Option<String>,
    words: Vec<u8>,
}

/// "que al menos iguale o supere, con el saque tanto a favor como en contra"
fn judged(measure: &Measure, seat: Seat, ended: EndedMatch, limit: Duration) -> Step {
    let EndedMatch { outcome, at, reply, words } = ended;
    let against = |what: Message| match seat {
        Seat(0) => say::against_starting(what, measure.label.clone()),
        _ => say::against_not_starting(what, measure.label.clone()),
    };
    if let Some(fault) = outcome.reason.filter(|_| outcome.seats.contains(&seat)) {
        if let (Fault::Illegal, Some(reply)) = (fault, reply) {
            let detail = placed(against(say::illegal_reply(reply)), at);
            let finding = Some(SourceFinding::new(Rule::FailsAtRunTime).with(detail));
            return Step { came: Came::Failed(fault), finding };
        }
        return failed(fault, &words, limit, limit, at);
    }
    let (score, detail) = (outcome.scores[seat.index()], outcome.detail);
    let below = || {
        let points = detail.get("points").and_then(serde_json::Value::as_array);
        let points: Vec<String> = points.into_iter().flatten().map(ToString::to_string).collect();
        let what = match (points.get(seat.index()), points.get(1 - seat.index())) {
            (Some(own), Some(other)) => say::points(own, other),
            _ => Message::verbatim(score.to_string()),
        };
        SourceFinding::new(Rule::BelowMinimum).with(against(what))
    };
    let finding = (score < measure.least).then(below);
    Step { came: Came::Played { seat, score, detail }, finding }
}

/// The finding for a fault at a position; a player that is too slow took more than `took`.
fn failed(fault: Fault, words: &[u8], took: Duration, limit: Duration, at: Option<String>) -> Step {
    let rule = match fault {
        Fault::Timeout => Rule::TooSlow,
        Fault::Security => Rule::ChangesState,
        _ => Rule::FailsAtRunTime,
    };
    let words = String::from_utf8_lossy(words);
    let detail = match (rule, words.lines().rfind(|line| !line.trim().is_empty())) {
        (Rule::TooSlow, _) => say::needs_more(milliseconds(took), milliseconds(limit)),
        (_, Some(line)) => Message::verbatim(certamen_game::legible(line.trim())),
        (_, None) => fault.message(),
    };
    let finding = Some(SourceFinding::new(rule).with(placed(detail, at)));
    Step { came: Came::Failed(fault), finding }
}

fn placed(what: Message, at: Option<String>) -> Message {
    match at {
        Some(position) => say::in_position(what, position),
        None => what,
    }
}

/// The line of a compiler's output that says what is wrong: the one after "caught", else the last.
fn gist(words: &str) -> Option<String> {
    let bare = |line: &str| line.trim_start().trim_start_matches(';').trim().to_owned();
    let lines: Vec<String> = words.lines().map(bare).collect();
    let caught = |line: &&String| line.starts_with("caught ") && !line.contains("STYLE");
    let at = lines.iter().position(|line| caught(&line));
    let after = at.and_then(|at| lines[at + 1..].iter().find(|line| !line.is_empty()));
    after.or(lines.iter().rfind(|line| !line.is_empty())).cloned()
}

#[cfg(test)]
mod tests {
    use super::gist;

    #[test]
    fn the_complaint_of_a_compiler_is_found() {
        let words = "; in: DEFUN MI-F-EV\n; caught STYLE-WARNING:\n;   never used\n\n; caught WARNING:\n;   Constant 5 conflicts\n; compilation unit finished\nit does not compile\n";
        assert_eq!(gist(words).as_deref(), Some("Constant 5 conflicts"));
        assert_eq!(gist("READ error: end of file\n\n").as_deref(), Some("READ error: end of file"));
        assert_eq!(gist("\n ;\n"), None);
    }
}
