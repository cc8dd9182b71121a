//! Calls of functions, by name, by value and through functions that call others.

use crate::submission::Rule;
use crate::submission::lisp::{Datum, Form, SymbolPackage};
use crate::submission::names::{self, Meaning};
use crate::submission::walk::Walker;
use crate::submission::walk::scope::Value;

/// Functions that call their first argument.
const FUNCTIONALS: &str = " mapcar mapc maplist mapl mapcan mapcon reduce some every notany \
    notevery remove-if remove-if-not find-if find-if-not count-if count-if-not position-if \
    position-if-not member-if member-if-not assoc-if assoc-if-not rassoc-if rassoc-if-not \
    subst-if subst-if-not substitute-if substitute-if-not delete-if delete-if-not maphash \
    complement multiple-value-call ";

/// Keywords that are followed by a function.
const CALLED: &[&str] = &["test", "test-not", "key"];

/// Functions whose value may be an argument, or part of one.
const PASSES_ON: &str = " identity values car cdr first rest second third fourth fifth cadr cddr \
    caar nth nthcdr elt last member find find-if assoc getf svref append prog1 ";

impl<'a> Walker<'a> {
    pub(super) fn operation(
        &mut self,
        form: &'a Form,
        head: &'a Form,
        arguments: &'a [Form],
    ) -> Value<'a> {
        let Some(word) = head.word() else {
            let function = match &head.datum {
                Datum::List(..) => self.function_of(head),
                Datum::Symbol(symbol) => {
                    if matches!(symbol.home, SymbolPackage::Keyword | SymbolPackage::Uninterned) {
                        self.find(Rule::UnknownFunction, form, Some(&symbol.to_string()));
                    }
                    Value::Unknown
                }
                _ => {
                    self.find(Rule::Malformed, form, None);
                    Value::Unknown
                }
            };
            let values = self.arguments(arguments);
            return self.call_value(function, &values, form);
        };
        if let Some(place) = self.scope.function(word) {
            let values = self.arguments(arguments);
            return self.call_value(Value::Function(place), &values, form);
        }
        if let Some(value) = self.special(word, form, arguments) {
            return value;
        }
        let values = self.arguments(arguments);
        if let Some(place) = self.own.get(word) {
            return self.call_value(Value::Function(*place), &values, form);
        }
        self.call_named(word, form, arguments, &values)
    }

    fn arguments(&mut self, arguments: &'a [Form]) -> Vec<Value<'a>> {
        arguments.iter().map(|argument| self.walk(argument)).collect()
    }

    fn call_named(
        &mut self,
        word: &str,
        form: &'a Form,
        arguments: &'a [Form],
        values: &[Value<'a>],
    ) -> Value<'a> {
        match names::meaning(word) {
            _ if changes(word, values) => self.find(Rule::ChangesState, form, Some(word)),
            Some(Meaning::Forbidden(Rule::Assignment)) if names_game_variable(values.first()) => {
                self.find(Rule::ChangesGameVariable, form, Some(word));
            }
            _ => {
                self.named(word, form);
            }
        }
        self.call_known(word, form, arguments, values)
    }

    /// The value of a call, already judged, of a function that the submission does not define.
    fn call_known(
        &mut self,
        word: &str,
        form: &'a Form,
        arguments: &'a [Form],
        values: &[Value<'a>],
    ) -> Value<'a> {
        let given = values.iter().any(|value| value.is_given());
        self.called_arguments(word, form, arguments, values);
        match word {
            "estado-tablero" => match values {
                [Value::State] => Value::Board,
                [Value::Fresh] => Value::Fresh,
                _ => Value::Unknown,
            },
            "reset-tablero-aux" => Value::Scratch,
            _ if is_in(PASSES_ON, word) => {
                values.iter().copied().reduce(Value::or).unwrap_or(Value::Fresh)
            }
            // A list that contains the name of a forbidden function counts as that name.
            "list" | "list*" | "cons" | "vector" if values.iter().any(is_barred_data) => {
                values.iter().copied().find(is_barred_data).unwrap_or(Value::Unknown)
            }
            // A list that contains the state is neither the state nor fresh.
            "list" | "list*" | "cons" | "vector" | "mapcar" if given => Value::Unknown,
            _ => Value::Fresh,
        }
    }

    fn called_arguments(
        &mut self,
        word: &str,
        form: &'a Form,
        arguments: &'a [Form],
        values: &[Value<'a>],
    ) {
        let mut called = Vec::new();
        match word {
            _ if is_in(FUNCTIONALS, word) => called.extend(values.first()),
            "map" | "map-into" => called.extend(values.get(1)),
            "coerce" if names_function(values.get(1)) => self.find(Rule::Evaluation, form, None),
            _ => {}
        }
        for (argument, value) in arguments.iter().zip(values.iter().skip(1)) {
            if argument.keyword().is_some_and(|keyword| CALLED.contains(&keyword)) {
                called.push(value);
            }
        }
        for function in called {
            self.call_value(*function, &[], form);
        }
    }

    pub(super) fn funcall(&mut self, form: &'a Form, arguments: &'a [Form]) -> Value<'a> {
        let values = self.arguments(arguments);
        match values.split_first() {
            Some((function, given)) => self.call_value(*function, given, form),
            None => Value::Unknown,
        }
    }

    /// `(apply function argument … list)`: the content of the list is not known.
    pub(super) fn apply(&mut self, form: &'a Form, arguments: &'a [Form]) -> Value<'a> {
        let values = self.arguments(arguments);
        match values.split_first() {
            Some((function, [given @ .., _])) => self.call_value(*function, given, form),
            _ => Value::Unknown,
        }
    }

    /// A call of a function value with the known arguments.
    fn call_value(
        &mut self,
        function: Value<'a>,
        arguments: &[Value<'a>],
        form: &'a Form,
    ) -> Value<'a> {
        match function {
            Value::Function(place) => {
                for (index, argument) in arguments.iter().enumerate() {
                    self.give(place, index, *argument);
                }
                self.returned(place)
            }
            Value::Data(data) => self.call_data(data, arguments, form),
            Value::Named(name) => match name.word() {
                Some(word) if changes(word, arguments) => {
                    self.find(Rule::ChangesState, form, Some(word));
                    Value::Unknown
                }
                Some(word) => self.call_known(word, form, &[], arguments),
                None => Value::Unknown,
            },
            _ => Value::Unknown,
        }
    }

    /// A call of quoted data: a name, or one of a list of names.
    pub(super) fn call_data(
        &mut self,
        data: &'a Form,
        arguments: &[Value<'a>],
        form: &'a Form,
    ) -> Value<'a> {
        let Some(word) = data.word() else {
            for part in data.parts() {
                if names_barred(part) {
                    self.call_data(part, arguments, form);
                }
            }
            return Value::Unknown;
        };
        if let Some(place) = self.own.get(word) {
            return self.call_value(Value::Function(*place), arguments, form);
        }
        self.call_named(word, form, &[], arguments)
    }

    /// Judges the name of a function that the submission does not define.
    pub(super) fn named(&mut self, word: &str, form: &'a Form) -> Value<'a> {
        let rule = match names::meaning(word) {
            Some(Meaning::Forbidden(rule)) => rule,
            Some(Meaning::ChangesScore) => Rule::ChangesState,
            Some(Meaning::Control) => Rule::ControlsGame,
            Some(Meaning::Library | Meaning::StandardFunction) => return Value::Named(form),
            Some(Meaning::ChangesArgument | Meaning::GameVariable | Meaning::StandardName)
            | None => Rule::UnknownFunction,
        };
        self.find(rule, form, Some(word));
        Value::Named(form)
    }
}

