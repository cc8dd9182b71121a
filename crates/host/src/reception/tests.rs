//! An inbox in which files arrive, whole and in part, valid and not.

use super::*;
use certamen_i18n::Message;
use std::{io::Write, os::unix::fs::symlink, process::Command};
use tempfile::TempDir;

const FILE: &str = "14023150318Ab.cl";

struct TestIntake(TempDir);

impl TestIntake {
    fn new() -> TestIntake {
        let intake = TestIntake(tempfile::tempdir().unwrap());
        fs::create_dir(intake.folder().submissions()).unwrap();
        fs::write(intake.0.path().join("pairs.csv"), "group,pair,key\n2314,2,AbCd123456\n")
            .unwrap();
        intake
    }

    fn folder(&self) -> Folder {
        Folder::new(self.0.path())
    }

    /// Decides on what is in the submissions under this name.
    fn take(&self, name: &str, test: &mut dyn EntryTest) -> Result<Report, Untried> {
        let folder = self.folder();
        let starts: jiff::Zoned = "2015-03-18T12:00[Europe/Madrid]".parse().unwrap();
        let received = starts.timestamp();
        let every = jiff::Span::new().hours(2);
        let timetable =
            Timetable { starts, closes: None, publish_every: every, championship_every: every };
        let course = CourseSection::default();
        let language = Language::Es;
        let course_intake = CourseIntake {
            folder: &folder,
            course: &course,
            timetable: &timetable,
            language,
            receipts: ("Torneo", None),
        };
        let path = folder.submissions().join(name);
        let waiting = PendingFile { path, name: name.to_owned(), received };
        course_intake.process(&waiting, &SubmissionLog::read(&folder).unwrap(), test).unwrap()
    }

    fn send(&self, name: &str, text: &str) {
        fs::write(self.folder().submissions().join(name), text).unwrap();
    }
}

#[test]
fn what_is_no_file_is_neither_followed_nor_waited_for() {
    let intake = TestIntake::new();
    let at = |name: &str| intake.folder().submissions().join(name);
    symlink("/etc/passwd", at(FILE)).unwrap();
    assert!(Command::new("mkfifo").arg(at("14022150318Ab.cl")).status().unwrap().success());
    fs::create_dir(at("14021150318Ab.cl")).unwrap();
    for name in [FILE, "14022150318Ab.cl", "14021150318Ab.cl"] {
        let report = intake.take(name, &mut ()).unwrap();
        assert_eq!(report.verdict, Verdict::Discarded, "{name}");
        assert!(at(name).symlink_metadata().is_err(), "{name}");
    }
    assert!(SubmissionLog::read(&intake.folder()).unwrap().players().is_empty());
}

#[test]
fn names_lead_nowhere_else() {
    let intake = TestIntake::new();
    intake.send("a\u{1b}[2J b.cl", "");
    intake.take("a\u{1b}[2J b.cl", &mut ()).unwrap();
    assert!(intake.folder().rejected().join("0001-a__2J_b.txt").is_file());
}

fn busy() -> Untried {
    Untried(Message::verbatim("no room"))
}

/// A test that cannot be made now.
struct Busy;

impl EntryTest for Busy {
    fn findings(
        &mut self,
        _: &certamen_portal::course::IntakeDecision,
        _: &str,
    ) -> Result<Vec<SourceFinding>, Untried> {
        Err(busy())
    }
}

#[test]
fn what_cannot_be_tried_stays_and_a_report_without_its_file_says_nothing() {
    let intake = TestIntake::new();
    intake.send(FILE, "; AbCd123456\n; Campeon\n(defun mi-f-ev (estado) 0)\n");
    assert_eq!(intake.take(FILE, &mut Busy), Err(busy()));
    assert!(intake.folder().submissions().join(FILE).is_file());
    let report = intake.take(FILE, &mut ()).unwrap();
    assert_eq!(report.verdict, Verdict::Accepted);
    let players = SubmissionLog::read(&intake.folder()).unwrap().players();
    assert_eq!((players.len(), players[0].listed_as.as_str()), (1, "Campeon"));
    // Killed before the file was moved: it is decided on again.
    let [accepted, sent] = [intake.folder().accepted(), intake.folder().submissions()];
    fs::rename(accepted.join(FILE), sent.join(FILE)).unwrap();
    assert!(SubmissionLog::read(&intake.folder()).unwrap().players().is_empty());
    assert_eq!(intake.take(FILE, &mut ()).unwrap().verdict, Verdict::Accepted);
}

