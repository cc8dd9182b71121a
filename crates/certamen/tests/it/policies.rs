//! Settings of a contest file about faults, limits and disqualification.

use crate::site::{Site, mancala};
use certamen_contest::{Folder, Results};
use certamen_game::MatchRecord;
use certamen_store::MatchNumber;

/// A contest between one program and built-in players.
fn contest(game: &str, format: &str, more: &str) -> String {
    format!(
        r#"
name = "Policies"
game = "{game}"
bots = ["bot.py", "builtin:first", "builtin:last"]
[format]
kind = "{format}"
[ranking]
kind = "wins"
[sandbox]
minimum_tier = "D"
{more}
"#
    )
}

fn record(site: &Site, number: i64) -> String {
    let results = Results::open(&Folder::new(&site.path().join("c"))).unwrap();
    String::from_utf8(results.record(MatchNumber(number)).unwrap()).unwrap()
}

/// The faults in all matches.
fn faults(site: &Site) -> Vec<String> {
    let matches = site.succeed(&["matches", "c", "--format", "json"]);
    let numbers = 1..=matches.lines().count() as i64;
    let records = numbers.map(|number| MatchRecord::read(record(site, number).as_bytes()));
    let turns = records.flat_map(|read| read.unwrap().0.turns);
    let moves = turns.flat_map(|turn| turn.moves);
    moves.filter_map(|entry| entry.fault.map(|fault| fault.to_string())).collect()
}

fn resealed(record: &str) -> String {
    let (lines, last) = record.trim_end().rsplit_once('\n').unwrap();
    let lines = format!("{lines}\n");
    let (outcome, _) = last.split_once("\"digest\"").unwrap();
    format!(
        "{lines}{outcome}\"digest\":\"{}\"}}\n",
        certamen_game::record::digest(lines.as_bytes())
    )
}

