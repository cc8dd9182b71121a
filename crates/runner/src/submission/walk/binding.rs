//! Operators that bind variables or functions, and the `loop` macro.

use crate::submission::Rule;
use crate::submission::definition::parameters;
use crate::submission::lisp::{Datum, Form};
use crate::submission::names::{self, Meaning};
use crate::submission::walk::Walker;
use crate::submission::walk::scope::Value;

impl<'a> Walker<'a> {
    pub(super) fn binding(
        &mut self,
        word: &str,
        form: &'a Form,
        arguments: &'a [Form],
    ) -> Option<Value<'a>> {
        let mark = self.scope.enter();
        let walked = match word {
            "let" | "let*" => self.let_form(word, arguments),
            "prog" | "prog*" => self.prog(word, arguments),
            "do" | "do*" => self.do_form(word, arguments),
            "dolist" | "dotimes" => self.counted(word, arguments),
            "flet" | "labels" => self.functions(word, arguments),
            "multiple-value-bind" | "destructuring-bind" => self.several(word, arguments),
            "with-open-stream" | "with-input-from-string" | "with-output-to-string" => {
                self.stream(arguments)
            }
            "with-slots" | "with-accessors" => self.slots(arguments),
            "handler-case" | "restart-case" => self.handlers(arguments),
            "handler-bind" | "restart-bind" => self.bound_handlers(arguments),
            _ => return None,
        };
        self.scope.leave(mark);
        Some(walked.unwrap_or_else(|| self.malformed(form)))
    }

    fn let_form(&mut self, word: &str, arguments: &'a [Form]) -> Option<Value<'a>> {
        let (bindings, body) = arguments.split_first()?;
        self.variables(bindings.list()?, word == "let*")?;
        Some(self.body(body))
    }

    /// `(name value)`, `(name)` or `name`, bound in turn or at once.
    fn variables(&mut self, bindings: &'a [Form], in_turn: bool) -> Option<()> {
        let mut later = Vec::new();
        for binding in bindings {
            let (name, value) = match binding.word() {
                Some(name) => (name, Value::Fresh),
                None => match binding.list()? {
                    // A third part is the step of `do`, which is walked when all are bound.
                    [name, value, ..] => (name.word()?, self.walk(value)),
                    [name] => (name.word()?, Value::Fresh),
                    [] => return None,
                },
            };
            if in_turn {
                self.bind(name, value, binding);
            } else {
                later.push((name, value, binding));
            }
        }
        for (name, value, binding) in later {
            self.bind(name, value, binding);
        }
        Some(())
    }

    fn prog(&mut self, word: &str, arguments: &'a [Form]) -> Option<Value<'a>> {
        let (bindings, parts) = arguments.split_first()?;
        self.variables(bindings.list()?, word == "prog*")?;
        self.tagbody(parts);
        Some(Value::Unknown)
    }

    fn do_form(&mut self, word: &str, arguments: &'a [Form]) -> Option<Value<'a>> {
        let [bindings, end, parts @ ..] = arguments else { return None };
        let bindings = bindings.list()?;
        self.variables(bindings, word == "do*")?;
        for binding in bindings {
            if let Some([name, _, step]) = binding.list() {
                let value = self.walk(step);
                self.scope.assign(name.word()?, value);
            }
        }
        self.tagbody(parts);
        Some(self.body(end.list()?))
    }

    fn counted(&mut self, word: &str, arguments: &'a [Form]) -> Option<Value<'a>> {
        let (head, parts) = arguments.split_first()?;
        let [name, of, result @ ..] = head.list()? else { return None };
        let of = self.walk(of);
        let element =
            if word == "dotimes" || of == Value::Fresh { Value::Fresh } else { Value::Unknown };
        self.bind(name.word()?, element, head);
        self.tagbody(parts);
        Some(self.body(result))
    }

    /// Local functions, which must not have names of Lisp.
    fn functions(&mut self, word: &str, arguments: &'a [Form]) -> Option<Value<'a>> {
        let (definitions, body) = arguments.split_first()?;
        let mut parts = Vec::new();
        for definition in definitions.list()? {
            let [name, list, inner @ ..] = definition.list()? else { return None };
            let name = name.word()?;
            let standard = matches!(
                names::meaning(name),
                Some(Meaning::StandardFunction | Meaning::StandardName | Meaning::Forbidden(_))
            );
            if standard {
                self.find(Rule::Redefinition, definition, Some(name));
            }
            parts.push((name, definition.place, list, inner));
        }
        if word == "labels" {
            for (name, place, ..) in &parts {
                self.scope.bind_function(name, *place);
            }
        }
        for (_, place, list, inner) in &parts {
            self.function(*place, list, inner);
        }
        if word == "flet" {
            for (name, place, ..) in &parts {
                self.scope.bind_function(name, *place);
            }
        }
        Some(self.body(body))
    }

    fn several(&mut self, word: &str, arguments: &'a [Form]) -> Option<Value<'a>> {
        let [list, value, body @ ..] = arguments else { return None };
        let value = self.walk(value);
        for (index, parameter) in parameters(list)?.iter().enumerate() {
            if let Some(default) = parameter.default {
                self.walk(default);
            }
            let first = word == "multiple-value-bind" && index == 0;
            self.bind(parameter.name, if first { value } else { Value::Unknown }, list);
        }
        Some(self.body(body))
    }

    fn stream(&mut self, arguments: &'a [Form]) -> Option<Value<'a>> {
        let (head, body) = arguments.split_first()?;
        let (name, inside) = head.list()?.split_first()?;
        self.body(inside);
        self.bind(name.word()?, Value::Fresh, head);
        Some(self.body(body))
    }

    /// The variables refer to parts of the object: assigning to them changes it.
    fn slots(&mut self, arguments: &'a [Form]) -> Option<Value<'a>> {
        let [slots, object, body @ ..] = arguments else { return None };
        let object = self.walk(object);
        for slot in slots.list()? {
            let name = match slot.word() {
                Some(name) => name,
                None => slot.list()?.first()?.word()?,
            };
            self.bind(name, object, slot);
        }
        Some(self.body(body))
    }

    /// `(form (type (variable) …) …)`.
    fn handlers(&mut self, arguments: &'a [Form]) -> Option<Value<'a>> {
        let (guarded, clauses) = arguments.split_first()?;
        let mut value = self.walk(guarded);
        for clause in clauses {
            let [_, list, body @ ..] = clause.list()? else { return None };
            let mark = self.scope.enter();
            for parameter in parameters(list)? {
                self.bind(parameter.name, Value::Unknown, list);
            }
            value = value.or(self.body(body));
            self.scope.leave(mark);
        }
        Some(value)
    }

    /// `(((type function) …) form …)`.
    fn bound_handlers(&mut self, arguments: &'a [Form]) -> Option<Value<'a>> {
        let (bindings, body) = arguments.split_first()?;
        for binding in bindings.list()? {
            self.body(binding.list()?.get(1..)?);
        }
        Some(self.body(body))
    }

    /// Walks a loop, simple or extended. Its variables are bound in the whole loop.
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

    /// The variable after `for` or `with`, and the form of its value, if one follows.
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

/// Whether another variable follows `and`, and not another clause.
fn another_variable(parts: &[Form]) -> bool {
    let words = ["=", "in", "on", "across", "from", "upfrom", "downfrom", "below", "to", "being"];
    parts.get(1).and_then(clause_word).is_some_and(|word| words.contains(&word))
}

/// A loop keyword, which is compared by name only.
fn clause_word(form: &Form) -> Option<&str> {
    form.word().or_else(|| form.keyword())
}
