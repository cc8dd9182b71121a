//! Trying a player before it may enter.

use super::Decision;
use crate::submission::Finding;
use certamen_speech::{Message, Speak};

/// Why a player cannot be tried now; it is no matter of the player's.
#[derive(Clone, PartialEq, Debug)]
pub struct Untried(pub Message);

impl Speak for Untried {
    fn message(&self) -> Message {
        self.0.clone()
    }
}

certamen_speech::error!(Untried);

/// Whoever can compile and run a player: does it compile, does it answer, is it fast enough, does
/// it reach the minimum result. What is not as it must be comes back as findings of the rules
/// `DoesNotCompile`, `FailsAtRunTime`, `TooSlow` and `BelowMinimum`.
///
/// It is asked about accepted submissions only, so the text is known to keep to the rules.
pub trait EntryTest {
    /// Tries the player whose text this is. If it cannot be tried, the file stays where it is and
    /// is decided on again later.
    fn findings(&mut self, decision: &Decision, source: &str) -> Result<Vec<Finding>, Untried>;
}

/// No test: whatever keeps to the rules enters.
impl EntryTest for () {
    fn findings(&mut self, _: &Decision, _: &str) -> Result<Vec<Finding>, Untried> {
        Ok(Vec::new())
    }
}
