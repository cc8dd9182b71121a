//! The bots of the two-player games, each in the strongest available sandbox.

use crate::{
    once::Passed,
    site::{Site, bots, repository},
};

/// Each bot plays a whole match against the next one, without a fault and with a valid record.
fn check(game: &str, option: &str) {
    let files = [repository(&format!("bots/{game}")).into()];
    let languages = ["c", "cpp", "go", "java", "javascript", "python", "ruby", "course-lisp"];
    let Some(passed) = Passed::not_yet(&format!("bots-of-{game}"), &files, &languages) else {
        return;
    };
    let site = Site::new();
    let bots = bots(game);
    for (place, bot) in bots.iter().enumerate() {
        let rival = format!("rival={}", bots[(place + 1) % bots.len()]);
        let seed = place.to_string();
        let words = ["play", game, bot, &rival, "--option", option, "--seed", &seed];
        // Time limits are not the subject of this test.
        let more = ["--move-time", "30s", "--quiet", "--record", "r.jsonl"];
        site.succeed(&[&words[..], &more].concat());
        let record = std::fs::read_to_string(site.path().join("r.jsonl")).unwrap();
        assert!(!record.contains(r#""fault""#), "{bot} {rival}: {record}");
        let said = site.succeed(&["verify", "r.jsonl"]);
        assert!(said.contains("sound"), "{bot} {rival}: {said}");
    }
    assert!(bots.len() >= 2, "{game}: {bots:?}");
    passed.remember();
}

#[test]
fn of_footsteps() {
    check("footsteps", "points=50");
}

#[test]
fn of_intervalo() {
    check("intervalo", "squares=24");
}

#[test]
fn of_mancala8() {
    check("mancala8", "max_slots=60");
}
