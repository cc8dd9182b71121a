//! The functions of a submission, walked as a compiler walks them: with scopes, so that data is
//! data and a local name is local.
//!
//! The walk tracks which values may be the given state or its board, wherever they are passed on. It is
//! repeated until nothing new is learnt about the arguments and results of functions. In doubt a value
//! is unknown: no submission is banned without proof.

mod binding;
mod call;
mod control;
mod scope;

use crate::submission::definition::{Definition, Kind, parameters};
use crate::submission::lisp::{Datum, Form, SourcePosition, Symbol, SymbolPackage};
use crate::submission::names::{self, Meaning};
use crate::submission::walk::scope::{Scope, Value};
use crate::submission::{Rule, SourceFinding};
use certamen_game::job::SourceRules;
use certamen_i18n::Message;
use std::collections::HashMap;

/// The maximum number of rounds. Values only rise, in a few steps each.
const MOST_ROUNDS: usize = 40;

pub(super) fn walk(definitions: &[Definition<'_>], rules: &SourceRules) -> Vec<SourceFinding> {
    let mut walker = Walker::new(definitions, rules);
    for _ in 0..MOST_ROUNDS {
        if !walker.round(definitions) {
            break;
        }
    }
    walker.findings
}

#[derive(Clone, PartialEq, Debug, Default)]
struct Summary<'a> {
    given: Vec<Option<Value<'a>>>,
    returned: Option<Value<'a>>,
}

struct Walker<'a> {
    rules: &'a SourceRules,
    scope: Scope<'a>,
    own: HashMap<&'a str, SourcePosition>,
    summaries: HashMap<SourcePosition, Summary<'a>>,
    learnt: bool,
    findings: Vec<SourceFinding>,
}

impl<'a> Walker<'a> {
    fn new(definitions: &[Definition<'a>], rules: &'a SourceRules) -> Walker<'a> {
        let own = definitions.iter().map(|function| (function.name, function.form.place));
        let mut walker = Walker {
            rules,
            scope: Scope::default(),
            own: own.collect(),
            summaries: HashMap::new(),
            learnt: false,
            findings: Vec::new(),
        };
        if let Some(evaluation) = definitions.first() {
            walker.give(evaluation.form.place, 0, Value::State);
        }
        walker
    }

    /// Walks all functions once; whether anything was learnt about them.
    fn round(&mut self, definitions: &[Definition<'a>]) -> bool {
        self.learnt = false;
        self.findings.clear();
        for function in definitions {
            self.function(function.form.place, function.parameters, function.body);
            self.types(function.form);
        }
        self.learnt
    }

    /// Judges the predicates of types: `(satisfies predicate)`.
    fn types(&mut self, form: &'a Form) {
        if let Some([head, predicate]) = form.list()
            && head.word() == Some("satisfies")
        {
            self.call_data(predicate, &[], form);
        }
        for part in form.parts() {
            self.types(part);
        }
    }

    /// Walks a function with the known values of its parameters.
    fn function(&mut self, place: SourcePosition, list: &'a Form, body: &'a [Form]) {
        let mark = self.scope.enter();
        let Some(parameters) = parameters(list) else {
            return self.find(Rule::Malformed, list, None);
        };
        for (index, parameter) in parameters.iter().enumerate() {
            let default = parameter.default.map(|form| self.walk(form));
            let given = match parameter.kind {
                Kind::Required | Kind::Optional => {
                    let summary = self.summaries.get(&place);
                    summary.and_then(|known| *known.given.get(index)?)
                }
                Kind::Other => None,
            };
            let value = match (given, default) {
                (Some(given), Some(default)) => given.or(default),
                (Some(given), None) => given,
                (None, _) => Value::Unknown,
            };
            self.bind(parameter.name, value, list);
        }
        let returned = self.body(body);
        self.scope.leave(mark);
        let summary = self.summaries.entry(place).or_default();
        let known = summary.returned.map_or(returned, |before| before.or(returned));
        if summary.returned != Some(known) {
            summary.returned = Some(known);
            self.learnt = true;
        }
    }

    /// Notes the value of a function's argument at `index`, counted from 0.
    fn give(&mut self, function: SourcePosition, index: usize, value: Value<'a>) {
        let summary = self.summaries.entry(function).or_default();
        if summary.given.len() <= index {
            summary.given.resize(index + 1, None);
        }
        let known = summary.given[index].map_or(value, |before| before.or(value));
        if summary.given[index] != Some(known) {
            summary.given[index] = Some(known);
            self.learnt = true;
        }
    }

    fn returned(&self, function: SourcePosition) -> Value<'a> {
        self.summaries.get(&function).and_then(|known| known.returned).unwrap_or(Value::Fresh)
    }

