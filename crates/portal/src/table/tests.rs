//! A table from its first answer to its end, and tables without activity.

use super::*;
use crate::{Portal, TableEvent, TableUpdate, quota};
use certamen_i18n::Language;

/// A site where Ana opened a table of two people.
fn site() -> (tempfile::TempDir, Portal, AccountId, Timestamp) {
    let folder = tempfile::tempdir().expect("there is room");
    let portal = Portal::create(folder.path()).expect("it is new");
    let now = "2026-11-02T10:00:00Z".parse().expect("it is a time");
    let ana = portal.add_account("ana", Language::En, now).expect("nobody is called so");
    (folder, portal, ana, now)
}

fn table(id: &str, account: AccountId, opened: Timestamp) -> NewTable {
    let chair =
        |secret: &str| SeatRow { participant: Participant::Person, secret: secret.to_owned() };
    NewTable {
        id: id.to_owned(),
        account,
        contest: String::new(),
        head: "{}".to_owned(),
        given: Vec::new(),
        chairs: vec![chair("k0"), chair("k1")],
        opened,
    }
}

fn answer(turn: u64, seat: u8) -> GivenAnswer {
    GivenAnswer { turn, seat, reply: "3".to_owned() }
}

fn turn(number: u64, over: bool) -> TableUpdate {
    let line = format!("turn {number}");
    TableUpdate { id: "t".to_owned(), event: TableEvent::Turn { number, line, over } }
}

#[test]
fn an_answer_is_kept_once_and_for_the_turn_that_is_due() {
    let (_folder, portal, ana, now) = site();
    assert_eq!(portal.open_sitting(table("t", ana, now)).expect("kept"), OpenTableResult::Opened);
    let give = |turn, seat| portal.answer_sitting("t", answer(turn, seat), now).expect("kept");
    assert_eq!(give(2, 0), AnswerResult::OtherTurn { due: 1 });
    assert_eq!(give(1, 0), AnswerResult::Taken);
    assert_eq!(give(1, 0), AnswerResult::Twice);
    assert_eq!(give(1, 1), AnswerResult::Taken);
    let row = || portal.table("t", now).expect("it is read").expect("it is there");
    assert_eq!(row().answers, [answer(1, 0), answer(1, 1)]);
    assert!(portal.hear_sitting(&turn(1, false), now).expect("kept"));
    assert!(!portal.hear_sitting(&turn(1, false), now).expect("it is there"));
    assert!(!portal.hear_sitting(&turn(3, false), now).expect("one is missing"));
    assert_eq!((row().turns, row().answers), (vec!["turn 1".to_owned()], Vec::new()));
    assert_eq!(give(1, 0), AnswerResult::OtherTurn { due: 2 });
    assert!(portal.hear_sitting(&turn(2, true), now).expect("kept"));
    assert_eq!((give(3, 0), row().state), (AnswerResult::NotOpen, TableState::Over));
    let nothere = portal.answer_sitting("nothere", answer(1, 0), now).expect("nothing is kept");
    assert_eq!(nothere, AnswerResult::NotOpen);
}

#[test]
fn what_nobody_touches_for_a_week_is_closed_and_makes_room() {
    let (_folder, portal, ana, now) = site();
    for number in 0..quota::OPEN_TABLES {
        let id = format!("t{number}");
        assert_eq!(
            portal.open_sitting(table(&id, ana, now)).expect("kept"),
            OpenTableResult::Opened
        );
    }
    let late = now + FORGOTTEN + SignedDuration::from_secs(1);
    let most = quota::OPEN_TABLES;
    let over = OpenTableResult::Over(QuotaExceeded::OpenTables { most });
    assert_eq!(portal.open_sitting(table("more", ana, now)).expect("read"), over);
    portal.close_sitting(("t0", AccountId(ana.0 + 1)), now).expect("nothing happens");
    assert_eq!(portal.open_sitting(table("more", ana, now)).expect("read"), over);
    let state = |when| portal.table("t1", when).expect("read").expect("there").state;
    assert_eq!((state(now), state(late)), (TableState::Open, TableState::Closed));
    let given = portal.answer_sitting("t1", answer(1, 0), late).expect("nothing is kept");
    assert_eq!(given, AnswerResult::NotOpen);
    portal.close_sitting(("t0", ana), now).expect("it is kept");
    assert_eq!(
        portal.open_sitting(table("more", ana, now)).expect("kept"),
        OpenTableResult::Opened
    );
    assert_eq!(
        portal.open_sitting(table("late", ana, late)).expect("kept"),
        OpenTableResult::Opened
    );
}
