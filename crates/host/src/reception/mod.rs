//! The intake of a course: files that are put into a folder, decided on and moved.
//!
//! What is accepted is in one folder, everything else in another, each file with its report next to
//! it. These files are the only record of submissions. A file is in once it is moved: a report
//! without its file says nothing.

pub mod entrance;
mod roll;
#[cfg(test)]
mod tests;
mod waiting;

pub use certamen_contest::{
    LocalizedTexts,
    entry::{CourseReport as Report, CourseVerdict as Verdict},
};
pub use entrance::EntryTester;
pub use roll::{RegisteredPlayer, RegisteredState, SubmissionLog};
pub use waiting::{Arrival, PendingFile, QUIET, waiting};

use crate::{HostError, Timetable, replace, say};
use certamen_contest::{Folder, LogHead, Receipt, file::CourseSection, read_bytes, read_text};
use certamen_game::Language;
use certamen_portal::course::{
    Course, EntryTest, IntakeDecision, Rule, RuleVerdict, SourceFinding, TeamRoster, Untried, lisp,
    receive,
};
use jiff::Zoned;
use std::{
    fs::{self, File},
    io::{self, Read},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

pub struct CourseIntake<'a> {
    pub folder: &'a Folder,
    pub course: &'a CourseSection,
    pub timetable: &'a Timetable,
    /// The language of teams that chose none.
    pub language: Language,
    /// The name of the contest, and the head of its log of attempts, which receipts contain.
    pub receipts: (&'a str, Option<LogHead>),
}

impl CourseIntake<'_> {
    /// Decides on a file, by the submission log and by `test`, and moves it. A file that cannot be
    /// tested now stays where it is.
    pub fn process(
        &self,
        waiting: &PendingFile,
        log: &SubmissionLog,
        test: &mut dyn EntryTest,
    ) -> Result<Result<Report, Untried>, HostError> {
        let register = self.roster()?;
        let course = Course {
            register: &register,
            rules: &self.course.rules,
            form: self.course.form,
            stored: &log.stored(),
            language: self.language,
        };
        let received = self.timetable.shown(waiting.received);
        let most = self.course.rules.max_source as usize;
        let content = match read(&waiting.path, most) {
            Ok(content) => content,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Err(Untried(say::file(&waiting.path, error))));
            }
            Err(_) => None,
        };
        let bytes = content.as_deref().unwrap_or_default();
        let mut decision = receive(&course, &waiting.name, bytes, received.date());
        if content.is_none() {
            decision.findings = vec![SourceFinding::new(Rule::NotAFile)];
        }
        if decision.verdict() == RuleVerdict::Accepted {
            let text = lisp::decode(bytes);
            match test.findings(&decision, &text) {
                Ok(findings) => decision = decision.tried(findings),
                Err(untried) => return Ok(Err(untried)),
            }
        }
        // A file that is too long was not read to its end.
        if let Some(bytes) = content.as_ref().filter(|bytes| bytes.len() <= most) {
            self.give_receipt(waiting, bytes)?;
        }
        let report = report_on(&decision, received);
        self.put_away(waiting, content.as_deref(), &decision, &report)?;
        Ok(Ok(report))
    }

    /// The teams, as they are registered now.
    pub fn roster(&self) -> Result<TeamRoster, HostError> {
        let path = self.folder.path().join(&self.course.register);
        let bytes =
            read_bytes(&path).map_err(|error| HostError::Io { path: path.clone(), error })?;
        TeamRoster::read(&bytes).map_err(|error| HostError::Roster { path, error })
    }

    /// Writes a receipt, unless there is one: a file may be decided on again.
    fn give_receipt(&self, waiting: &PendingFile, content: &[u8]) -> Result<(), HostError> {
        let (contest, log_head) = &self.receipts;
        let head = (*contest, log_head.clone());
        let receipt = Receipt::of(head, (&waiting.name, content), waiting.received);
        let home = self.folder.received();
        for n in 1.. {
            let path = home.join(Receipt::name(&waiting.name, n));
            let Ok(text) = fs::read(&path) else {
                return replace(&path, receipt.to_line().as_bytes());
            };
            let before: Option<Receipt> = serde_json::from_slice(&text).ok();
            let is_same = |before: Receipt| {
                let [before, entry] = [&before.entry, &receipt.entry];
                (before.received, &before.digest) == (entry.received, &entry.digest)
            };
            if before.is_some_and(is_same) {
                break;
            }
        }
        Ok(())
    }

    /// Writes the report, then moves the file next to it; `judged` is its content, or `None` if it
    /// was not a regular file. What is stored is a copy of what was judged: the sender may still
    /// have the file open.
    fn put_away(
        &self,
        waiting: &PendingFile,
        judged: Option<&[u8]>,
        decision: &IntakeDecision,
        report: &Report,
    ) -> Result<(), HostError> {
        let home = match report.verdict {
            Verdict::Accepted => self.folder.accepted(),
            _ => self.folder.rejected(),
        };
        let name = match report.verdict {
            // Those are stored under their own names, which no other file can have.
            Verdict::Accepted | Verdict::Disqualified | Verdict::Banned => report.file.clone(),
            Verdict::Refused | Verdict::Discarded => unused(&home, &waiting.name),
        };
        let path = home.join(&name);
        replace(&path.with_extension("txt"), decision.report(decision.language).as_bytes())?;
        write_report(report, &path.with_extension("json"))?;
        let io = |error| HostError::Io { path: waiting.path.clone(), error };
        match judged.filter(|_| decision.is_stored()) {
            Some(bytes) => {
                replace(&path, bytes)?;
                fs::remove_file(&waiting.path).map_err(io)
            }
            None => move_out(&waiting.path, &path, judged).map_err(io),
        }
    }
}

