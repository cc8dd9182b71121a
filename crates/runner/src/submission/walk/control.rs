//! Special operators and the standard macros that do not simply evaluate their arguments.

use super::{value::Value, walker::Walker};
use crate::submission::{
    Rule,
    lisp::{Datum, Form},
    names::{self, Meaning},
};

impl<'a> Walker<'a> {
    /// Walks a form whose operator has rules of its own; none if it is an ordinary call.
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

    /// Walks forms one of which gives the value.
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

    /// Symbols and numbers are places to go to.
    pub(super) fn tagbody(&mut self, parts: &'a [Form]) -> Value<'a> {
        let statements = parts.iter().filter(|part| matches!(part.datum, Datum::List(..)));
        for part in statements {
            self.walk(part);
        }
        Value::Fresh
    }

    /// Notes that a form is not as its operator wants it.
    pub(super) fn malformed(&mut self, form: &Form) -> Value<'a> {
        self.find(Rule::Malformed, form, None);
        Value::Unknown
    }
}
