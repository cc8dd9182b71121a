//! What somebody changed in an account is found, and said in every language.

use crate::site::{ROUND_ROBIN, Site, audited, play};
use certamen_contest::{AuditError, Auditor, Entry, Finding, MatchFinding, Verdict};
use certamen_speech::{Language, Speak};

/// What an audit finds in a whole contest of which every entry went through `change`.
fn found(change: impl Fn(&mut Entry)) -> Vec<Finding> {
    let site = Site::new(ROUND_ROBIN);
    drop(site.run());
    let mut account = site.account();
    account.iter_mut().for_each(change);
    let report = audited(account);
    assert_eq!(report.verdict, Verdict::Broken);
    report.findings
}

fn first_match(entry: &mut Entry) -> Option<&mut certamen_contest::Told> {
    match entry {
        Entry::Match(told) if told.number == 1 => Some(told),
        _ => None,
    }
}

#[test]
fn another_seed_is_found() {
    let findings = found(|entry| {
        if let Some(told) = first_match(entry) {
            told.seed = Some(1);
        }
    });
    let seed = |finding: &Finding| {
        matches!(finding, Finding::Match { number: 1, what: MatchFinding::Seed { found: 1, .. } })
    };
    assert!(findings.iter().any(seed), "{findings:?}");
}

#[test]
fn a_record_that_is_missing_is_found() {
    let findings = found(|entry| {
        if let Some(told) = first_match(entry) {
            told.record = None;
        }
    });
    let expected = Finding::Match { number: 1, what: MatchFinding::NoRecord };
    assert!(findings.contains(&expected), "{findings:?}");
    assert_eq!(expected.message().get(Language::It), "partita 1: manca la sua registrazione");
}

#[test]
fn a_score_that_is_told_otherwise_is_found() {
    let findings = found(|entry| {
        if let Some(outcome) = first_match(entry).and_then(|told| told.outcome.as_mut()) {
            outcome.scores.iter_mut().for_each(|score| *score = 7.0);
        }
    });
    let differs = |finding: &Finding| {
        matches!(finding, Finding::Match { number: 1, what: MatchFinding::Outcome(_) })
    };
    assert!(findings.iter().any(differs), "{findings:?}");
}

#[test]
fn a_count_of_turns_is_checked() {
    let findings = found(|entry| {
        if let Some(told) = first_match(entry) {
            told.turns += 1;
        }
    });
    assert!(findings[0].to_string().contains("turns are told, the record has"), "{findings:?}");
}

#[test]
fn a_table_that_is_told_otherwise_is_found() {
    let findings = found(|entry| {
        if let Entry::Standing(line) = entry {
            line.insert("won".to_owned(), 99.into());
        }
    });
    assert_eq!(findings.len(), 3, "{findings:?}");
    let said = findings[0].message().get(Language::Es);
    assert!(said.starts_with("tabla, línea 1: la clave `won` es 99, los registros dan "), "{said}");
}

#[test]
fn a_match_that_the_plan_does_not_have_is_found() {
    let findings = found(|entry| {
        if let Some(told) = first_match(entry) {
            told.repeat = 9;
        }
    });
    let strange = |finding: &Finding| matches!(finding, Finding::NotPlanned { number: 1, .. });
    assert!(findings.iter().any(strange), "{findings:?}");
}

#[test]
fn a_house_player_is_asked_again_and_not_believed() {
    let site = Site::new(ROUND_ROBIN);
    let mut contest = site.open_house(&["random", "first", "last"]).unwrap();
    play(&mut contest, usize::MAX);
    drop(contest);
    // Whoever plays matches here plays at random, whatever the house players would have done.
    let report = audited(site.account());
    assert_eq!(report.verdict, Verdict::Broken);
    let lied = |finding: &Finding| {
        matches!(finding, Finding::Match { what: MatchFinding::House { .. }, .. })
    };
    assert!(report.findings.iter().all(lied), "{report:?}");
    let mut auditor = Auditor::default();
    auditor.ask_nobody();
    for entry in site.account() {
        auditor.take(entry).unwrap();
    }
    let report = auditor.finish().unwrap();
    assert_eq!(report.verdict, Verdict::Sound);
    assert!(report.asked.unasked > 0 && report.asked.again == 0, "{report:?}");
}

#[test]
fn what_is_no_account_is_refused_by_kind() {
    let site = Site::new(ROUND_ROBIN);
    drop(site.run());
    let account = site.account();
    assert!(matches!(Auditor::default().finish(), Err(AuditError::BreaksOff)));
    let mut auditor = Auditor::default();
    auditor.take(account[0].clone()).unwrap();
    let second = auditor.take(account[0].clone());
    assert!(matches!(second, Err(AuditError::SecondContest)));
    let mut early = Auditor::default();
    let told = account.iter().find(|entry| matches!(entry, Entry::Match(_))).unwrap();
    assert!(matches!(early.take(told.clone()), Err(AuditError::MatchOfNoContest)));
}

#[test]
fn an_account_of_another_version_is_refused_in_every_language() {
    let site = Site::new(ROUND_ROBIN);
    drop(site.run());
    let Some(Entry::Contest(mut about)) = site.account().into_iter().next() else { panic!() };
    about.export = 9;
    let error = Auditor::default().take(Entry::Contest(about)).unwrap_err();
    let told = Language::ALL.map(|language| error.message().get(language));
    assert_eq!(told[0], "an export of version 9, this one knows 2");
    assert_eq!(told[1], "una exportación de la versión 9, esta conoce 2");
}