fn is_barred_data(value: &Value<'_>) -> bool {
    matches!(value, Value::Data(form) if names_barred(form))
}

/// Whether a form is the name of a forbidden function, or contains one.
pub(super) fn names_barred(form: &Form) -> bool {
    let is_name = |word: &str| names::meaning(word).is_some_and(is_barred);
    form.word().is_some_and(is_name) || form.parts().into_iter().any(names_barred)
}

fn is_barred(meaning: Meaning) -> bool {
    matches!(meaning, Meaning::Forbidden(_) | Meaning::ChangesScore | Meaning::Control)
}

/// Whether a call changes the state or the board.
fn changes(word: &str, values: &[Value<'_>]) -> bool {
    match names::meaning(word) {
        Some(Meaning::ChangesArgument) => values.first().is_some_and(|value| value.is_given()),
        Some(Meaning::Forbidden(Rule::Destructive)) => values.iter().any(|value| value.is_given()),
        _ => false,
    }
}

pub(super) fn names_game_variable(value: Option<&Value<'_>>) -> bool {
    let Some(Value::Data(form)) = value else { return false };
    form.word().is_some_and(|word| names::meaning(word) == Some(Meaning::GameVariable))
}

fn names_function(value: Option<&Value<'_>>) -> bool {
    matches!(value, Some(Value::Data(form)) if matches!(form.word(), Some("function" | "compiled-function")))
}

fn is_in(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|known| known == word)
}
