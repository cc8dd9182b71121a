//! What waits in the inbox of a contest: submissions of the site, and files that were put there by
//! hand, which are submitted as those of an author without an account.

use super::{archive::is_litter, fair::PendingEntry, say};
use crate::{
    HostError,
    reception::{QUIET, read},
};
use certamen_contest::{
    ContestError, ContestFile, Folder,
    entry::{
        DelayWish, EntryDelay, Submission, SubmissionIndex, check_entrant, closing_time, sent_name,
    },
    file::{EntryDeadline, EntryRules},
    pages::{LocalizedText, PageKind, is_published, publish},
};
use certamen_i18n::Language;
use jiff::Timestamp;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The maximum size of a file that is put there by hand, in bytes.
const LARGEST: usize = 9 << 20;

#[derive(Debug, Default)]
pub(super) struct Inbox {
    pub(super) entries: Vec<PendingEntry>,
    /// When a file that may still be being written is looked at again.
    pub(super) again: Option<Timestamp>,
}

impl Inbox {
    /// Looks into the inbox of a contest, if no other process does, and announces when its entries
    /// close. What was found is complete even where something else failed.
    pub(super) fn read(
        folder: &Folder,
        now: Timestamp,
        hold: &dyn Fn() -> Result<(), ContestError>,
    ) -> (Inbox, Vec<HostError>) {
        // A file that cannot be read is reported by the runner of the contest.
        let rules = ContestFile::read(folder).ok().and_then(|file| file.entries);
        let Some(rules) = rules else { return (Inbox::default(), Vec::new()) };
        // Until the other process ends, this one tries again whenever it looks at all inboxes.
        if let Err(error) = hold() {
            return (Inbox::default(), vec![error.into()]);
        }
        let mut errors = Vec::new();
        let again = send_files(folder, now).unwrap_or_else(|error| {
            errors.push(error);
            None
        });
        let path = folder.submissions();
        let waiting = Submission::waiting(&path).unwrap_or_else(|error| {
            errors.push(HostError::Io { path, error });
            Vec::new()
        });
        if let Err(error) = announce_closing(folder, &rules, now) {
            errors.push(error.into());
        }
        let entries = waiting.iter().map(|path| pending(folder, path, now)).collect();
        (Inbox { entries, again }, errors)
    }
}

fn pending(folder: &Folder, path: &Path, now: Timestamp) -> PendingEntry {
    let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let delay = EntryDelay::of(folder, &id).filter(|delay| delay.rests(now));
    let due = delay.filter(|_| !DelayWish::is_put(folder, &id)).map(|delay| delay.again);
    match Submission::read(path) {
        Ok(Submission { entrant, author, received, .. }) => {
            PendingEntry { id, entrant, author, received, due }
        }
        // Nothing is known of it: it is no bot's next version, and no author's.
        Err(_) => PendingEntry {
            entrant: format!("\0{id}"),
            author: String::new(),
            received: Timestamp::UNIX_EPOCH,
            id,
            due,
        },
    }
}

/// Submits the files in the inbox that are no longer being written; the time at which the next one
/// may be complete. What is not a file of a bot stays where it is.
fn send_files(folder: &Folder, now: Timestamp) -> Result<Option<Timestamp>, HostError> {
    let inbox = folder.submissions();
    let io = |error| HostError::Io { path: inbox.clone(), error };
    let entries = match fs::read_dir(&inbox) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        entries => entries.map_err(io)?,
    };
    let mut waiting: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let entry = entry.map_err(io)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let hidden = name.starts_with('.') || is_litter(&name);
        if !hidden && entry.file_type().map_err(io)?.is_file() {
            waiting.push(entry.path());
        }
    }
    waiting.sort();
    let mut again = None;
    for path in waiting {
        let quiet = adopt(folder, &inbox, &path, now)?;
        again = again.into_iter().chain(quiet).min();
    }
    Ok(again)
}

