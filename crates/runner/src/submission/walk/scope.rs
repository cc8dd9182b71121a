//! The meaning of names at the current point of the walk, and what is known of values.

use crate::submission::lisp::{Form, SourcePosition};
use crate::submission::walk::call::names_barred;
use std::collections::HashMap;

#[derive(Debug, Default)]
pub(super) struct Scope<'a> {
    variables: HashMap<&'a str, Vec<Value<'a>>>,
    functions: HashMap<&'a str, Vec<SourcePosition>>,
    bound: Vec<Bound<'a>>,
}

#[derive(Debug)]
enum Bound<'a> {
    Variable(&'a str),
    Function(&'a str),
}

impl<'a> Scope<'a> {
    /// Begins a scope, which ends when `leave` is called with the returned mark.
    pub(super) fn enter(&self) -> usize {
        self.bound.len()
    }

    pub(super) fn leave(&mut self, mark: usize) {
        for bound in self.bound.drain(mark..) {
            match bound {
                Bound::Variable(name) => drop(self.variables.get_mut(name).and_then(Vec::pop)),
                Bound::Function(name) => drop(self.functions.get_mut(name).and_then(Vec::pop)),
            }
        }
    }

    pub(super) fn bind(&mut self, name: &'a str, value: Value<'a>) {
        self.variables.entry(name).or_default().push(value);
        self.bound.push(Bound::Variable(name));
    }

    pub(super) fn bind_function(&mut self, name: &'a str, definition: SourcePosition) {
        self.functions.entry(name).or_default().push(definition);
        self.bound.push(Bound::Function(name));
    }

    /// The value of a variable that the submission binds here.
    pub(super) fn variable(&self, name: &str) -> Option<Value<'a>> {
        self.variables.get(name)?.last().copied()
    }

    /// Notes that a bound variable may also have this value.
    pub(super) fn assign(&mut self, name: &str, value: Value<'a>) {
        if let Some(known) = self.variables.get_mut(name).and_then(|values| values.last_mut()) {
            *known = known.or(value);
        }
    }

    pub(super) fn function(&self, name: &str) -> Option<SourcePosition> {
        self.functions.get(name)?.last().copied()
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Value<'a> {
    /// Made by the submission itself, or immutable, such as a number.
    Fresh,
    /// Quoted data.
    Data(&'a Form),
    /// A function by its name, `#'name`, already judged.
    Named(&'a Form),
    /// A function of the submission, by the place of its definition.
    Function(SourcePosition),
    Unknown,
    Scratch,
    /// The board of the state that was given, or the scoreboard.
    Board,
    State,
}

impl<'a> Value<'a> {
    /// What is known of a value that may be either; what may be the game's counts as the game's.
    pub(super) fn or(self, other: Value<'a>) -> Value<'a> {
        if self == other {
            return self;
        }
        let (low, high) = if self.rank() < other.rank() { (self, other) } else { (other, self) };
        match high {
            Value::State | Value::Board | Value::Scratch => high,
            // A forbidden name is kept.
            Value::Data(form) if names_barred(form) => high,
            Value::Data(_) if matches!(low, Value::Data(form) if names_barred(form)) => low,
            // A function or data beside a fresh value is kept.
            Value::Function(_) | Value::Named(_) | Value::Data(_) if low == Value::Fresh => high,
            _ => Value::Unknown,
        }
    }

    pub(super) fn is_given(self) -> bool {
        matches!(self, Value::State | Value::Board)
    }

    fn rank(self) -> u8 {
        match self {
            Value::Fresh => 0,
            Value::Data(_) => 1,
            Value::Function(_) | Value::Named(_) => 2,
            Value::Unknown => 3,
            Value::Scratch => 4,
            Value::Board => 5,
            Value::State => 6,
        }
    }
}
