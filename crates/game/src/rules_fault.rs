//! What goes wrong with rules that are a program in another process: an error of the operator or of
//! the game's author, never of a player.

use crate::say;
use certamen_i18n::{Localize, Message};
use std::fmt;

/// How a rules program failed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RulesFaultKind {
    /// No response in time.
    Timeout,
    /// It ended, or closed its output, without a response.
    Exit,
    /// It used more memory than it may.
    Memory,
    /// Its response is not one line with one JSON object, or has the wrong `id`, or is too large or
    /// too deeply nested.
    Syntax,
    /// Its response has a wrong content.
    Value,
    /// It reported an error.
    Error,
    /// It tried what the sandbox forbids.
    Denied,
    /// Two processes answer the same request differently.
    Unstable,
}

impl RulesFaultKind {
    /// All kinds.
    pub const ALL: [RulesFaultKind; 8] = [
        RulesFaultKind::Timeout,
        RulesFaultKind::Exit,
        RulesFaultKind::Memory,
        RulesFaultKind::Syntax,
        RulesFaultKind::Value,
        RulesFaultKind::Error,
        RulesFaultKind::Denied,
        RulesFaultKind::Unstable,
    ];

    /// The word in messages and logs.
    pub fn word(self) -> &'static str {
        match self {
            RulesFaultKind::Timeout => "rules-timeout",
            RulesFaultKind::Exit => "rules-exit",
            RulesFaultKind::Memory => "rules-memory",
            RulesFaultKind::Syntax => "rules-syntax",
            RulesFaultKind::Value => "rules-value",
            RulesFaultKind::Error => "rules-error",
            RulesFaultKind::Denied => "rules-denied",
            RulesFaultKind::Unstable => "rules-unstable",
        }
    }

    /// Whether another process, asked once more, may give the response: accidents of a process may
    /// pass, wrong contents do not.
    pub fn is_retried(self) -> bool {
        match self {
            RulesFaultKind::Timeout
            | RulesFaultKind::Exit
            | RulesFaultKind::Memory
            | RulesFaultKind::Syntax => true,
            RulesFaultKind::Value
            | RulesFaultKind::Error
            | RulesFaultKind::Denied
            | RulesFaultKind::Unstable => false,
        }
    }
}

impl fmt::Display for RulesFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A failure of the rules program of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct RulesFault {
    /// The game's slug.
    pub game: String,
    /// How it failed.
    pub kind: RulesFaultKind,
    /// The type of the request, as the protocol writes it.
    pub request: &'static str,
    /// The turn that was to be played, from 1; 0 for the start, `None` outside of a match.
    pub turn: Option<u64>,
    /// The path of the wrong field in the response.
    pub field: Option<String>,
    /// `file:line` of the program, if it said so.
    pub at: Option<String>,
    /// What is wrong.
    pub detail: Message,
    /// The start of the request line, for the log.
    pub sent: String,
    /// The start of the response line, escaped, for the log.
    pub received: String,
}

impl Localize for RulesFault {
    fn message(&self) -> Message {
        let turn = self.turn.map(say::fault_turn);
        let field = self.field.as_ref().map(Message::verbatim);
        let at = self.at.as_ref().map(Message::verbatim);
        let places = [at, turn, field].into_iter().flatten();
        let detail =
            places.rev().fold(self.detail.clone(), |detail, place| say::fault_place(place, detail));
        say::rules_fault(&self.game, self.kind.word(), self.request, detail)
    }
}

certamen_i18n::error!(RulesFault);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_names_game_request_line_turn_and_field() {
        let fault = RulesFault {
            game: "minoria".to_owned(),
            kind: RulesFaultKind::Value,
            request: "turn",
            turn: Some(4),
            field: Some("position.to_act[1]".to_owned()),
            at: Some("minoria.py:10".to_owned()),
            detail: Message::verbatim("seat 7 of 3"),
            sent: String::new(),
            received: String::new(),
        };
        assert_eq!(
            fault.to_string(),
            "rules of minoria: rules-value in response to `turn`: minoria.py:10: turn 4: \
             position.to_act[1]: seat 7 of 3"
        );
    }

    #[test]
    fn only_accidents_of_a_process_are_retried() {
        let retried = RulesFaultKind::ALL.into_iter().filter(|kind| kind.is_retried());
        let words: Vec<&str> = retried.map(RulesFaultKind::word).collect();
        assert_eq!(words, ["rules-timeout", "rules-exit", "rules-memory", "rules-syntax"]);
    }
}
