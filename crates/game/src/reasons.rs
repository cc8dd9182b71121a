//! Why a reply is no action, and why a game cannot start.

use crate::say;
use certamen_speech::{Argument, Message, Speak};

/// Why a reply is no legal action: a lower-case fragment, as in "8 is not free". Each game has its
/// own reasons, in its own texts.
#[derive(Clone, PartialEq, Debug)]
pub struct Illegal(pub Message);

impl Speak for Illegal {
    fn message(&self) -> Message {
        self.0.clone()
    }
}

/// Why a game cannot start with these options.
#[derive(Clone, PartialEq, Debug)]
pub struct OptionsError {
    /// The option at fault; `.` if it is the whole.
    pub key: String,
    /// What is wrong with it and what would do.
    pub reason: Message,
}

impl OptionsError {
    /// The option `key` cannot be had, for the reason given.
    pub fn new(key: &str, reason: Message) -> OptionsError {
        OptionsError { key: key.to_owned(), reason }
    }

    /// The option `key` lies outside of `low` to `high`.
    pub fn out_of_range(
        key: &str,
        given: impl Argument,
        low: impl Argument,
        high: impl Argument,
    ) -> OptionsError {
        OptionsError::new(key, say::out_of_range(given, low, high))
    }
}

impl Speak for OptionsError {
    fn message(&self) -> Message {
        say::option(&self.key, &self.reason)
    }
}

certamen_speech::error!(Illegal, OptionsError);
