//! Processes a submission, stage by stage. Files are authoritative: each step can be done again, and
//! a process that is stopped anywhere continues from what is in the folder.

use super::{
    EntryFinding,
    archive::unpack,
    say,
    trial::{EntryCheck, EntryCheckResult},
};
use crate::{ExecutionTarget, HostError, Sandboxes, StopSignal};
use certamen_contest::{
    ContestFile, Folder, LocalizedTexts,
    entry::{
        DelayWish, EntryDelay, PendingDecision, Submission, SubmissionFileError, SubmissionIndex,
        SubmissionState, SubmissionVerdict, check_entrant, sent_name,
    },
};
use certamen_i18n::{Language, Localize, Message, UnknownLanguage};
use certamen_portal::check_job::{CheckProgress, CheckStage, EntryState, StageResult};
use jiff::Timestamp;
use std::{
    cell::{Cell, RefCell},
    fs, io,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
};

#[derive(Clone, Copy)]
pub(super) struct EntryProcessor<'a> {
    pub(super) folder: &'a Folder,
    pub(super) sandboxes: &'a Sandboxes,
    pub(super) target: &'a ExecutionTarget,
    /// The number of the worker: no other writes where its bots write.
    pub(super) worker: usize,
    pub(super) stop: &'a StopSignal,
    pub(super) notify: &'a dyn Fn(CheckProgress),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CheckStep {
    Decided,
    /// It is tried again at this time.
    Delayed(Timestamp),
    /// It waits as before.
    Stopped,
}

impl EntryProcessor<'_> {
    /// Decides on the submission `id`, or notes why nothing can be decided; an error if not even that
    /// could be noted.
    pub(super) fn attend(&self, id: &str, now: Timestamp) -> io::Result<CheckStep> {
        let path = self.folder.submissions().join(sent_name(id));
        if !path.is_dir() {
            return Ok(CheckStep::Decided);
        }
        let _entry = tracing::info_span!("entry", id).entered();
        let earlier = EntryDelay::of(self.folder, id);
        let wish = earlier.as_ref().and_then(|_| DelayWish::of(self.folder, id));
        let run = EntryRun {
            processor: *self,
            id,
            path,
            state: Cell::new(if earlier.is_some() {
                EntryState::Delayed
            } else {
                EntryState::Received
            }),
            kept: earlier.as_ref().map(|_| RefCell::default()),
        };
        let attempt = || match &wish {
            Some(DelayWish::Discard(reason)) => run.discard(&LocalizedTexts::verbatim(reason)),
            Some(DelayWish::Withdraw) => run.discard(&LocalizedTexts::from(&say::taken_back())),
            Some(DelayWish::TryAgain) | None => run.process(),
        };
        // An error in this program must not take a worker from the other submissions.
        let done = panic::catch_unwind(AssertUnwindSafe(attempt)).unwrap_or_else(|_| {
            let error = io::Error::other("internal error: the check panicked");
            Err(HostError::Io { path: run.path.clone(), error })
        });
        let Err(error) = done else {
            run.release();
            EntryDelay::lift(self.folder, id);
            return Ok(CheckStep::Decided);
        };
        if self.stop.is_set() {
            return Ok(CheckStep::Stopped);
        }
        let why = error.message();
        let delay = EntryDelay::after(earlier.as_ref(), LocalizedTexts::from(&why), now);
        // After the decision, only what was sent is still to be removed: that is not reported.
        let is_open = run.state.get().allows(CheckStage::Received, StageResult::Delayed);
        if is_open && earlier.is_none_or(|earlier| earlier.why != delay.why) {
            tracing::error!(%why, "nothing can be decided on an entry now");
            run.release();
            run.report(CheckStage::Received, StageResult::Delayed, Some(why));
            run.release();
        }
        delay.put(self.folder, id)?;
        // Not before the delay, which says that this attempt failed.
        wish.map_or(Ok(()), |wish| wish.lift(self.folder, id))?;
        Ok(CheckStep::Delayed(delay.again))
    }
}

/// An attempt to decide on a submission.
struct EntryRun<'a> {
    processor: EntryProcessor<'a>,
    id: &'a str,
    path: PathBuf,
    state: Cell<EntryState>,
    /// The reports of a retry: they are sent once it gets further than the last time.
    kept: Option<RefCell<Vec<CheckProgress>>>,
}

