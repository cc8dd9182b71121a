//! Tries an evaluation function as a course would: does it compile, is it in time, and what comes
//! of it against the player that is the measure.

use super::sandbox;
use crate::command_error::{CommandError, Context, anyhow};
use crate::{
    arguments::Check,
    command::play::{move_ms, options},
    ending::Ending,
    measured::time_charged,
    setting,
};
use certamen_course::{Finding, Rule};
use certamen_game::{
    Budget, Conditions, DynGame, Failure, Fault, Language, Outcome, Seat, Table, Words, conformance,
};
use certamen_sandbox::CompileError;
use certamen_speech::Speak;
use certamen_worker::{
    Bot, BotError, Kind, Ready, Scratch, Seating, SeatingPlan, Workshop, allowed_cores, pin_to_core,
};
use serde_json::json;
use std::{
    io::{Write, stdout},
    ops::ControlFlow,
    time::Duration,
};

/// "una función de evaluación que al menos iguale o supere, con el saque tanto a favor como en
/// contra, a la f-eval-Regular"
const MEASURE: &str = "regular";

/// Tries an evaluation function that keeps to the rules.
pub(super) fn check(
    arguments: &Check,
    game: &'static dyn DynGame,
    bot: &Bot,
    language: Language,
) -> Result<Ending, CommandError> {
    let bots = std::slice::from_ref(bot);
    let sandbox = sandbox(bots, arguments.tier)?;
    setting::banner(bots, sandbox.tier(), language);
    let options = options(&arguments.options)?;
    super::start_is_possible(game, &options)?;
    let move_ms = move_ms(arguments.move_time.as_ref(), 2, game, &options, language)?;
    let memory = arguments.memory.unwrap_or(256 << 20);
    let conditions = Conditions::usual(move_ms, memory, sandbox.tier().to_string());
    let folder = tempfile::tempdir().context("a folder for building")?;
    let workshop = Workshop::new(folder.path().join("builds"), sandbox.clone());
    let scratch = Scratch::Below(folder.path().join("scratch"));
    let plan = SeatingPlan { game, sandbox, scratch };
    pin_to_core(allowed_cores()[0]);
    let mut report = Report { json: arguments.json, language, findings: 0 };
    let ready = match workshop.prepare(bot) {
        Ok(ready) => ready,
        Err(BotError::Compile { error: CompileError::Refused { why, words }, .. }) => {
            report.find(&Finding::new(Rule::DoesNotCompile).with_detail(&why.to_string()))?;
            report.compiler(&words)?;
            return Ok(Ending::NotPlain);
        }
        Err(error) => return Err(error.into()),
    };
    let table = Table { conditions, ..conformance::table(game, options, 2, 1) };
    let trial = Trial { plan: &plan, table: &table, ready: &ready, bot };
    trial.in_time(&mut report)?;
    for seat in [Seat(0), Seat(1)] {
        trial.against_the_measure(seat, &mut report)?;
    }
    Ok(if report.findings > 0 { Ending::NotPlain } else { Ending::Fine })
}

/// A player that is tried.
struct Trial<'a> {
    plan: &'a SeatingPlan,
    table: &'a Table,
    ready: &'a Ready,
    bot: &'a Bot,
}

impl Trial<'_> {
    /// The slowest move, among those of a fixed set of positions.
    fn in_time(&self, report: &mut Report) -> Result<(), CommandError> {
        let limit = Duration::from_millis(self.table.conditions.move_ms);
        // Somewhat more, so that it can be told by how much it is too slow.
        let budget = Budget { cpu: 4 * limit, wall: 16 * limit + Duration::from_secs(1) };
        match time_charged(self.plan, self.table, self.ready, budget) {
            Ok(needed) => report.slowest(needed, limit),
            Err(Failure::Fault(fault)) => report.find(&of_fault(fault)),
            Err(failure) => Err(anyhow!("{}: {failure:?}", self.bot.name)),
        }
    }

    fn against_the_measure(&self, seat: Seat, report: &mut Report) -> Result<(), CommandError> {
        let depth = match &self.bot.kind {
            Kind::Program(program) => program.search.unwrap_or_default().depth(),
            _ => return Ok(()),
        };
        let arguments = [("depth".to_owned(), depth.to_string())].into();
        let measure = Ready::House { name: MEASURE.to_owned(), arguments };
        let mut bots = [self.ready, &measure];
        bots.rotate_right(seat.index());
        let seating = Seating { plan: self.plan, place: 0 };
        let mut players = seating.players(self.table, &bots).map_err(|void| anyhow!("{void}"))?;
        let go_on = &mut |_: &certamen_referee::MatchEvent<'_>| ControlFlow::Continue(());
        let played =
            certamen_referee::play(self.plan.game, self.table.clone(), &[], &mut players, go_on);
        let record = played.map_err(|error| anyhow!("{error:?}"))?;
        let outcome = record.outcome.ok_or_else(|| anyhow!("a match without an end"))?;
        report.outcome(seat, &outcome)
    }
}

