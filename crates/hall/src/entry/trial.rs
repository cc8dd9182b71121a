//! Tries a program that was sent as its contest would have it.

use super::{EntryFinding, broken, rules::sent_bot, say};
use crate::{
    Bench, HallError, Isolation, Sandboxes, Venue,
    errand::{Candidate, Tried, try_program},
    measured::Measure,
};
use certamen_checkup::refused;
use certamen_contest::{
    ContestFile, Folder, Texts,
    entry::{EntryVerdict, Sent},
    file::EntryRules,
};
use certamen_game::Language;
use certamen_portal::errand::{EntryStage, StageResult};
use certamen_worker::Bot;
use std::{path::Path, slice, sync::Arc};

/// What it takes to try a program.
pub(super) struct Audition<'a> {
    pub(super) folder: &'a Folder,
    pub(super) file: &'a ContestFile,
    pub(super) rules: &'a EntryRules,
    pub(super) sandboxes: &'a Sandboxes,
    /// Where it is tried.
    pub(super) venue: &'a Venue,
    pub(super) sent: &'a Sent,
    /// The language that its author reads.
    pub(super) language: Language,
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

    fn of(tried: Tried, verdict: EntryVerdict) -> Auditioned {
        let Tried { corrections, report, specimen, .. } = tried;
        let specimen = specimen.map(String::into_bytes);
        Auditioned { verdict, reasons: corrections, report, specimen }
    }
}

impl Audition<'_> {
    /// Tries the program whose files lie in `files`.
    pub(super) fn run(&self, files: &Path) -> Result<Auditioned, HallError> {
        let language = self.language;
        (self.tell)(EntryStage::Checked, StageResult::Running);
        let bot = match sent_bot(files, &self.sent.entrant, self.file.game) {
            Ok(bot) => bot,
            Err(error) if error.is_of_this_machine() => return Err(error.into()),
            // Whatever else is wrong, its author put it there.
            Err(error) => {
                (self.tell)(EntryStage::Checked, StageResult::Failed);
                return Ok(match refused(&self.sent.file, "-", error) {
                    Ok(report) => {
                        Auditioned::of(Tried::of(&report, language), EntryVerdict::Disqualified)
                    }
                    Err(error) => Auditioned::sent_back(&[EntryFinding::of_bot(error)], language),
                });
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

    /// Builds it and plays with it, or has it done.
    fn examine(&self, bot: &Bot, language: Language) -> Result<Auditioned, HallError> {
        (self.tell)(EntryStage::Built, StageResult::Running);
        let isolation = Isolation::of_contest(self.folder, self.file, self.sandboxes.clone())?;
        let isolation = isolation.for_strangers();
        let tried = match self.venue {
            Venue::Here => self.tried_here(bot, &isolation, language)?,
            #[cfg(feature = "bus")]
            Venue::Elsewhere(farm) => self.tried_by(farm, bot, &isolation, language)?,
        };
        if !tried.corrections.is_empty() {
            let stage = if tried.built { EntryStage::Validated } else { EntryStage::Built };
            (self.tell)(stage, StageResult::Failed);
            return Ok(Auditioned::of(tried, EntryVerdict::Disqualified));
        }
        (self.tell)(EntryStage::Validated, StageResult::Passed);
        let verdict = if self.rules.approval { EntryVerdict::Held } else { EntryVerdict::Accepted };
        Ok(Auditioned::of(tried, verdict))
    }

    fn tried_here(
        &self,
        bot: &Bot,
        isolation: &Isolation,
        language: Language,
    ) -> Result<Tried, HallError> {
        let sandbox = isolation.tested_sandbox(slice::from_ref(bot))?;
        let bench = Bench::beside_contest(self.folder, self.file, Arc::clone(&sandbox));
        let (plan, workshop) = (&bench.plan, &bench.workshop);
        let scratch = plan.scratch.clone();
        let measure = Measure { folder: self.folder, sandbox: &sandbox, scratch, bots: 2 };
        let (options, conditions) = (&self.file.options, &measure.conditions(self.file)?);
        let candidate = Candidate { bot, plan, workshop, options, conditions, language };
        try_program(&candidate, &|| self.tell_built())
    }

    /// Nothing of it is run here.
    #[cfg(feature = "bus")]
    fn tried_by(
        &self,
        farm: &crate::Farm,
        bot: &Bot,
        isolation: &Isolation,
        language: Language,
    ) -> Result<Tried, HallError> {
        let tier = isolation.weakest().letter();
        let afar = crate::errand::Afar { farm, folder: self.folder, file: self.file, tier };
        let tried = afar.try_program(bot, afar.conditions(2)?, language)?;
        if tried.built {
            self.tell_built();
        }
        Ok(tried)
    }

    fn tell_built(&self) {
        (self.tell)(EntryStage::Built, StageResult::Passed);
        (self.tell)(EntryStage::Validated, StageResult::Running);
    }
}
