//! Trying a player before it may enter.

use super::Decision;
use crate::submission::Finding;

/// Whoever can compile and run a player: does it compile, does it answer, is it fast enough, does
/// it reach the minimum result. What is not as it must be comes back as findings of the rules
/// `DoesNotCompile`, `FailsAtRunTime`, `TooSlow` and `BelowMinimum`.
///
/// It is asked about accepted submissions only, so the text is known to keep to the rules.
pub trait EntryTest {
    /// Tries the player whose text this is. An error is no matter of the player's: the file stays
    /// where it is and is decided on again later.
    fn findings(&mut self, decision: &Decision, source: &str) -> Result<Vec<Finding>, String>;
}

/// No test: whatever keeps to the rules enters.
impl EntryTest for () {
    fn findings(&mut self, _: &Decision, _: &str) -> Result<Vec<Finding>, String> {
        Ok(Vec::new())
    }
}
