//! Changes in an export are found, and reported in every language.

use crate::site::{ROUND_ROBIN, Site, audited, built_in, play, play_by};
use certamen_contest::{
    AuditError, AuditFinding, AuditReport, AuditVerdict, Auditor, ExportEntry, MatchFinding,
    Replayer, file::Memory,
};
use certamen_game::{Budget, DynGame, Fault, Given, Player, Seat, Table, builtin::Arguments};
use certamen_i18n::{Language, Localize, Message};
use std::time::Duration;

/// What an audit finds in a whole contest of which every entry went through `change`.
fn found(change: impl Fn(&mut ExportEntry)) -> Vec<AuditFinding> {
    let site = Site::new(ROUND_ROBIN);
    drop(site.run());
    let mut account = site.account();
    account.iter_mut().for_each(change);
    let report = audited(account);
    assert_eq!(report.verdict, AuditVerdict::Broken);
    report.findings
}

fn first_match(entry: &mut ExportEntry) -> Option<&mut certamen_contest::MatchEntry> {
    match entry {
        ExportEntry::Match(printed) if printed.number == 1 => Some(printed),
        _ => None,
    }
}

#[test]
fn another_seed_is_found() {
    let findings = found(|entry| {
        if let Some(printed) = first_match(entry) {
            printed.seed = Some(1);
        }
    });
    let seed = |finding: &AuditFinding| {
        matches!(
            finding,
            AuditFinding::Match { number: 1, what: MatchFinding::Seed { found: 1, .. } }
        )
    };
    assert!(findings.iter().any(seed), "{findings:?}");
}

#[test]
fn a_record_that_is_missing_is_found() {
    let findings = found(|entry| {
        if let Some(printed) = first_match(entry) {
            printed.record = None;
        }
    });
    let expected = AuditFinding::Match { number: 1, what: MatchFinding::NoRecord };
    assert!(findings.contains(&expected), "{findings:?}");
    assert_eq!(expected.message().get(Language::It), "partita 1: manca la sua registrazione");
}

#[test]
fn a_score_that_is_listed_otherwise_is_found() {
    let findings = found(|entry| {
        if let Some(outcome) = first_match(entry).and_then(|printed| printed.outcome.as_mut()) {
            outcome.scores.iter_mut().for_each(|score| *score = 7.0);
        }
    });
    let differs = |finding: &AuditFinding| {
        matches!(finding, AuditFinding::Match { number: 1, what: MatchFinding::Outcome(_) })
    };
    assert!(findings.iter().any(differs), "{findings:?}");
}

#[test]
fn a_count_of_turns_is_checked() {
    let findings = found(|entry| {
        if let Some(printed) = first_match(entry) {
            printed.turns += 1;
        }
    });
    assert!(
        findings[0].to_string().contains("turns are listed, but the record has"),
        "{findings:?}"
    );
}

#[test]
fn a_table_that_is_listed_otherwise_is_found() {
    let findings = found(|entry| {
        if let ExportEntry::Standing(line) = entry {
            line.insert("won".to_owned(), 99.into());
        }
    });
    assert_eq!(findings.len(), 3, "{findings:?}");
    let said = findings[0].message().get(Language::Es);
    assert!(
        said.starts_with("clasificación, fila 1: la clave `won` es 99, pero los registros dan "),
        "{said}"
    );
}

#[test]
fn a_match_that_the_plan_does_not_have_is_found() {
    let findings = found(|entry| {
        if let Some(printed) = first_match(entry) {
            printed.repeat = 9;
        }
    });
    let strange =
        |finding: &AuditFinding| matches!(finding, AuditFinding::NotPlanned { number: 1, .. });
    assert!(findings.iter().any(strange), "{findings:?}");
}

#[test]
fn answers_of_built_in_players_are_replayed() {
    let site = Site::new(ROUND_ROBIN);
    let mut contest = site.open_builtin(&["random", "first", "last"]).unwrap();
    play(&mut contest, usize::MAX);
    drop(contest);
    // Matches here are played at random, not as the built-in players would play.
    let report = audited(site.account());
    assert_eq!(report.verdict, AuditVerdict::Broken);
    let lied = |finding: &AuditFinding| {
        matches!(finding, AuditFinding::Match { what: MatchFinding::Builtin { .. }, .. })
    };
    assert!(report.findings.iter().all(lied), "{report:?}");
    let mut auditor = Auditor::default();
    auditor.skip_replay();
    for entry in site.account() {
        auditor.take(entry).unwrap();
    }
    let report = auditor.finish().unwrap();
    assert_eq!(report.verdict, AuditVerdict::Sound);
    assert!(report.asked.unasked > 0 && report.asked.again == 0, "{report:?}");
}