#[test]
fn each_version_of_a_file_gets_a_receipt() {
    let intake = TestIntake::new();
    let texts = ["; AbCd123456\n(defun mi-f-ev (estado) 0)\n", "(never mind"];
    for text in texts {
        intake.send(FILE, text);
        intake.take(FILE, &mut ()).unwrap();
    }
    for (name, text) in
        [(format!("{FILE}.receipt"), texts[0]), (format!("{FILE}-2.receipt"), texts[1])]
    {
        let path = intake.folder().received().join(name);
        let receipt: Receipt = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        assert_eq!(receipt.entry.digest, blake3::hash(text.as_bytes()).to_hex().as_str());
        assert_eq!((&*receipt.contest, &*receipt.file), ("Torneo", FILE));
    }
    // What is decided again is the same file still.
    intake.send(FILE, texts[0]);
    intake.take(FILE, &mut ()).unwrap();
    assert_eq!(fs::read_dir(intake.folder().received()).unwrap().count(), 2);
}

#[test]
fn the_checked_content_is_stored_even_if_the_file_is_still_open() {
    let intake = TestIntake::new();
    let text = "; AbCd123456\n(defun mi-f-ev (estado) 0)\n";
    intake.send(FILE, text);
    let path = intake.folder().submissions().join(FILE);
    let mut open_file = File::options().append(true).open(&path).unwrap();
    assert_eq!(intake.take(FILE, &mut ()).unwrap().verdict, Verdict::Accepted);
    open_file.write_all(b"(sb-ext:quit)").unwrap();
    assert_eq!(fs::read_to_string(intake.folder().accepted().join(FILE)).unwrap(), text);
    assert!(!path.exists());
}

#[test]
fn who_meddles_while_playing_takes_the_pair_along() {
    let intake = TestIntake::new();
    for name in [FILE, "14021150318Ab.cl"] {
        intake.send(name, "; AbCd123456\n(defun mi-f-ev (estado) 0)\n");
        intake.take(name, &mut ()).unwrap();
    }
    let states = || -> Vec<RegisteredState> {
        let players = SubmissionLog::read(&intake.folder()).unwrap().players();
        players.into_iter().map(|player| player.state).collect()
    };
    let mut log = SubmissionLog::read(&intake.folder()).unwrap();
    let first = log.players()[0].id;
    log.disqualify(first, certamen_game::Fault::Exit).unwrap();
    let out =
        RegisteredState::Disqualified { fault: Some(certamen_game::Fault::Exit), reason: None };
    assert_eq!(states(), [out, RegisteredState::Active]);
    let second = log.players()[1].id;
    log.disqualify(second, certamen_game::Fault::Security).unwrap();
    let partner = RegisteredState::Banned(Some(LocalizedTexts::from(&say::partner_banned())));
    assert_eq!(states(), [partner, RegisteredState::Banned(None)]);
    intake.send("14022150318Ab.cl", "; AbCd123456\n(defun mi-f-ev (estado) 0)\n");
    assert_eq!(intake.take("14022150318Ab.cl", &mut ()).unwrap().verdict, Verdict::Refused);
}

fn folders() -> [TempDir; 2] {
    let temporary = std::env::temp_dir();
    let places = [Path::new("/dev/shm"), &temporary];
    let folders = places.map(|place| tempfile::tempdir_in(place).unwrap());
    let to = folders[1].path().join("file");
    let across = fs::rename(folders[0].path(), to).unwrap_err();
    assert_eq!(across.kind(), io::ErrorKind::CrossesDevices, "these are one file system");
    folders
}

#[test]
fn pipes_links_and_folders_do_not_come_from_another_file_system() {
    let [sent, home] = folders();
    let [from, to] = [sent.path().join("x.cl"), home.path().join("x.cl")];
    let is_removed = || {
        move_out(&from, &to, None).unwrap();
        assert!(from.symlink_metadata().is_err() && to.symlink_metadata().is_err());
    };
    assert!(Command::new("mkfifo").arg(&from).status().unwrap().success());
    is_removed();
    symlink("/etc/passwd", &from).unwrap();
    is_removed();
    fs::create_dir_all(from.join("deep")).unwrap();
    is_removed();
}

#[test]
fn of_an_ordinary_file_comes_what_was_judged() {
    let [sent, home] = folders();
    let [from, to] = [sent.path().join("x.cl"), home.path().join("x.cl")];
    fs::write(&from, "judged, and then more").unwrap();
    move_out(&from, &to, Some(b"judged")).unwrap();
    assert!(!from.exists());
    assert_eq!(fs::read(&to).unwrap(), b"judged");
}
