//! Special operators and macros that do not simply evaluate their arguments, and assignment, whose
//! meaning depends on the place.

use crate::submission::{
    Rule,
    lisp::{Datum, Form},
    names::{self, Meaning},
    walk::{Walker, call::names_game_variable, scope::Value},
};
use certamen_game::job::Assignment;

impl<'a> Walker<'a> {
    /// Walks a form whose operator has special rules; `None` if it is an ordinary call.
    pub(super) fn special(
        &mut self,
        word: &'a str,
        form: &'a Form,
        arguments: &'a [Form],
    ) -> Option<Value<'a>> {
        if let Some(value) = self.binding(word, form, arguments) {
            return Some(value);
        }
        if let Some(value) = self.assignment(word, form, arguments) {
            return Some(value);
        }
        Some(match word {
            "quote" => arguments.first().map_or(Value::Fresh, Value::Data),
            "function" => match arguments {
                [inner] => self.function_of(inner),
                _ => self.malformed(form),
            },
            "lambda" => self.function_of(form),
            "funcall" => self.funcall(form, arguments),
            "apply" => self.apply(form, arguments),
            "declare" | "go" => Value::Fresh,
            "block" | "return-from" | "the" => self.body(arguments.get(1..).unwrap_or_default()),
            "progn" | "locally" | "unwind-protect" | "return" | "time" => self.body(arguments),
            "if" => match arguments {
                [test, branches @ ..] if (1..=2).contains(&branches.len()) => {
                    self.walk(test);
                    self.either(branches)
                }
                _ => self.malformed(form),
            },
            "when" | "unless" => self.body(arguments).or(Value::Fresh),
            "and" | "or" | "prog1" | "values" => self.either(arguments),
            "cond" => self.cond(form, arguments),
            "case" | "ecase" | "ccase" | "typecase" | "etypecase" | "ctypecase" => {
                self.case(form, arguments)
            }
            "tagbody" => self.tagbody(arguments),
            "loop" => self.loop_macro(arguments),
            _ => return self.barred(word, form),
        })
    }

    /// Forbidden operators that do not evaluate all their arguments, or are not functions.
    fn barred(&mut self, word: &str, form: &'a Form) -> Option<Value<'a>> {
        let Some(Meaning::Forbidden(rule)) = names::meaning(word) else { return None };
        let unevaluated = rule == Rule::Definition
            || matches!(word, "macrolet" | "symbol-macrolet" | "eval-when" | "load-time-value")
            || word.starts_with("do-")
            || word.starts_with("with-");
        if !unevaluated {
            return None;
        }
        self.find(rule, form, Some(word));
        Some(Value::Unknown)
    }

    /// Walks forms, one of which returns the value.
    fn either(&mut self, forms: &'a [Form]) -> Value<'a> {
        let values: Vec<Value<'a>> = forms.iter().map(|form| self.walk(form)).collect();
        values.into_iter().reduce(Value::or).unwrap_or(Value::Fresh)
    }

    fn cond(&mut self, form: &'a Form, clauses: &'a [Form]) -> Value<'a> {
        let mut value = Value::Fresh;
        for clause in clauses {
            let Some([test, then @ ..]) = clause.list() else { return self.malformed(form) };
            let tested = self.walk(test);
            value = value.or(if then.is_empty() { tested } else { self.body(then) });
        }
        value
    }

    /// The keys of the clauses are data.
    fn case(&mut self, form: &'a Form, arguments: &'a [Form]) -> Value<'a> {
        let [key, clauses @ ..] = arguments else { return self.malformed(form) };
        self.walk(key);
        let mut value = Value::Fresh;
        for clause in clauses {
            let Some([_, then @ ..]) = clause.list() else { return self.malformed(form) };
            value = value.or(self.body(then));
        }
        value
    }

    /// Symbols and numbers are tags.
    pub(super) fn tagbody(&mut self, parts: &'a [Form]) -> Value<'a> {
        let statements = parts.iter().filter(|part| matches!(part.datum, Datum::List(..)));
        for part in statements {
            self.walk(part);
        }
        Value::Fresh
    }

    pub(super) fn malformed(&mut self, form: &Form) -> Value<'a> {
        self.find(Rule::Malformed, form, None);
        Value::Unknown
    }

    pub(super) fn assignment(
        &mut self,
        word: &'a str,
        form: &'a Form,
        arguments: &'a [Form],
    ) -> Option<Value<'a>> {
        let (places, values): (Vec<&Form>, Vec<&Form>) = match (word, arguments) {
            ("setq" | "psetq" | "setf" | "psetf", _) => {
                return Some(self.assign_pairs(word, form, arguments));
            }
            ("push" | "pushnew", [value, place, rest @ ..]) => {
                (vec![place], std::iter::once(value).chain(rest).collect())
            }
            ("pop", [place]) => (vec![place], Vec::new()),
            ("incf" | "decf" | "remf", [place, rest @ ..]) => (vec![place], rest.iter().collect()),
            ("rotatef", places) => (places.iter().collect(), Vec::new()),
            ("shiftf", [places @ .., value]) => (places.iter().collect(), vec![value]),
            ("multiple-value-setq", [names, value]) => {
                (names.list().unwrap_or_default().iter().collect(), vec![value])
            }
            _ => return None,
        };
        for value in values {
            self.walk(value);
        }
        for place in places {
            self.assign(word, form, place, Value::Unknown);
        }
        Some(Value::Unknown)
    }

    /// `(setq place value …)`.
    fn assign_pairs(&mut self, word: &str, form: &'a Form, arguments: &'a [Form]) -> Value<'a> {
        let mut last = Value::Fresh;
        for pair in arguments.chunks(2) {
            let [place, value] = pair else { return self.malformed(form) };
            last = self.walk(value);
            self.assign(word, form, place, last);
        }
        if arguments.is_empty() {
            self.find(Rule::Assignment, form, Some(word));
        }
        last
    }

    fn assign(&mut self, word: &str, form: &'a Form, place: &'a Form, value: Value<'a>) {
        let target = match place.word() {
            Some(name) => {
                let target = self.variable_target(name);
                self.scope.assign(name, value);
                target
            }
            None => self.place_target(word, form, place),
        };
        match target {
            AssignedPlace::Given => self.find(Rule::ChangesState, form, Some(word)),
            AssignedPlace::GameVariable => self.find(Rule::ChangesGameVariable, form, Some(word)),
            AssignedPlace::Own if self.rules.assignment == Assignment::Local => {}
            AssignedPlace::Own | AssignedPlace::Other => {
                self.find(Rule::Assignment, form, Some(word));
            }
        }
    }

    fn variable_target(&self, name: &str) -> AssignedPlace {
        match self.scope.variable(name) {
            Some(_) => AssignedPlace::Own,
            None if names::meaning(name) == Some(Meaning::GameVariable) => {
                AssignedPlace::GameVariable
            }
            // Global variables belong to the game: a submission contains only functions.
            None if names::has_earmuffs(name)
                && names::meaning(name).is_none()
                && name != "*tablero-aux*" =>
            {
                AssignedPlace::GameVariable
            }
            None => AssignedPlace::Other,
        }
    }

    /// What `(accessor … object …)` belongs to.
    fn place_target(&mut self, word: &str, form: &'a Form, place: &'a Form) -> AssignedPlace {
        let Some([head, arguments @ ..]) = place.list() else {
            self.malformed(form);
            return AssignedPlace::Other;
        };
        let Some(accessor) = head.word() else { return AssignedPlace::Other };
        if accessor == "values" || accessor == "the" {
            let from = usize::from(accessor == "the");
            for inner in arguments.iter().skip(from) {
                self.assign(word, form, inner, Value::Unknown);
            }
            return AssignedPlace::Own;
        }
        let values: Vec<Value<'a>> = arguments.iter().map(|part| self.walk(part)).collect();
        if let Some(Meaning::Forbidden(rule)) = names::meaning(accessor) {
            self.find(rule, place, Some(accessor));
        }
        let object = match accessor {
            "gethash" | "nth" | "nthcdr" => values.get(1),
            "get-pts" | "get-tot" => return AssignedPlace::Given,
            _ if names_game_variable(values.first()) => return AssignedPlace::GameVariable,
            _ => values.first(),
        };
        match object {
            Some(Value::State | Value::Board) => AssignedPlace::Given,
            Some(Value::Fresh) => AssignedPlace::Own,
            _ => AssignedPlace::Other,
        }
    }
}

/// The owner of an assigned place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AssignedPlace {
    /// The game's: the state, the board, the scoreboard.
    Given,
    GameVariable,
    Own,
    Other,
}
