//! Submissions whose files are wrong, and those on which we fail ourselves.

use super::*;
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
    told: RefCell<Vec<CheckProgress>>,
    stop: StopSignal,
}

impl Inbox {
    fn new() -> Inbox {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        fs::write(folder.contest_file(), CONTEST).unwrap();
        let (told, stop) = (RefCell::default(), StopSignal::default());
        Inbox { _place: place, folder, told, stop }
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
        let sent = Submission { id, entrant, author, file, note, language, received, written_by };
        sent.write(&home, &writer.finish().unwrap().into_inner()).unwrap();
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.submissions().join(format!("{id}.sent"))
    }

    fn look(&self) -> Vec<(CheckStage, StageResult)> {
        let sandboxes = Sandboxes::new(&Launcher::with_program("/nothing".into()), Some(Tier::D));
        let tell = |told| self.told.borrow_mut().push(told);
        let (folder, sandboxes, target) = (&self.folder, &sandboxes, &ExecutionTarget::Here);
        let desk = EntryProcessor { folder, sandboxes, target, stop: &self.stop, tell: &tell };
        assert_eq!(desk.look(), PollResult::Done);
        self.told.take().into_iter().map(|told| (told.stage, told.result)).collect()
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
fn what_is_wrong_with_its_files_is_told_to_its_author() {
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
        let told = inbox.look();
        assert_eq!(told.last(), Some(&(CheckStage::Checked, StageResult::Failed)), "{manifest}");
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
fn whoever_is_to_stop_begins_with_no_other_program() {
    let inbox = Inbox::new();
    inbox.send("a", &[("bot.toml", "")]);
    inbox.stop.set();
    assert_eq!(inbox.look(), []);
    assert!(inbox.path("a").exists());
}