/// A contest of these built-in players, in each match of which `first` has this fault in its first
/// turn.
pub(crate) fn with_fault(names: &[&str], fault: Option<Fault>) -> Site {
    let site = Site::new(ROUND_ROBIN);
    let mut contest = site.open_builtin(names).unwrap();
    play_by(&mut contest, |arbiter, seat| {
        let bot = arbiter.table().seats[seat.index()].bot.as_str();
        match fault.filter(|_| bot == "first" && arbiter.turns().is_empty()) {
            Some(Fault::Illegal) => Ok(Given::Text("nothing".to_owned())),
            Some(fault) => Err(fault),
            None => Ok(built_in(arbiter, seat, if bot == "no_one" { "last" } else { bot })),
        }
    });
    drop(contest);
    site
}

fn found_with(names: &[&str], fault: Option<Fault>) -> AuditReport {
    audited(with_fault(names, fault).account())
}

#[test]
fn a_fault_of_a_built_in_player_is_not_believed() {
    let names = ["random", "first"];
    let report = found_with(&names, None);
    assert_eq!((report.verdict, report.findings), (AuditVerdict::Sound, Vec::new()));
    assert!(report.asked.again > 0);
    for fault in [Fault::Timeout, Fault::Memory, Fault::Exit] {
        let findings = found_with(&names, Some(fault)).findings;
        let of_match = |number| {
            let what = MatchFinding::BuiltinFault { turn: 1, fault };
            AuditFinding::Match { number, what }
        };
        assert_eq!(findings, [of_match(1), of_match(2)]);
    }
    let findings = found_with(&names, Some(Fault::Illegal)).findings;
    let said = findings[0].to_string();
    assert!(said.contains("is `nothing`, but on replay it is `"), "{said}");
}

#[test]
fn a_program_that_is_listed_as_built_in_is_found() {
    let expected = AuditFinding::UnknownBuiltin { bot: "no_one".to_owned() };
    assert_eq!(found_with(&["random", "no_one"], None).findings, [expected]);
}

/// Has this built-in player for every program.
pub(crate) struct Always(pub(crate) &'static str);

impl Replayer for Always {
    fn open(&mut self, _: &'static dyn DynGame, _: Memory) -> Result<(), Message> {
        Ok(())
    }

    fn wants(&mut self) -> bool {
        true
    }

    fn player(&mut self, table: &Table, _: Seat, _: &str) -> Option<Box<dyn Player>> {
        certamen_games::find(&table.game)?.builtin_player(self.0, &Arguments::new()).ok()
    }

    fn budget(&self, _: &Table) -> Budget {
        Budget { cpu: Duration::MAX, wall: Duration::MAX }
    }
}

#[test]
fn a_fault_of_a_program_that_answers_now_is_counted() {
    let site = Site::new(ROUND_ROBIN);
    let mut contest = site.open(&["a", "b"]).unwrap();
    play_by(&mut contest, |arbiter, seat| {
        let bot = &arbiter.table().seats[seat.index()].bot;
        let is_late = bot == "a" && arbiter.turns().is_empty();
        if is_late { Err(Fault::Timeout) } else { Ok(built_in(arbiter, seat, "first")) }
    });
    drop(contest);
    let mut auditor = Auditor::default();
    auditor.replay_programs(Box::new(Always("first")));
    site.account().into_iter().for_each(|entry| auditor.take(entry).unwrap());
    let report = auditor.finish().unwrap();
    assert_eq!(report.findings, []);
    assert_eq!((report.asked.others, report.asked.doubtful_faults), (0, 2), "{report:?}");
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
    let printed = account.iter().find(|entry| matches!(entry, ExportEntry::Match(_))).unwrap();
    assert!(matches!(early.take(printed.clone()), Err(AuditError::MatchOfNoContest)));
}

#[test]
fn an_account_of_another_version_is_refused_in_every_language() {
    let site = Site::new(ROUND_ROBIN);
    drop(site.run());
    let Some(ExportEntry::Contest(mut about)) = site.account().into_iter().next() else { panic!() };
    about.export = 9;
    let error = Auditor::default().take(ExportEntry::Contest(about)).unwrap_err();
    let printed = Language::ALL.map(|language| error.message().get(language));
    assert_eq!(printed[0], "export version 9, but this certamen reads version 2");
    assert_eq!(printed[1], "versión de exportación 9, pero este certamen lee la versión 2");
}
