//! Evaluation functions travel as data, and are compiled where they are played.

use super::{
    run,
    server::{Process, Server},
    state,
};
use crate::site::Site;

/// A contest of evaluation functions with different searches, and a house player.
fn contest() -> Site {
    let site = Site::new();
    for (name, sign) in [("more", "-"), ("less", "+")] {
        let source = format!(
            "(defun mi-f-ev (estado)\n  ({sign} (get-pts (estado-lado-sgte-jugador estado)) 18))\n"
        );
        site.write(&format!("c/{name}.cl"), source);
    }
    let contest = "name = \"Lisp\"\ngame = \"mancala8\"\n\
        bots = [\"more.cl\", \"less.cl\", \"deep=more.cl:depth=3\", \"builtin:first\"]\n\
        [format]\nkind = \"round-robin\"\ngames_per_pair = 2\n[ranking]\nkind = \"points\"\n\
        [limits]\nmove_time = \"5s\"\n[sandbox]\nminimum_tier = \"D\"\n";
    site.write("c/contest.toml", contest);
    site
}

#[test]
fn evaluation_functions_play_elsewhere_as_they_play_here() {
    let alone = contest();
    alone.succeed(&["run", "c", "--quiet", "--tier", "D"]);
    let site = contest();
    let server = Server::start(&site);
    let _workers = ["one", "two"].map(|name| Process::worker(&site, &server, name, "1"));
    run(&site, &server);
    assert_eq!(state(&site), state(&alone));
    site.succeed(&["verify", "c"]);
    assert!(!site.path().join("c/.certamen/builds").exists(), "nothing was compiled here");
}
