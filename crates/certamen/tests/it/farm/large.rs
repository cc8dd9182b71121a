//! Data that exceeds the server's message size: folders of many MiB, in both directions.

use super::{
    run,
    server::{Process, Server},
    state,
    users::connected,
};
use crate::site::Site;
use certamen_farm::Transport;

/// Counts its matches, and writes a file of incompressible data beside the count, which has one
/// digit.
const PACKRAT: &str = "import os\ntry:\n    n = int(open('n').read())\nexcept OSError:\n    n = 0\n\
    open('n', 'w').write(str(n + 1))\nopen('junk', 'wb').write(os.urandom(SIZE - 1))\n\
    left = 50\nwhile True:\n    bid = min(left, 1 + (3 * n + left) % 9)\n    \
    print(bid, flush=True)\n    left -= bid\n    if input() == 'fin': break\n";

/// A contest of `games` matches of it against a built-in player, with `size` bytes in its folder.
pub(super) fn contest(size: usize, games: u32) -> Site {
    let site = Site::new();
    site.write("c/rat/bot.py", PACKRAT.replace("SIZE", &size.to_string()));
    let manifest = "name = \"rat\"\nlanguage = \"python\"\nsource = [\"bot.py\"]\n";
    site.write("c/rat/bot.toml", manifest);
    let games = format!("games_per_pair = {games}");
    let contest = "name = \"Large\"\ngame = \"footsteps\"\nbots = [\"rat\", \"builtin:first\"]\n\
         [format]\nkind = \"round-robin\"\ngames_per_pair = 4\n[ranking]\nkind = \"wins\"\n\
         [limits]\nmove_time = \"10s\"\n\
         [programs]\nmemory = \"contest\"\n[sandbox]\nminimum_tier = \"D\"\n";
    site.write("c/contest.toml", contest.replace("games_per_pair = 4", &games));
    site
}

/// Plays `games` matches on one machine and on two; the results must be equal.
fn check(size: usize, games: u32) {
    let alone = contest(size, games);
    alone.succeed(&["run", "c", "--quiet", "--tier", "D"]);
    let site = contest(size, games);
    let server = Server::start(&site);
    let _workers = ["one", "two"].map(|name| Process::worker(&site, &server, name, "1"));
    let watcher = connected(&server.address(), None);
    let [results, batches] = ["certamen.part.r.>", "certamen.part.b.>"].map(|parts| {
        let heard = watcher.subscribe(parts).unwrap();
        move || heard.try_iter().map(|part| part.bytes.len()).sum::<usize>()
    });
    run(&site, &server);
    assert_eq!(state(&site), state(&alone));
    site.succeed(&["verify", "c"]);
    let (came, went, games) = (results(), batches(), games as usize);
    assert!(came >= games * size, "each result is as large as its folder: {came} bytes");
    assert!(went >= (games - 1) * size, "and so is each batch but the first: {went} bytes");
    let kept = watcher.kept().unwrap();
    let parts = kept.iter().find(|kept| kept.name == "CERTAMEN_PART").unwrap();
    let (_, bytes) = parts.holds.unwrap();
    assert!(bytes < 1 << 20, "nothing of them stays on the server: {bytes} bytes");
}

#[test]
fn folders_of_some_mib_travel_with_their_matches() {
    check(2 << 20, 4);
}

#[test]
fn folders_as_large_as_may_be_travel_with_their_matches_nightly() {
    check(16 << 20, 2);
}

/// Three built-in players of Minoria with the maximum number of rounds.
fn long_match() -> Site {
    let site = Site::new();
    let contest = "name = \"Long\"\ngame = \"minoria\"\nseed = 1\n\
        bots = [\"builtin:random\", \"a=builtin:random\", \"b=builtin:random\"]\n\
        [options]\nrounds = 10000\n[format]\nkind = \"one-table\"\ngames = 1\n\
        [ranking]\nkind = \"total-score\"\n";
    site.write("c/contest.toml", contest);
    site
}

#[test]
fn a_record_of_more_than_a_mib_travels_whole() {
    let alone = long_match();
    alone.succeed(&["run", "c", "--quiet"]);
    let site = long_match();
    let server = Server::start(&site);
    let _worker = Process::worker(&site, &server, "one", "1");
    run(&site, &server);
    assert_eq!(state(&site), state(&alone));
    let export = site.succeed(&["export", "c"]);
    let longest = export.lines().map(str::len).max().unwrap();
    assert!(longest > 1 << 20, "{longest} bytes");
    site.succeed(&["verify", "c"]);
}
