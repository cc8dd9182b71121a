//! E-mails in the queue, at times that the test sets.

use super::*;
use crate::{player_visibility::Disclosure, site::Contests, site::SiteInfo};
use certamen_contest::{
    LocalizedTexts,
    entry::{PendingDecision, Submission, SubmissionVerdict},
};
use certamen_portal::{NewSubmission, Portal, SiteFile, quota::SubmissionQuota};
use jiff::tz::TimeZone;
use std::{path::Path, sync::Arc};

/// A contest that accepts submissions until noon.
const CONTEST: &str = r#"
name = "Open"
game = "footsteps"
bots = ["builtin:random", "builtin:first"]
seed = 1
[format]
kind = "round-robin"
games_per_pair = 1
[ranking]
kind = "points"
[entries]
closes = "2020-02-02T12:00[UTC]"
"#;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// The site in `folder`, as it is after a start.
fn served(folder: &Path) -> Site {
    let contests = Contests::find(folder).unwrap();
    let portal = Portal::create(folder).unwrap();
    portal.recover_letters().unwrap();
    let people = People::new(Arc::new(portal), SiteFile::default());
    let languages = Language::ALL.to_vec();
    let sign = SiteInfo { title: "Certamen".to_owned(), languages, base_url: None };
    Site::still(&contests, sign, &Disclosure::Nothing).with_people(Some(Arc::new(people)))
}

/// A site with submissions of ana, who reads Spanish and entered an address, and of bea, who did
/// not.
fn site(folder: &Path) -> Site {
    fs::create_dir(folder.join("open")).unwrap();
    fs::write(folder.join("open/contest.toml"), CONTEST).unwrap();
    let portal = Portal::create(folder).unwrap();
    let sent = at("2020-01-31T10:00:00Z");
    for (name, entrant) in [("ana", "uno"), ("bea", "dos")] {
        let id = portal.add_account(name, Language::Es, sent).unwrap();
        if name == "ana" {
            portal.set_mail(id, Some("ana@example.org")).unwrap();
        }
        let submission = NewSubmission {
            id: format!("of{name}"),
            contest: "open".to_owned(),
            sender: id,
            entrant: entrant.to_owned(),
            file: format!("{entrant}.c"),
            note: String::new(),
            digest: String::new(),
            received: sent,
        };
        let slots = SubmissionQuota { per_author: 2, per_day: None };
        portal.receive(&submission, slots, &TimeZone::UTC).unwrap();
    }
    drop(portal);
    served(folder)
}

/// Decides on the submission of ana at `now`.
fn decide(folder: &Path, verdict: SubmissionVerdict, now: Timestamp) {
    let text = |text: &str| text.to_owned();
    let sent = Submission {
        id: text("ofana"),
        entrant: text("uno"),
        author: text("ana"),
        file: text("uno.c"),
        note: String::new(),
        language: text("es"),
        received: now,
        written_by: None,
    };
    let files = folder.join("files");
    fs::create_dir(&files).unwrap();
    let reasons = vec![LocalizedTexts::verbatim("it does\r\nnot build")];
    let open = Folder::new(&folder.join("open"));
    let (folder, digest, report) = (&open, String::new(), String::new());
    let (sent, files, specimen) = (&sent, &*files, None);
    let pending_decision =
        PendingDecision { folder, sent, files, digest, verdict, reasons, report, specimen, now };
    pending_decision.file().unwrap();
}

/// The queued e-mails, the oldest first, as they will be sent.
fn letters(site: &Site) -> Vec<String> {
    let outbox = site.people.as_ref().unwrap().portal.outbox();
    let Ok(entries) = fs::read_dir(outbox) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn whoever_takes_part_is_reminded_a_day_before_and_never_twice() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    site.write_letters(at("2020-02-01T11:59:59Z"));
    assert!(letters(&site).is_empty(), "it is more than a day");
    site.write_letters(at("2020-02-01T12:00:00Z"));
    site.write_letters(at("2020-02-01T12:00:05Z"));
    let written = letters(&site);
    let [letter] = &written[..] else { panic!("{written:#?}") };
    assert!(letter.contains("To: <ana@example.org>"), "{letter}");
    assert!(letter.contains("Hola, ana") && letter.contains("2020-02-02 12:00 UTC"), "{letter}");
    drop(site);
    let again = served(folder.path());
    again.write_letters(at("2020-02-01T20:00:00Z"));
    again.write_letters(at("2020-02-02T12:00:00Z"));
    assert_eq!(letters(&again), written, "nor after a restart, nor when it is over");
    let told = again.people.as_ref().unwrap().portal.letters("open", 9).unwrap();
    assert!(told[0].waits && told[0].subject.contains("Open"), "{told:?}");
}

#[test]
fn what_others_wrote_begins_no_line_of_ours() {
    assert_eq!(line("uno\r\nBcc: all@example.org\n"), "uno Bcc: all@example.org");
    assert_eq!(line("a\tb\u{202e}"), "a b\\u{202e}");
}

#[test]
fn an_author_is_written_what_was_decided_on_his_program() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let now = at("2020-02-01T10:00:00Z");
    site.write_letters(now);
    assert!(letters(&site).is_empty(), "nothing was decided");
    decide(folder.path(), SubmissionVerdict::Disqualified, now);
    site.write_letters(now);
    site.write_letters(now);
    let written = letters(&site);
    let [letter] = &written[..] else { panic!("{written:#?}") };
    for part in ["Su bot uno", "it does not build", "/es/submissions/ofana", "/es/me"] {
        assert!(letter.contains(part), "{part}: {letter}");
    }
    drop(site);
    let again = served(folder.path());
    again.write_letters(now);
    assert_eq!(letters(&again), written, "nobody is told it twice");
}

#[test]
fn what_was_decided_long_ago_is_no_news() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    decide(folder.path(), SubmissionVerdict::Accepted, at("2020-01-20T10:00:00Z"));
    site.write_letters(at("2020-01-31T10:00:00Z"));
    assert!(letters(&site).is_empty());
}
