//! More changes: of the file, of the log, of single records.

use super::{Lines, Tampering, about, audited, forge, nth, place_of, replace_file};
use serde_json::json;

pub(super) const MORE: &[Tampering] = &[
    (
        "file left out",
        |lines| about(lines)["file"] = json!(null),
        "the contest file is not included",
    ),
    (
        "file that is none",
        |lines| about(lines)["file"] = json!("name ="),
        "the contest file cannot be read here",
    ),
    (
        "game in the file",
        |lines| replace_file(lines, "\"footsteps\"", "\"intervalo\""),
        "key `game` of the contest is",
    ),
    (
        "options in the file",
        |lines| replace_file(lines, "[format]", "[options]\npoints = 9\n[format]"),
        "key `options` of the contest is",
    ),
    (
        "format in the file",
        |lines| replace_file(lines, "games_per_pair = 4", "games_per_pair = 1"),
        "key `format` of the contest is",
    ),
    (
        "programs in the file",
        |lines| replace_file(lines, "[format]", "[programs]\nmemory = \"contest\"\n[format]"),
        "key `programs.memory` of the contest is",
    ),
    (
        "limits in the file",
        |lines| replace_file(lines, "[format]", "[limits]\nmemory = \"1 GiB\"\n[format]"),
        "in the contest file `memory` is 1073741824",
    ),
    (
        "policy in the file",
        |lines| {
            replace_file(lines, "[format]", "[programs]\ndisqualify_on = [\"timeout\"]\n[format]");
        },
        "in the contest file `programs.disqualify_on` is [\"timeout\"], but the contest was played with []",
    ),
    (
        "policies in the file",
        |lines| {
            let policies = "on_disqualified = \"strike matches\"\non_nondeterminism = \"disqualify\"\n\
                            suspend_silent = false\nfreeze = false";
            replace_file(lines, "[format]", &format!("[programs]\n{policies}\n[format]"));
        },
        "`programs.suspend_silent` is false",
    ),
    (
        "isolation in the file",
        |lines| {
            for place in 0..12 {
                forge(lines, place, |record| record.table.conditions.tier = "C".into());
            }
        },
        "in the contest file `sandbox.minimum_tier` is B, but the contest was played with C",
    ),
    (
        "bot in the file left out",
        |lines| replace_file(lines, "\"a\", ", ""),
        "the contest file names 2 bots, but 3 take part",
    ),
    (
        "limit of turns left out of all matches",
        |lines| {
            for place in 0..12 {
                forge(lines, place, |record| record.table.conditions.turns = None);
            }
        },
        "in the contest file `turns` is 1000000, but the contest was played with -",
    ),
    (
        "programs of the contest",
        |lines| about(lines)["programs"]["disqualify_on"] = json!(["timeout"]),
        "key `programs` of the contest differs",
    ),
    (
        "faults decided by no one",
        |lines| about(lines)["programs"]["on_fault"] = json!("forfeit"),
        "key `conditions.on_fault`",
    ),
    (
        "on_fault of one match",
        |lines| {
            forge(lines, 0, |record| {
                record.table.conditions.on_fault = certamen_game::OnFault::Forfeit;
            });
        },
        "key `conditions.on_fault`",
    ),
    (
        "options of one match",
        |lines| {
            forge(lines, 0, |record| drop(record.table.options.insert("points".into(), json!(9))));
        },
        "key `options`",
    ),
    (
        "game of one match",
        |lines| forge(lines, 0, |record| record.table.game = "intervalo".into()),
        "key `game`",
    ),
    ("rules of one match", |lines| forge(lines, 0, |record| record.table.rules = 7), "key `rules`"),
    (
        "digest in one match",
        |lines| forge(lines, 0, |record| record.table.seats[0].digest = Some("00".to_owned())),
        "key `seats[0].digest`",
    ),
    (
        "log left out",
        |lines| {
            lines.retain(|line| line.get("attempt").is_none());
            nth(lines, "end", 0).as_object_mut().unwrap().remove("head");
        },
        "12 matches are not logged",
    ),
    (
        "line of the log left out",
        |lines| {
            let at = place_of(lines, "attempt", 3);
            lines.remove(at);
        },
        "1 matches are not logged",
    ),
    (
        "first line of the log left out",
        |lines| {
            let at = place_of(lines, "attempt", 0);
            lines.remove(at);
        },
        "attempt log, line 1",
    ),
    (
        "line of the log told twice",
        |lines| {
            let at = place_of(lines, "attempt", 3);
            lines.insert(at, lines[at].clone());
        },
        "attempt log, line 5: match 3",
    ),
    (
        "match that was not played",
        |lines| {
            let reported = nth(lines, "match", 11);
            reported["outcome"] = json!(null);
            reported["record"] = json!(null);
            reported["turns"] = json!(0);
            repeated_table(lines);
        },
        "so far",
    ),
    (
        "all declared deterministic",
        |lines| about(lines)["deterministic"]["declared"] = json!([1, 2, 3]),
        "declared deterministic, answered differently in matches",
    ),
    (
        "copy of another match",
        |lines| {
            about(lines)["deterministic"]["declared"] = json!([1, 2, 3]);
            forge(lines, 3, |record| drop(record.table.extra.insert("repeats".into(), json!(1))));
        },
        "match 4: listed as a repeat of match 1, which was played differently",
    ),
    (
        "copy of those who are not declared",
        |lines| {
            forge(lines, 3, |record| drop(record.table.extra.insert("repeats".into(), json!(1))));
        },
        "match 4: it was copied, although not all of its bots are declared deterministic",
    ),
    (
        "match that ended before it began",
        |lines| nth(lines, "attempt", 2)["ended"] = json!(0),
        "attempt log, line 3: the match ended before it began",
    ),
    (
        "tier of the run",
        |lines| {
            let what = nth(lines, "attempt", 0)["what"].as_str().unwrap().to_owned();
            nth(lines, "attempt", 0)["what"] = json!(what.replace("\"A\"", "\"D\""));
        },
        "match 1 was played in a run at isolation level D, but its record has A",
    ),
    ("version of the export", |lines| about(lines)["export"] = json!(3), "export version 3"),
    ("unknown key", |lines| nth(lines, "match", 0)["bonus"] = json!(1), "unknown field `bonus`"),
    ("contest told twice", |lines| lines.insert(1, lines[0].clone()), "a second contest"),
    (
        "submission told twice",
        |lines| {
            let at = place_of(lines, "submission", 0);
            lines.insert(at, lines[at].clone());
        },
        "submission 1 is listed twice",
    ),
    (
        "a bot not to be deterministic",
        |lines| {
            let matches = [1, 2];
            let breach = json!({"submission": 1, "matches": matches, "turn": 99, "seats": [1, 2]});
            let known = json!({"declared": [1], "breaches": [breach], "lots": false});
            about(lines)["deterministic"] = known;
        },
        "did not answer differently",
    ),
];

/// Takes the last match out of the table, as the records that are left have it.
fn repeated_table(lines: &mut Lines) {
    let mut without = lines.clone();
    without.retain(|line| line.get("standing").is_none());
    let (said, _) = audited(&without, None);
    assert!(said.contains("the standings have 3 rows"), "{said}");
    for place in 0..3 {
        loop {
            let (said, _) = audited(lines, None);
            let line = format!("standings, row {}: key `", place + 1);
            let Some(rest) = said.split(&line).nth(1) else { break };
            let (key, rest) = rest.split_once("` is ").unwrap();
            let (_, rest) = rest.split_once(", but the records give ").unwrap();
            let value = rest.lines().next().unwrap().replace('\\', "");
            nth(lines, "standing", place)[key] = serde_json::from_str(&value).unwrap();
        }
    }
}