/// Submits the file at `path`, or returns the time at which it may be complete.
fn adopt(
    folder: &Folder,
    inbox: &Path,
    path: &Path,
    now: Timestamp,
) -> Result<Option<Timestamp>, HostError> {
    let io = |error| HostError::Io { path: path.to_owned(), error };
    let written = fs::symlink_metadata(path).and_then(|found| found.modified()).map_err(io)?;
    let written = Timestamp::try_from(written).unwrap_or(now);
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = file.rsplit_once('.').map_or(&*file, |(stem, _)| stem);
    let entrant = stem.strip_suffix(".tar").unwrap_or(stem).to_owned();
    if check_entrant(&entrant).is_err() {
        return Ok(None);
    }
    if written <= now && now.duration_since(written) < QUIET {
        return Ok(written.checked_add(QUIET).ok());
    }
    let Some(content) = read(path, LARGEST).map_err(io)? else { return Ok(None) };
    // Equal files of one name are one: a process that is stopped here finds it again.
    let digest = blake3::hash(&[file.as_bytes(), b"\0", &content].concat());
    let id: String = digest.to_hex().chars().take(16).collect();
    let is_known =
        inbox.join(sent_name(&id)).exists() || SubmissionIndex::read(folder)?.find(&id).is_some();
    if !is_known {
        let sent = Submission {
            id: id.clone(),
            entrant,
            author: String::new(),
            file,
            note: String::new(),
            language: Language::default().code().to_owned(),
            received: written.min(now),
            written_by: None,
        };
        // The inbox may belong to a site, whose user could redirect what is written there.
        let draft = folder.written().join("entries").join(&*sent_name(&id));
        sent.write(&draft, &content).map_err(io)?;
        fs::rename(&draft, inbox.join(sent_name(&id))).map_err(io)?;
    }
    fs::remove_file(path).map_err(io)?;
    Ok(None)
}

const KEY: &str = "closing";

/// Publishes it once. A process that is stopped before does it the next time.
fn announce_closing(
    folder: &Folder,
    rules: &EntryRules,
    now: Timestamp,
) -> Result<(), ContestError> {
    let Some(EntryDeadline::After { entrants, .. }) = &rules.deadline else { return Ok(()) };
    if is_published(folder, PageKind::Notices, KEY) {
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
    let published = publish(folder, (PageKind::Notices, KEY), date, &texts);
    published
        .map(|_| ())
        .map_err(|error| ContestError::Io { path: folder.path().join("notices"), error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_contest::entry::{EntryWindow, PendingDecision, SubmissionVerdict};
    use jiff::SignedDuration;

    #[test]
    fn a_file_that_was_put_there_is_sent_once() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        let inbox = folder.submissions();
        fs::create_dir(&inbox).unwrap();
        let later = Timestamp::now() + SignedDuration::from_secs(10);
        for _ in 0..2 {
            fs::write(inbox.join("uno.c"), "int main;").unwrap();
            send_files(&folder, Timestamp::now()).unwrap();
            assert!(inbox.join("uno.c").exists(), "the file may still be being written");
            send_files(&folder, later).unwrap();
            assert!(!inbox.join("uno.c").exists());
            assert_eq!(Submission::waiting(&inbox).unwrap().len(), 1);
        }
        let sent = Submission::read(&Submission::waiting(&inbox).unwrap()[0]).unwrap();
        assert_eq!((&*sent.entrant, &*sent.file, &*sent.author), ("uno", "uno.c", ""));
        fs::write(inbox.join("\u{202e}.c"), "x").unwrap();
        send_files(&folder, later).unwrap();
        assert_eq!(Submission::waiting(&inbox).unwrap().len(), 1, "it has no name");
    }

    const SEVEN: &str = "name = \"Seven\"\ngame = \"footsteps\"\nbots = []\n\
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
        let (reasons, sample) = (Vec::new(), None);
        let pending_decision =
            PendingDecision { folder, sent, files, digest, verdict, reasons, report, sample, now };
        pending_decision.file().unwrap();
    }

    #[test]
    fn the_closing_time_is_announced_once_in_each_language() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        fs::write(folder.contest_file(), SEVEN).unwrap();
        let rules = ContestFile::read(&folder).unwrap().entries.unwrap();
        let notices = || fs::read_dir(place.path().join("notices")).map_or(0, Iterator::count);
        for day in 1..=6 {
            accept(&folder, day);
            announce_closing(&folder, &rules, noon(day)).unwrap();
        }
        assert_eq!(notices(), 0, "one more is waited for");
        accept(&folder, 7);
        announce_closing(&folder, &rules, noon(7)).unwrap();
        announce_closing(&folder, &rules, noon(9)).unwrap();
        assert_eq!(notices(), Language::ALL.len(), "a text in each");
        let entered = SubmissionIndex::read(&folder).unwrap().entered();
        let open = |time| EntryWindow::at(&rules, time, &entered);
        assert_eq!(open(noon(13)), EntryWindow::Open(Some(noon(14))));
        assert_eq!(open(noon(14)), EntryWindow::Closed(noon(14)), "then it is closed");
    }
}
