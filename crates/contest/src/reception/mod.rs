//! The way in of a course: files that are put into a folder, decided on and moved.
//!
//! What is accepted lies in one folder, everything else in another, each file with its report
//! beside it. These files are what is known of submissions; nothing else remembers them. A file is
//! in once it is moved: a report without its file says nothing.

mod report;
mod roll;
mod waiting;

pub use report::{Report, Texts, Verdict};
pub use roll::{Enrolled, Roll, State};
pub use waiting::{Arrival, Waiting, waiting};

use crate::{ContestError, Folder, Timetable, file::Course, publication::replace};
use course::{EntryTest, Finding, Register, Rule, receive};
use game::Language;
use std::{
    fs::{self, File},
    io::{self, Read},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

/// Takes files of a course in.
pub struct Reception<'a> {
    /// The contest's folder.
    pub folder: &'a Folder,
    /// What the contest file says of the course.
    pub course: &'a Course,
    /// Its time zone says what day it is.
    pub timetable: &'a Timetable,
    /// The language of pairs that asked for none.
    pub language: Language,
}

impl Reception<'_> {
    /// Decides on a file, by what is on the roll and by `test`, and moves it. Nothing comes of a
    /// file that cannot be tried now: it stays where it is.
    pub fn take_in(
        &self,
        waiting: &Waiting,
        roll: &Roll,
        test: &mut dyn EntryTest,
    ) -> Result<Result<Report, String>, ContestError> {
        let register = self.register()?;
        let course = course::Course {
            register: &register,
            rules: &self.course.rules,
            stored: &roll.stored(),
            language: self.language,
        };
        let received = self.timetable.shown(waiting.received);
        let most = self.course.rules.max_source as usize;
        let content = match read(&waiting.path, most) {
            Ok(content) => content,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Err(format!("{}: {error}", waiting.path.display())));
            }
            Err(_) => None,
        };
        let bytes = content.as_deref().unwrap_or_default();
        let mut decision = receive(&course, &waiting.name, bytes, received.date());
        if content.is_none() {
            decision.findings = vec![Finding::new(Rule::NotAFile)];
        }
        if decision.verdict() == course::Verdict::Accepted {
            let text = course::lisp::decode(bytes);
            match test.findings(&decision, &text) {
                Ok(findings) => decision = decision.tried(findings),
                Err(reason) => return Ok(Err(reason)),
            }
        }
        let report = Report::of(&decision, received);
        self.put_away(waiting, &report, &decision.report(decision.language))?;
        Ok(Ok(report))
    }

    /// The pairs, as they are registered now.
    pub fn register(&self) -> Result<Register, ContestError> {
        let path = self.folder.path().join(&self.course.register);
        let bytes =
            fs::read(&path).map_err(|error| ContestError::Io { path: path.clone(), error })?;
        Register::read(&bytes)
            .map_err(|error| ContestError::File { path, reason: error.to_string() })
    }

    /// Writes the report, then moves the file beside it.
    fn put_away(&self, waiting: &Waiting, report: &Report, told: &str) -> Result<(), ContestError> {
        let home = match report.verdict {
            Verdict::Accepted => self.folder.accepted(),
            _ => self.folder.rejected(),
        };
        let name = match report.verdict {
            // Those are kept under their own names, which nobody else can have.
            Verdict::Accepted | Verdict::Disqualified | Verdict::Proscribed => report.file.clone(),
            Verdict::Refused | Verdict::Discarded => unused(&home, &waiting.name),
        };
        let path = home.join(&name);
        replace(&path.with_extension("txt"), told.as_bytes())?;
        report.write(&path.with_extension("json"))?;
        let io = |error| ContestError::Io { path: waiting.path.clone(), error };
        moved(&waiting.path, &path).map_err(io)
    }
}

/// The bytes of a file, at most one more than `most`; nothing if it is no ordinary file.
fn read(path: &Path, most: usize) -> io::Result<Option<Vec<u8>>> {
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

/// A name in `home` that no file has: a number, and what of the given name is harmless.
fn unused(home: &Path, given: &str) -> String {
    let harmless = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '_' };
    let stem = given.strip_suffix(".cl").unwrap_or(given);
    let stem: String = stem.chars().take(40).map(harmless).collect();
    let name = |number: u32| format!("{number:04}-{stem}.cl");
    let taken = |number: &u32| home.join(name(*number)).symlink_metadata().is_ok();
    name((1..u32::MAX).find(|number| !taken(number)).unwrap_or(u32::MAX))
}

/// Moves what is at `from`, also from one file system to another.
fn moved(from: &Path, to: &Path) -> io::Result<()> {
    match fs::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
            let draft: PathBuf = to.with_extension("draft");
            fs::copy(from, &draft)?;
            fs::rename(&draft, to)?;
            fs::remove_file(from)
        }
        done => done,
    }
}
