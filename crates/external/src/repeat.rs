//! Asks again what was asked, and finds where the responses differ.

use crate::process::{Note, ProcessPool};
use certamen_game::{Void, legible};
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::Instant;

/// How much of a line is shown, in characters.
const SHOWN: usize = 400;

/// The start of a line, as people can read it.
pub(crate) fn shown(line: &str) -> String {
    let mut text: String = line.chars().take(SHOWN).collect();
    if text.len() < line.len() {
        text.push('…');
    }
    legible(&text)
}

/// A request that got another response.
pub(crate) struct ResponseDifference {
    /// Whether the state is another one although the key is the same.
    pub(crate) is_drawn: bool,
    /// The type of the request.
    pub(crate) request: &'static str,
    /// The path of the first difference.
    pub(crate) field: String,
    /// The request and both responses.
    pub(crate) lines: [String; 3],
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repetition {
    Once,
    /// Compares two responses of one process with each other.
    Twice,
}

/// The first of the requests that gets another response when it is asked again, until there is no
/// time left; and how many were asked. An error if the host stalled in all of them.
pub(crate) fn differing(
    noted: &mut dyn Iterator<Item = &Note>,
    pool: &ProcessPool,
    again: Repetition,
    end: Instant,
) -> (Result<Option<ResponseDifference>, Void>, u64) {
    let (mut count, mut stalled) = (0, None);
    for noted in noted {
        if (count > 0 || stalled.is_some()) && Instant::now() >= end {
            break;
        }
        let answer = || match pool.repeat(noted) {
            Err(Void::Rules(fault)) => Ok(fault.to_string()),
            answered => answered,
        };
        let before = if again == Repetition::Twice { answer() } else { Ok(noted.response.clone()) };
        let (before, now) = match before.and_then(|before| Ok((before, answer()?))) {
            Ok(both) => both,
            // A stall of the host: the others are asked nevertheless.
            Err(void @ Void::Suspended(_)) => {
                stalled = Some(void);
                continue;
            }
            Err(void) => return (Err(void), count),
        };
        count += 1;
        if before != now {
            let lines = [noted.line(), before.clone(), now.clone()];
            let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
            let (one, other) = (read(&before), read(&now));
            let found = ResponseDifference {
                request: noted.kind,
                is_drawn: ["start", "turn"].contains(&noted.kind)
                    && one["position"]["state"] != other["position"]["state"],
                field: difference(&one, &other, String::new()),
                lines: lines.map(|line| shown(&line)),
            };
            return (Ok(Some(found)), count);
        }
    }
    (stalled.filter(|_| count == 0).map_or(Ok(None), Err), count)
}

/// The path of the first value in which two responses differ.
fn difference(one: &Value, other: &Value, path: String) -> String {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let keys: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
            for key in keys {
                if one.get(key) != other.get(key) {
                    let dot = if path.is_empty() { "" } else { "." };
                    let path = format!("{path}{dot}{}", legible(key));
                    let null = Value::Null;
                    let [one, other] = [one, other].map(|map| map.get(key).unwrap_or(&null));
                    return difference(one, other, path);
                }
            }
            path
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let differs = one.iter().zip(other).position(|(one, other)| one != other);
            match differs {
                Some(at) => difference(&one[at], &other[at], format!("{path}[{at}]")),
                None => path,
            }
        }
        _ => path,
    }
}