/// What is told, as text or as JSON lines.
struct Report {
    json: bool,
    language: Language,
    findings: usize,
}

impl Report {
    fn find(&mut self, finding: &Finding) -> Result<(), CommandError> {
        self.findings += 1;
        let text = finding.message().get(self.language);
        let rule = format!("{:?}", finding.rule);
        let verdict = finding.verdict().name();
        self.say(&json!({"rule": rule, "verdict": verdict, "text": text}), &text)
    }

    /// The compiler's own words.
    fn compiler(&self, words: &str) -> Result<(), CommandError> {
        let lines: Vec<String> = words.lines().take(60).map(certamen_game::escaped).collect();
        let shown: Vec<String> = lines.iter().map(|line| format!("  {line}")).collect();
        self.say(&json!({"compiler": lines}), &shown.join("\n"))
    }

    fn slowest(&mut self, needed: Duration, limit: Duration) -> Result<(), CommandError> {
        let [needed, limit] = [needed, limit].map(|time| time.as_secs_f64() * 1e3);
        let text = format!("{}: {needed:.3} / {limit:.0} ms", SLOWEST.get(self.language));
        self.say(&json!({"slowest_ms": needed, "move_ms": limit}), &text)?;
        if needed <= limit {
            return Ok(());
        }
        let percent = format!("{:.0} %", 100.0 * needed / limit);
        self.find(&Finding::new(Rule::TooSlow).with_detail(&percent))
    }

    fn outcome(&mut self, seat: Seat, outcome: &Outcome) -> Result<(), CommandError> {
        if let Some(fault) = outcome.reason.filter(|_| outcome.seats.contains(&seat)) {
            return self.find(&of_fault(fault));
        }
        let score = outcome.scores[seat.index()];
        let points = outcome.detail.get("points").cloned().unwrap_or_default();
        let own = match score {
            1.0.. => WON,
            0.5 => DRAWN,
            _ => LOST,
        };
        let place = if seat == Seat(0) { STARTING } else { NOT_STARTING };
        let [own, place] = [own, place].map(|words| words.get(self.language));
        let text = format!("builtin:{MEASURE}, {place}: {own}, {points}");
        self.say(
            &json!({"against": MEASURE, "seat": seat, "score": score, "points": points}),
            &text,
        )?;
        if score >= 0.5 {
            return Ok(());
        }
        self.find(&Finding::new(Rule::BelowMinimum).with_detail(MEASURE))
    }

    fn say(&self, line: &serde_json::Value, text: &str) -> Result<(), CommandError> {
        let mut out = stdout().lock();
        let text = if self.json { line.to_string() } else { text.to_owned() };
        writeln!(out, "{text}")?;
        Ok(())
    }
}

/// What a fault means for a submission.
fn of_fault(fault: Fault) -> Finding {
    let rule = if fault == Fault::Timeout { Rule::TooSlow } else { Rule::FailsAtRunTime };
    Finding::new(rule).with_detail(fault.word())
}

const SLOWEST: Words = Words {
    en: "slowest move",
    es: "jugada más lenta",
    fr: "coup le plus lent",
    it: "mossa più lenta",
};
const STARTING: Words =
    Words { en: "starting", es: "con el saque a favor", fr: "en commençant", it: "iniziando" };
const NOT_STARTING: Words = Words {
    en: "not starting",
    es: "con el saque en contra",
    fr: "sans commencer",
    it: "senza iniziare",
};
const WON: Words = Words { en: "won", es: "ganada", fr: "gagnée", it: "vinta" };
const DRAWN: Words = Words { en: "drawn", es: "empatada", fr: "nulle", it: "pareggiata" };
const LOST: Words = Words { en: "lost", es: "perdida", fr: "perdue", it: "persa" };
