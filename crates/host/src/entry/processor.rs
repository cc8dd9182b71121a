//! Processes submissions, one after the other.

use super::{
    EntryFinding, by_hand,
    closing::tell_closing,
    say,
    trial::{EntryCheck, EntryCheckResult},
    unpacked::unpack,
};
use crate::{ExecutionTarget, HostError, Sandboxes, StopSignal};
use certamen_contest::{
    ContestFile, Folder, LocalizedTexts,
    entry::{
        DecidedSubmission, DelayWish, EntryDelay, PendingDecision, Submission, SubmissionFileError,
        SubmissionIndex, SubmissionState, SubmissionVerdict, check_entrant,
    },
};
use certamen_i18n::{Language, Localize, Message, UnknownLanguage};
use certamen_portal::check_job::{CheckProgress, CheckStage, StageResult};
use jiff::Timestamp;
use std::{
    cell::RefCell,
    fs, io,
    path::{Path, PathBuf},
};

/// The processor of a contest's submissions.
#[derive(Clone, Copy)]
pub struct EntryProcessor<'a> {
    pub folder: &'a Folder,
    pub sandboxes: &'a Sandboxes,
    pub target: &'a ExecutionTarget,
    pub stop: &'a StopSignal,
    pub tell: &'a dyn Fn(CheckProgress),
}

/// The result of looking at what waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PollResult {
    /// Everything that is due was decided on, or is tried again later.
    Done,
    /// Not even that could be noted.
    Delayed,
}

