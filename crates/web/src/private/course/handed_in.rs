//! The submissions to a course: the files in its folders, the decision on each, and the teacher's
//! rulings since.

use super::words;
use crate::{
    http_error::HttpError,
    private::{say as own, sources::plain},
};
use certamen_contest::{
    Folder,
    entry::{CourseReport, CourseRuling, CourseVerdict, Ruling},
};
use certamen_game::Fault;
use certamen_i18n::{Language, Message};
use certamen_portal::course::{FileName, Stored, StoredOutcome, TeamId};
use jiff::Timestamp;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A submitted file.
pub(in crate::private) struct CourseUpload {
    pub(in crate::private) name: FileName,
    path: PathBuf,
    /// The decision; none while it waits.
    report: Option<CourseReport>,
    pub(in crate::private) ruling: Option<CourseRuling>,
}

/// All submissions that are stored under their own names, by name. Discarded ones are not: their
/// team is unknown.
pub(in crate::private) fn handed_in(folder: &Folder) -> Result<Vec<CourseUpload>, HttpError> {
    let mut rulings = CourseRuling::all(folder)?;
    let mut found: Vec<CourseUpload> = Vec::new();
    for home in [folder.submissions(), folder.accepted(), folder.rejected()] {
        for entry in fs::read_dir(&home).into_iter().flatten().flatten() {
            let path = entry.path();
            let Some(name) = named(&path) else { continue };
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

fn named(path: &Path) -> Option<FileName> {
    path.file_name()?.to_str()?.parse().ok()
}

/// Those of a team.
pub(super) fn own_files(all: &[CourseUpload], pair: TeamId) -> impl Iterator<Item = &CourseUpload> {
    all.iter().filter(move |file| file.name.player.pair == pair)
}

impl CourseUpload {
    /// The earlier submissions as the rules of the course see them.
    pub(super) fn stored(&self) -> Stored {
        let standing =
            if self.is_proscribed() { StoredOutcome::Proscribed } else { StoredOutcome::Active };
        Stored { name: self.name, standing }
    }

    fn is_proscribed(&self) -> bool {
        let fault = self.report.as_ref().and_then(|report| report.fault);
        match (&self.ruling, &self.report) {
            (Some(own), _) if own.ruling != Ruling::Approved => own.ruling == Ruling::Proscribed,
            (None, Some(report)) if report.verdict == CourseVerdict::Proscribed => true,
            _ => fault == Some(Fault::Security),
        }
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

    /// The player's name in the standings.
    pub(super) fn listed_as(&self) -> String {
        let known = self.report.as_ref().and_then(|report| report.listed_as.clone());
        known.unwrap_or_else(|| self.name.player.to_string())
    }

    /// Whether it was decided.
    pub(super) fn is_decided(&self) -> bool {
        self.report.is_some()
    }

    /// The time of the last decision, as far as known.
    pub(in crate::private) fn decided(&self) -> Option<Timestamp> {
        let came = self.report.as_ref().map(|report| report.received.timestamp());
        self.ruling.as_ref().map(|own| own.time).or(came)
    }

    /// A value that distinguishes decisions on it.
    pub(in crate::private) fn key(&self) -> String {
        let fault = self.report.as_ref().and_then(|report| report.fault);
        let verdict = self.report.as_ref().map(|report| report.verdict);
        let ruling = self.ruling.as_ref().map(|own| own.ruling);
        format!("{} {verdict:?} {fault:?} {ruling:?}", self.name)
    }

    /// The verdict.
    pub(in crate::private) fn word(&self, all: &[CourseUpload]) -> Message {
        let Some(report) = &self.report else { return own::at_waiting() };
        let ruled = self.ruling.as_ref().map(|own| own.ruling);
        match (ruled, report.verdict, report.fault) {
            (Some(Ruling::Proscribed), ..) => words::proscribed_by_host(),
            (Some(Ruling::Disqualified), ..) => words::disqualified_by_host(),
            (_, _, Some(fault)) => words::left_for(certamen_contest::vocabulary::fault(fault)),
            _ if self.is_replaced(all) => own::at_replaced(),
            (Some(Ruling::Approved), ..) => words::approved_by_host(),
            (None, CourseVerdict::Accepted, None) => own::at_live(),
            (None, CourseVerdict::Proscribed, None) => own::at_proscribed(),
            (None, CourseVerdict::Discarded | CourseVerdict::Refused, None) => own::at_discarded(),
            (None, CourseVerdict::Disqualified, None) => own::at_disqualified(),
        }
    }

    /// The report for its team, in the reader's language; decisions of earlier versions are in that
    /// of the contest.
    pub(in crate::private) fn told(&self, language: Language) -> String {
        let Some(report) = &self.report else { return String::new() };
        match &report.told {
            Some(told) => plain(told.get(language).as_bytes()),
            None => plain(&fs::read(self.path.with_extension("txt")).unwrap_or_default()),
        }
    }

    /// The content of the file.
    pub(super) fn source(&self) -> String {
        plain(&fs::read(&self.path).unwrap_or_default())
    }
}
