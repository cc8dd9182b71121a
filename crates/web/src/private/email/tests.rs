//! E-mails in the queue, at times that the test sets.

use super::*;
use crate::{
    played::{open, play},
    pseudonyms::Disclosure,
    site::{Contests, SiteInfo},
};
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
    portal.recover_emails().unwrap();
    let people = People::new(Arc::new(portal), SiteFile::default());
    let languages = Language::ALL.to_vec();
    let info = SiteInfo { title: "Certamen".to_owned(), languages, base_url: None };
    Site::still(&contests, info, &Disclosure::Nothing).with_people(Some(Arc::new(people)))
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
    let (sent, files, sample) = (&sent, &*files, None);
    let pending_decision =
        PendingDecision { folder, sent, files, digest, verdict, reasons, report, sample, now };
    pending_decision.file().unwrap();
}

/// The queued e-mails, the oldest first, as they will be sent.
fn emails(site: &Site) -> Vec<String> {
    let outbox = site.people.as_ref().unwrap().portal.outbox();
    let Ok(entries) = fs::read_dir(outbox) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn authors_are_reminded_once_a_day_before_the_deadline() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    site.create_emails(at("2020-02-01T11:59:59Z"));
    assert!(emails(&site).is_empty(), "more than a day is left");
    site.create_emails(at("2020-02-01T12:00:00Z"));
    site.create_emails(at("2020-02-01T12:00:05Z"));
    let written = emails(&site);
    let [email] = &written[..] else { panic!("{written:#?}") };
    assert!(email.contains("To: <ana@example.org>"), "{email}");
    assert!(email.contains("Hola, ana") && email.contains("2020-02-02 12:00 (UTC)"), "{email}");
    drop(site);
    let again = served(folder.path());
    again.create_emails(at("2020-02-01T20:00:00Z"));
    again.create_emails(at("2020-02-02T12:00:00Z"));
    assert_eq!(emails(&again), written, "neither after a restart nor after the deadline");
    let queued = again.people.as_ref().unwrap().portal.emails("open", 9).unwrap();
    assert!(queued[0].waits && queued[0].subject.contains("Open"), "{queued:?}");
}

#[test]
fn text_of_other_users_starts_no_line_of_an_email() {
    assert_eq!(line("uno\r\nBcc: all@example.org\n"), "uno Bcc: all@example.org");
    assert_eq!(line("a\tb\u{202e}"), "a b\\u{202e}");
}

#[test]
fn authors_get_an_email_on_each_decision() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let now = at("2020-02-01T10:00:00Z");
    site.create_emails(now);
    assert!(emails(&site).is_empty(), "nothing is decided yet");
    decide(folder.path(), SubmissionVerdict::Disqualified, now);
    site.create_emails(now);
    site.create_emails(now);
    let written = emails(&site);
    let [email] = &written[..] else { panic!("{written:#?}") };
    for part in ["Su bot uno", "it does not build", "/es/submissions/ofana", "/es/me"] {
        assert!(email.contains(part), "{part}: {email}");
    }
    drop(site);
    let again = served(folder.path());
    again.create_emails(now);
    assert_eq!(emails(&again), written, "each decision is sent once");
}

#[test]
fn old_decisions_are_not_sent() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    decide(folder.path(), SubmissionVerdict::Accepted, at("2020-01-20T10:00:00Z"));
    site.create_emails(at("2020-01-31T10:00:00Z"));
    assert!(emails(&site).is_empty());
}

#[test]
fn authors_who_asked_get_their_page_as_text_once_a_day() {
    let folder = tempfile::tempdir().unwrap();
    drop(site(folder.path()));
    decide(folder.path(), SubmissionVerdict::Accepted, at("2020-01-31T10:00:00Z"));
    let mut contest = open(&Folder::new(&folder.path().join("open")), &["uno", "dos"]);
    while play(&mut contest) {}
    drop(contest);
    let site = served(folder.path());
    let portal = &site.people.as_ref().unwrap().portal;
    let today = Timestamp::now().to_zoned(TimeZone::UTC).date();
    let o_clock = |hour| today.at(hour, 0, 0, 0).to_zoned(TimeZone::UTC).unwrap().timestamp();
    site.create_emails(o_clock(23));
    assert!(emails(&site).is_empty(), "she has not asked for them");
    let ana = portal.contest_members("open").unwrap().remove(0);
    portal.set_daily_email(ana.id, DailyEmail::On).unwrap();
    drop(site);
    let site = served(folder.path());
    site.create_emails(o_clock(MORNING - 1));
    assert!(emails(&site).is_empty(), "it is night");
    site.create_emails(o_clock(23));
    site.create_emails(o_clock(23));
    assert_eq!(emails(&site).len(), 1);
    let portal = &site.people.as_ref().unwrap().portal;
    let email = portal.emails("open", 9).unwrap().remove(0);
    assert_eq!(email.subject, format!("Open: sus bots el {today}"));
    for part in
        ["Hola, ana", "uno\nPuesto ", " de 2. Jugadas: ", "\n> ", " dos ", "/es/c/open/mine"]
    {
        assert!(email.text.contains(part), "{part}: {}", email.text);
    }
    drop(site);
    let again = served(folder.path());
    again.create_emails(o_clock(23));
    assert_eq!(emails(&again).len(), 1, "once a day");
    again.create_emails(o_clock(23) + SignedDuration::from_hours(48));
    assert_eq!(emails(&again).len(), 1, "nothing has happened since");
}
