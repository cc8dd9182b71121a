//! Every public page as it is sent, in four languages: the whole page in English, and the lines
//! that differ in the other languages. Charts, times and values that depend on them are replaced.
//!
//! `INSTA_UPDATE=always` writes the snapshots again.

mod still;

use crate::{served::Served, site::Site};
use std::{fmt::Write, path::Path};

const CONTEST: &str = r#"
name = "Three <i>friends"
game = "footsteps"
bots = ["builtin:random", "builtin:first", "builtin:last"]
seed = 7
[format]
kind = "round-robin"
games_per_pair = 2
[ranking]
kind = "points"
[sandbox]
minimum_tier = "D"
[site]
prize = "a mug & a hat"
series = "spring"
edition = 3
"#;

/// Standings as the host of a course publishes them.
pub(crate) const PUBLISHED: &str = r#"{
  "contest": "Three", "number": 1, "kind": "provisional",
  "planned": "2026-03-13T12:00:00+01:00[Europe/Madrid]",
  "made": "2026-03-13T12:00:07+01:00[Europe/Madrid]",
  "next": { "at": "2026-03-14T12:00:00+01:00[Europe/Madrid]", "kind": "final" },
  "matches": 6, "conditions": { "move_time": null, "move_ms": 1000, "tier": "D" },
  "table": [
    { "rank": 1, "name": "random", "language": "", "share": 75.0, "played": 4, "won": 3, "lost": 1, "drawn": 0, "faults": 0 },
    { "rank": 2, "name": "first", "language": "", "share": 25.0, "played": 4, "won": 1, "lost": 3, "drawn": 0, "faults": 0 }
  ],
  "below": [{ "name": "last", "status": "disqualified", "fault": "timeout" }]
}"#;

/// The pages: their names in this test, and their addresses below the language.
const PAGES: [(&str, &str); 32] = [
    ("home", "/"),
    ("hall", "/hall"),
    ("games", "/games"),
    ("game", "/games/footsteps"),
    ("series", "/series/spring"),
    ("feed", "/feed.atom"),
    ("tv", "/tv"),
    ("contest", "/c/three"),
    ("standings", "/c/three/standings"),
    ("standings-of-a-moment", "/c/three/standings?at=1"),
    ("matrix", "/c/three/matrix"),
    ("pairs", "/c/three/pairs"),
    ("field", "/c/three/field"),
    ("fair-play", "/c/three/fair-play"),
    ("entrants", "/c/three/entrants"),
    ("matches", "/c/three/matches"),
    ("matches-won", "/c/three/matches?bot=random&result=won"),
    ("tv-of-a-contest", "/c/three/tv?match=2"),
    ("openings", "/c/three/openings"),
    ("match", "/c/three/matches/1"),
    ("match-at-a-turn", "/c/three/matches/1?turn=2"),
    ("worth", "/c/three/matches/1/worth"),
    ("bot", "/c/three/bots/random"),
    ("rules", "/c/three/rules"),
    ("notices", "/c/three/notices"),
    ("questions", "/c/three/faq"),
    ("publications", "/c/three/publications"),
    ("publication", "/c/three/publications/1"),
    ("feed-of-a-contest", "/c/three/feed.atom"),
    ("embedded-table", "/embed/c/three/standings"),
    ("embedded-match", "/embed/c/three/matches/1"),
    ("no-contest", "/c/four"),
];

/// How long a page may be cached: a finished match does not change, unless it is played again.
fn kept(name: &str) -> &'static str {
    match name {
        "match" | "match-at-a-turn" | "worth" | "embedded-match" => {
            "public, max-age=60, stale-while-revalidate=60"
        }
        "no-contest" => "no-store",
        _ => "public, max-age=2, stale-while-revalidate=60",
    }
}

fn site() -> Site {
    let site = Site::new();
    site.write("contests/three/contest.toml", CONTEST);
    site.write("contests/site.toml", "title = \"Programmers' <b>spring\"\n");
    site.write(
        "contests/three/notices/0001-welcome.md",
        "date: 2026-03-02\n# Welcome\n\nSee [the rules](/en/c/three/rules).\n",
    );
    site.write("contests/three/notices/0001-welcome.es.md", "# Bienvenida\n\nLean las reglas.\n");
    site.write("contests/three/faq/0001-time.md", "# How long?\n\nA second.\n");
    site.write("contests/three/rules.md", "# In short\n\n- Bid.\n- Win.\n");
    site.write("contests/three/published/0001-2026-03-13T12-00+0100-provisional.json", PUBLISHED);
    site.succeed(&["run", "contests/three", "--quiet", "--tier", "D"]);
    site
}

#[test]
fn every_public_page_is_as_it_was_in_four_languages() {
    let site = site();
    let served = Served::start(&site, &["serve", "contests", "--no-play"]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/pages");
    for (name, path) in PAGES {
        let [english, others @ ..] = ["en", "es", "fr", "it"].map(|language| {
            let (status, head, page) = served.get(&format!("/{language}{path}"));
            assert_eq!(status, if name == "no-contest" { 404 } else { 200 }, "{path}: {page}");
            let line = head.lines().find(|line| line.starts_with("cache-control:"));
            assert_eq!(line, Some(&*format!("cache-control: {}", kept(name))), "{path}");
            (language, still::still(&page))
        });
        let mut reported = english.1.clone();
        for (language, page) in others {
            let other = still::other(&english.1, &page);
            _ = write!(reported, "\n==== {language} ====\n{other}");
        }
        insta::with_settings!({
            snapshot_path => &folder,
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(name, reported);
        });
    }
}
