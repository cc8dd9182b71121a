//! The moves that a search visited.

use super::node::Action;

/// An observer of a search. `()` ignores it, and costs nothing.
pub trait SearchObserver {
    /// A move is tried; what follows comes after it.
    #[inline]
    fn enter(&mut self, _action: Action) {}

    /// That move is taken back; `value` is what it is worth to the side that plays it.
    #[inline]
    fn leave(&mut self, _value: f64) {}

    /// The other moves beside the one just left are not looked at.
    #[inline]
    fn cut(&mut self) {}
}

impl SearchObserver for () {}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TriedMove {
    /// How many moves lead to it, itself included.
    pub ply: u32,
    pub action: Action,
    /// What it is worth to the side that plays it; behind a cut a bound.
    pub value: f64,
    /// Whether the moves beside it that come later were left out.
    pub cut: bool,
}

/// All moves that a search tried, in the order in which it tried them.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Trace {
    pub tried: Vec<TriedMove>,
    /// The way to where the search is: places in `tried`.
    way: Vec<usize>,
    last: Option<usize>,
}

impl SearchObserver for Trace {
    fn enter(&mut self, action: Action) {
        self.way.push(self.tried.len());
        let ply = self.way.len() as u32;
        self.tried.push(TriedMove { ply, action, value: 0.0, cut: false });
    }

    fn leave(&mut self, value: f64) {
        self.last = self.way.pop();
        if let Some(place) = self.last {
            self.tried[place].value = value;
        }
    }

    fn cut(&mut self) {
        if let Some(place) = self.last {
            self.tried[place].cut = true;
        }
    }
}
