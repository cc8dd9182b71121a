//! The differences between two outcomes.

use crate::{Fault, Outcome, Seat, Termination, say};
use certamen_i18n::{Localize, Message};
use serde_json::Value;

/// In what a recorded outcome differs from the one that was computed: the key, and both values.
#[derive(Clone, PartialEq, Debug)]
pub enum Difference {
    /// The scores.
    Scores([Vec<f64>; 2]),
    /// Why the match ended.
    Termination([Termination; 2]),
    /// Who failed to act.
    Seats([Vec<Seat>; 2]),
    /// What the first of them did.
    Reason([Option<Fault>; 2]),
    /// What the game has to say.
    Detail {
        /// The key.
        key: String,
        /// What the record says, if it has the key.
        recorded: Option<Value>,
        /// What was computed.
        computed: Value,
    },
}

/// In what `recorded` differs from `computed`; keys that are not computed are ignored.
pub fn compare(recorded: &Outcome, computed: &Outcome) -> Vec<Difference> {
    let mut found = Vec::new();
    if recorded.scores != computed.scores {
        found.push(Difference::Scores([recorded.scores.clone(), computed.scores.clone()]));
    }
    if recorded.termination != computed.termination {
        found.push(Difference::Termination([recorded.termination, computed.termination]));
    }
    if recorded.seats != computed.seats {
        found.push(Difference::Seats([recorded.seats.clone(), computed.seats.clone()]));
    }
    if recorded.reason != computed.reason {
        found.push(Difference::Reason([recorded.reason, computed.reason]));
    }
    let details = computed.detail.iter().map(|(key, value)| (key, recorded.detail.get(key), value));
    found.extend(details.filter(|(_, recorded, computed)| *recorded != Some(*computed)).map(
        |(key, recorded, computed)| Difference::Detail {
            key: key.clone(),
            recorded: recorded.cloned(),
            computed: computed.clone(),
        },
    ));
    found
}

impl Localize for Difference {
    fn message(&self) -> Message {
        let said = |key: &str, [recorded, computed]: [Message; 2]| {
            say::difference(key, recorded, computed)
        };
        match self {
            // Scores are points, which may have a fraction and are shown with one.
            Difference::Scores(both) => said(
                "scores",
                both.each_ref().map(|all| list(all.iter().map(|n| format!("{n:?}")))),
            ),
            Difference::Termination(both) => {
                said("termination", both.map(|why| Message::verbatim(why.word())))
            }
            Difference::Seats(both) => {
                said("seats", both.each_ref().map(|all| list(all.iter().map(Seat::to_string))))
            }
            Difference::Reason(both) => said(
                "reason",
                both.map(|fault| fault.map_or_else(say::none, |it| Message::verbatim(it.word()))),
            ),
            Difference::Detail { key, recorded, computed } => {
                let shown = |value: &Value| Message::verbatim(value.to_string());
                let recorded = recorded.as_ref().map_or_else(say::nothing, shown);
                said(&format!("detail.{key}"), [recorded, shown(computed)])
            }
        }
    }
}

certamen_i18n::error!(Difference);

fn list(items: impl Iterator<Item = String>) -> Message {
    Message::verbatim(format!("[{}]", items.collect::<Vec<_>>().join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difference_is_found_and_what_is_not_computed_is_ignored() {
        let computed = Outcome::scored([1.0, 0.0]).with_detail("points", [3, 2]);
        let recorded = Outcome {
            seats: vec![Seat(0)],
            reason: Some(Fault::Exit),
            ..Outcome::scored([0.5, 0.5]).with_termination(Termination::Forfeit)
        };
        let recorded = recorded.with_detail("mood", "bad");
        let found = compare(&recorded, &computed);
        assert_eq!(
            found.iter().map(Difference::to_string).collect::<Vec<_>>(),
            [
                "outcome.scores: recorded [0.5, 0.5], computed [1.0, 0.0]",
                "outcome.termination: recorded forfeit, computed normal",
                "outcome.seats: recorded [0], computed []",
                "outcome.reason: recorded exit, computed none",
                "outcome.detail.points: recorded nothing, computed [3,2]",
            ]
        );
        assert_eq!(compare(&recorded.clone(), &recorded), []);
    }
}
