//! Everything that the command says, in four languages: equal to what it said before.
//!
//! `commands.txt` has the commands, `en.txt` and its siblings what they print. Times and digests are
//! blanked out, since they differ from run to run. `CERTAMEN_SPOKEN=write` writes the files anew, on
//! purpose; `CERTAMEN_BINARY` names another binary to listen to.

mod site;

use std::{env, fs, path::PathBuf};

#[test]
fn english_is_as_it_was() {
    check("en");
}

#[test]
fn spanish_is_as_it_was() {
    check("es");
}

#[test]
fn french_is_as_it_was() {
    check("fr");
}

#[test]
fn italian_is_as_it_was() {
    check("it");
}

fn check(language: &str) {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/it/spoken/{language}.txt"));
    let spoken = site::listen(language, include_str!("commands.txt"));
    if env::var("CERTAMEN_SPOKEN").is_ok_and(|wish| wish == "write") {
        fs::write(&path, spoken).unwrap();
        return;
    }
    let expected = fs::read_to_string(&path).unwrap();
    let (mut expected, mut spoken) = (commands(&expected), commands(&spoken));
    let differs = |index: &usize| expected.get(*index) != spoken.get(*index);
    let different: Vec<usize> =
        (0..expected.len().max(spoken.len())).filter(differs).take(5).collect();
    let told: Vec<String> = different
        .into_iter()
        .map(|index| {
            let take = |all: &mut Vec<&str>| all.get(index).copied().unwrap_or("").to_owned();
            format!("WAS {}\nIS {}", take(&mut expected), take(&mut spoken))
        })
        .collect();
    assert!(
        told.is_empty(),
        "if that is right, CERTAMEN_SPOKEN=write writes it down:\n{}",
        told.join("\n")
    );
}

/// What was said, command by command.
fn commands(spoken: &str) -> Vec<&str> {
    spoken.split("\n$ ").collect()
}
