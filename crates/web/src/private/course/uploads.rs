//! The files of teams: those in the folders of the course with the decision on each, and new ones.
//! A file of another team or day, or one that exists already, is rejected by the rules of the course,
//! and nothing of it is stored.

use super::{CourseContext, words};
use crate::{
    frame::PageContext,
    http_error::HttpError,
    private::request::{PrivateRequest, plain},
    private_say as own,
};
use certamen_contest::{
    Folder,
    entry::{CourseReport, CourseRuling, CourseVerdict, Ruling},
};
use certamen_game::Fault;
use certamen_i18n::{Language, Localize, Message};
use certamen_portal::{
    AuditAction,
    course::{
        Course, FileName, RuleVerdict, Stored, StoredOutcome, Team, TeamId, receive, reception,
    },
    fresh_id,
};
use jiff::Timestamp;
use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

pub(in crate::private) struct CourseUpload {
    pub(in crate::private) name: FileName,
    path: PathBuf,
    /// The decision; none while it waits.
    report: Option<CourseReport>,
    pub(in crate::private) ruling: Option<CourseRuling>,
}

/// All submissions that are stored under their own names, by name. Discarded ones are not: their
/// team is unknown.
pub(in crate::private) fn uploads(folder: &Folder) -> Result<Vec<CourseUpload>, HttpError> {
    let mut rulings = CourseRuling::all(folder)?;
    let mut found: Vec<CourseUpload> = Vec::new();
    for home in [folder.submissions(), folder.accepted(), folder.rejected()] {
        for entry in fs::read_dir(&home).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = path.file_name().and_then(|name| name.to_str()?.parse::<FileName>().ok());
            let Some(name) = name else { continue };
            let report = fs::read(path.with_extension("json")).ok();
            let report = report.and_then(|bytes| serde_json::from_slice(&bytes).ok());
            let ruling = rulings.remove(&name.to_string());
            found.push(CourseUpload { name, path, report, ruling });
        }
    }
    found.sort_by_key(|file| file.name);
    // A file may have been moved between two lookups.
    found.dedup_by_key(|file| file.name);
    Ok(found)
}

pub(super) fn files_of(all: &[CourseUpload], team: TeamId) -> impl Iterator<Item = &CourseUpload> {
    all.iter().filter(move |file| file.name.player.pair == team)
}

pub(super) struct FileRow {
    pub(super) file: String,
    pub(super) listed_as: String,
    pub(super) word: String,
    pub(super) reason: String,
    pub(super) report: String,
}

impl FileRow {
    pub(super) fn new(
        frame: PageContext<'_>,
        file: &CourseUpload,
        all: &[CourseUpload],
    ) -> FileRow {
        // The player's name in the standings.
        let listed_as = file.report.as_ref().and_then(|report| report.listed_as.clone());
        FileRow {
            file: file.name.to_string(),
            listed_as: frame.name(&listed_as.unwrap_or_else(|| file.name.player.to_string())),
            word: frame.t(file.word(all)),
            reason: file.ruling.as_ref().map(|own| frame.name(&own.reason)).unwrap_or_default(),
            report: file.report_text(frame.language),
        }
    }
}

impl CourseUpload {
    /// The submission as the rules of the course see it.
    fn stored(&self) -> Stored {
        let fault = self.report.as_ref().and_then(|report| report.fault);
        let is_banned = match (&self.ruling, &self.report) {
            (Some(own), _) if own.ruling != Ruling::Approved => own.ruling == Ruling::Banned,
            (None, Some(report)) if report.verdict == CourseVerdict::Banned => true,
            _ => fault == Some(Fault::Security),
        };
        let standing = if is_banned { StoredOutcome::Banned } else { StoredOutcome::Active };
        Stored { name: self.name, standing }
    }

    /// Whether a later file of the same player was accepted.
    pub(in crate::private) fn is_replaced(&self, all: &[CourseUpload]) -> bool {
        let later = |other: &CourseUpload| {
            other.name.player == self.name.player
                && other.name.date > self.name.date
                && other.report.is_some()
        };
        all.iter().any(later)
    }

    pub(super) fn is_decided(&self) -> bool {
        self.report.is_some()
    }

    /// The time of the last decision, as far as known.
    pub(in crate::private) fn decided(&self) -> Option<Timestamp> {
        let received = self.report.as_ref().map(|report| report.received.timestamp());
        self.ruling.as_ref().map(|own| own.time).or(received)
    }

    /// A value that distinguishes decisions on it.
    pub(in crate::private) fn key(&self) -> String {
        let fault = self.report.as_ref().and_then(|report| report.fault);
        let verdict = self.report.as_ref().map(|report| report.verdict);
        let ruling = self.ruling.as_ref().map(|own| own.ruling);
        format!("{} {verdict:?} {fault:?} {ruling:?}", self.name)
    }

