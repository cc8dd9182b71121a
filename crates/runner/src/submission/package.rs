//! The second layout of a file: a package with an evaluation function, an alias and helpers.
//!
//! `(defpackage NAME (:use :common-lisp :mancala) (:export :heuristica :*alias*))`, `(in-package
//! NAME)`, and then `(defvar *alias* 'ALIAS)` and functions in any order. The names of the package are
//! ignored.

use crate::submission::definition::Definition;
use crate::submission::lisp::{Datum, Form, LispReader, Symbol, SymbolPackage};
use crate::submission::{Rule, SourceFinding, about};
use certamen_game::job::{SourceForm, check_alias};

pub(super) const EVALUATION: &str = "heuristica";

/// The packages that a player's package may use.
const USED: &[&str] = &["common-lisp", "cl", "mancala", "mancala8"];

#[derive(Default)]
pub(super) struct Package<'a> {
    pub(super) rest: Vec<&'a Form>,
    pub(super) alias: Option<String>,
}

/// The layout of a text: a package if its first form defines one.
pub fn form_of(text: &str) -> SourceForm {
    match LispReader::new(text).next() {
        Some(Ok(form)) if form.head() == Some("defpackage") => SourceForm::Package,
        _ => SourceForm::Functions,
    }
}

pub(super) fn open<'a>(forms: &'a [Form], findings: &mut Vec<SourceFinding>) -> Package<'a> {
    let mut package = Package::default();
    let names_package = |form: &Form, operator| {
        let name = form.list().and_then(|parts| designated(parts.get(1)?));
        form.head() == Some(operator) && name.is_some()
    };
    if !matches!(forms, [first, second, ..] if names_package(first, "defpackage")
        && names_package(second, "in-package")
        && second.list().is_some_and(|parts| parts.len() == 2))
    {
        let finding = SourceFinding::new(Rule::PackageHead);
        findings.push(forms.first().map_or(finding.clone(), |form| finding.at(form.place)));
    }
    for (place, form) in forms.iter().enumerate() {
        let name = form.list().and_then(|parts| parts.get(1)?.word());
        match (form.head(), place) {
            (Some("defpackage"), 0) => check_options(form, findings),
            (Some("in-package"), 1) => {}
            (Some("defvar" | "defparameter"), _) if name == Some("*alias*") => {
                if package.alias.is_some() {
                    findings.push(about(Rule::DefinedTwice, form));
                }
                match alias(form) {
                    Some(alias) => package.alias = Some(alias),
                    None => findings.push(about(Rule::AliasForm, form)),
                }
            }
            _ => package.rest.push(form),
        }
    }
    package
}

/// Moves the evaluation function to the front, as in the other layout; a finding if there is none.
pub(super) fn evaluation_first(definitions: &mut [Definition<'_>]) -> Option<SourceFinding> {
    let place = definitions.iter().position(|function| function.name == EVALUATION);
    let Some(place) = place else { return Some(SourceFinding::new(Rule::NoHeuristica)) };
    definitions[..=place].rotate_right(1);
    None
}

/// A package may use Lisp and the game, and export anything.
fn check_options(form: &Form, findings: &mut Vec<SourceFinding>) {
    for option in form.list().unwrap_or_default().iter().skip(2) {
        let parts = option.list().unwrap_or_default();
        let names: Option<Vec<String>> = parts.iter().skip(1).map(designated).collect();
        let is_allowed = match (parts.first().and_then(Form::keyword), &names) {
            (Some("use"), Some(names)) => {
                names.iter().all(|name| USED.contains(&&*name.to_lowercase()))
            }
            (Some("export"), names) => names.is_some(),
            _ => false,
        };
        if !is_allowed {
            findings.push(about(Rule::PackageOption, option));
        }
    }
}

/// The designated name of a package or of an exported symbol, in Lisp's case.
fn designated(form: &Form) -> Option<String> {
    match &form.datum {
        Datum::Text(text) => Some(text.clone()),
        Datum::Symbol(Symbol {
            home: SymbolPackage::Here | SymbolPackage::Keyword | SymbolPackage::Uninterned,
            word,
        }) => Some(letters(word)),
        _ => None,
    }
}

/// The name of a symbol: in upper case, unless it is written between bars.
fn letters(word: &str) -> String {
    let barred = word.strip_prefix('|').and_then(|rest| rest.strip_suffix('|'));
    barred.map_or_else(|| word.to_uppercase(), str::to_owned)
}

fn alias(form: &Form) -> Option<String> {
    let ([_, _, value] | [_, _, value, _]) = form.list()? else { return None };
    let name = match &value.datum {
        Datum::Quote(quoted) => designated(quoted)?,
        Datum::Text(text) => text.clone(),
        Datum::Symbol(Symbol { home: SymbolPackage::Keyword, word }) => letters(word),
        _ => return None,
    };
    check_alias(&name).is_ok().then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alias_is_read_as_lisp_reads_names() {
        let check = |given: &str, expected: Option<&str>| {
            let text = format!("(defvar *alias* {given})");
            let form = LispReader::new(&text).next().unwrap().unwrap();
            assert_eq!(alias(&form).as_deref(), expected, "{given}");
        };
        check("'Montoro", Some("MONTORO"));
        check("'|Aita na|", Some("Aita na"));
        check("':rey", Some("REY"));
        check(":rey", Some("REY"));
        check("\"Campe\u{f3}n\"", Some("Campe\u{f3}n"));
        check("'rey \"como se llama\"", Some("REY"));
        // The longest in a published table.
        let longest = "x".repeat(137);
        check(&format!("'|{longest}|"), Some(&longest));
        for wrong in ["Montoro", "'(a b)", "'7", "", "'||", "'| a|", "(quit)", "\"a\u{1b}[2J\""] {
            check(wrong, None);
        }
        // Line ends, NUL and bidirectional controls.
        for acts in ["a\r\nb", "a\nb", "a\u{0}b", "a\u{202e}b", "a\u{2028}b"] {
            check(&format!("\"{acts}\""), None);
            check(&format!("'|{acts}|"), None);
        }
    }

    #[test]
    fn the_first_form_decides_the_layout() {
        assert_eq!(form_of("; uno\n(DEFPACKAGE :uno)"), SourceForm::Package);
        for other in ["(defun mi-f-ev (e) 0)", "", ")", "(in-package :uno)"] {
            assert_eq!(form_of(other), SourceForm::Functions, "{other}");
        }
    }
}
