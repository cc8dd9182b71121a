//! The rules at one question, as the diagnosis needs them.

use crate::check::diagnosis::Rules;
use certamen_game::{DynState, Numbers, Seat};
use certamen_i18n::{Localize, Message};

/// The rules at one question.
pub(crate) struct RulesView<'a> {
    pub(crate) state: &'a dyn DynState,
    /// The usual start of the game.
    pub(crate) start: Option<&'a dyn DynState>,
    pub(crate) seat: Seat,
    pub(crate) numbers: Numbers,
}

impl Rules for RulesView<'_> {
    fn read(&self, answer: &str) -> Result<(), Message> {
        self.state.read(self.seat, answer).map(drop).map_err(|error| error.message())
    }

    fn numbers(&self) -> Numbers {
        self.numbers
    }

    fn was_legal_at_start(&self, answer: &str) -> bool {
        self.start
            .is_some_and(|start| start.to_act().iter().any(|seat| start.read(seat, answer).is_ok()))
    }
}
