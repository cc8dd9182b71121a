//! Bots that are declared deterministic, rightly or wrongly.

use crate::site::Site;
use serde_json::{Value, json};

/// Two programs and a built-in player; each pair meets twenty times.
fn contest(more: &str) -> String {
    format!(
        r#"
name = "Over and over"
game = "footsteps"
bots = ["one", "two", "builtin:first"]
[format]
kind = "round-robin"
games_per_pair = 20
[ranking]
kind = "wins"
[sandbox]
minimum_tier = "D"
{more}
"#
    )
}

/// A program that bids what `bid` evaluates to, and its declaration.
fn write_bot(site: &Site, name: &str, bid: &str) {
    let program = format!(
        "import os\nleft = 50\nwhile True:\n    bid = max(min(left, {bid}), min(left, 1))\n    \
         print(bid, flush=True)\n    left -= bid\n    if input() == 'fin': break\n"
    );
    site.write(&format!("c/{name}/bot.py"), program);
    let declared = format!(
        "name = \"{name}\"\nlanguage = \"python\"\nsource = [\"bot.py\"]\ndeterministic = true\n"
    );
    site.write(&format!("c/{name}/bot.toml"), declared);
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// For each match, the one that its record says it repeats.
fn repeats(site: &Site) -> Vec<Option<i64>> {
    let matches = lines(&site.succeed(&["matches", "c", "--format", "json"])).len();
    let record = |number| {
        let folder = certamen_contest::Folder::new(&site.path().join("c"));
        let results = certamen_contest::Results::open(&folder).unwrap();
        let bytes = results.record(certamen_store::MatchNumber(number)).unwrap();
        let first = String::from_utf8(bytes).unwrap();
        let header: Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
        header["repeats"].as_i64()
    };
    (1..=matches as i64).map(record).collect()
}

#[test]
fn what_would_only_repeat_a_match_is_not_played() {
    let site = Site::new();
    write_bot(&site, "one", "5");
    write_bot(&site, "two", "7");
    site.write("c/contest.toml", contest(""));
    site.succeed(&["run", "c", "--jobs", "1"]);
    let repeats = repeats(&site);
    assert_eq!(repeats.len(), 60);
    // Two on each of six orders of seats, and those that were in progress when it was found out.
    let played = repeats.iter().filter(|original| original.is_none()).count();
    assert!((12..=24).contains(&played), "{played}");
    let copy = repeats.iter().position(Option::is_some).unwrap() + 1;
    site.succeed(&["verify", &format!("c#{copy}")]);
    site.succeed(&["verify", "c"]);
    // The standings count every match, as the format requires; the certainty does not.
    let table = lines(&site.succeed(&["standings", "c", "--format", "json"]));
    assert!(table.iter().all(|line| line["played"] == 40), "{table:?}");
    for command in [&["standings", "c", "--notes"][..], &["field", "c"], &["matrix", "c"]] {
        let reported = site.succeed(command);
        assert!(reported.contains("one - two: 20 games, 2 distinct"), "{reported}");
    }
    let matrix = lines(&site.succeed(&["matrix", "c", "--format", "json"]));
    assert!(matrix.iter().all(|line| line["played"] == 2), "{matrix:?}");
    let settled = lines(&site.succeed(&["standings", "c", "--settled", "--format", "json"]));
    // No match is left to play, so the standings are final.
    assert!(settled[..2].iter().all(|line| line["exact"] == true), "{settled:?}");
    assert!(site.succeed(&["standings", "c", "--settled"]).contains("final: "));
    // A second run has nothing to do and prints the same.
    let again = site.succeed(&["run", "c", "--json"]);
    assert_eq!(lines(&again).len(), 3);
}

#[test]
fn who_repeats_itself_and_does_not_say_so_is_noticed() {
    let site = Site::new();
    for (name, bid) in [("one", "5"), ("two", "7")] {
        write_bot(&site, name, bid);
        let declared = site.read(&format!("c/{name}/bot.toml"));
        site.write(&format!("c/{name}/bot.toml"), declared.replace("deterministic = true\n", ""));
    }
    site.write("c/contest.toml", contest(""));
    site.succeed(&["run", "c", "-q"]);
    for command in [&["standings", "c", "--settled"][..], &["field", "c"], &["matrix", "c"]] {
        let reported = site.succeed(command);
        assert!(
            reported.contains("though not all of their bots are declared deterministic"),
            "{reported}"
        );
        assert!(reported.contains("one - two: 20 games, 2 distinct"), "{reported}");
    }
    // A bot whose answers differ is not one of them.
    write_bot(&site, "two", CLOCK);
    let declared = site.read("c/two/bot.toml").replace("deterministic = true\n", "");
    site.write("c/two/bot.toml", declared);
    site.succeed(&["run", "c", "-q"]);
    let reported = site.succeed(&["field", "c"]);
    assert!(!reported.contains("one - two") && reported.contains("one - first"), "{reported}");
}

/// Declared deterministic, although its bids are random.
const CLOCK: &str = "3 + int.from_bytes(os.urandom(4), 'big') % 9";

#[test]
fn another_answer_when_rerun_is_noticed_and_reported() {
    let site = Site::new();
    write_bot(&site, "one", "5");
    write_bot(&site, "two", CLOCK);
    site.write("c/contest.toml", contest(""));
    let said = site.succeed(&["run", "c"]);
    assert!(said.contains("bots declared deterministic that are not: two; `"), "{said}");
    let notes = site.succeed(&["standings", "c", "--notes"]);
    assert!(notes.contains("two is declared deterministic but is not"), "{notes}");
    assert!(!notes.contains("one is declared") && !notes.contains("one - two:"), "{notes}");
    site.succeed(&["verify", "c"]);
    // All its matches are played; the others still repeat each other.
    assert!(notes.contains("one - first: 20 games, 2 distinct"), "{notes}");
    let numbers = lines(&site.succeed(&["matches", "c", "--format", "json"]));
    for (line, original) in numbers.iter().zip(repeats(&site)) {
        let with_it = line["seats"].as_array().unwrap().contains(&json!("two"));
        assert!(!with_it || original.is_none(), "{line}");
    }
}

#[test]
fn the_rules_of_a_contest_may_disqualify_for_it() {
    let site = Site::new();
    write_bot(&site, "one", "5");
    write_bot(&site, "two", CLOCK);
    site.write("c/contest.toml", contest("[programs]\non_nondeterminism = \"disqualify\""));
    site.succeed(&["run", "c"]);
    let table = lines(&site.succeed(&["standings", "c", "--format", "json"]));
    let two = table.iter().find(|line| line["bot"] == "two").unwrap();
    assert_eq!((&two["rank"], &two["disqualified"]), (&json!(null), &json!("nondeterminism")));
    let others: Vec<_> = table.iter().filter(|line| line["bot"] != "two").collect();
    assert!(others.iter().all(|line| line["played"] == 20 && line["rank"].is_u64()), "{table:?}");
    site.succeed(&["verify", "c"]);
    let reported = site.succeed(&["standings", "c"]);
    assert!(reported.contains("disqualified: declared deterministic but is not"), "{reported}");
}

#[test]
fn where_the_rules_draw_lots_nothing_repeats() {
    let site = Site::new();
    let file = contest("").replace("footsteps", "coins").replace("round-robin", "one-table");
    let file = file.replace("games_per_pair = 20", "games = 12");
    let bots = "bots = [\"builtin:first\", \"builtin:last\", \"a=builtin:first\"]";
    site.write(
        "c/contest.toml",
        file.replace("bots = [\"one\", \"two\", \"builtin:first\"]", bots),
    );
    site.succeed(&["run", "c"]);
    assert!(repeats(&site).iter().all(Option::is_none));
    let reported = site.succeed(&["standings", "c"]);
    assert!(!reported.contains("distinct"), "{reported}");
    // Tables of three have ratings, too, if any score is above zero.
    let random = "bots = [\"builtin:random\", \"a=builtin:random\", \"b=builtin:random\"]";
    site.write(
        "d/contest.toml",
        file.replace("bots = [\"one\", \"two\", \"builtin:first\"]", random),
    );
    site.succeed(&["run", "d"]);
    let field = lines(&site.succeed(&["field", "d", "--format", "json"]));
    assert!(
        field.len() == 3 && field.iter().all(|line| line["low"].as_f64() < line["high"].as_f64()),
        "{field:?}"
    );
}

#[test]
fn a_contest_may_end_when_its_first_place_is_settled() {
    let site = Site::new();
    let file = contest("").replace("[\"one\", \"two\", \"builtin:first\"]", BOTS);
    let file = file.replace("games_per_pair = 20", STOP);
    site.write("c/contest.toml", file);
    let said = site.succeed(&["run", "c"]);
    assert!(said.contains("settled top 1: certain at 95 %"), "{said}");
    site.succeed(&["verify", "c"]);
    let played = lines(&site.succeed(&["matches", "c", "--format", "json"])).len();
    assert!(played.is_multiple_of(2) && played < 400, "{played}");
    // If no rank can become certain, the limit ends the contest.
    let equal = "bots = [\"a=builtin:random\", \"b=builtin:random\"]";
    let file = contest("").replace("bots = [\"one\", \"two\", \"builtin:first\"]", equal);
    let file = file.replace("games_per_pair = 20", &STOP.replace("200", "3"));
    site.write("d/contest.toml", file);
    let said = site.succeed(&["run", "d"]);
    assert!(said.contains("settled top 1: all allowed matches are played"), "{said}");
}

const BOTS: &str = "[\"builtin:random\", \"builtin:last\"]";
const STOP: &str = "games_per_pair = 2\nmax_cycles = 200\nstop = \"settled top 1\"";
