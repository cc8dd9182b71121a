//! A match that is played again under its number: the old one is not shown for long, and its frames
//! never appear on the page of the new one.

use crate::{served::Served, site::Site};

const CONTEST: &str = r#"
name = "Again"
game = "footsteps"
bots = ["builtin:random", "builtin:last"]
[format]
kind = "round-robin"
games_per_pair = 2
[ranking]
kind = "points"
"#;

/// Plays the contest with this seed and serves it.
fn played(site: &Site, seed: &str) -> Served {
    site.succeed(&["run", "again", "--quiet", "--seed", seed]);
    Served::start(site, &["serve", "again", "--no-play"])
}

/// The address of the match's frames, from its page.
fn frames(server: &Served, page: &str) -> String {
    let (status, head, body) = server.get(page);
    assert_eq!(status, 200, "{body}");
    let kept = "cache-control: public, max-age=60, stale-while-revalidate=60";
    assert!(head.contains(kept) && head.contains("etag: "), "{head}");
    let mut ways = body.split('"').filter(|one| one.contains("/matches/1/frames.js?of="));
    ways.next_back().expect("it has frames").to_owned()
}

#[test]
fn what_a_match_was_is_never_stepped_through_in_what_it_became() {
    let site = Site::new();
    site.write("again/contest.toml", CONTEST);
    let server = played(&site, "7");
    let before = frames(&server, "/en/c/again/matches/1");
    assert_eq!(frames(&server, "/en/embed/c/again/matches/1"), before, "the same for others");
    let (status, head, script) = server.get(&before);
    assert!(status == 200 && script.contains("certamenFrames[0]="), "{script}");
    assert!(head.contains("cache-control: public, max-age=86400, immutable"), "{head}");
    let (_, head, same) = server.get("/en/c/again/matches/1/frames.js");
    assert!(head.contains("max-age=60") && same == script, "{head}");
    drop(server);
    std::fs::remove_dir_all(site.path().join("again/.certamen")).unwrap();
    let server = played(&site, "8");
    let after = frames(&server, "/en/c/again/matches/1");
    assert_ne!(after, before);
    assert_ne!(server.get(&after).2, script);
    // An old page gets no frames of another match.
    let (status, _, refused) = server.get(&before);
    assert!(status == 404 && refused.contains("it was replayed"), "{refused}");
}
