//! Processes submissions, one after the other: those of the site, and files that were put into the
//! inbox by hand, which are submitted as those of an author without an account.

use super::{
    EntryFinding,
    archive::{is_litter, unpack},
    say,
    trial::{EntryCheck, EntryCheckResult},
};
use crate::{
    ExecutionTarget, HostError, Sandboxes, StopSignal,
    reception::{QUIET, read},
};
use certamen_contest::{
    ContestError, ContestFile, Folder, LocalizedTexts,
    entry::{
        DecidedSubmission, DelayWish, EntryDelay, PendingDecision, Submission, SubmissionFileError,
        SubmissionIndex, SubmissionState, SubmissionVerdict, check_entrant, closing_time,
        sent_name,
    },
    file::{EntryDeadline, EntryRules},
    pages::{LocalizedText, PageKind, is_published, publish},
};
use certamen_i18n::{Language, Localize, Message, UnknownLanguage};
use certamen_portal::check_job::{CheckProgress, CheckStage, StageResult};
use jiff::Timestamp;
use std::{
    cell::RefCell,
    fs, io,
    path::{Path, PathBuf},
};

#[derive(Clone, Copy)]
pub struct EntryProcessor<'a> {
    pub folder: &'a Folder,
    pub sandboxes: &'a Sandboxes,
    pub target: &'a ExecutionTarget,
    pub stop: &'a StopSignal,
    pub notify: &'a dyn Fn(CheckProgress),
}

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
        let by_hand = send_files(self.folder, Timestamp::now());
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
        if announce_closing(self.folder, &rules, Timestamp::now()).is_err() {
            looked = PollResult::Delayed;
        }
        looked
    }

    /// Decides on what waits at `path` if that is due, or notes why nothing can be decided.
    fn attend(&self, path: &Path, now: Timestamp) -> io::Result<()> {
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let _entry = tracing::info_span!("entry", id).entered();
        let earlier = EntryDelay::of(self.folder, &id);
        let wish = earlier.as_ref().and_then(|_| DelayWish::take(self.folder, &id));
        if wish.is_none() && earlier.as_ref().is_some_and(|delay| delay.rests(now)) {
            return Ok(());
        }
        // A retry is reported once it gets further than the last time.
        let deferred = RefCell::new(Vec::new());
        let keep = |progress| deferred.borrow_mut().push(progress);
        let processor =
            EntryProcessor { notify: if earlier.is_some() { &keep } else { self.notify }, ..*self };
        let done = match wish {
            Some(DelayWish::Discard(reason)) => {
                processor.discard(path, &LocalizedTexts::verbatim(&reason))
            }
            Some(DelayWish::Withdraw) => {
                processor.discard(path, &LocalizedTexts::from(&say::taken_back()))
            }
            Some(DelayWish::TryAgain) | None => processor.process(path),
        };
        if done.is_err() && self.stop.is_set() {
            return Ok(());
        }
        let Err(error) = done else {
            deferred.into_inner().into_iter().for_each(self.notify);
            EntryDelay::lift(self.folder, &id);
            return Ok(());
        };
        let why = error.message();
        let delay = EntryDelay::after(earlier.as_ref(), LocalizedTexts::from(&why), now);
        if earlier.is_none_or(|earlier| earlier.why != delay.why) {
            tracing::error!(%why, "nothing can be decided on an entry now");
            deferred.into_inner().into_iter().for_each(self.notify);
            self.report(&id, (CheckStage::Received, StageResult::Delayed), Some(why));
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

    fn process(&self, path: &Path) -> Result<(), HostError> {
        let sent = EntryProcessor::read(path)?;
        if SubmissionIndex::read(self.folder)?.find(&sent.id).is_none() {
            self.decide(path, &sent)?;
        }
        if let Some(decided) = SubmissionIndex::read(self.folder)?.find(&sent.id) {
            self.report_decided(decided);
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
        self.report(&id, (CheckStage::Received, StageResult::Failed), None);
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
        let notify = |stage, result| self.report(&sent.id, (stage, result), None);
        notify(CheckStage::Unpacked, StageResult::Running);
        let tried = match unpack(&sent.file, &content, rules.max_source) {
            Ok(unpacked) => {
                unpacked.write(&files).map_err(io)?;
                notify(CheckStage::Unpacked, StageResult::Passed);
                let EntryProcessor { folder, sandboxes, target, .. } = *self;
                let file = &file;
                EntryCheck {
                    folder,
                    file,
                    rules,
                    sandboxes,
                    target,
                    sent,
                    language,
                    notify: &notify,
                }
                .run(&files)?
            }
            Err(finding) => {
                self.stage_unopened(&sent.id, &content).map_err(io)?;
                notify(CheckStage::Unpacked, StageResult::Failed);
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
        let pending_decision = PendingDecision {
            folder: self.folder,
            sent,
            files,
            digest: blake3::hash(content).to_hex().to_string(),
            verdict,
            reasons,
            report,
            specimen,
            now: Timestamp::now(),
        };
        Ok(pending_decision.file()?)
    }

    /// A folder with the unchanged content.
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
    fn report_decided(&self, decided_submission: &DecidedSubmission) {
        let id = &decided_submission.decided.sent.id;
        tracing::info!(state = ?decided_submission.home, "an entry was decided on");
        match decided_submission.home {
            SubmissionState::Accepted => {
                self.report(id, (CheckStage::Live, StageResult::Passed), None);
            }
            SubmissionState::Held => {
                self.report(id, (CheckStage::Held, StageResult::Running), None);
            }
            SubmissionState::Rejected => {}
        }
    }

    fn report(&self, id: &str, (stage, result): (CheckStage, StageResult), why: Option<Message>) {
        (self.notify)(CheckProgress { id: id.to_owned(), stage, result, why });
    }
}

const LARGEST: usize = 9 << 20;

/// Submits the files in the inbox that are no longer being written. What is not a file of a bot
/// stays where it is.
fn send_files(folder: &Folder, now: Timestamp) -> Result<(), HostError> {
    let inbox = folder.submissions();
    let io = |error| HostError::Io { path: inbox.clone(), error };
    let entries = match fs::read_dir(&inbox) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
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
    for path in waiting {
        adopt(folder, &inbox, &path, now)?;
    }
    Ok(())
}

fn adopt(folder: &Folder, inbox: &Path, path: &Path, now: Timestamp) -> Result<(), HostError> {
    let io = |error| HostError::Io { path: path.to_owned(), error };
    let written = fs::symlink_metadata(path).and_then(|found| found.modified()).map_err(io)?;
    let written = Timestamp::try_from(written).unwrap_or(now);
    let is_quiet = now.duration_since(written) >= QUIET || now < written;
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = file.rsplit_once('.').map_or(&*file, |(stem, _)| stem);
    let entrant = stem.strip_suffix(".tar").unwrap_or(stem).to_owned();
    if !is_quiet || check_entrant(&entrant).is_err() {
        return Ok(());
    }
    let Some(content) = read(path, LARGEST).map_err(io)? else { return Ok(()) };
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
    fs::remove_file(path).map_err(io)
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
    use certamen_contest::{
        ContestFile,
        entry::{EntryWindow, PendingDecision, Submission, SubmissionVerdict},
    };
    use certamen_sandbox::{Launcher, Tier};
    use jiff::SignedDuration;
    use std::{
        fs,
        io::{Cursor, Write},
    };
    use zip::{ZipWriter, write::SimpleFileOptions};

    const CONTEST: &str = "name = \"Open\"\ngame = \"footsteps\"\nbots = []\n\
        [format]\nkind = \"round-robin\"\n[ranking]\nkind = \"points\"\n[entries]\ncloses = \"never\"\n";
    const GOOD: &str = "name = \"uno\"\nlanguage = \"python\"\nsource = [\"uno.py\"]\n";

    /// A contest whose bots cannot be run: there is no isolation, and it requires some.
    struct Inbox {
        _place: tempfile::TempDir,
        folder: Folder,
        reported: RefCell<Vec<CheckProgress>>,
        stop: StopSignal,
    }

    impl Inbox {
        fn new() -> Inbox {
            let place = tempfile::tempdir().unwrap();
            let folder = Folder::new(place.path());
            fs::write(folder.contest_file(), CONTEST).unwrap();
            let (reported, stop) = (RefCell::default(), StopSignal::default());
            Inbox { _place: place, folder, reported, stop }
        }

        fn send(&self, id: &str, files: &[(&str, &str)]) {
            let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
            for (name, content) in files {
                writer.start_file(*name, SimpleFileOptions::default()).unwrap();
                writer.write_all(content.as_bytes()).unwrap();
            }
            let [note, author] = [(); 2].map(|()| String::new());
            let (received, written_by) = (Timestamp::UNIX_EPOCH, None);
            let [id, file, language] = [id, "uno.zip", "en"].map(ToOwned::to_owned);
            let entrant = id.clone();
            let home = self.path(&id);
            let sent =
                Submission { id, entrant, author, file, note, language, received, written_by };
            sent.write(&home, &writer.finish().unwrap().into_inner()).unwrap();
        }

        fn path(&self, id: &str) -> PathBuf {
            self.folder.submissions().join(format!("{id}.sent"))
        }

        fn look(&self) -> Vec<(CheckStage, StageResult)> {
            let sandboxes =
                Sandboxes::new(&Launcher::with_program("/nothing".into()), Some(Tier::D));
            let notify = |progress| self.reported.borrow_mut().push(progress);
            let (folder, sandboxes, target) = (&self.folder, &sandboxes, &ExecutionTarget::Here);
            let processor =
                EntryProcessor { folder, sandboxes, target, stop: &self.stop, notify: &notify };
            assert_eq!(processor.look(), PollResult::Done);
            self.reported
                .take()
                .into_iter()
                .map(|progress| (progress.stage, progress.result))
                .collect()
        }

        /// The report for the author of `id`, if it was rejected.
        fn report(&self, id: &str) -> Option<String> {
            let roster = SubmissionIndex::read(&self.folder).unwrap();
            let decided = roster.find(id)?;
            assert_eq!(decided.home, SubmissionState::Rejected);
            Some(fs::read_to_string(decided.report()).unwrap())
        }
    }

    #[test]
    fn problems_with_files_are_reported_to_the_author() {
        let with = |key: &str| format!("{GOOD}{key}\n");
        let source = |source: &str| GOOD.replace("uno.py", source);
        let language = GOOD.replace("python", "klingon");
        for (nth, (manifest, due)) in [
            ("name = ".to_owned(), "bot.toml"),
            (with("speed = 1"), "speed"),
            (language, "klingon"),
            (with("protocol = \"smoke\""), "smoke"),
            (source("dos.py"), "no such file"),
            (source("/etc/passwd"), "/etc/passwd"),
            (source("../uno.py"), "../uno.py"),
            (source("src"), "src"),
            (source(".uno.py"), ".uno.py"),
            (GOOD.replace("[\"uno.py\"]", "[]"), "source"),
            (with("run = []"), "run"),
            (with("run = [\"{directory}/../x\"]"), "run"),
            (with("[build]\ncommand = \"make\""), "build"),
            (with("requires = { \"/opt/x\" = \"x\" }"), "requires"),
        ]
        .into_iter()
        .enumerate()
        {
            let inbox = Inbox::new();
            let id = format!("p{nth}");
            inbox.send(&id, &[("bot.toml", &manifest), ("uno.py", "x = 1"), ("src/a.py", "x")]);
            let reported = inbox.look();
            assert_eq!(
                reported.last(),
                Some(&(CheckStage::Checked, StageResult::Failed)),
                "{manifest}"
            );
            let report = inbox.report(&id).unwrap();
            assert!(report.contains(due), "{manifest}: {report}");
            let place = inbox.folder.path().to_string_lossy().into_owned();
            assert!(!report.contains(&place), "it names no place of this machine: {report}");
            assert!(!inbox.path(&id).exists());
        }
        let inbox = Inbox::new();
        inbox.send("twice", &[("bot.toml", GOOD), ("x", "a file"), ("x/y", "and a folder")]);
        assert_eq!(inbox.look().last(), Some(&(CheckStage::Unpacked, StageResult::Failed)));
        assert!(inbox.report("twice").unwrap().contains("x/y"));
    }

    #[test]
    fn where_we_fail_a_program_rests_says_so_once_and_keeps_no_other() {
        let inbox = Inbox::new();
        let good = [("bot.toml", GOOD), ("uno.py", "x = 1")];
        inbox.send("a", &good);
        let delayed = (CheckStage::Received, StageResult::Delayed);
        assert_eq!(inbox.look().last(), Some(&delayed));
        assert_eq!(inbox.look(), [], "it rests");
        inbox.send("b", &[("bot.toml", "")]);
        assert!(inbox.look().contains(&(CheckStage::Checked, StageResult::Failed)));
        let delay = || EntryDelay::of(&inbox.folder, "a").unwrap();
        let listed = EntryDelay::all(&inbox.folder).unwrap();
        assert_eq!(listed.len(), 1);
        assert!(listed[0].1.as_ref().is_some_and(|sent| sent.entrant == "a"));
        assert!(delay().why.en.contains("minimum_tier"), "{:?}", delay().why);
        // Retried, and failed for the same reason: nothing new is reported.
        assert!(DelayWish::TryAgain.put(&inbox.folder, "a").unwrap());
        assert_eq!(inbox.look(), []);
        assert_eq!(delay().failures, 2);
        assert!(DelayWish::Discard("no room".to_owned()).put(&inbox.folder, "a").unwrap());
        assert_eq!(inbox.look(), [(CheckStage::Received, StageResult::Failed)], "its slot is free");
        assert!(inbox.report("a").unwrap().contains("no room"));
        assert_eq!(EntryDelay::of(&inbox.folder, "a"), None);
        inbox.send("c", &good);
        inbox.look();
        assert!(DelayWish::Withdraw.put(&inbox.folder, "c").unwrap());
        inbox.look();
        assert!(inbox.report("c").unwrap().contains("author"));
        // Of what cannot even be read a host can get rid, too.
        fs::create_dir_all(inbox.path("d")).unwrap();
        assert_eq!(inbox.look(), [delayed]);
        assert!(DelayWish::Discard("what is it?".to_owned()).put(&inbox.folder, "d").unwrap());
        assert_eq!(inbox.look(), [(CheckStage::Received, StageResult::Failed)]);
        assert!(!inbox.path("d").exists());
        assert!(!DelayWish::TryAgain.put(&inbox.folder, "d").unwrap());
    }

    #[test]
    fn after_the_stop_signal_no_other_submission_is_started() {
        let inbox = Inbox::new();
        inbox.send("a", &[("bot.toml", "")]);
        inbox.stop.set();
        assert_eq!(inbox.look(), []);
        assert!(inbox.path("a").exists());
    }

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