    pub(in crate::private) fn word(&self, all: &[CourseUpload]) -> Message {
        let Some(report) = &self.report else { return own::at_waiting() };
        let ruled = self.ruling.as_ref().map(|own| own.ruling);
        match (ruled, report.verdict, report.fault) {
            (Some(Ruling::Banned), ..) => words::banned_by_host(),
            (Some(Ruling::Disqualified), ..) => words::disqualified_by_host(),
            (_, _, Some(fault)) => words::left_for(certamen_contest::vocabulary::fault(fault)),
            _ if self.is_replaced(all) => own::at_replaced(),
            (Some(Ruling::Approved), ..) => words::approved_by_host(),
            (None, CourseVerdict::Accepted, None) => own::at_live(),
            (None, CourseVerdict::Banned, None) => own::at_banned(),
            (None, CourseVerdict::Discarded | CourseVerdict::Refused, None) => own::at_discarded(),
            (None, CourseVerdict::Disqualified, None) => own::at_disqualified(),
        }
    }

    /// The report for its team, in the reader's language; decisions of earlier versions are in that
    /// of the contest.
    pub(in crate::private) fn report_text(&self, language: Language) -> String {
        let Some(report) = &self.report else { return String::new() };
        match &report.told {
            Some(told) => plain(told.get(language).as_bytes()),
            None => plain(&fs::read(self.path.with_extension("txt")).unwrap_or_default()),
        }
    }

    pub(super) fn source(&self) -> String {
        plain(&fs::read(&self.path).unwrap_or_default())
    }
}

/// Puts a file where the host looks for it. Returns the confirmation in the words of the course, or
/// why the file is rejected.
pub(super) fn submit_file(
    request: &PrivateRequest<'_>,
    course: &CourseContext<'_>,
    team: &Team,
    name: &str,
    content: &[u8],
) -> Result<Result<Message, Message>, HttpError> {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    if let Some(wrong) = rejection(request, course, team, name, content)? {
        return Ok(Err(wrong));
    }
    let folder = &course.view.folder;
    if request.people.file.min_free_space.lacking(folder.path()).is_some() {
        return Ok(Err(own::no_room()));
    }
    if let Err(error) = write_new(&folder.submissions(), name, content) {
        return Ok(Err(match error.kind() {
            io::ErrorKind::AlreadyExists => reception::stored_before(),
            io::ErrorKind::StorageFull => own::no_room(),
            _ => own::not_written(),
        }));
    }
    let who = (request.now, request.member()?.id);
    request.people.portal.note(who, AuditAction::Sent, course.view.slug.as_str(), name)?;
    Ok(Ok(reception::confirmed(name, &course.section.rules.place)))
}

/// Why the file may not be submitted now. Errors inside it are reported after the decision.
fn rejection(
    request: &PrivateRequest<'_>,
    course: &CourseContext<'_>,
    team: &Team,
    name: &str,
    content: &[u8],
) -> Result<Option<Message>, HttpError> {
    let schedule = &course.schedule;
    if content.is_empty() {
        return Ok(Some(own::empty_file()));
    }
    if request.now < schedule.starts.timestamp() {
        return Ok(Some(own::not_open_yet(schedule.starts.timestamp().to_string())));
    }
    if schedule.closes.as_ref().is_some_and(|closes| request.now >= closes.timestamp()) {
        return Ok(Some(own::closed_now()));
    }
    if name.parse::<FileName>().is_ok_and(|name| name.player.pair != team.id) {
        return Ok(Some(words::not_your_pair()));
    }
    let stored: Vec<_> = uploads(&course.view.folder)?.iter().map(CourseUpload::stored).collect();
    let rules = Course {
        register: &course.roster,
        rules: &course.section.rules,
        form: course.section.form,
        stored: &stored,
        language: request.language,
    };
    let today = request.now.to_zoned(schedule.starts.time_zone().clone()).date();
    let decision = receive(&rules, name, content, today);
    Ok(match (decision.verdict(), decision.findings.first()) {
        (RuleVerdict::Refused | RuleVerdict::Discarded, Some(finding)) => Some(finding.message()),
        _ => None,
    })
}

/// Writes a file atomically, unless there is one of this name.
fn write_new(inbox: &Path, name: &str, content: &[u8]) -> io::Result<()> {
    fs::create_dir_all(inbox)?;
    let id = fresh_id().map_err(|_| io::Error::from(io::ErrorKind::Other))?;
    let draft = inbox.join(format!(".{id}.part"));
    let write = || -> io::Result<()> {
        let mut file = File::create_new(&draft)?;
        file.write_all(content)?;
        file.sync_all()?;
        // Creating a hard link fails where a rename would overwrite an existing file.
        fs::hard_link(&draft, inbox.join(name))
    };
    let written = write();
    // A remaining temporary file is hidden, and was never confirmed.
    let _ = fs::remove_file(&draft);
    written?;
    File::open(inbox)?.sync_all()
}
