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

/// Compiles and runs a player: does it compile, does it answer, is it fast enough, does it reach
/// the minimum result. What is wrong is returned as findings of the rules `DoesNotCompile`,
/// `FailsAtRunTime`, `TooSlow` and `BelowMinimum`.
///
/// It is called for accepted submissions only, so the text is known to comply with the rules.
pub trait EntryTest {
    /// Tests the player with this source text. If it cannot be tested, the file stays where it is
    /// and is decided on again later.
    fn findings(
        &mut self,
        decision: &IntakeDecision,
        source: &str,
    ) -> Result<Vec<SourceFinding>, Untried>;
}

/// No test: every file that complies with the rules enters.
impl EntryTest for () {
    fn findings(&mut self, _: &IntakeDecision, _: &str) -> Result<Vec<SourceFinding>, Untried> {
        Ok(Vec::new())
    }
}
