//! Checks a submission under the conditions of its contest.

use super::{EntryFinding, broken, say, sent_bot};
use crate::{
    ExecutionTarget, HostError, Isolation, Sandboxes, Workspace,
    check_job::{Candidate, ProgramCheckResult, try_program},
    timing::TimingRequest,
};
use certamen_contest::{
    ContestFile, Folder, LocalizedTexts,
    entry::{Submission, SubmissionVerdict},
    file::EntryRules,
};
use certamen_game::Language;
use certamen_portal::check_job::{CheckStage, StageResult};
use certamen_runner::check::refused;
use certamen_runner::{Bot, WriteAccess};
use std::{path::Path, slice, sync::Arc};

pub(super) struct EntryCheck<'a> {
    pub(super) folder: &'a Folder,
    pub(super) file: &'a ContestFile,
    pub(super) rules: &'a EntryRules,
    pub(super) sandboxes: &'a Sandboxes,
    pub(super) target: &'a ExecutionTarget,
    pub(super) worker: usize,
    pub(super) sent: &'a Submission,
    pub(super) language: Language,
    pub(super) notify: &'a dyn Fn(CheckStage, StageResult),
}

pub(super) struct EntryCheckResult {
    pub(super) verdict: SubmissionVerdict,
    pub(super) reasons: Vec<LocalizedTexts>,
    pub(super) report: String,
    /// The record of a sample match, if one was played.
    pub(super) sample: Option<Vec<u8>>,
}

impl EntryCheckResult {
    /// Rejected for these findings.
    pub(super) fn sent_back(found: &[EntryFinding], language: Language) -> EntryCheckResult {
        let verdicts = found.iter().map(EntryFinding::verdict);
        let worst = verdicts
            .reduce(|one, other| if one == SubmissionVerdict::Discarded { one } else { other });
        let reasons: Vec<LocalizedTexts> = found.iter().map(EntryFinding::texts).collect();
        let mut report = say::not_taken().get(language);
        for reason in &reasons {
            report.extend(["\n- ", reason.get(language)]);
        }
        report.push('\n');
        let verdict = worst.unwrap_or(SubmissionVerdict::Discarded);
        EntryCheckResult { verdict, reasons, report, sample: None }
    }

    fn of(tried: ProgramCheckResult, verdict: SubmissionVerdict) -> EntryCheckResult {
        let ProgramCheckResult { corrections, report, sample, .. } = tried;
        let sample = sample.map(String::into_bytes);
        EntryCheckResult { verdict, reasons: corrections, report, sample }
    }
}

impl EntryCheck<'_> {
    pub(super) fn run(&self, files: &Path) -> Result<EntryCheckResult, HostError> {
        (self.notify)(CheckStage::Checked, StageResult::Running);
        let bot = match sent_bot(files, &self.sent.entrant, self.file.game) {
            Ok(bot) => bot,
            Err(error) if error.is_of_this_machine() => return Err(error.into()),
            // Any other error is the author's.
            Err(error) => {
                (self.notify)(CheckStage::Checked, StageResult::Failed);
                return Ok(match refused(&self.sent.file, "-", error) {
                    Ok(report) => EntryCheckResult::of(
                        ProgramCheckResult::of(&report, self.language),
                        SubmissionVerdict::Disqualified,
                    ),
                    Err(error) => {
                        EntryCheckResult::sent_back(&[EntryFinding::of_bot(error)], self.language)
                    }
                });
            }
        };
        let found = broken(self.rules, &bot);
        if !found.is_empty() {
            (self.notify)(CheckStage::Checked, StageResult::Failed);
            return Ok(EntryCheckResult::sent_back(&found, self.language));
        }
        (self.notify)(CheckStage::Checked, StageResult::Passed);
        self.examine(&bot)
    }

    /// Builds it and plays with it, or has it done.
    fn examine(&self, bot: &Bot) -> Result<EntryCheckResult, HostError> {
        (self.notify)(CheckStage::Built, StageResult::Running);
        let isolation = Isolation::of_contest(self.folder, self.file, self.sandboxes.clone())?;
        let isolation = isolation.for_untrusted();
        let tried = match self.target {
            ExecutionTarget::Here => self.tried_here(bot, &isolation)?,
            #[cfg(feature = "bus")]
            ExecutionTarget::Elsewhere(farm) => self.tried_by(farm, bot, &isolation)?,
        };
        if !tried.corrections.is_empty() {
            let stage = if tried.built { CheckStage::Validated } else { CheckStage::Built };
            (self.notify)(stage, StageResult::Failed);
            return Ok(EntryCheckResult::of(tried, SubmissionVerdict::Disqualified));
        }
        if !tried.built {
            // It was only built on a second attempt.
            self.report_built();
        }
        (self.notify)(CheckStage::Validated, StageResult::Passed);
        let verdict =
            if self.rules.approval { SubmissionVerdict::Held } else { SubmissionVerdict::Accepted };
        Ok(EntryCheckResult::of(tried, verdict))
    }

    fn tried_here(
        &self,
        bot: &Bot,
        isolation: &Isolation,
    ) -> Result<ProgramCheckResult, HostError> {
        let sandbox = isolation.tested_sandbox(slice::from_ref(bot))?;
        let mut workspace = Workspace::beside_contest(self.folder, self.file, Arc::clone(&sandbox));
        if workspace.plan.write_access != WriteAccess::None {
            // Bots are tried by several workers at a time.
            let scratch = self.folder.scratch().join(format!("check-{}", self.worker));
            workspace.plan.write_access = WriteAccess::Below(scratch);
        }
        let (plan, cache) = (&workspace.plan, &workspace.cache);
        let write_access = plan.write_access.clone();
        let measure =
            TimingRequest { folder: self.folder, sandbox: &sandbox, write_access, bots: 2 };
        let (options, conditions) = (&self.file.options, &measure.conditions(self.file)?);
        let candidate =
            Candidate { bot, plan, cache, options, conditions, language: self.language };
        try_program(&candidate, &|| self.report_built())
    }

    /// Nothing of it is run here.
    #[cfg(feature = "bus")]
    fn tried_by(
        &self,
        farm: &crate::Farm,
        bot: &Bot,
        isolation: &Isolation,
    ) -> Result<ProgramCheckResult, HostError> {
        let tier = isolation.weakest().letter();
        let remote_checks =
            crate::check_job::RemoteChecks { farm, folder: self.folder, file: self.file, tier };
        let tried = remote_checks.try_program(bot, remote_checks.conditions(2)?, self.language)?;
        if tried.built {
            self.report_built();
        }
        Ok(tried)
    }

    fn report_built(&self) {
        (self.notify)(CheckStage::Built, StageResult::Passed);
        (self.notify)(CheckStage::Validated, StageResult::Running);
    }
}
