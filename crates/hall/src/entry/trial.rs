//! Tries a program that was sent as its contest would have it.

use super::{EntryFinding, broken, rules::sent_bot, say, specimen::specimen};
use crate::{Bench, HallError, Isolation, Sandboxes, measured::Measure};
use certamen_checkup::{Advice, Examination, Report, Weight, refused};
use certamen_contest::{
    ContestFile, Folder, Texts,
    entry::{EntryVerdict, Sent},
    file::EntryRules,
};
use certamen_game::Language;
use certamen_portal::errand::{EntryStage, StageResult};
use certamen_worker::Bot;
use std::{path::Path, slice, sync::Arc, time::Duration};

/// How long matches are tried; a slow program takes longer for its first answers.
const PATIENCE: Duration = Duration::from_secs(3);

/// What it takes to try a program.
pub(super) struct Audition<'a> {
    pub(super) folder: &'a Folder,
    pub(super) file: &'a ContestFile,
    pub(super) rules: &'a EntryRules,
    pub(super) sandboxes: &'a Sandboxes,
    pub(super) sent: &'a Sent,
    /// Told how far it is.
    pub(super) tell: &'a dyn Fn(EntryStage, StageResult),
}

/// What came of it.
pub(super) struct Auditioned {
    pub(super) verdict: EntryVerdict,
    pub(super) reasons: Vec<Texts>,
    pub(super) report: String,
    /// The record of a match, if one was played to look at.
    pub(super) specimen: Option<Vec<u8>>,
}

impl Auditioned {
    /// Sent back for what was found.
    pub(super) fn sent_back(found: &[EntryFinding], language: Language) -> Auditioned {
        let verdicts = found.iter().map(EntryFinding::verdict);
        let worst =
            verdicts.reduce(|one, other| if one == EntryVerdict::Discarded { one } else { other });
        let reasons: Vec<Texts> = found.iter().map(EntryFinding::texts).collect();
        let mut report = say::not_taken().get(language);
        for reason in &reasons {
            report.extend(["\n- ", reason.get(language)]);
        }
        report.push('\n');
        let verdict = worst.unwrap_or(EntryVerdict::Discarded);
        Auditioned { verdict, reasons, report, specimen: None }
    }

    fn of_report(report: &Report, verdict: EntryVerdict, language: Language) -> Auditioned {
        let corrections =
            report.findings.iter().filter(|finding| finding.weight == Weight::Correction);
        let reasons = corrections.map(|finding| Texts::from(&Advice::what(finding.advice)));
        let (reasons, report) = (reasons.collect(), report.text(language));
        Auditioned { verdict, reasons, report, specimen: None }
    }
}

impl Audition<'_> {
    /// Tries the program whose files lie in `files`.
    pub(super) fn run(&self, files: &Path) -> Result<Auditioned, HallError> {
        let language = self.sent.language.parse().unwrap_or_default();
        (self.tell)(EntryStage::Checked, StageResult::Running);
        let bot = match sent_bot(files, &self.sent.entrant, self.file.game) {
            Ok(bot) => bot,
            Err(error) => {
                let report = refused(&self.sent.file, "-", error)?;
                (self.tell)(EntryStage::Checked, StageResult::Failed);
                return Ok(Auditioned::of_report(&report, EntryVerdict::Disqualified, language));
            }
        };
        let found = broken(self.rules, &bot);
        if !found.is_empty() {
            (self.tell)(EntryStage::Checked, StageResult::Failed);
            return Ok(Auditioned::sent_back(&found, language));
        }
        (self.tell)(EntryStage::Checked, StageResult::Passed);
        self.examine(&bot, language)
    }

    /// Builds it and plays with it.
    fn examine(&self, bot: &Bot, language: Language) -> Result<Auditioned, HallError> {
        (self.tell)(EntryStage::Built, StageResult::Running);
        let isolation = Isolation::of_contest(self.folder, self.file, self.sandboxes.clone())?;
        let sandbox = isolation.for_strangers().tested_sandbox(slice::from_ref(bot))?;
        let bench = Bench::beside_contest(self.folder, self.file, Arc::clone(&sandbox));
        let (plan, workshop) = (&bench.plan, &bench.workshop);
        let built = workshop.prepare(bot).is_ok();
        let stage = if built { EntryStage::Validated } else { EntryStage::Built };
        if built {
            (self.tell)(EntryStage::Built, StageResult::Passed);
            (self.tell)(EntryStage::Validated, StageResult::Running);
        }
        let scratch = plan.scratch.clone();
        let measure = Measure { folder: self.folder, sandbox: &sandbox, scratch, bots: 2 };
        let conditions = &measure.conditions(self.file)?;
        let (options, patience) = (&self.file.options, PATIENCE);
        let report = Examination { bot, plan, workshop, options, conditions, patience }.report()?;
        if report.corrections() > 0 {
            (self.tell)(stage, StageResult::Failed);
            return Ok(Auditioned::of_report(&report, EntryVerdict::Disqualified, language));
        }
        let specimen = specimen((bot, &bench), self.file, conditions);
        (self.tell)(EntryStage::Validated, StageResult::Passed);
        let verdict = if self.rules.approval { EntryVerdict::Held } else { EntryVerdict::Accepted };
        Ok(Auditioned { specimen, ..Auditioned::of_report(&report, verdict, language) })
    }
}