/// The bytes of a file, at most one more than `most`; `None` if it is not a regular file.
pub(crate) fn read(path: &Path, most: usize) -> io::Result<Option<Vec<u8>>> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Ok(None);
    }
    // Between the look and the reading it may have become a link or a pipe.
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let file = File::options().read(true).custom_flags(flags).open(path)?;
    if !file.metadata()?.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// An unused name in `home`: a number, and the harmless part of the given name.
fn unused(home: &Path, given: &str) -> String {
    let harmless = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '_' };
    let stem = given.strip_suffix(".cl").unwrap_or(given);
    let stem: String = stem.chars().take(40).map(harmless).collect();
    let name = |number: u32| format!("{number:04}-{stem}.cl");
    let taken = |number: &u32| home.join(name(*number)).symlink_metadata().is_ok();
    name((1..u32::MAX).find(|number| !taken(number)).unwrap_or(u32::MAX))
}

/// Moves what is at `from` to `to`. Between file systems only `content` is copied, which was read
/// from a regular file: anything else, and what a link leads to, is deleted, since opening a pipe
/// blocks and a file may be endless.
fn move_out(from: &Path, to: &Path, content: Option<&[u8]>) -> io::Result<()> {
    match fs::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {}
        done => return done,
    }
    if let Some(content) = content {
        let draft = to.with_extension("draft");
        fs::write(&draft, content)?;
        fs::rename(&draft, to)?;
    }
    if fs::symlink_metadata(from)?.is_dir() {
        return fs::remove_dir_all(from);
    }
    fs::remove_file(from)
}

/// The report on a decision. It is shown to the authors of the file only.
fn report_on(decision: &IntakeDecision, received: Zoned) -> Report {
    let heaviest = decision.verdict();
    let weighty = decision.findings.iter().filter(|finding| finding.verdict() == heaviest);
    let mut reasons: Vec<LocalizedTexts> = Vec::new();
    for finding in weighty {
        let reason = LocalizedTexts::from(&finding.public_message());
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    Report {
        file: decision.file.clone(),
        received,
        verdict: verdict(heaviest),
        listed_as: decision.listed_as().filter(|_| decision.is_stored()),
        reasons,
        told: Some(LocalizedTexts::in_each(|language| decision.report(language))),
        fault: None,
    }
}

fn verdict(decided: RuleVerdict) -> Verdict {
    match decided {
        RuleVerdict::Accepted => Verdict::Accepted,
        RuleVerdict::Refused => Verdict::Refused,
        RuleVerdict::Discarded => Verdict::Discarded,
        RuleVerdict::Disqualified => Verdict::Disqualified,
        RuleVerdict::Banned => Verdict::Banned,
    }
}

fn write_report(report: &Report, path: &Path) -> Result<(), HostError> {
    let text = serde_json::to_vec_pretty(report).expect("reports are plain data");
    replace(path, &text)
}

fn read_report(path: &Path) -> Result<Report, HostError> {
    let text = read_text(path).map_err(|error| HostError::Io { path: path.to_owned(), error })?;
    serde_json::from_str(&text).map_err(|error| HostError::Report { path: path.to_owned(), error })
}