impl EntryRun<'_> {
    fn io(&self) -> impl Fn(io::Error) -> HostError + use<> {
        let path = self.path.clone();
        move |error| HostError::Io { path: path.clone(), error }
    }

    /// The submission in the envelope.
    fn read(&self) -> Result<Submission, HostError> {
        let io = self.io();
        let sent = Submission::read(&self.path).map_err(|error| match error {
            SubmissionFileError::Io(error) => io(error),
            SubmissionFileError::Json(error) => io(error.into()),
        })?;
        match check_entrant(&sent.entrant) {
            Ok(()) if sent.id == self.id => Ok(sent),
            _ => Err(io(io::ErrorKind::InvalidData.into())),
        }
    }

    fn process(&self) -> Result<(), HostError> {
        let folder = self.processor.folder;
        // If it was decided, a part of what was sent may be removed already.
        let was_decided = SubmissionIndex::read(folder)?.find(self.id).is_some();
        if !was_decided {
            self.decide(&self.read()?)?;
        }
        match SubmissionIndex::read(folder)?.find(self.id).map(|filed| filed.home) {
            // The process was stopped after the decision, perhaps before it was reported.
            Some(SubmissionState::Rejected) if was_decided => {
                self.report(CheckStage::Received, StageResult::Failed, None);
            }
            Some(SubmissionState::Accepted) => {
                self.state.set(EntryState::Tried);
                self.report(CheckStage::Live, StageResult::Passed, None);
            }
            Some(SubmissionState::Held) => {
                self.state.set(EntryState::Tried);
                self.report(CheckStage::Held, StageResult::Running, None);
            }
            // It was reported with the stage that failed.
            Some(SubmissionState::Rejected) | None => {}
        }
        fs::remove_dir_all(&self.path).map_err(self.io())
    }

    /// Rejects it, for this reason, without testing it.
    fn discard(&self, reason: &LocalizedTexts) -> Result<(), HostError> {
        // The content of an envelope that cannot be read is unknown: there is nothing to keep.
        if let Ok(sent) = self.read()
            && SubmissionIndex::read(self.processor.folder)?.find(&sent.id).is_none()
        {
            let content = Submission::content(&self.path).unwrap_or_default();
            let files = self.stage_unopened(&content).map_err(self.io())?;
            let found = [EntryFinding::NoBot(reason.clone())];
            // An unknown language may be why it is discarded.
            let language = sent.language.parse().unwrap_or(Language::En);
            let tried = EntryCheckResult {
                verdict: SubmissionVerdict::Discarded,
                ..EntryCheckResult::sent_back(&found, language)
            };
            self.put_away(&sent, &files, &content, tried)?;
        }
        fs::remove_dir_all(&self.path).map_err(self.io())?;
        self.report(CheckStage::Received, StageResult::Failed, None);
        Ok(())
    }

    fn decide(&self, sent: &Submission) -> Result<(), HostError> {
        let EntryProcessor { folder, sandboxes, target, worker, .. } = self.processor;
        let io = self.io();
        let file = &ContestFile::read(folder)?;
        let Some(rules) = &file.entries else {
            return Err(HostError::NoEntries { path: folder.contest_file() });
        };
        let content = Submission::content(&self.path).map_err(&io)?;
        let language: Language = sent.language.parse().map_err(|error: UnknownLanguage| {
            io(io::Error::new(io::ErrorKind::InvalidData, error))
        })?;
        let files = self.running().map_err(&io)?;
        // A rejection is reported once it is filed: until then an error on our side can still come.
        let failed = Cell::new(None);
        let notify = &|stage, result| match result {
            StageResult::Failed => failed.set(Some(stage)),
            _ => self.report(stage, result, None),
        };
        notify(CheckStage::Unpacked, StageResult::Running);
        let tried = match unpack(&sent.file, &content, rules.max_source) {
            Ok(unpacked) => {
                unpacked.write(&files).map_err(&io)?;
                notify(CheckStage::Unpacked, StageResult::Passed);
                let check = EntryCheck {
                    folder,
                    file,
                    rules,
                    sandboxes,
                    target,
                    worker,
                    sent,
                    language,
                    notify,
                };
                check.run(&files)?
            }
            Err(finding) => {
                self.stage_unopened(&content).map_err(&io)?;
                notify(CheckStage::Unpacked, StageResult::Failed);
                EntryCheckResult::sent_back(&[finding], language)
            }
        };
        self.put_away(sent, &files, &content, tried)?;
        if let Some(stage) = failed.get() {
            self.report(stage, StageResult::Failed, None);
        }
        Ok(())
    }

    fn put_away(
        &self,
        sent: &Submission,
        files: &Path,
        content: &[u8],
        tried: EntryCheckResult,
    ) -> Result<(), HostError> {
        let EntryCheckResult { verdict, reasons, report, sample } = tried;
        let pending_decision = PendingDecision {
            folder: self.processor.folder,
            sent,
            files,
            digest: blake3::hash(content).to_hex().to_string(),
            verdict,
            reasons,
            report,
            sample,
            now: Timestamp::now(),
        };
        Ok(pending_decision.file()?)
    }

    /// A folder with the unchanged content.
    fn stage_unopened(&self, content: &[u8]) -> io::Result<PathBuf> {
        let files = self.running()?;
        fs::create_dir_all(&files)?;
        fs::write(files.join("content"), content)?;
        Ok(files)
    }

    /// A new folder for the files of a bot, with nothing left from an earlier time.
    fn running(&self) -> io::Result<PathBuf> {
        let parent = self.processor.folder.written().join("entries");
        let path = parent.join(self.id);
        match fs::remove_dir_all(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        fs::create_dir_all(&parent)?;
        Ok(path)
    }

    fn report(&self, stage: CheckStage, result: StageResult, why: Option<Message>) {
        let state = self.state.get();
        debug_assert!(state.allows(stage, result), "{state:?}: {stage:?} {result:?}");
        self.state.set(state.reached(stage, result));
        let progress = CheckProgress { id: self.id.to_owned(), stage, result, why };
        match &self.kept {
            Some(kept) => kept.borrow_mut().push(progress),
            None => (self.processor.notify)(progress),
        }
    }

    /// Sends the reports that were kept.
    fn release(&self) {
        let kept = self.kept.as_ref().map(RefCell::take).unwrap_or_default();
        kept.into_iter().for_each(self.processor.notify);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_contest::entry::EntryDecision;
    use certamen_sandbox::{Launcher, Tier};
    use std::io::{Cursor, Write};
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

        /// Processes what is due with a host that calls `notify`.
        fn process(&self, notify: &dyn Fn(CheckProgress)) {
            let sandboxes =
                Sandboxes::new(&Launcher::with_program("/nothing".into()), Some(Tier::D));
            let (folder, sandboxes, target) = (&self.folder, &sandboxes, &ExecutionTarget::Here);
            let (worker, stop) = (0, &self.stop);
            let processor = EntryProcessor { folder, sandboxes, target, worker, stop, notify };
            let hold = || Ok(());
            let (inbox, errors) = super::super::inbox::Inbox::read(folder, Timestamp::now(), &hold);
            assert!(errors.is_empty(), "{errors:?}");
            for entry in inbox.entries.iter().filter(|entry| entry.due.is_none()) {
                processor.attend(&entry.id, Timestamp::now()).unwrap();
            }
        }

        fn look(&self) -> Vec<(CheckStage, StageResult)> {
            self.process(&|progress| self.reported.borrow_mut().push(progress));
            let reported = self.reported.take().into_iter();
            reported.map(|progress| (progress.stage, progress.result)).collect()
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
        let deep = format!("{}uno.py", "a/".repeat(17));
        for (nth, name) in [
            "x/y",
            "../uno.py",
            "/etc/uno.py",
            "a/../../uno.py",
            "a//uno.py",
            ".git/uno.py",
            "a\\uno.py",
            "C:uno.py",
            "BOT.toml",
            &deep,
        ]
        .into_iter()
        .enumerate()
        {
            let inbox = Inbox::new();
            let id = format!("u{nth}");
            inbox.send(&id, &[("bot.toml", GOOD), ("x", "a file"), (name, "and another")]);
            let reported = inbox.look();
            let failed = (CheckStage::Unpacked, StageResult::Failed);
            assert_eq!(reported.last(), Some(&failed), "{name}");
            assert!(inbox.report(&id).is_some(), "{name}");
            assert_eq!(EntryDelay::of(&inbox.folder, &id), None, "it is not an internal error");
        }
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
        // A request outlives a host that is stopped while it fulfils it.
        inbox.send("e", &good);
        inbox.look();
        assert!(DelayWish::TryAgain.put(&inbox.folder, "e").unwrap());
        inbox.stop.set();
        inbox.look();
        assert_eq!(DelayWish::of(&inbox.folder, "e"), Some(DelayWish::TryAgain));
    }

    /// A process that is killed while it reports this. The panic ends the attempt where it is, as a
    /// kill would; what the rest of `attend` writes after that is removed.
    fn killed_at(inbox: &Inbox, at: (CheckStage, StageResult)) {
        inbox.process(&|progress| {
            if (progress.stage, progress.result) == at {
                std::panic::resume_unwind(Box::new("killed"));
            }
        });
        let delayed = EntryDelay::home(&inbox.folder);
        let _ = fs::remove_dir_all(delayed);
    }

    #[test]
    fn killed_at_any_step_it_is_decided_once() {
        use CheckStage::{Checked, Received, Unpacked};
        use StageResult::{Failed, Passed, Running};
        type Filed = fn(&Inbox, &EntryDecision);
        let filing: [Filed; 5] = [
            |_, _| (),
            |inbox, _| {
                let home = inbox.folder.rejected().join("a");
                fs::create_dir_all(&home).unwrap();
                fs::write(home.join("0001.txt"), "half a rep").unwrap();
            },
            |inbox, decision| {
                let home = inbox.folder.rejected().join("a");
                fs::write(home.join("0001.json"), serde_json::to_vec(decision).unwrap()).unwrap();
            },
            // Everything but the removal of what was sent.
            |inbox, _| fs::create_dir(inbox.folder.rejected().join("a/0001")).unwrap(),
            |inbox, _| {
                fs::remove_dir_all(inbox.path("a")).unwrap();
                fs::create_dir(inbox.path("a")).unwrap();
            },
        ];
        let bad = [("bot.toml", "name = "), ("uno.py", "x = 1")];
        let decision = {
            let inbox = Inbox::new();
            inbox.send("a", &bad);
            inbox.look();
            SubmissionIndex::read(&inbox.folder).unwrap().find("a").unwrap().decided.clone()
        };
        for step in [(Unpacked, Running), (Unpacked, Passed), (Checked, Running)] {
            for filed in 0..=filing.len() {
                let inbox = Inbox::new();
                inbox.send("a", &bad);
                killed_at(&inbox, step);
                assert!(inbox.path("a").exists(), "{step:?}");
                filing[..filed].iter().for_each(|file| file(&inbox, &decision));
                let reported = inbox.look();
                let index = SubmissionIndex::read(&inbox.folder).unwrap();
                let numbers: Vec<u32> = index.all().iter().map(|one| one.decided.number).collect();
                assert_eq!(numbers, [1], "{step:?}, {filed} files");
                assert!(!inbox.path("a").exists());
                assert_eq!(EntryDelay::of(&inbox.folder, "a"), None);
                let stage = if filed < 4 { Checked } else { Received };
                assert_eq!(reported.last(), Some(&(stage, Failed)), "{step:?}, {filed} files");
            }
        }
        // Killed while it reports a rejection, which is filed by then.
        let inbox = Inbox::new();
        inbox.send("a", &bad);
        killed_at(&inbox, (Checked, Failed));
        assert_eq!(SubmissionIndex::read(&inbox.folder).unwrap().all().len(), 1);
        assert_eq!(inbox.look(), [(Received, Failed)]);
        assert_eq!(SubmissionIndex::read(&inbox.folder).unwrap().all().len(), 1);
        assert!(!inbox.path("a").exists());
    }

    #[test]
    fn a_panic_is_an_error_on_our_side() {
        let inbox = Inbox::new();
        inbox.send("a", &[("bot.toml", "")]);
        inbox.process(&|progress| {
            if progress.stage == CheckStage::Checked {
                std::panic::resume_unwind(Box::new("a defect"));
            }
        });
        assert_eq!(EntryDelay::of(&inbox.folder, "a").unwrap().failures, 1);
        assert!(inbox.path("a").exists());
    }
}
