//! Trying a player before it may enter.

use super::IntakeDecision;
use certamen_i18n::{Localize, Message};
use certamen_runner::submission::SourceFinding;

/// Why a player cannot be tried now; it is no matter of the player's.
#[derive(Clone, PartialEq, Debug)]
pub struct Untried(pub Message);

impl Localize for Untried {
    fn message(&self) -> Message {
        self.0.clone()
    }
}

certamen_i18n::error!(Untried);

/// Whoever can compile and run a player: does it compile, does it answer, is it fast enough, does
/// it reach the minimum result. What is not as it must be comes back as findings of the rules
/// `DoesNotCompile`, `FailsAtRunTime`, `TooSlow` and `BelowMinimum`.
///
/// It is asked about accepted submissions only, so the text is known to keep to the rules.
pub trait EntryTest {
    /// Tries the player whose text this is. If it cannot be tried, the file stays where it is and
    /// is decided on again later.
    fn findings(
        &mut self,
        decision: &IntakeDecision,
        source: &str,
    ) -> Result<Vec<SourceFinding>, Untried>;
}

/// No test: whatever keeps to the rules enters.
impl EntryTest for () {
    fn findings(&mut self, _: &IntakeDecision, _: &str) -> Result<Vec<SourceFinding>, Untried> {
        Ok(Vec::new())
    }
}
