//! Right bots are told that all is well.

use super::advised;
use crate::site::{Site, repository};

/// Expects no word about a bot of the repository.
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
fn a_right_bot_of_every_game_is_told_so() {
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
        ("en", "all is well"),
        ("es", "todo está bien"),
        ("fr", "tout va bien"),
        ("it", "tutto bene"),
    ] {
        let said = site.succeed(&["check", &path, "--game", "footsteps", "--lang", language]);
        assert!(said.contains(verdict), "{said}");
    }
}