#[test]
fn a_fault_can_lose_the_match_even_where_the_rules_have_an_answer() {
    let site = Site::new();
    site.write("c/bot.py", "print('???')\n");
    let file = contest("coins", "one-table", "[programs]\nmemory = \"none\"");
    let file = file.replace("kind = \"one-table\"", "kind = \"one-table\"\ngames = 3");
    site.write("c/contest.toml", file.replace("memory = ", "on_fault = \"forfeit\"\nmemory = "));
    site.succeed(&["run", "c"]);
    let matches = site.succeed(&["matches", "c", "--format", "json"]);
    for (number, line) in (1..).zip(matches.lines()) {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((&line["termination"], &line["reason"]), (&"forfeit".into(), &"illegal".into()));
        let bot = line["seats"].as_array().unwrap().iter().position(|seat| seat == "bot").unwrap();
        let scores: Vec<f64> = serde_json::from_value(line["scores"].clone()).unwrap();
        let others = scores.iter().enumerate().filter(|(seat, _)| *seat != bot);
        assert!(others.into_iter().all(|(_, score)| *score > scores[bot]), "{line}");
        assert!(record(&site, number).contains(r#","on_fault":"forfeit","#));
        site.succeed(&["verify", &format!("c#{number}")]);
        site.succeed(&["show", &format!("c#{number}")]);
    }
    // Without the condition, the same turn contradicts the rules.
    let other = record(&site, 1).replace(",\"on_fault\":\"forfeit\"", "");
    site.write("other.jsonl", resealed(&other));
    let said = site.run(&["verify", "other.jsonl"]);
    assert!(said.err.contains("the rules answer this fault with NNN"), "{said:?}");
    // And the reverse.
    let begun = site.run(&["run", "c"]);
    assert_eq!(begun.code, 0);
    site.write("c/contest.toml", contest("coins", "one-table", "[programs]\nmemory = \"none\""));
    assert_eq!(site.run(&["run", "c"]).code, 1, "it was begun otherwise");
}

#[test]
fn where_the_rules_decide_a_fault_is_answered() {
    let site = Site::new();
    site.write("c/bot.py", "print('???')\n");
    let file =
        contest("coins", "one-table", "[options]\nrounds = 2\n[programs]\nmemory = \"none\"");
    let file = file.replace("kind = \"one-table\"", "kind = \"one-table\"\ngames = 1");
    site.write("c/contest.toml", file);
    site.succeed(&["run", "c"]);
    assert!(record(&site, 1).contains(r#""action":"NNN","fault":"illegal""#));
    let forfeit = r#""on_fault":"forfeit","tier":"#;
    let changed = record(&site, 1).replacen(r#""tier":"#, forfeit, 1);
    site.write("other.jsonl", resealed(&changed));
    let said = site.run(&["verify", "other.jsonl"]);
    assert!(said.err.contains("a fault ends the match here"), "{said:?}");
}

/// Bids little, and computes for this number of seconds at the start and at each bid.
fn slow(start: f64, each: f64) -> String {
    format!(
        r"
import sys, time
def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass
work({start})
while True:
    work({each})
    print(1, flush=True)
    if sys.stdin.readline().strip() in ('', 'fin'): break
"
    )
}

#[test]
fn starting_up_does_not_count_as_thinking() {
    let site = Site::new();
    site.write("c/bot.py", slow(0.6, 0.0));
    let file = contest("footsteps", "round-robin", "[limits]\nmove_time = \"300ms\"");
    site.write("c/contest.toml", &file);
    site.succeed(&["run", "c"]);
    assert_eq!(faults(&site), Vec::<String>::new());
    let first = MatchRecord::read(record(&site, 1).as_bytes()).unwrap().0;
    assert!(!record(&site, 1).contains("start_ms"), "the usual allowance is not written down");
    let bot = first.table.seats.iter().position(|seat| seat.bot == "bot").unwrap();
    assert_eq!(first.turns[0].moves[bot].ms, Some(0.0), "the start is not charged");

    let strict = Site::new();
    strict.write("c/bot.py", slow(0.6, 0.0));
    strict.write("c/contest.toml", file.replace("[limits]", "[limits]\nstart_time = \"0s\""));
    strict.succeed(&["run", "c"]);
    assert_eq!(faults(&strict), ["timeout", "timeout"]);
    assert!(record(&strict, 1).contains(r#""start_ms":0"#));
}

#[test]
fn a_match_can_have_a_time_of_its_own() {
    let site = Site::new();
    site.write("c/bot.py", slow(0.0, 0.15));
    let limits = "[limits]\nmove_time = \"5s\"\nmatch_time = \"500ms\"";
    let file = contest("footsteps", "round-robin", limits);
    // Against an equally careful opponent, the match is long.
    site.write("c/contest.toml", file.replace(", \"builtin:last\"", ""));
    site.succeed(&["run", "c"]);
    assert_eq!(faults(&site), ["timeout"]);
    let played = MatchRecord::read(record(&site, 1).as_bytes()).unwrap().0;
    assert_eq!(played.table.conditions.match_ms, Some(500));
    let bot = played.table.seats.iter().position(|seat| seat.bot == "bot").unwrap();
    let charged: f64 = played.turns.iter().filter_map(|turn| turn.moves[bot].ms).sum();
    assert!((499.0..=510.0).contains(&charged), "{charged} ms were charged");
    assert!((2..=5).contains(&played.turns.len()), "{} turns", played.turns.len());
    site.succeed(&["verify", "c#1"]);
}

#[test]
fn unusual_limits_are_recorded() {
    let site = Site::new();
    site.write("c/bot.py", slow(0.0, 0.0));
    let limits = "[limits]\nprocesses = 4\noutput = \"1 KiB\"\nscratch = \"1 MiB\"";
    site.write("c/contest.toml", contest("footsteps", "round-robin", limits));
    site.succeed(&["run", "c"]);
    let expected = r#","processes":4,"output":1024,"scratch":1048576,"#;
    assert!(record(&site, 1).contains(expected), "{}", record(&site, 1));
}

/// A record's value of a limit that was printed in milliseconds.
fn recorded(shown: &str) -> String {
    let shown = shown.split(' ').next().unwrap();
    match shown.split_once('.') {
        None => format!("\"move_ms\":{shown},"),
        Some((whole, micros)) => {
            let whole: u64 = whole.parse().unwrap();
            let micros = whole * 1_000 + micros.parse::<u64>().unwrap();
            format!("\"move_ms\":{},\"move_us\":{micros},", whole + 1)
        }
    }
}

#[test]
fn a_share_of_a_players_time_is_measured_once() {
    let site = Site::new();
    let limits = "[limits]\nmove_time = \"50% of builtin:bueno:depth=3\"\n[format]";
    let file = mancala(2).replace("[format]", limits);
    site.write("c/contest.toml", &file);
    let said = site.run(&["run", "c"]);
    assert_eq!(said.code, 0, "{said:?}");
    let shown = said.err.lines().find(|line| line.contains("time for a move: ")).unwrap();
    let (_, ms) = shown.split_once(": ").unwrap();
    assert!(ms.ends_with("(50 % of bueno’s time at depth 3)"), "{ms}");
    let move_ms = recorded(ms);
    assert!((1..=30).all(|number| record(&site, number).contains(&move_ms)), "{move_ms}");

    let store = rusqlite::Connection::open(site.path().join("c/.certamen/store.sqlite")).unwrap();
    let key = "nanoseconds of builtin:bueno:depth=3";
    let changed =
        store.execute("UPDATE meta SET value = '2468000000' WHERE key = ?", [key]).unwrap();
    assert_eq!(changed, 1);
    drop(store);
    // A resumed run uses what is stored; the relative limit may have changed.
    let more = file.replace("bots = [", "bots = [\"builtin:aleatorio\", ");
    site.write("c/contest.toml", more.replace("50%", "25%"));
    let said = site.run(&["run", "c", "--lang", "es"]);
    assert!(said.err.contains("tiempo por jugada: 617 ms (25 % del tiempo de bueno"), "{said:?}");
    assert!(record(&site, 31).contains("\"move_ms\":617,"));
    assert!(record(&site, 30).contains(&move_ms), "what was played stands");
}

#[test]
fn play_takes_shares_too() {
    let site = Site::new();
    let play = ["play", "mancala8", "builtin:first", "builtin:last", "--record", "r.jsonl"];
    let share = |share: &'static str| [&play[..], &["--quiet", "--move-time", share]].concat();
    let said = site.run(&share("1000% of builtin:bueno:depth=2"));
    assert_eq!(said.code, 0, "{said:?}");
    let (_, ms) = said.err.trim().split_once(": ").unwrap();
    let move_ms = recorded(ms);
    let record = std::fs::read_to_string(site.path().join("r.jsonl")).unwrap();
    assert!(record.contains(&move_ms), "{record} {move_ms}");
    for (wrong, part) in [
        ("50% of absent", "name a built-in player"),
        ("0% of builtin:first", "use 1 to 1000"),
        ("50% of builtin:absent", "unknown built-in player `absent`"),
    ] {
        let said = site.run(&share(wrong));
        assert_eq!(said.code, 2, "{said:?}");
        assert!(said.err.contains(part), "{said:?}");
    }
}

#[test]
fn all_opponents_win_against_a_disqualified_bot() {
    let policy = |policy: &str| {
        format!(
            "[programs]\nmemory = \"none\"\ndisqualify_on = [\"illegal\"]\non_disqualified = \"{policy}\""
        )
    };
    let table = |policy_name: &str, jobs: &str| {
        let site = Site::new();
        site.write("c/bot.py", "print(0)\n");
        let file = contest("intervalo", "round-robin", &policy(policy_name));
        let file = file.replace("\"round-robin\"", "\"round-robin\"\ngames_per_pair = 6");
        site.write("c/contest.toml", file);
        let said = site.run(&["run", "c", "--json", "--strict", "--jobs", jobs]);
        assert_eq!(said.code, 3, "a fault is a fault: {said:?}");
        assert_eq!(site.succeed(&["standings", "c", "--format", "json"]), said.out);
        said.out
    };
    let played = |table: &str| -> Vec<(u64, u64)> {
        let lines = table.lines().map(|line| serde_json::from_str(line).unwrap());
        let number = |line: &serde_json::Value, key: &str| line[key].as_u64().unwrap();
        lines.map(|line| (number(&line, "played"), number(&line, "lost"))).collect()
    };
    let won = table("opponent wins", "1");
    let of_each = played(&won);
    assert_eq!(of_each.iter().map(|line| line.0).collect::<Vec<_>>(), [12, 12, 12], "{won}");
    assert_eq!(of_each[2], (12, 12), "{won}");
    assert!(won.lines().last().unwrap().contains(r#""disqualified":"illegal""#), "{won}");
    assert_eq!(table("opponent wins", "5"), won);
    assert_eq!(
        played(&table("strike matches", "5")).iter().map(|line| line.0).collect::<Vec<_>>(),
        [6, 6, 0]
    );
    let stand = played(&table("played matches stand", "1"));
    assert_eq!(stand[2].0, stand[2].1, "it lost what it played");
    assert!(stand[2].0 >= 1 && stand[2].0 < 12, "{stand:?}");
}
