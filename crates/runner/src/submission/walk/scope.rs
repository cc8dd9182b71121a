//! The meaning of names at the current point of the walk.

use super::value::Value;
use crate::submission::lisp::SourcePosition;
use std::collections::HashMap;

/// What names mean, innermost last.
#[derive(Debug, Default)]
pub(super) struct Scope<'a> {
    variables: HashMap<&'a str, Vec<Value<'a>>>,
    functions: HashMap<&'a str, Vec<SourcePosition>>,
    bound: Vec<Bound<'a>>,
}

/// What was bound, in order.
#[derive(Debug)]
enum Bound<'a> {
    Variable(&'a str),
    Function(&'a str),
}

/// How much was bound when a scope began.
#[derive(Clone, Copy)]
pub(super) struct ScopeMark(usize);

impl<'a> Scope<'a> {
    /// Begins a scope.
    pub(super) fn enter(&self) -> ScopeMark {
        ScopeMark(self.bound.len())
    }

    /// Ends the scope that began at `mark`.
    pub(super) fn leave(&mut self, mark: ScopeMark) {
        for bound in self.bound.drain(mark.0..) {
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

    /// Notes that a bound variable may have this value, too.
    pub(super) fn assign(&mut self, name: &str, value: Value<'a>) {
        if let Some(known) = self.variables.get_mut(name).and_then(|values| values.last_mut()) {
            *known = known.or(value);
        }
    }

    /// The local function of this name.
    pub(super) fn function(&self, name: &str) -> Option<SourcePosition> {
        self.functions.get(name)?.last().copied()
    }
}
