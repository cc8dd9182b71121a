//! Untyped actions: parsed once, then carried as typed values in a box.

use std::{
    any::Any,
    fmt::{self, Debug, Display},
};

/// The requirements of an action's type.
pub trait Action: Clone + PartialEq + Debug + Display + Send + Sync + 'static {}

impl<T: Clone + PartialEq + Debug + Display + Send + Sync + 'static> Action for T {}

/// A typed action that a state has read or made, legal in that state only. Its text, the notation,
/// is made on request: playing on does not need it.
pub struct Play(Box<dyn BoxedAction>);

impl Play {
    /// An action that is known to be legal.
    pub fn new(action: impl Action) -> Play {
        Play(Box::new(action))
    }

    /// The typed action, if it is one of this type.
    pub fn typed<A: Action>(&self) -> Option<&A> {
        self.0.any().downcast_ref()
    }

    /// The action in the game's notation.
    pub fn text(&self) -> String {
        self.0.to_string()
    }
}

/// An action behind a pointer.
trait BoxedAction: Display + Send + Sync {
    fn any(&self) -> &dyn Any;
    fn same(&self, other: &dyn Any) -> bool;
    fn copy(&self) -> Box<dyn BoxedAction>;
}

impl<A: Action> BoxedAction for A {
    fn any(&self) -> &dyn Any {
        self
    }

    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn copy(&self) -> Box<dyn BoxedAction> {
        Box::new(self.clone())
    }
}

impl Clone for Play {
    fn clone(&self) -> Play {
        Play(self.0.copy())
    }
}

impl PartialEq for Play {
    fn eq(&self, other: &Play) -> bool {
        self.0.same(other.0.any())
    }
}

impl Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_keeps_its_type_and_has_its_text() {
        let play = Play::new(7_u64);
        assert_eq!((play.text().as_str(), play.typed()), ("7", Some(&7_u64)));
        assert_eq!(play.typed::<u32>(), None);
        assert_eq!(play.clone(), play);
        assert_ne!(play, Play::new(7_u32));
        assert_ne!(play, Play::new(8_u64));
    }
}
