//! Values of the positions of a contest's matches, for games that can compute them.

use crate::{served::Served, site::Site};

fn contest(game: &str) -> String {
    format!(
        "name = \"{game}\"\ngame = \"{game}\"\nbots = [\"builtin:random\", \"builtin:first\"]\n\
         seed = 7\n[format]\nkind = \"round-robin\"\ngames_per_pair = 2\n\
         [ranking]\nkind = \"points\"\n[sandbox]\nminimum_tier = \"D\"\n"
    )
}

#[test]
fn pages_of_matches_show_the_values_of_positions() {
    let site = Site::new();
    for game in ["footsteps", "mancala8", "go"] {
        let small = if game == "go" { "[options]\nsize = 5\n" } else { "" };
        site.write(&format!("all/{game}/contest.toml"), contest(game) + small);
        site.succeed(&["run", &format!("all/{game}"), "--quiet", "--tier", "D"]);
    }
    let server = Served::start(&site, &["serve", "all", "--no-play"]);
    for (game, words) in
        [("footsteps", ["is solved", " %"]), ("mancala8", ["evaluation bueno", "R 0: "])]
    {
        let (_, _, page) = server.get(&format!("/en/c/{game}/matches/1?turn=1"));
        let way = format!("/en/c/{game}/matches/1/worth");
        assert!(page.contains(&format!("id=\"appraised\" href=\"{way}#t1\"")), "{page}");
        let (status, head, reported) = server.get(&way);
        assert_eq!(status, 200, "{reported}");
        assert!(head.contains("cache-control: public"), "{head}");
        for word in words {
            assert!(reported.contains(word), "{word}: {reported}");
        }
        // A line for the position before each turn, with the move that was played.
        let turns = page.matches("<li value=").count();
        assert!(reported.matches(" id=\"t").count() >= turns && turns > 1, "{reported}");
        assert!(reported.contains(&format!("/en/c/{game}/matches/1?turn=0")), "{reported}");
        assert!(reported.contains("class=\"graph\""), "{reported}");
        let (_, _, spanish) = server.get(&format!("/es/c/{game}/matches/1/worth"));
        assert!(spanish.contains("Análisis"), "{spanish}");
        assert_eq!(server.get(&format!("/en/c/{game}/matches/99/worth")).0, 404);
    }
    let (_, _, page) = server.get("/en/c/go/matches/1");
    assert!(page.contains("id=\"replay\"") && !page.contains("appraised"), "{page}");
    let (_, _, reported) = server.get("/en/c/go/matches/1/worth");
    assert!(reported.contains("No analysis of this position"), "{reported}");
    drop(server);
    // It would take longer than all other pages of an archive.
    site.succeed(&["archive", "all/footsteps", "--out", "out", "--lang", "en"]);
    let page =
        std::fs::read_to_string(site.path().join("out/en/c/footsteps/matches/1.html")).unwrap();
    assert!(page.contains("id=\"replay\"") && !page.contains("worth"), "{page}");
}

#[test]
fn matches_that_are_their_players_own_are_not_appraised_for_others() {
    let site = Site::new();
    let own = "[site]\nmatches = \"own\"\n";
    site.write("all/footsteps/contest.toml", contest("footsteps") + own);
    site.succeed(&["run", "all/footsteps", "--quiet", "--tier", "D"]);
    let server = Served::start(&site, &["serve", "all", "--no-play"]);
    for way in ["matches/1", "matches/1/worth"] {
        assert_eq!(server.get(&format!("/en/c/footsteps/{way}")).0, 404, "{way}");
    }
}
