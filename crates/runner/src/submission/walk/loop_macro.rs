//! The `loop` macro: its keywords are not variables, and its variables are local.

use super::{value::Value, walker::Walker};
use crate::submission::lambda_list::parameters;
use crate::submission::lisp::{Datum, Form};

impl<'a> Walker<'a> {
    /// Walks a loop, simple or extended. All its variables are known in all of it.
    pub(super) fn loop_macro(&mut self, parts: &'a [Form]) -> Value<'a> {
        let mark = self.scope.enter();
        let mut rest = parts;
        while let Some((part, after)) = rest.split_first() {
            rest = match clause_word(part) {
                Some("for" | "as" | "with") => self.loop_variable(after),
                Some("and") if another_variable(after) => self.loop_variable(after),
                Some("into") => match after.split_first() {
                    Some((name, after)) => {
                        if let Some(name) = name.word() {
                            self.scope.bind(name, Value::Fresh);
                        }
                        after
                    }
                    None => after,
                },
                Some("of-type" | "named") => after.get(1..).unwrap_or_default(),
                _ => {
                    if !matches!(part.datum, Datum::Symbol(_)) {
                        self.walk(part);
                    }
                    after
                }
            };
        }
        self.scope.leave(mark);
        Value::Unknown
    }

    /// The variable behind `for` or `with`, with the first form behind it, if that gives it its
    /// value.
    fn loop_variable(&mut self, parts: &'a [Form]) -> &'a [Form] {
        let Some((variable, mut rest)) = parts.split_first() else { return parts };
        if rest.first().is_some_and(|part| clause_word(part) == Some("of-type")) {
            rest = rest.get(2..).unwrap_or_default();
        } else if matches!(
            rest.first().and_then(Form::word),
            Some("fixnum" | "float" | "t" | "nil")
        ) {
            rest = &rest[1..];
        }
        let (value, rest) = match rest {
            [by, form, rest @ ..] if matches!(clause_word(by), Some("=")) => {
                (self.walk(form), rest)
            }
            [by, form, rest @ ..] if matches!(clause_word(by), Some("in" | "on" | "across")) => {
                let of = self.walk(form);
                (if of == Value::Fresh { Value::Fresh } else { Value::Unknown }, rest)
            }
            [by, ..] if matches!(clause_word(by), Some("being")) => (Value::Unknown, rest),
            _ => (Value::Fresh, rest),
        };
        match variable.word() {
            Some(name) => self.bind(name, value, variable),
            None => {
                for parameter in parameters(variable).unwrap_or_default() {
                    self.bind(parameter.name, Value::Unknown, variable);
                }
            }
        }
        rest
    }
}

/// Whether the text after `and` is one more variable, not one more clause.
fn another_variable(parts: &[Form]) -> bool {
    let words = ["=", "in", "on", "across", "from", "upfrom", "downfrom", "below", "to", "being"];
    parts.get(1).and_then(clause_word).is_some_and(|word| words.contains(&word))
}

/// A word of the loop language: it is known by its name, whatever its package.
fn clause_word(form: &Form) -> Option<&str> {
    form.word().or_else(|| form.keyword())
}
