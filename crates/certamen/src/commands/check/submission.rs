//! Checks an evaluation function against the rules of a course, before it is run.

use crate::command_error::CommandError;
use crate::ending::ExitStatus;
use crate::say::check;
use certamen_game::{DynGame, Language};
use certamen_i18n::{Localize, labelled};
use certamen_portal::course::{
    FileName, Rule, RuleVerdict, SourceFinding, SourceForm, SourceRules, form_of,
};
use certamen_runner::{Bot, BotKind, submission::Head};
use serde_json::json;
use std::io::{Write, stdout};

/// The findings about a file.
pub(super) struct FileReport {
    pub(super) bot: Bot,
    file: String,
    /// Violations of the rules.
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
        json: bool,
        language: Language,
    ) -> Result<ExitStatus, CommandError> {
        let (verdict, status) = match findings {
            0 => (RuleVerdict::Accepted, ExitStatus::Fine),
            _ => (RuleVerdict::Disqualified, ExitStatus::NotPlain),
        };
        if !json {
            writeln!(stdout(), "{}", labelled(&self.file, verdict.message()).get(language))?;
        }
        Ok(status)
    }

    /// Prints all findings, as text or one JSON line each.
    pub(super) fn print(&self, json: bool, language: Language) -> Result<(), CommandError> {
        let mut out = stdout().lock();
        if json {
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
