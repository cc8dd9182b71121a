//! GNU Go in both protocols.

use crate::site::{Site, repository};

/// Black and white.
const SEATS: [usize; 2] = [0, 1];

/// Plays `bot` on `seats` against an opponent that always passes, on a board of `size`.
fn without_opponent(bot: &str, size: u8, seats: &[usize]) {
    let site = Site::new();
    let (bot, size) = (repository(&format!("bots/go/{bot}")), format!("size={size}"));
    for seat in seats {
        let mut players = [&*bot, "builtin:last"];
        players.rotate_left(*seat);
        let play = ["play", "go", players[0], players[1], "--option", &size, "--record", "r.jsonl"];
        let said = site.run(&[&play[..], &["--quiet", "--seed", "1"]].concat());
        assert_eq!(said.code, 0, "{said:?}");
        assert!(said.out.contains("(gnugo") && said.out.contains(") wins by "), "{said:?}");
        assert!(site.read("r.jsonl").contains("\"end\":\"passes\""), "{said:?}");
        assert!(site.succeed(&["verify", "r.jsonl"]).starts_with("r.jsonl: sound, "));
    }
}

#[test]
fn gnu_go_plays_unchanged() {
    without_opponent("gnugo", 9, &SEATS);
}

#[test]
fn gnu_go_plays_unchanged_on_the_large_board_nightly() {
    without_opponent("gnugo", 19, &SEATS[..1]);
}

#[test]
fn gnu_go_plays_in_the_announcements_protocol() {
    without_opponent("gnugo-tablero", 7, &SEATS);
}

#[test]
fn a_board_that_gnu_go_rejects_is_lost_by_no_one() {
    let site = Site::new();
    let bot = repository("bots/go/gnugo");
    let said = site.run(&["play", "go", &bot, "builtin:last", "--option", "size=25"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("the engine refuses `boardsize 25`: unacceptable size"), "{said:?}");
}
