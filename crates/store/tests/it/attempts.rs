//! The log of attempts: each attempt leaves a line, and each line contains the hash of the one
//! before.

use crate::site::{Site, finished, record};
use certamen_store::{AttemptKind, Finished, MatchNumber, NO_LINE, Store, record_hash};
use std::time::{Duration, SystemTime};

fn at(millis: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(millis)
}

fn tried(store: &mut Store) {
    store.note_run(at(1000), "terms").unwrap();
    store.note_void(MatchNumber(1), (at(2000), at(2500)), "stood\nstill").unwrap();
    let record = record(1);
    let copy = Finished { began: None, ..finished(2, &record) };
    assert_eq!(store.finish(&[finished(1, &record), copy]).unwrap(), [true, true]);
    // A result stored twice counts once, and leaves one line.
    assert_eq!(store.finish(&[finished(1, &record)]).unwrap(), [false]);
}

#[test]
fn every_attempt_leaves_a_line_that_names_the_one_before() {
    let site = Site::new();
    let (mut store, _) = site.begun(2);
    assert_eq!(store.log_head().unwrap(), None);
    tried(&mut store);
    let lines = store.attempts_after(0, 100).unwrap();
    let kinds: Vec<_> = lines.iter().map(|line| (line.kind, line.number)).collect();
    let expected = [
        (AttemptKind::Run, 0),
        (AttemptKind::Void, 1),
        (AttemptKind::Played, 1),
        (AttemptKind::Copied, 2),
    ];
    assert_eq!(kinds, expected);
    assert_eq!((lines[1].began, lines[1].ended), (2000, 2500));
    assert_eq!((lines[2].began, lines[2].ended), (1000, 1003));
    assert_eq!(lines[2].what, record_hash(&record(1).to_bytes()));
    let mut before = NO_LINE.to_owned();
    for line in &lines {
        assert_eq!(line.before, before);
        before = line.hash();
    }
    assert_eq!(store.log_head().unwrap(), Some((4, before)));
    assert_eq!(store.attempts_after(2, 1).unwrap(), lines[2..3]);
}

#[test]
fn whatever_is_changed_changes_the_hash() {
    let site = Site::new();
    let (mut store, _) = site.begun(2);
    tried(&mut store);
    let line = store.attempts_after(1, 1).unwrap().remove(0);
    let mut changed = vec![line.clone(); 7];
    changed[0].line += 1;
    changed[1].kind = AttemptKind::Played;
    changed[2].number = 2;
    changed[3].began += 1;
    changed[4].ended += 1;
    changed[5].what = "stood still".to_owned();
    changed[6].before = NO_LINE.to_owned();
    for other in changed {
        assert_ne!(other.hash(), line.hash(), "{other:?}");
    }
}

#[test]
fn the_hash_of_a_line_is_pinned_for_ever() {
    let site = Site::new();
    let (mut store, _) = site.begun(2);
    tried(&mut store);
    let line = store.attempts_after(0, 1).unwrap().remove(0);
    // What `b3sum` says of "000…000 1 run 0 1000 1000 terms\n".
    let expected = "ef2ea881c32b8def29083fd2ef2bd72c25ca19d019c9d7cc87768314fa998a4a";
    assert_eq!(line.hash(), expected);
}
