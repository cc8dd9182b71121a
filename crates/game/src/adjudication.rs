//! Matches that are decided before the rules end them: by what engines said of their own moves, or by
//! their number. A function of the recorded turns, so that a replay decides the same.
//!
//! The rules are those of fastchess, for any number of seats; `docs/protocols/uci.md` lists what
//! differs.

use crate::{Seats, Turn, engine::Evaluation};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// When a match is decided early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Adjudication {
    /// An engine loses that sees itself lost for some moves in a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// A match is drawn in which all engines see nothing for some moves in a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// A match is drawn, or decided by the points so far, once each seat has made this number of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<NonZeroU32>,
}

/// When an engine has lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// How much it is behind by its own evaluation, at least, in hundredths of a pawn.
    pub score: NonZeroU32,
    /// In how many of its moves in a row.
    pub moves: NonZeroU32,
}

/// When a match is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// How far the evaluations are from 0, at most, in hundredths of a pawn.
    pub score: u32,
    /// In how many moves of each engine in a row.
    pub moves: NonZeroU32,
    /// The moves that each engine must have made before.
    #[serde(default)]
    pub after: u32,
}

/// The rule that decided a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// These seats have lost.
    Resign(Seats),
    Draw,
    Moves,
}

impl Verdict {
    /// The key of the rule, as outcomes name it.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Verdict::Resign(_) => "resign",
            Verdict::Draw => "draw",
            Verdict::Moves => "moves",
        }
    }
}

/// Looks at one turn after the other.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    seats: Vec<Counts>,
}

/// What was seen of a seat. No match has as many moves as would be too many for the numbers.
#[derive(Clone, Copy, Default, Debug)]
struct Counts {
    moves: u32,
    /// The last moves in a row at which it saw itself lost.
    lost: u32,
    /// The last moves in a row at which it saw nothing.
    even: u32,
}

impl Adjudicator {
    pub(crate) fn new(rules: Adjudication, seats: usize) -> Adjudicator {
        Adjudicator { rules, seats: vec![Counts::default(); seats] }
    }

    /// The verdict after one more turn, if there is one. Moves that the rules play do not count.
    pub(crate) fn see(&mut self, turn: &Turn) -> Option<Verdict> {
        for entry in turn.moves.iter().filter(|entry| !entry.automatic) {
            if let Some(counts) = self.seats.get_mut(entry.seat.index()) {
                counts.see(&self.rules, Evaluation::of(entry));
            }
        }
        self.verdict()
    }

    fn verdict(&self) -> Option<Verdict> {
        let Adjudication { resign, draw, moves } = self.rules;
        let all = |holds: &dyn Fn(&Counts) -> bool| self.seats.iter().all(holds);
        if let Some(resign) = resign {
            let seats = (0..).map(crate::Seat).zip(&self.seats);
            let lost = seats.filter(|(_, counts)| counts.lost >= resign.moves.get());
            let lost: Seats = lost.map(|(seat, _)| seat).collect();
            if !lost.is_empty() {
                return Some(Verdict::Resign(lost));
            }
        }
        if let Some(draw) = draw
            && all(&|counts| counts.moves >= draw.after && counts.even >= draw.moves.get())
        {
            return Some(Verdict::Draw);
        }
        moves.filter(|moves| all(&|counts| counts.moves >= moves.get())).map(|_| Verdict::Moves)
    }
}