    /// Binds a variable; binding one of the game changes it.
    fn bind(&mut self, name: &'a str, value: Value<'a>, form: &Form) {
        if names::meaning(name) == Some(Meaning::GameVariable) {
            self.find(Rule::ChangesGameVariable, form, Some(name));
        } else if name == "*tablero-aux*" {
            self.find(Rule::Assignment, form, Some(name));
        }
        self.scope.bind(name, value);
    }

    /// Walks forms in order; returns the value of the last.
    fn body(&mut self, forms: &'a [Form]) -> Value<'a> {
        forms.iter().fold(Value::Fresh, |_, form| self.walk(form))
    }

    fn walk(&mut self, form: &'a Form) -> Value<'a> {
        match &form.datum {
            Datum::Symbol(symbol) => self.variable(symbol),
            Datum::Quote(inner) => Value::Data(inner),
            Datum::Function(inner) => self.function_of(inner),
            Datum::Backquote(inner) => {
                self.template(inner, 1);
                Value::Fresh
            }
            Datum::List(elements, None) => match elements.split_first() {
                Some((head, arguments)) => self.operation(form, head, arguments),
                None => Value::Fresh,
            },
            Datum::List(_, Some(_)) | Datum::Unquote(_) | Datum::Splice(_) => {
                self.find(Rule::Malformed, form, None);
                Value::Unknown
            }
            Datum::Number(_)
            | Datum::Text(_)
            | Datum::Character(_)
            | Datum::Vector(_)
            | Datum::Array(_)
            | Datum::Bits(_) => Value::Fresh,
        }
    }

    fn variable(&self, symbol: &'a Symbol) -> Value<'a> {
        match (&symbol.home, symbol.word.as_str()) {
            (SymbolPackage::Here, "nil" | "t") | (SymbolPackage::Keyword, _) => Value::Fresh,
            (SymbolPackage::Here, word) => match self.scope.variable(word) {
                Some(value) => value,
                None if word == "*tablero-aux*" => Value::Scratch,
                None if matches!(word, "*tablero*" | "*marcador*") => Value::Board,
                None if word == "*estado*" => Value::State,
                None => Value::Unknown,
            },
            _ => Value::Unknown,
        }
    }

    /// Walks the evaluated parts of a backquoted form.
    fn template(&mut self, form: &'a Form, depth: u32) {
        match &form.datum {
            Datum::Unquote(inner) | Datum::Splice(inner) if depth == 1 => {
                self.walk(inner);
            }
            Datum::Unquote(inner) | Datum::Splice(inner) => self.template(inner, depth - 1),
            Datum::Backquote(inner) => self.template(inner, depth + 1),
            _ => {
                for part in form.parts() {
                    self.template(part, depth);
                }
            }
        }
    }

    /// `#'name`, `(function name)`, `#'(lambda …)`.
    fn function_of(&mut self, form: &'a Form) -> Value<'a> {
        if let Some(word) = form.word() {
            return match self.scope.function(word).or_else(|| self.own.get(word).copied()) {
                Some(place) => Value::Function(place),
                None => self.named(word, form),
            };
        }
        match form.list() {
            Some([head, list, body @ ..]) if head.word() == Some("lambda") => {
                self.function(form.place, list, body);
                Value::Function(form.place)
            }
            Some([head, _]) if head.word() == Some("setf") => {
                self.find(Rule::Assignment, form, None);
                Value::Unknown
            }
            _ => {
                self.find(Rule::Malformed, form, None);
                Value::Unknown
            }
        }
    }

    fn find(&mut self, rule: Rule, form: &Form, detail: Option<&str>) {
        let finding = SourceFinding {
            rule,
            place: Some(form.place),
            form: Some(certamen_game::legible(&form.excerpt)),
            detail: detail.map(|text| Message::verbatim(certamen_game::legible(text))),
        };
        if self.findings.last() != Some(&finding) {
            self.findings.push(finding);
        }
    }
}
