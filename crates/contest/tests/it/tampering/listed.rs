//! The changes that an audit of the project tried.

use super::{Tampering, about, drop_match, forge, nth, place_of, recount, replace_file};
use serde_json::json;

pub(super) const CHANGES: &[Tampering] = &[
    ("first match dropped", |lines| drop_match(lines, 0), "is missing"),
    ("last match dropped", |lines| drop_match(lines, 11), "is missing"),
    (
        "match dropped, the end as it was",
        |lines| {
            let at = place_of(lines, "match", 4);
            lines.remove(at);
        },
        "the end counts 12 matches, but there are 11",
    ),
    (
        "match told twice",
        |lines| {
            let at = place_of(lines, "match", 3);
            lines.insert(at, lines[at].clone());
            recount(lines);
        },
        "match numbers are not in ascending order",
    ),
    (
        "match told twice under another number",
        |lines| {
            let at = place_of(lines, "match", 11);
            let mut more = lines[at].clone();
            more["match"]["number"] = json!(13);
            lines.insert(at + 1, more);
            recount(lines);
        },
        "match 13: the plan has no match",
    ),
    (
        "matches in another order",
        |lines| {
            let at = place_of(lines, "match", 3);
            lines.swap(at, at + 1);
        },
        "match numbers are not in ascending order",
    ),
    (
        "numbers exchanged",
        |lines| {
            let at = place_of(lines, "match", 3);
            lines.swap(at, at + 1);
            lines[at]["match"]["number"] = json!(4);
            lines[at + 1]["match"]["number"] = json!(5);
        },
        "was planned after",
    ),
    (
        "match of another repeat",
        |lines| nth(lines, "match", 2)["repeat"] = json!(9),
        "the plan has no match",
    ),
    ("seed of a match", |lines| nth(lines, "match", 0)["seed"] = json!(5), "its seed is 5"),
    (
        "seed of a match and its record",
        |lines| {
            nth(lines, "match", 0)["seed"] = json!(5);
            forge(lines, 0, |record| record.table.seed = 5);
        },
        "its seed is 5",
    ),
    (
        "seats swapped",
        |lines| nth(lines, "match", 0)["seats"].as_array_mut().unwrap().reverse(),
        "key `seats[0].bot`",
    ),
    (
        "seats swapped in the record, too",
        |lines| {
            nth(lines, "match", 0)["seats"].as_array_mut().unwrap().reverse();
            forge(lines, 0, |record| record.table.seats.reverse());
        },
        "the plan has no match",
    ),
    (
        "outcome of a match",
        |lines| nth(lines, "match", 0)["outcome"]["scores"] = json!([7, 7]),
        "differs from the record: outcome.scores",
    ),
    (
        "outcome of a match and its record",
        |lines| {
            nth(lines, "match", 0)["outcome"]["scores"] = json!([7, 7]);
            forge(lines, 0, |record| {
                record.outcome.as_mut().unwrap().scores = vec![7.0, 7.0];
            });
        },
        "record: outcome.scores",
    ),
    (
        "end of a match",
        |lines| nth(lines, "match", 0)["outcome"]["termination"] = json!("limit"),
        "differs from the record: outcome.termination",
    ),
    (
        "move",
        |lines| {
            let text = nth(lines, "match", 0)["record"].as_str().unwrap().to_owned();
            let changed = text.replacen("\"action\":\"", "\"action\":\"1", 1);
            nth(lines, "match", 0)["record"] = json!(changed);
        },
        "match 1: record",
    ),
    (
        "move, sealed again",
        |lines| forge(lines, 0, |record| record.turns[0].moves[0].action = Some("0".to_owned())),
        "match 1: record",
    ),
    (
        "turn dropped",
        |lines| forge(lines, 0, |record| drop(record.turns.pop())),
        "ends before the match does",
    ),
    ("count of turns", |lines| nth(lines, "match", 0)["turns"] = json!(99), "99 turns are listed"),
    ("count of faults", |lines| nth(lines, "match", 0)["faults"] = json!(9), "9 faults are listed"),
    (
        "record left out",
        |lines| nth(lines, "match", 0)["record"] = json!(null),
        "its record is missing",
    ),
    (
        "record of another match",
        |lines| {
            let other = nth(lines, "match", 1)["record"].clone();
            nth(lines, "match", 0)["record"] = other;
        },
        "match 1: record: key",
    ),
    (
        "record of nothing",
        |lines| nth(lines, "match", 0)["record"] = json!("{}\n"),
        "match 1: record",
    ),
    (
        "record without its seal",
        |lines| {
            let text = nth(lines, "match", 0)["record"].as_str().unwrap().to_owned();
            let at = text.rfind("\"digest\":\"").unwrap() + 10;
            let sealed = text[..at].to_owned() + &"0".repeat(64) + &text[at + 64..];
            nth(lines, "match", 0)["record"] = json!(sealed);
        },
        "the digest does not match",
    ),
    ("won in the table", |lines| nth(lines, "standing", 0)["won"] = json!(77), "key `won` is 77"),
    (
        "score in the table",
        |lines| nth(lines, "standing", 1)["score"] = json!(0.25),
        "key `score` is 0.25",
    ),
    ("rank in the table", |lines| nth(lines, "standing", 2)["rank"] = json!(1), "key `rank`"),
    (
        "faults in the table",
        |lines| nth(lines, "standing", 2)["faults"] = json!(3),
        "key `faults` is 3",
    ),
    (
        "rows of the standings exchanged",
        |lines| {
            let at = place_of(lines, "standing", 0);
            lines.swap(at, at + 2);
        },
        "key `bot` is",
    ),
    (
        "line of the table dropped",
        |lines| {
            let at = place_of(lines, "standing", 0);
            lines.remove(at);
        },
        "the standings have 3 rows, but 2 are listed",
    ),
    (
        "line of the table added",
        |lines| {
            let at = place_of(lines, "standing", 0);
            lines.insert(at, lines[at].clone());
        },
        "the standings have 3 rows, but 4 are listed",
    ),
    (
        "key in the table",
        |lines| nth(lines, "standing", 0)["bonus"] = json!(1),
        "unknown key `bonus`",
    ),
    (
        "digest of a bot",
        |lines| nth(lines, "submission", 0)["digest"] = json!("00"),
        "key `seats[0].digest`",
    ),
    (
        "name of a bot",
        |lines| nth(lines, "submission", 0)["bot"] = json!("z"),
        "key `seats[0].bot`",
    ),
    ("seed of the contest", |lines| about(lines)["seed"] = json!(2), "its seed is"),
    (
        "entrants of a phase",
        |lines| nth(lines, "phase", 0)["entrants"] = json!([3, 2, 1]),
        "was planned after",
    ),
    (
        "format of a phase",
        |lines| nth(lines, "phase", 0)["format"]["games_per_pair"] = json!(1),
        "the plan has no match",
    ),
    (
        "ranking of the contest",
        |lines| about(lines)["ranking"] = json!({"kind": "win-share"}),
        "key `ranking` of the contest",
    ),
    (
        "options of the contest",
        |lines| about(lines)["options"] = json!({"points": 9}),
        "key `options`",
    ),
    (
        "phase left out",
        |lines| {
            let at = place_of(lines, "phase", 0);
            lines.remove(at);
        },
        "no phase lists the entrants from match 1 on",
    ),
    (
        "phase that begins late",
        |lines| nth(lines, "phase", 0)["first"] = json!(2),
        "no phase lists the entrants from match 1 on",
    ),
    ("count at the end", |lines| nth(lines, "end", 0)["matches"] = json!(11), "the end counts"),
    ("rules of the game", |lines| about(lines)["rules"] = json!(9), "rules version 9"),
    (
        "seed of a match left out",
        |lines| drop(nth(lines, "match", 0).as_object_mut().unwrap().remove("seed")),
        "match 1: its seed is missing",
    ),
    (
        "match under the best of many seeds, its seed left out",
        |lines| {
            forge(lines, 0, |record| record.table.seed = 40);
            nth(lines, "match", 0).as_object_mut().unwrap().remove("seed");
        },
        "match 1: its seed is missing",
    ),
    (
        "seed of the contest left out",
        |lines| drop(about(lines).as_object_mut().unwrap().remove("seed")),
        "the contest's seed is missing",
    ),
    (
        "all seeds left out",
        |lines| {
            about(lines).as_object_mut().unwrap().remove("seed");
            let reported = lines.iter_mut().filter_map(|line| line.get_mut("match"));
            reported.for_each(|reported| drop(reported.as_object_mut().unwrap().remove("seed")));
        },
        "the contest's seed is missing",
    ),
    (
        "format of the contest",
        |lines| about(lines)["format"]["games_per_pair"] = json!(1),
        "key `format` of the contest differs from its last phase",
    ),
    (
        "tier of the contest",
        |lines| about(lines)["tier"] = json!("D"),
        "the contest states isolation level D, which no run or match had",
    ),
    (
        "time of one match",
        |lines| forge(lines, 0, |record| record.table.conditions.move_ms = 1),
        "conditions differ in 1 of 12 matches: `move_ms`",
    ),
    (
        "memory of one match",
        |lines| forge(lines, 0, |record| record.table.conditions.memory = 1),
        "conditions differ in 1 of 12 matches: `memory`",
    ),
    (
        "tier of one match",
        |lines| forge(lines, 0, |record| record.table.conditions.tier = "D".into()),
        "conditions differ in 1 of 12 matches: `tier`",
    ),
    (
        "seed in the file",
        |lines| replace_file(lines, "game =", "seed = 999\ngame ="),
        "in the contest file `seed` is 999, but the contest was played with 1",
    ),
    (
        "ranking in the file",
        |lines| replace_file(lines, "\"wins\"", "\"points\""),
        "key `ranking` of the contest",
    ),
    ("name of the contest", |lines| about(lines)["name"] = json!("Four"), "`name` is Three"),
];