impl Counts {
    fn see(&mut self, rules: &Adjudication, evaluation: Evaluation) {
        let Evaluation { eval, mate, .. } = evaluation;
        let lost = rules.resign.is_some_and(|rule| match (mate, eval) {
            (Some(mate), _) => mate < 0,
            (None, Some(eval)) => eval < 0 && eval.unsigned_abs() >= rule.score.get(),
            (None, None) => false,
        });
        let even = rules.draw.is_some_and(|rule| {
            mate.is_none() && eval.is_some_and(|eval| eval.unsigned_abs() <= rule.score)
        });
        self.moves = self.moves.saturating_add(1);
        self.lost = if lost { self.lost.saturating_add(1) } else { 0 };
        self.even = if even { self.even.saturating_add(1) } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;
    use serde_json::{Value, json};

    fn turn(number: usize, moves: &[Value]) -> Turn {
        serde_json::from_value(json!({ "turn": number, "moves": moves })).unwrap()
    }

    /// The number of the turn after which a match of two is decided, and how. What a turn has is the
    /// evaluation of the seat that moves, which change.
    fn decided(rules: Value, evaluations: &[Value]) -> Option<(usize, Verdict)> {
        let mut adjudicator = Adjudicator::new(serde_json::from_value(rules).unwrap(), 2);
        for (number, evaluation) in (1..).zip(evaluations) {
            let mut entry = json!({ "seat": (number - 1) % 2, "action": "x" });
            entry.as_object_mut().unwrap().extend(evaluation.as_object().unwrap().clone());
            if let Some(verdict) = adjudicator.see(&turn(number, &[entry])) {
                return Some((number, verdict));
            }
        }
        None
    }

    fn evals(numbers: &[i64]) -> Vec<Value> {
        numbers.iter().map(|eval| json!({ "eval": eval })).collect()
    }

    fn lost(seat: u8) -> Verdict {
        Verdict::Resign(Seats::only(Seat(seat)))
    }

    #[test]
    fn a_seat_that_sees_itself_lost_in_a_row_loses() {
        let rules = || json!({ "resign": { "score": 600, "moves": 2 } });
        let found = decided(rules(), &evals(&[-600, 0, -600]));
        assert_eq!(found, Some((3, lost(0))));
        assert_eq!(decided(rules(), &evals(&[0, -700, 0, -601])), Some((4, lost(1))));
        assert_eq!(decided(rules(), &evals(&[-600, 0, -599, 0, -600])), None);
        // What the winner says is not enough.
        assert_eq!(decided(rules(), &evals(&[900, -1, 900, -1, 900])), None);
        let mate = |mate: i64| json!({ "mate": mate });
        let mated = [mate(-3), mate(2), mate(-2), mate(1)];
        assert_eq!(decided(rules(), &mated), Some((3, lost(0))));
        // A move without an evaluation interrupts the row.
        let silent =
            [json!({"eval": -900}), json!({}), json!({}), json!({}), json!({"eval": -900})];
        assert_eq!(decided(rules(), &silent), None);
        let extreme = evals(&[i64::from(i32::MIN), 0, i64::from(i32::MIN)]);
        assert_eq!(decided(rules(), &extreme), Some((3, lost(0))));
    }

    #[test]
    fn a_match_is_drawn_in_which_both_see_nothing() {
        let rules = |after: u32| json!({ "draw": { "score": 20, "moves": 2, "after": after } });
        assert_eq!(decided(rules(0), &evals(&[20, -20, 0, 1])), Some((4, Verdict::Draw)));
        assert_eq!(decided(rules(0), &evals(&[21, 0, 0, 0, 0])), Some((5, Verdict::Draw)));
        assert_eq!(decided(rules(3), &evals(&[0; 9])), Some((6, Verdict::Draw)));
        let mate = [json!({"eval": 0}), json!({"mate": 1}), json!({"eval": 0}), json!({"eval": 0})];
        assert_eq!(decided(rules(0), &mate), None);
    }

    #[test]
    fn matches_that_last_too_long_end_when_both_have_moved_as_often() {
        let rules = json!({ "moves": 2 });
        let silent = vec![json!({}); 5];
        assert_eq!(decided(rules.clone(), &silent), Some((4, Verdict::Moves)));
        let mut adjudicator = Adjudicator::new(serde_json::from_value(rules).unwrap(), 2);
        let both = |automatic: bool| {
            let entry = |seat: u8| json!({ "seat": seat, "action": "x", "automatic": automatic });
            [entry(0), entry(1)]
        };
        assert_eq!(adjudicator.see(&turn(1, &both(false))), None);
        assert_eq!(adjudicator.see(&turn(2, &both(true))), None, "the rules played");
        assert_eq!(adjudicator.see(&turn(3, &both(false))), Some(Verdict::Moves));
    }

    #[test]
    fn rules_are_written_as_they_are_read_and_others_are_refused() {
        let text = r#"{"resign":{"score":600,"moves":3},"draw":{"score":20,"moves":8,"after":34},"moves":150}"#;
        let rules: Adjudication = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&rules).unwrap(), text);
        for wrong in [
            r#"{"resign":{"score":0,"moves":3}}"#,
            r#"{"resign":{"score":600}}"#,
            r#"{"resign":{"score":600,"moves":0}}"#,
            r#"{"draw":{"score":-1,"moves":3}}"#,
            r#"{"moves":0}"#,
            r#"{"tablebases":true}"#,
        ] {
            assert!(serde_json::from_str::<Adjudication>(wrong).is_err(), "{wrong}");
        }
    }
}
