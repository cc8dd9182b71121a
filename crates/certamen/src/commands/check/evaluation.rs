//! Checks an evaluation function as a course does: whether it follows the rules, compiles, keeps the
//! time limit, and how it does against the reference player.

use super::{CheckRun, entrants::conditions};
use crate::{Result, commands::play::options, console::OutputArgs, exit::ExitStatus, say::check};
use certamen_contest::{ContestFile, Folder, file::CourseSection};
use certamen_game::{DynGame, Language, Map, Seat, Table, number::milliseconds};
use certamen_host::{Workspace, reception::entrance, set_search};
use certamen_i18n::{Localize, Message, labelled};
use certamen_portal::course::{
    FileName, Rule, RuleVerdict, SourceFinding, SourceForm, SourceRules, form_of,
};
use certamen_runner::{
    Bot, BotKind, Search,
    check::{Came, EntryTrial, Measure, MeasuredShare, Pace, Step},
    submission::Head,
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

impl CheckRun<'_> {
    pub(super) fn evaluation(
        &self,
        game: &'static dyn DynGame,
        file_report: &FileReport,
    ) -> Result<ExitStatus> {
        let bots = std::slice::from_ref(&file_report.bot);
        file_report.print(self.arguments.output, self.language)?;
        if file_report.verdict() != RuleVerdict::Accepted {
            return Ok(ExitStatus::NotPlain);
        }
        let sandbox = self.sandbox(bots)?;
        let options = options(&self.arguments.options)?;
        super::start_is_possible(game, &options)?;
        let conditions = self.conditions(game, 2, &options, &*sandbox)?;
        let workspace = Workspace::headless(game, sandbox)?;
        let table = Table::new(game).options(options).seed(1).conditions(conditions);
        let depth = match &file_report.bot.kind {
            BotKind::Evaluation(evaluation) => evaluation.search.depth(),
            _ => Search::default().depth(),
        };
        let measure = Some(Measure::to_equal(MEASURE, depth));
        let trial = TrialPlan { workspace: &workspace, table: &table, measure, pace: None };
        self.run_trial(file_report, trial)
    }

    /// The same with the rules of a course and the conditions of its matches.
    pub(super) fn course_evaluation(
        &self,
        folder: &Folder,
        file: &ContestFile,
        course: &CourseSection,
        mut file_report: FileReport,
    ) -> Result<ExitStatus> {
        file_report.print(self.arguments.output, self.language)?;
        if file_report.verdict() != RuleVerdict::Accepted {
            return Ok(ExitStatus::NotPlain);
        }
        let bots = std::slice::from_mut(&mut file_report.bot);
        set_search(bots, file);
        let workspace = self.contest_workspace(folder, file, bots)?;
        let table = entrance::table(file, conditions(folder, file, &workspace, 1)?);
        let measure = course.minimum.as_ref().map(|minimum| entrance::measure(minimum, file));
        let pace = entrance::reference(folder, file)?;
        let trial = TrialPlan { workspace: &workspace, table: &table, measure, pace };
        self.run_trial(&file_report, trial)
    }

    fn run_trial(&self, file_report: &FileReport, trial: TrialPlan<'_>) -> Result<ExitStatus> {
        let (output, language) = (self.arguments.output, self.language);
        let TrialPlan { workspace, table, measure, pace } = trial;
        let against = measure.as_ref().map_or_else(String::new, |measure| measure.label.clone());
        let allowed = pace.as_ref().map(|pace| pace.label.clone());
        let mut report = EvaluationReport { output, language, against, allowed, findings: 0 };
        let (bot, plan, cache) = (&file_report.bot, &workspace.plan, &workspace.cache);
        let mut shown = Ok(());
        EntryTrial { bot, plan, cache, table, place: 0, measure, pace }.go(&mut |step| {
            shown = report.show(&step);
            if shown.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        shown?;
        file_report.conclude(report.findings, output, language)
    }
}

/// The matches and measurements of an evaluation function's trial.
struct TrialPlan<'a> {
    workspace: &'a Workspace,
    table: &'a Table,
    /// The player to equal.
    measure: Option<Measure>,
    /// The player whose time limits its own.
    pace: Option<Pace>,
}

struct EvaluationReport {
    output: OutputArgs,
    language: Language,
    against: String,
    /// The limit in words, where it depends on another player's time.
    allowed: Option<Message>,
    findings: usize,
}

impl EvaluationReport {
    fn find(&mut self, finding: &SourceFinding) -> Result<()> {
        self.findings += 1;
        let text = finding.message().get(self.language);
        let rule = format!("{:?}", finding.rule);
        let verdict = finding.verdict().name();
        Ok(self.output.say(&json!({"rule": rule, "verdict": verdict, "text": text}), text)?)
    }

    fn show(&mut self, step: &Step) -> Result<()> {
        match &step.came {
            Came::Slowest { share: Some(share), .. } => self.share(share)?,
            Came::Slowest { needed, limit, share: None } => self.slowest(*needed, *limit)?,
            Came::Played { seat, score, detail } => self.played(*seat, *score, detail)?,
            Came::Refused(_) | Came::Failed(_) => {}
        }
        step.finding.as_ref().map_or(Ok(()), |finding| self.find(finding))?;
        match &step.came {
            Came::Refused(words) => self.compiler(words),
            _ => Ok(()),
        }
    }

    fn compiler(&self, words: &str) -> Result<()> {
        let lines: Vec<String> = words.lines().take(60).map(certamen_game::legible).collect();
        let indented: Vec<String> = lines.iter().map(|line| format!("  {line}")).collect();
        Ok(self.output.say(&json!({"compiler": lines}), indented.join("\n"))?)
    }

    /// The measured time as a share of the other player's, with its interval; courses decide by it.
    fn share(&self, share: &MeasuredShare) -> Result<()> {
        let Some(allowed) = &self.allowed else { return Ok(()) };
        let text = labelled(check::slowest(), share.message(allowed)).get(self.language);
        let MeasuredShare { percent, interval } = share;
        let allowed = allowed.get(self.language);
        let line = json!({"share": percent, "interval": interval, "allowed": allowed});
        Ok(self.output.say(&line, text)?)
    }

    fn slowest(&self, needed: Duration, limit: Duration) -> Result<()> {
        let shown = milliseconds(limit);
        let [needed, limit] = [needed, limit].map(|time| time.as_secs_f64() * 1e3);
        let text = labelled(check::slowest(), format!("{needed:.3} / {shown} ms"));
        let text = text.get(self.language);
        Ok(self.output.say(&json!({"slowest_ms": needed, "move_ms": limit}), text)?)
    }

    fn played(&self, seat: Seat, score: f64, detail: &Map) -> Result<()> {
        let points = detail.get("points").cloned().unwrap_or_default();
        let own = match score {
            1.0.. => check::won(),
            0.5 => check::drawn(),
            _ => check::lost(),
        };
        let place = if seat == Seat(0) { check::starting() } else { check::not_starting() };
        let [own, place] = [own, place].map(|words| words.get(self.language));
        let text = format!("builtin:{}, {place}: {own}, {points}", self.against);
        let line = json!({"against": self.against, "seat": seat, "score": score, "points": points});
        Ok(self.output.say(&line, text)?)
    }
}

pub(super) struct FileReport {
    pub(super) bot: Bot,
    file: String,
    findings: Vec<SourceFinding>,
    /// What it still needs before it is sent; file names, for example, are free until then.
    notes: Vec<SourceFinding>,
}

/// Reads the evaluation function to check; none if the bot is not one. A missing file is reported
/// later, by the code that runs it.
///
/// Without a course that sets the layout of files, each file is checked against its own.
pub(super) fn judge(
    bot: &str,
    game: &dyn DynGame,
    rules: &SourceRules,
    form: Option<SourceForm>,
) -> Option<FileReport> {
    let bot = Bot::find(bot, game).ok()?;
    let BotKind::Evaluation(evaluation) = &bot.kind else { return None };
    let (path, bytes) = evaluation.source()?;
    let file = path.to_string_lossy().into_owned();
    let text = certamen_portal::course::lisp::decode(bytes);
    let form = form.unwrap_or_else(|| form_of(&text));
    let findings = if bytes.len() > rules.max_source as usize {
        vec![SourceFinding::new(Rule::TooLarge).with_detail(&rules.max_source.to_string())]
    } else {
        certamen_portal::course::check(&text, form, rules).findings
    };
    let mut notes = Vec::new();
    if file.parse::<FileName>().is_err() {
        notes.push(SourceFinding::new(Rule::NameForm));
    }
    if form == SourceForm::Functions {
        notes.extend(Head::read(&text, None).err());
    }
    Some(FileReport { bot, file: certamen_game::escaped(&file), findings, notes })
}

impl FileReport {
    /// The verdict that it would get if it were sent.
    pub(super) fn verdict(&self) -> RuleVerdict {
        self.findings.iter().map(SourceFinding::verdict).max().unwrap_or(RuleVerdict::Accepted)
    }

    /// Prints the verdict; the number of findings of its trial counts, too.
    pub(super) fn conclude(
        &self,
        findings: usize,
        output: OutputArgs,
        language: Language,
    ) -> Result<ExitStatus> {
        let (verdict, status) = match findings {
            0 => (RuleVerdict::Accepted, ExitStatus::Fine),
            _ => (RuleVerdict::Disqualified, ExitStatus::NotPlain),
        };
        if !output.json {
            writeln!(stdout(), "{}", labelled(&self.file, verdict.message()).get(language))?;
        }
        Ok(status)
    }

    pub(super) fn print(&self, output: OutputArgs, language: Language) -> Result<()> {
        let mut out = stdout().lock();
        if output.json {
            for finding in self.findings.iter().chain(&self.notes) {
                writeln!(out, "{}", self.line(finding, language))?;
            }
            return Ok(());
        }
        // A file that follows the rules is not accepted yet: its trial comes next.
        let verdict = match self.verdict() {
            RuleVerdict::Accepted => check::keeps_rules(),
            verdict => verdict.message(),
        };
        writeln!(out, "{}", labelled(&self.file, verdict).get(language))?;
        for finding in &self.findings {
            writeln!(out, "  {}", finding.message().get(language))?;
        }
        for note in &self.notes {
            writeln!(
                out,
                "  {}: {}",
                check::before_sending().get(language),
                note.message().get(language)
            )?;
        }
        writeln!(out)?;
        Ok(())
    }

    fn line(&self, finding: &SourceFinding, language: Language) -> serde_json::Value {
        json!({
            "bot": self.file,
            "rule": format!("{:?}", finding.rule),
            "verdict": finding.verdict().name(),
            "line": finding.place.map(|place| place.line),
            "column": finding.place.map(|place| place.column),
            "form": finding.form,
            "detail": finding.detail.as_ref().map(ToString::to_string),
            "text": finding.message().get(language),
        })
    }
}
