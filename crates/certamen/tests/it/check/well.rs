//! Correct bots get no advice.

use super::advised;
use crate::site::{Site, repository};
use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

/// Expects no advice about a bot of the repository.
fn check(bot: &str) {
    let site = Site::new();
    let game = bot.split('/').next().unwrap();
    let path = repository(&format!("bots/{bot}"));
    let advised = advised(&site, &["check", &path, "--game", game, "--json"]);
    assert_eq!((&advised.codes[..], advised.code), (&[][..], 0), "{bot}: {:?}", advised.lines);
    let figures = advised.lines.last().unwrap();
    assert!(figures["matches"].as_u64().unwrap() >= 2, "{figures}");
    assert!(figures["answers"].as_u64().unwrap() > 0, "{figures}");
}

#[test]
fn a_right_bot_of_every_game_passes() {
    for bot in ["footsteps/espejo", "intervalo/espia", "coins/avaro", "mancala8/sembrador"] {
        check(bot);
    }
    check("go/tactico");
}

#[test]
fn the_verdict_is_given_in_every_language() {
    let site = Site::new();
    let path = repository("bots/footsteps/mitad");
    for (language, verdict) in [
        ("en", "no problems found"),
        ("es", "sin problemas"),
        ("fr", "aucun problème"),
        ("it", "nessun problema"),
    ] {
        let said = site.succeed(&["check", &path, "--game", "footsteps", "--lang", language]);
        assert!(said.contains(verdict), "{said}");
    }
}

#[test]
fn who_is_watched_is_tried_again_when_a_file_is_saved() {
    let site = Site::new();
    site.write("bot.py", "print(1, 2)\n");
    let arguments = ["check", "bot.py", "--game", "coins", "--json", "--watch", "--patience", "1s"];
    let mut watching = site.command(&arguments);
    let mut watching = watching.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(watching.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut codes = || {
        let summary = lines.find(|line| line.contains("\"corrections\"")).unwrap();
        serde_json::from_str::<serde_json::Value>(&summary).unwrap()["corrections"].clone()
    };
    assert_eq!(codes(), 1);
    site.write("bot.py", "print('NNN')\n");
    assert_eq!(codes(), 0);
    watching.kill().unwrap();
    watching.wait().unwrap();
}
