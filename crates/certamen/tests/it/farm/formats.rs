//! Contests of every format in a simulated farm with all kinds of failures: their standings and
//! matches equal those of a single machine. `cargo xtask bench farm` runs hundreds.

use super::{
    alone,
    simulated::{lived, seeds},
    state,
};
use crate::site::Site;
use certamen_farm::simulated::FaultPlan;

/// A contest that is short, however its matches end.
struct Short {
    game: &'static str,
    bots: &'static str,
    format: &'static str,
    ranking: &'static str,
    /// The rest of its file.
    more: &'static str,
}

/// Four players that are cheap to run, no two of them equally good.
const FOUR: &str = "\"builtin:random\", \"builtin:first\", \"builtin:last\", \"d=builtin:random\"";
/// Six of them.
const SIX: &str = "\"builtin:random\", \"builtin:first\", \"builtin:last\", \
    \"d=builtin:random\", \"e=builtin:random\", \"f=builtin:first\"";

impl Short {
    fn of(format: &'static str, ranking: &'static str) -> Short {
        Short { game: "footsteps", bots: SIX, format, ranking, more: "" }
    }

    fn text(&self) -> String {
        let Short { game, bots, format, ranking, more } = self;
        format!(
            "name = \"Short\"\ngame = \"{game}\"\nseed = 1\nbots = [{bots}]\n\
             [format]\n{format}\n[ranking]\nkind = \"{ranking}\"\n{more}\n"
        )
    }

    /// Plays the contest on one machine and in the simulation with failures; returns the number of
    /// matches.
    fn check(&self) -> usize {
        let contest = self.text();
        let expected = alone(&contest);
        for seed in seeds(1) {
            let site = Site::new();
            site.write("c/contest.toml", &*contest);
            let result = lived(&site, seed, FaultPlan::much(), 0.0);
            assert!(!result.is_incomplete, "seed {seed}, {}", self.format);
            assert_eq!(state(&site), expected, "seed {seed}, {}", self.format);
            site.succeed(&["verify", "c"]);
        }
        expected[1].lines().count()
    }
}

#[test]
fn knockouts_go_as_on_one_machine() {
    Short::of("kind = \"knockout\"\nbest_of = 3", "wins").check();
    let double = "kind = \"knockout\"\nelimination = \"double\"\nbest_of = 3\nseeding = \"drawn\"";
    Short::of(double, "points").check();
    let seeded = "kind = \"knockout\"\nseeding = \"ranking\"\nqualifying_games = 2";
    Short::of(seeded, "points").check();
}

#[test]
fn ladders_and_divisions_go_as_on_one_machine() {
    assert_eq!(Short::of("kind = \"ladder\"\nmatches = 48", "rating").check(), 48);
    let divisions = "kind = \"divisions\"\nsize = 3\npromoted = 1\nseasons = 3";
    Short::of(divisions, "points").check();
}

#[test]
fn tables_of_many_go_as_on_one_machine() {
    let coins = Short {
        game: "coins",
        bots: FOUR,
        more: "[options]\nrounds = 4",
        ..Short::of("kind = \"one-table\"\ngames = 20", "total-score")
    };
    assert_eq!(coins.check(), 20);
    let three = "kind = \"one-table\"\nseats = 3\ngames = 40";
    assert_eq!(Short { game: "minoria", ..Short::of(three, "borda") }.check(), 40);
}

#[test]
fn contests_that_go_on_until_something_is_so_go_as_on_one_machine() {
    // Equals lead together again and again.
    let ties = "kind = \"round-robin\"\nreplay_ties = true\nmax_cycles = 4";
    let equals = "\"builtin:first\", \"b=builtin:first\", \"c=builtin:first\", \"d=builtin:first\"";
    let replayed = Short { bots: equals, ..Short::of(ties, "points") };
    assert_eq!(replayed.check(), 4 * 6, "all of it is played again");
    let settled = "kind = \"round-robin\"\nmax_cycles = 12\nstop = \"settled top 1\"";
    let count = Short { bots: FOUR, ..Short::of(settled, "points") }.check();
    assert!(count > 6, "one cycle settles nothing");
}

#[test]
fn contests_that_are_remembered_go_as_on_one_machine() {
    let format = "kind = \"round-robin\"\ngames_per_pair = 6";
    for more in ["[programs]\nmemory = \"pair\"", "[programs]\nmemory = \"contest\""] {
        assert_eq!(Short { bots: FOUR, more, ..Short::of(format, "points") }.check(), 36);
    }
}

#[test]
fn swiss_rounds_and_gauntlets_go_as_on_one_machine() {
    Short::of("kind = \"swiss\"\nrounds = 4\ngames_per_round = 2", "points").check();
    let gauntlet = "kind = \"gauntlet\"\nchallengers = [\"random\", \"d\"]\ngames_per_pair = 6";
    Short::of(gauntlet, "win-share").check();
}
