//! The faulty games of `tests/faulty`: what `check-game` and a match find of each is listed in
//! `expected.toml`. Games that need a sandbox are tried in one by the tests of the command.

use certamen_external::{CheckOptions, OpenError, check, open};
use certamen_game::arbiter::{Answer, Arbiter};
use certamen_game::{DynGame, Given, Map, MatchRecord, RulesFault, Seat, Table, Void};
use certamen_sandbox::{Sandbox, Unisolated};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What is to be found of a game; nothing if it is sound.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    code: Option<String>,
    /// Codes that may come instead, as time passes.
    #[serde(default)]
    codes_too: Vec<String>,
    #[serde(default)]
    warning: bool,
    kind: Option<String>,
    field: Option<String>,
    at: Option<String>,
    refused: Option<String>,
    #[serde(default)]
    isolated: bool,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faulty")
}

fn corpus() -> BTreeMap<String, Expected> {
    let text = std::fs::read_to_string(folder().join("expected.toml")).unwrap();
    toml::from_str(&text).unwrap()
}

fn sandbox() -> Arc<dyn Sandbox> {
    Arc::new(Unisolated::new())
}

/// Tries each game that needs no sandbox, several at a time, and collects what is wrong.
fn each(attempt: impl Fn(&Path, &Expected) -> Result<(), String> + Sync) {
    let corpus: Vec<_> = corpus().into_iter().filter(|(_, expected)| !expected.isolated).collect();
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((name, expected)) = corpus.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(why) = attempt(&folder().join(name), expected) {
                wrong.lock().unwrap().push(format!("{name}: {why}"));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(work);
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_faulty_game_is_listed() {
    let mut found = BTreeSet::new();
    for (within, prefix) in [("", ""), ("raw", "raw/")] {
        for entry in folder().join(within).read_dir().unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let is_folder = entry.path().join("game.toml").is_file();
            if is_folder || Path::new(&name).extension().is_some_and(|ending| ending == "py") {
                found.insert(format!("{prefix}{name}"));
            }
        }
    }
    assert_eq!(found, corpus().into_keys().collect());
}

#[test]
fn check_game_finds_what_is_wrong_with_each_faulty_game() {
    each(|path, expected| {
        let options =
            CheckOptions { options: Map::new(), seats: None, time: Duration::from_secs(3) };
        let report = match check(&sandbox(), path, None, &options) {
            Ok(report) => report,
            Err(error) => return refused(&error, expected),
        };
        let found: Vec<String> = report
            .findings
            .iter()
            .map(|finding| format!("{} {}: {}", finding.is_warning, finding.code, finding.fact))
            .collect();
        let is_due = match (&expected.code, &expected.kind) {
            (Some(code), _) => report.findings.iter().any(|finding| {
                let is_code = finding.code == code
                    || expected.codes_too.iter().any(|other| finding.code == other);
                let field = expected.field.as_deref().unwrap_or_default();
                let names_field = expected.kind.is_some()
                    || finding.fact.get(certamen_game::Language::En).contains(field);
                is_code && finding.is_warning == expected.warning && names_field
            }),
            (None, Some(_)) => !report.passed(),
            (None, None) => expected.refused.is_none() && report.passed() && report.matches > 0,
        };
        // A leak that was found was looked for; it is shown with both states and both views.
        let leak = report.findings.iter().find(|finding| finding.code == "leak");
        let is_shown = leak.is_none_or(|leak| {
            let mut others = report.findings.iter();
            leak.lines.len() == 4 && others.all(|finding| finding.code != "leak-unchecked")
        });
        if is_due && is_shown { Ok(()) } else { Err(format!("found {found:?}")) }
    });
}

/// Whether a game cannot be opened that is not to be opened.
fn refused(error: &OpenError, expected: &Expected) -> Result<(), String> {
    let words = error.to_string();
    let is_due = expected.refused.as_ref().is_some_and(|due| words.contains(due));
    if is_due { Ok(()) } else { Err(words) }
}

/// The fault with which a game fails: when it is opened, in a match in which each seat plays its
/// last legal action, or when the match is asked again.
fn fault_of(path: &Path) -> Result<Option<RulesFault>, String> {
    let game = match open(&sandbox(), path, None) {
        Ok(opened) => opened.game,
        Err(OpenError::Rules(void)) => return fault_in(void),
        Err(error) => return Err(error.to_string()),
    };
    match played(game).and_then(|record| game.check_again(&record)) {
        Ok(()) => Ok(None),
        Err(void) => fault_in(void),
    }
}

fn fault_in(void: Void) -> Result<Option<RulesFault>, String> {
    match void {
        Void::Rules(fault) => Ok(Some(*fault)),
        other => Err(other.to_string()),
    }
}

fn played(game: &'static dyn DynGame) -> Result<MatchRecord, Void> {
    let mut arbiter =
        Arbiter::start(game, Table::new(game)).map_err(certamen_game::OptionsError::into_void)?;
    while arbiter.outcome().is_none() {
        let zero = Duration::ZERO;
        let answer = |seat: Seat| {
            // Where actions are not listed, the empty reply is tried.
            let legal = arbiter.state().legal_actions(seat, usize::MAX);
            let reply = legal.last().cloned().unwrap_or_default();
            let given = Ok(Given::Text(reply));
            Answer { seat, given, charged: zero, pondered: zero, asleep: zero }
        };
        let answers = arbiter.to_act().iter().map(answer).collect();
        arbiter.answer(answers)?;
        assert!(arbiter.turns().len() < 100, "it has an end");
    }
    Ok(arbiter.into_record())
}

#[test]
fn each_faulty_game_fails_with_its_fault() {
    each(|path, expected| {
        let Some(kinds) = &expected.kind else { return Ok(()) };
        let fault = fault_of(path)?.ok_or("no fault")?;
        let is_kind = kinds.split('|').any(|kind| kind == fault.kind.word());
        let names = |found: &Option<String>, due: &Option<String>| {
            due.as_ref().is_none_or(|due| found.as_ref().is_some_and(|it| it.ends_with(due)))
        };
        let is_due =
            is_kind && names(&fault.field, &expected.field) && names(&fault.at, &expected.at);
        if is_due { Ok(()) } else { Err(fault.to_string()) }
    });
}
