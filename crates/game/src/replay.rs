//! Replays a record: computes every state, checks every move and compares the outcomes.

use crate::{
    DynGame, Fault, Illegal, MatchRecord, OptionsError, Outcome, Seat, Seats, Termination, Void,
    arbiter::Arbiter, say,
};
use certamen_i18n::{Localize, Message};
use serde_json::Value;

mod record_say {
    certamen_i18n::texts!("locales/remote");
}

/// Why a record cannot be what was played.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum ReplayError {
    /// It was played by another version of the rules.
    Rules { given: u32, known: u32 },
    /// It was played by another program: the digests of both, `None` for a built-in game.
    Program { given: Option<String>, known: Option<String> },
    /// The game cannot start like this.
    Start(OptionsError),
    /// This turn cannot have been played.
    Turn {
        /// The line of the record, counted from 1.
        line: usize,
        why: UnplayableTurn,
    },
}

impl ReplayError {
    /// Why the rules could not be asked; `None` if the record is wrong.
    pub fn void(&self) -> Option<&Void> {
        match self {
            ReplayError::Start(OptionsError::Void(void)) => Some(void),
            ReplayError::Turn { why: UnplayableTurn::Void(void), .. } => Some(void),
            _ => None,
        }
    }

    /// The line of the record that is at fault, counted from 1.
    pub fn line(&self) -> usize {
        match self {
            ReplayError::Rules { .. } | ReplayError::Program { .. } | ReplayError::Start(_) => 1,
            ReplayError::Turn { line, .. } => *line,
        }
    }
}

impl Localize for ReplayError {
    fn message(&self) -> Message {
        let why = match self {
            ReplayError::Rules { given, known } => say::other_rules(given, known),
            ReplayError::Program { given, known } => {
                let [given, known] = [given, known].map(|digest| match digest {
                    Some(digest) => Message::verbatim(digest),
                    None => say::built_in(),
                });
                say::other_program(given, known)
            }
            ReplayError::Start(error) => error.message(),
            ReplayError::Turn { why, .. } => why.message(),
        };
        say::at_line(self.line(), why)
    }
}

certamen_i18n::error!(ReplayError);

/// Replays `record`, showing `watch` the start and the state after each turn. Stops at the first
/// turn that cannot have been played. The outcome is not compared: see [`compare`].
pub fn replay(
    game: &dyn DynGame,
    record: &MatchRecord,
    watch: &mut dyn FnMut(&Arbiter),
) -> Result<Arbiter, ReplayError> {
    let (given, known) = (record.table.rules, game.info().version);
    let replays_alike = given < known && game.replays(given);
    if given != known && !replays_alike {
        return Err(ReplayError::Rules { given, known });
    }
    let given = record.table.rules_source.rules_digest.clone();
    let known = game.rules_source().rules_digest;
    // Earlier versions of a program that replay alike had other digests.
    let is_earlier = replays_alike && given.is_some() && known.is_some();
    if given != known && !is_earlier {
        return Err(ReplayError::Program { given, known });
    }
    replay_anyway(game, record, watch)
}

/// Replays `record` by the rules of `game`, even if it was played by others.
pub fn replay_anyway(
    game: &dyn DynGame,
    record: &MatchRecord,
    watch: &mut dyn FnMut(&Arbiter),
) -> Result<Arbiter, ReplayError> {
    let mut arbiter = Arbiter::start(game, record.table.clone()).map_err(ReplayError::Start)?;
    watch(&arbiter);
    for (index, turn) in record.turns.iter().enumerate() {
        arbiter.prefetch(&record.turns[index..]);
        arbiter.replay(turn).map_err(|why| ReplayError::Turn { line: index + 2, why })?;
        watch(&arbiter);
    }
    Ok(arbiter)
}

/// Why a recorded turn cannot have been played at its position.
#[derive(Clone, PartialEq, Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum UnplayableTurn {
    /// Its number is not the next one.
    #[localize(say::turn_due(found, due))]
    Number { found: u64, due: u64 },
    /// The match was over.
    #[localize(say::already_over())]
    Over,
    /// Others act.
    #[localize(say::seats_to_act(_0))]
    Seats(Seats),
    /// What one of the seats did is not possible.
    #[localize(say::at_seat(seat, why))]
    Move { seat: Seat, why: IllegalRecordMove },
    /// The rules could not play it.
    #[localize(transparent)]
    Void(Void),
}

/// What is wrong with a recorded move.
#[derive(Clone, PartialEq, Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum IllegalRecordMove {
    /// The rules play this by themselves.
    #[localize(say::rules_play(_0))]
    Automatic(String),
    /// The rules play nothing by themselves.
    #[localize(say::nothing_automatic())]
    NotAutomatic,
    /// There is neither an action nor a fault.
    Neither,
    /// The rules have this answer to the fault, and nothing was played.
    #[localize(say::rules_answer(due))]
    Answered { due: String },
    /// The rules have another answer to the fault.
    #[localize(say::rules_answer_otherwise(due, played))]
    AnsweredOtherwise { due: String, played: String },
    /// The rules have no answer to the fault.
    #[localize(say::fault_ends())]
    Lost,
    /// The value of a key about a player on another machine is not possible.
    #[localize(record_say::out_of_bounds(*key))]
    OutOfBounds { key: &'static str },
    /// A reply that was rejected is a legal action.
    #[localize(record_say::tried_is_legal(reply))]
    TriedLegal { reply: String },
    /// It is no legal action.
    Illegal { action: String, why: Illegal },
}

/// A difference between outcomes: the recorded value and the computed one.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
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
        key: String,
        /// `None` if the record lacks the key.
        recorded: Option<Value>,
        computed: Value,
    },
}

/// The differences of `recorded` from `computed`; keys that are not computed are ignored.
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
        let differs = |key: &str, [recorded, computed]: [Message; 2]| {
            say::difference(key, recorded, computed)
        };
        match self {
            // Scores are points, which may have a fraction and are shown with one.
            Difference::Scores(both) => differs(
                "scores",
                both.each_ref().map(|all| list(all.iter().map(|n| format!("{n:?}")))),
            ),
            Difference::Termination(both) => {
                differs("termination", both.map(|why| Message::verbatim(why.word())))
            }
            Difference::Seats(both) => {
                differs("seats", both.each_ref().map(|all| list(all.iter().map(Seat::to_string))))
            }
            Difference::Reason(both) => differs(
                "reason",
                both.map(|fault| fault.map_or_else(say::none, |it| Message::verbatim(it.word()))),
            ),
            Difference::Detail { key, recorded, computed } => {
                let shown = |value: &Value| Message::verbatim(value.to_string());
                let recorded = recorded.as_ref().map_or_else(say::nothing, shown);
                differs(&format!("detail.{key}"), [recorded, shown(computed)])
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
