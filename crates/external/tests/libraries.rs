//! The library of each language by its self-test: `tests/libraries.py`.

use std::process::Command;

const DRIVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/libraries.py");
/// The driver's exit status where a language is not installed.
const ABSENT: i32 = 77;

/// Draws, errors, the dialogue of `docs/protocols/game.md` and matches of the sample games. What is
/// not installed is printed by name.
fn check(language: &str, more: &[&str]) {
    let mut driver = Command::new("/usr/bin/python3");
    let done = driver.arg(DRIVER).arg(language).args(more).output().unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&done.stdout), text(&done.stderr));
    match done.status.code() {
        Some(0) => assert!(out.starts_with(&format!("{language}: draws, errors, ")), "{out}"),
        Some(ABSENT) => eprintln!("{language}: skipped: {out}"),
        status => panic!("{language}: {status:?}\n{out}{err}"),
    }
}

#[test]
fn games_in_python_draw_and_answer_alike() {
    check("python", &[]);
}

#[test]
fn games_in_javascript_draw_and_answer_alike() {
    check("javascript", &[]);
}

#[test]
fn games_in_rust_draw_and_answer_alike() {
    check("rust", &[]);
}

#[test]
fn games_in_c_draw_and_answer_alike() {
    check("c", &[]);
}

/// 1,000 matches of Minoría and of the dice game in each language and style have equal actions and
/// scores; every request is asked again in reverse order in a new process.
#[test]
fn a_thousand_matches_are_alike_in_all_languages_nightly() {
    for language in ["python", "javascript", "rust", "c"] {
        check(language, &["--long"]);
    }
}