impl EntryProcessor<'_> {
    /// Decides on everything that waits and is due.
    pub fn look(&self) -> PollResult {
        let rules = ContestFile::read(self.folder).ok().and_then(|file| file.entries);
        let Some(rules) = rules else { return PollResult::Done };
        let by_hand = by_hand::send(self.folder, Timestamp::now());
        let waiting = Submission::waiting(&self.folder.submissions());
        let is_read = by_hand.is_ok() && waiting.is_ok();
        let mut looked = if is_read { PollResult::Done } else { PollResult::Delayed };
        for path in waiting.into_iter().flatten() {
            if self.stop.is_set() {
                return looked;
            }
            if self.attend(&path, Timestamp::now()).is_err() {
                looked = PollResult::Delayed;
            }
        }
        if tell_closing(self.folder, &rules, Timestamp::now()).is_err() {
            looked = PollResult::Delayed;
        }
        looked
    }

    /// Decides on what waits at `path` if that is due, or notes why nothing can be decided.
    fn attend(&self, path: &Path, now: Timestamp) -> io::Result<()> {
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let earlier = EntryDelay::of(self.folder, &id);
        let wish = earlier.as_ref().and_then(|_| DelayWish::take(self.folder, &id));
        if wish.is_none() && earlier.as_ref().is_some_and(|delay| delay.rests(now)) {
            return Ok(());
        }
        // A retry is reported once it gets further than the last time.
        let kept = RefCell::new(Vec::new());
        let keep = |told| kept.borrow_mut().push(told);
        let desk =
            EntryProcessor { tell: if earlier.is_some() { &keep } else { self.tell }, ..*self };
        let done = match wish {
            Some(DelayWish::Discard(reason)) => {
                desk.discard(path, &LocalizedTexts::verbatim(&reason))
            }
            Some(DelayWish::Withdraw) => {
                desk.discard(path, &LocalizedTexts::from(&say::taken_back()))
            }
            Some(DelayWish::TryAgain) | None => desk.take_in(path),
        };
        if done.is_err() && self.stop.is_set() {
            return Ok(());
        }
        let Err(error) = done else {
            kept.into_inner().into_iter().for_each(self.tell);
            EntryDelay::lift(self.folder, &id);
            return Ok(());
        };
        let why = error.message();
        let delay = EntryDelay::after(earlier.as_ref(), LocalizedTexts::from(&why), now);
        if earlier.is_none_or(|earlier| earlier.why != delay.why) {
            kept.into_inner().into_iter().for_each(self.tell);
            self.told(&id, (CheckStage::Received, StageResult::Delayed), Some(why));
        }
        match delay.put(self.folder, &id) {
            // No submission has this name: it stays where it is.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            put => put,
        }
    }

    /// The submission in the envelope at `path`.
    fn read(path: &Path) -> Result<Submission, HostError> {
        let io = |error| HostError::Io { path: path.to_owned(), error };
        let sent = Submission::read(path).map_err(|error| match error {
            SubmissionFileError::Io(error) => io(error),
            SubmissionFileError::Json(error) => io(error.into()),
        })?;
        match check_entrant(&sent.entrant) {
            Ok(()) => Ok(sent),
            Err(_) => Err(io(io::ErrorKind::InvalidData.into())),
        }
    }

    /// Decides on what waits at `path`.
    fn take_in(&self, path: &Path) -> Result<(), HostError> {
        let sent = EntryProcessor::read(path)?;
        if SubmissionIndex::read(self.folder)?.find(&sent.id).is_none() {
            self.decide(path, &sent)?;
        }
        if let Some(decided) = SubmissionIndex::read(self.folder)?.find(&sent.id) {
            self.tell_decided(decided);
        }
        fs::remove_dir_all(path).map_err(|error| HostError::Io { path: path.to_owned(), error })
    }

    /// Rejects what waits at `path`, for this reason, without testing it.
    fn discard(&self, path: &Path, reason: &LocalizedTexts) -> Result<(), HostError> {
        let io = |error| HostError::Io { path: path.to_owned(), error };
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // The content of an envelope that cannot be read is unknown: there is nothing to keep.
        if let Ok(sent) = EntryProcessor::read(path)
            && SubmissionIndex::read(self.folder)?.find(&sent.id).is_none()
        {
            let content = Submission::content(path).unwrap_or_default();
            let files = self.stage_unopened(&sent.id, &content).map_err(io)?;
            let found = [EntryFinding::NoBot(reason.clone())];
            let tried = EntryCheckResult {
                verdict: SubmissionVerdict::Discarded,
                ..EntryCheckResult::sent_back(&found, sent.language.parse().unwrap_or_default())
            };
            self.put_away(&sent, (&files, &content), tried)?;
        }
        fs::remove_dir_all(path).map_err(io)?;
        self.told(&id, (CheckStage::Received, StageResult::Failed), None);
        Ok(())
    }

    fn decide(&self, path: &Path, sent: &Submission) -> Result<(), HostError> {
        let io = |error| HostError::Io { path: path.to_owned(), error };
        let file = ContestFile::read(self.folder)?;
        let Some(rules) = &file.entries else {
            return Err(HostError::NoEntries { path: self.folder.contest_file() });
        };
        let content = Submission::content(path).map_err(io)?;
        let language: Language = sent.language.parse().map_err(|error: UnknownLanguage| {
            io(io::Error::new(io::ErrorKind::InvalidData, error))
        })?;
        let files = self.running(&sent.id).map_err(io)?;
        let tell = |stage, result| self.told(&sent.id, (stage, result), None);
        tell(CheckStage::Unpacked, StageResult::Running);
        let tried = match unpack(&sent.file, &content, rules.max_source) {
            Ok(unpacked) => {
                unpacked.write(&files).map_err(io)?;
                tell(CheckStage::Unpacked, StageResult::Passed);
                let EntryProcessor { folder, sandboxes, target, .. } = *self;
                let file = &file;
                EntryCheck { folder, file, rules, sandboxes, target, sent, language, tell: &tell }
                    .run(&files)?
            }
            Err(finding) => {
                self.stage_unopened(&sent.id, &content).map_err(io)?;
                tell(CheckStage::Unpacked, StageResult::Failed);
                EntryCheckResult::sent_back(&[finding], language)
            }
        };
        self.put_away(sent, (&files, &content), tried)
    }

    fn put_away(
        &self,
        sent: &Submission,
        (files, content): (&Path, &[u8]),
        tried: EntryCheckResult,
    ) -> Result<(), HostError> {
        let EntryCheckResult { verdict, reasons, report, specimen } = tried;
        let digest = blake3::hash(content).to_hex().to_string();
        let (folder, now) = (self.folder, Timestamp::now());
        let pending_decision = PendingDecision {
            folder,
            sent,
            files,
            digest,
            verdict,
            reasons,
            report,
            specimen,
            now,
        };
        Ok(pending_decision.file()?)
    }

    /// A folder with the content as it came.
    fn stage_unopened(&self, id: &str, content: &[u8]) -> io::Result<PathBuf> {
        let files = self.running(id)?;
        fs::create_dir_all(&files)?;
        fs::write(files.join("content"), content)?;
        Ok(files)
    }

    /// A new folder for the files of a bot, with nothing left from an earlier time.
    fn running(&self, id: &str) -> io::Result<PathBuf> {
        let parent = self.folder.written().join("entries");
        let path = parent.join(id);
        match fs::remove_dir_all(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        fs::create_dir_all(&parent)?;
        Ok(path)
    }

    /// Rejected submissions were reported at the stage that failed.
    fn tell_decided(&self, filed: &DecidedSubmission) {
        let id = &filed.decided.sent.id;
        match filed.home {
            SubmissionState::Accepted => {
                self.told(id, (CheckStage::Live, StageResult::Passed), None);
            }
            SubmissionState::Held => self.told(id, (CheckStage::Held, StageResult::Running), None),
            SubmissionState::Rejected => {}
        }
    }

    fn told(&self, id: &str, (stage, result): (CheckStage, StageResult), why: Option<Message>) {
        (self.tell)(CheckProgress { id: id.to_owned(), stage, result, why });
    }
}

#[cfg(test)]
mod tests;
