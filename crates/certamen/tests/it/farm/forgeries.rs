//! All ways in which a result can be invalid.

use certamen_farm::message::{BatchResult, VoidMatch};
use certamen_game::{MatchRecord, Outcome};
use serde_json::{Value, json};

/// The fate of the batch for which a result was submitted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    /// Its match is played again in another batch.
    Settled,
    /// The batch stays in the queue for other workers.
    Kept,
}

/// Changes the record and computes its digest again.
fn with(result: &mut BatchResult, change: impl Fn(&mut MatchRecord)) {
    for claim in &mut result.played {
        let (mut record, _) = MatchRecord::read(claim.record.as_bytes()).unwrap();
        change(&mut record);
        claim.record = String::from_utf8(record.to_bytes()).unwrap();
    }
}

pub(super) type Change = fn(&mut BatchResult);

/// Invalid results, each with the expected message and the fate of its batch.
pub(super) const FORGERIES: &[(&str, Change, After)] = &[
    ("unknown batch", |result| result.token = "0".repeat(64), After::Kept),
    ("unknown batch", |result| result.numbers.push(9_999), After::Kept),
    ("unknown batch", |result| result.batch.push('x'), After::Kept),
    (
        "match 9999 of rogue rejected",
        |result| result.played.iter_mut().for_each(|claim| claim.n = 9_999),
        After::Kept,
    ),
    ("`seed` differs", |result| with(result, |record| record.table.seed += 1), After::Settled),
    (
        "`seats` differs",
        |result| with(result, |record| record.table.seats[0].bot.push('x')),
        After::Settled,
    ),
    (
        "`conditions.tier` differs",
        |result| with(result, |record| record.table.conditions.tier.push('Z')),
        After::Settled,
    ),
    (
        "`conditions.class` differs",
        |result| {
            with(result, |record| {
                let conditions = &mut record.table.conditions;
                conditions.extra.insert("class".to_owned(), json!("other"));
            });
        },
        After::Settled,
    ),
    (
        "`conditions` differs",
        |result| {
            with(result, |record| {
                let conditions = &mut record.table.conditions;
                conditions.extra.insert("more".to_owned(), json!(1));
            });
        },
        After::Settled,
    ),
    (
        "`options` differs",
        |result| with(result, |record| drop(record.table.options.insert("x".into(), json!(1)))),
        After::Settled,
    ),
    (
        "line 2",
        |result| with(result, |record| record.turns[0].moves[0].action = Some("99".to_owned())),
        After::Settled,
    ),
    (
        "rogue: ",
        |result| with(result, |record| record.outcome = Some(Outcome::scored([1.0, 0.0]))),
        After::Settled,
    ),
    (
        "the digest at the end",
        |result| with(result, |record| record.outcome = None),
        After::Settled,
    ),
    (
        "the digest at the end",
        |result| {
            for claim in &mut result.played {
                let at = claim.record.trim_end().len() - 3;
                let digit = if claim.record.as_bytes()[at] == b'0' { "1" } else { "0" };
                claim.record.replace_range(at..=at, digit);
            }
        },
        After::Settled,
    ),
    (
        "the data sent with its record",
        |result| {
            for claim in &mut result.played {
                claim.errors = vec!["no base64!".to_owned(); 2];
            }
        },
        After::Settled,
    ),
    (
        "rogue: I do not feel like it",
        |result| {
            for claim in std::mem::take(&mut result.played) {
                let why = "I do not feel like it".to_owned();
                result.void.push(VoidMatch { n: claim.n, why });
            }
        },
        After::Settled,
    ),
];

/// Malformed messages, made from a valid result.
pub(super) fn mangled(good: Vec<u8>) -> Vec<(&'static str, Vec<u8>)> {
    let deep = [br#"{"v":1,"x":"#.to_vec(), b"[".repeat(1_000_000)].concat();
    let bomb = zstd::bulk::compress(&vec![0; 80 << 20], 1).unwrap();
    let other = Value::from(9).to_string();
    vec![
        ("its signature does not match", [good, b" ".to_vec()].concat()),
        ("result rejected: invalid message", zstd::bulk::compress(&deep, 1).unwrap()),
        ("result rejected: longer than 64 MiB", bomb),
        (
            "unsupported message version 9",
            format!("{{\"v\":{other},\"worker\":\"U\",\"signed\":\"\"}}\n{{}}").into_bytes(),
        ),
    ]
}
