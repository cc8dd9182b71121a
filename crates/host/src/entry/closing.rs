//! Publishes a notice when enough bots have entered that the time at which entries close is known.

use super::say;
use certamen_contest::{
    ContestError, Folder,
    entry::{SubmissionIndex, closing_time},
    file::{EntryDeadline, EntryRules},
    pages::{LocalizedText, PageKind, is_exported, tell},
};
use certamen_game::Language;
use jiff::Timestamp;

/// The key of such a notice.
const KEY: &str = "closing";

/// Publishes it once. A process that is stopped before does it the next time.
pub(super) fn tell_closing(
    folder: &Folder,
    rules: &EntryRules,
    now: Timestamp,
) -> Result<(), ContestError> {
    let Some(EntryDeadline::After { entrants, .. }) = &rules.deadline else { return Ok(()) };
    if is_exported(folder, PageKind::Notices, KEY) {
        return Ok(());
    }
    let Some(closes) = closing_time(rules, &SubmissionIndex::read(folder)?.entered()) else {
        return Ok(());
    };
    let closes = closes.to_zoned(rules.zone.clone()).strftime("%Y-%m-%d %H:%M %Z").to_string();
    let texts = Language::ALL.map(|language| LocalizedText {
        title: say::closing_title().get(language),
        text: say::closing_text(entrants, &closes).get(language),
        language: Some(language),
    });
    let date = now.to_zoned(rules.zone.clone()).date();
    let told = tell(folder, (PageKind::Notices, KEY), date, &texts);
    told.map(|_| ())
        .map_err(|error| ContestError::Io { path: folder.path().join("notices"), error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_contest::{
        ContestFile,
        entry::{EntryWindow, PendingDecision, Submission, SubmissionVerdict},
    };
    use std::fs;

    const CONTEST: &str = "name = \"Seven\"\ngame = \"footsteps\"\nbots = []\n\
        [format]\nkind = \"round-robin\"\n[ranking]\nkind = \"points\"\n\
        [entries]\ncloses_after = { entrants = 7, then = \"7 days\" }\n";

    fn noon(day: i8) -> Timestamp {
        format!("2020-01-{day:02}T12:00:00Z").parse().unwrap()
    }

    fn accept(folder: &Folder, day: i8) {
        let [id, entrant, author, file] = [(); 4].map(|()| format!("p{day}"));
        let [note, language, digest, report] = [(); 4].map(|()| String::new());
        let (received, written_by) = (noon(day), None);
        let sent = Submission { id, entrant, author, file, note, language, received, written_by };
        let files = folder.path().join("files");
        fs::create_dir(&files).unwrap();
        let (sent, files, verdict, now) = (&sent, &*files, SubmissionVerdict::Accepted, noon(day));
        let (reasons, specimen) = (Vec::new(), None);
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
        pending_decision.file().unwrap();
    }

    #[test]
    fn seven_then_a_week_is_told_once_in_each_language() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        fs::write(folder.contest_file(), CONTEST).unwrap();
        let rules = ContestFile::read(&folder).unwrap().entries.unwrap();
        let notices = || fs::read_dir(place.path().join("notices")).map_or(0, Iterator::count);
        for day in 1..=6 {
            accept(&folder, day);
            tell_closing(&folder, &rules, noon(day)).unwrap();
        }
        assert_eq!(notices(), 0, "one more is waited for");
        accept(&folder, 7);
        tell_closing(&folder, &rules, noon(7)).unwrap();
        tell_closing(&folder, &rules, noon(9)).unwrap();
        assert_eq!(notices(), Language::ALL.len(), "a text in each");
        let entered = SubmissionIndex::read(&folder).unwrap().entered();
        let open = |time| EntryWindow::at(&rules, time, &entered);
        assert_eq!(open(noon(13)), EntryWindow::Open(Some(noon(14))));
        assert_eq!(open(noon(14)), EntryWindow::Closed(noon(14)), "then it is closed");
    }
}
