//! Contests in which all programs must be deterministic: answers that were others when programs were
//! asked again.

use crate::site::{ROUND_ROBIN, Site, audited, played};
use certamen_contest::{ExportEntry, NextStep};
use certamen_game::record::AGAIN;

/// The contest, in which the bot `a` answers otherwise when it is asked again.
fn run(policy: &str) -> Site {
    let keys = format!("[programs]\ndeterministic = \"required\"\n{policy}\n[format]");
    let site = Site::new(&ROUND_ROBIN.replace("[format]", &keys));
    let mut contest = site.open(&["a", "b", "c"]).unwrap();
    while let NextStep::Work(job) = contest.step().unwrap() {
        assert!(job.table.conditions.asked_again.is_some());
        let seat = job.table.seats.iter().position(|seat| seat.bot == "a");
        let mut played = played(*job);
        if let Some(seat) = seat {
            played.record.turns[1].moves[seat].extra.insert(AGAIN.to_owned(), "1".into());
        }
        contest.hand_in(vec![played]).unwrap();
    }
    site
}

#[test]
fn who_answers_otherwise_is_named_or_leaves() {
    let site = run("");
    let named = site.results().unwrap().nondeterminism().unwrap();
    assert_eq!(named.len(), 1);
    assert_eq!((&*named[0].bot, named[0].turn), ("a", 2));
    assert_eq!(audited(site.account()).findings.len(), 0);
    let site = run("on_nondeterminism = \"disqualify\"");
    let lines = site.results().unwrap().standings().unwrap();
    let last = lines.last().unwrap();
    assert_eq!((&*last.bot, last.rank), ("a", None), "{lines:?}");
    // The next run finds it in the records again.
    drop(site.open(&["a", "b", "c"]).unwrap());
    assert_eq!(site.results().unwrap().nondeterminism().unwrap().len(), 1);
}

#[test]
fn a_record_without_another_answer_proves_nothing() {
    let site = run("");
    let mut account = site.account();
    for entry in &mut account {
        if let ExportEntry::Match(reported) = entry {
            reported.record =
                reported.record.take().map(|text| text.replace(",\"again\":\"1\"", ""));
        }
    }
    let found = audited(account).findings;
    assert!(found.iter().any(|one| one.to_string().contains("did not answer differently")));
}
