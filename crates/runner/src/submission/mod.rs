//! What a submitted file must and must not contain, and the messages when it does not comply.

mod definition;
mod head;
pub mod lisp;
mod names;
mod package;
mod rule;
mod walk;

pub use certamen_game::job::{Assignment, SourceForm, SourceRules};
pub use {
    head::{Head, Key, NotAKey},
    package::form_of,
    rule::{Rule, RuleVerdict, SourceFinding},
};

use crate::submission::{
    definition::{Definition, is_definition},
    lisp::{Datum, Form, LispError, LispReader, ReadError, Symbol, SymbolPackage},
};

mod say {
    certamen_i18n::texts!("locales/submission/submission");
}

const EVALUATION: &str = "mi-f-ev";

const MOST_FINDINGS: usize = 100;

/// What was found in a file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CheckedSource {
    /// The functions that it defines, in order, by their names in small letters.
    pub functions: Vec<String>,
    /// How the player wants to be listed, if the form of the file says so in Lisp.
    pub alias: Option<String>,
    /// What is wrong, in the order of the text.
    pub findings: Vec<SourceFinding>,
}

/// Reads a submission form by form and compares it with the rules. Its first lines are not looked
/// at: they are comments, see [`Head`].
pub fn check(text: &str, layout: SourceForm, rules: &SourceRules) -> CheckedSource {
    let mut findings = Vec::new();
    let mut forms = Vec::new();
    for read in LispReader::new(text) {
        match read {
            Ok(form) => forms.push(form),
            Err(error) => findings.push(unreadable(error)),
        }
    }
    let complete = findings.is_empty();
    for form in &forms {
        foreign_names(form, &mut findings);
    }
    let (rest, alias) = match layout {
        SourceForm::Functions => (forms.iter().collect(), None),
        SourceForm::Package => {
            let package = package::open(&forms, &mut findings);
            (package.rest, package.alias)
        }
    };
    let mut definitions = top_level(&rest, &mut findings);
    if complete || !definitions.is_empty() {
        findings.extend(arrangement(&mut definitions, layout, rules));
    }
    findings.extend(walk::walk(&definitions, rules));
    findings.sort_by_key(|finding| finding.place);
    findings.dedup();
    keep_most_important(&mut findings);
    let functions = definitions.iter().map(|function| function.name.to_owned()).collect();
    CheckedSource { functions, alias, findings }
}

/// Of very many findings keeps some, the heaviest among them.
fn keep_most_important(findings: &mut Vec<SourceFinding>) {
    if findings.len() > MOST_FINDINGS {
        let others = findings.split_off(MOST_FINDINGS - 1);
        findings.extend(others.into_iter().max_by_key(SourceFinding::verdict));
    }
}

fn unreadable(error: ReadError) -> SourceFinding {
    let (rule, detail) = match error.trouble {
        LispError::NotClosed => (Rule::NotClosed, None),
        LispError::Unmatched => (Rule::Unmatched, None),
        LispError::TooDeep => (Rule::TooDeep, None),
        LispError::Evaluation => (Rule::ReaderEvaluation, None),
        LispError::Conditional => (Rule::ReaderConditional, None),
        LispError::Syntax(text) => {
            (Rule::Unreadable, Some(text.chars().take(40).collect::<String>()))
        }
    };
    let finding = SourceFinding::new(rule).at(error.place);
    match detail {
        Some(text) => finding.with_detail(&text),
        None => finding,
    }
}

/// Names of other packages, in code and in data: `cl::setq`, `sb-ext:quit`.
fn foreign_names(form: &Form, findings: &mut Vec<SourceFinding>) {
    if let Datum::Symbol(Symbol { home: SymbolPackage::Package(_), .. }) = &form.datum {
        findings.push(about(Rule::ForeignPackage, form));
    }
    for part in form.parts() {
        foreign_names(part, findings);
    }
}

fn top_level<'a>(forms: &[&'a Form], findings: &mut Vec<SourceFinding>) -> Vec<Definition<'a>> {
    let mut definitions: Vec<Definition<'a>> = Vec::new();
    for &form in forms {
        if !is_definition(form) {
            findings.push(about(Rule::OtherTopLevel, form));
            continue;
        }
        let Some(definition) = Definition::read(form) else {
            findings.push(about(Rule::MalformedFunction, form));
            continue;
        };
        let name = definition.name;
        if names::is_taken(name) {
            findings.push(about(Rule::Redefinition, form).with_detail(name));
        } else if definitions.iter().any(|other| other.name == name) {
            findings.push(about(Rule::DefinedTwice, form).with_detail(name));
        }
        definitions.push(definition);
    }
    definitions
}

/// How many functions there are, and whether the evaluation function is where it must be.
fn arrangement(
    definitions: &mut [Definition<'_>],
    layout: SourceForm,
    rules: &SourceRules,
) -> Vec<SourceFinding> {
    if layout == SourceForm::Package
        && let Some(finding) = package::evaluation_first(definitions)
    {
        return vec![finding];
    }
    let Some(first) = definitions.first() else {
        return vec![SourceFinding::new(Rule::NoFunction)];
    };
    let mut findings = Vec::new();
    if layout == SourceForm::Functions && !first.name.starts_with(EVALUATION) {
        findings.push(about(Rule::FirstFunction, first.form).with_detail(first.name));
    } else if !first.takes_one_argument() {
        findings.push(about(Rule::OneArgument, first.form));
    }
    if let Some(excess) = definitions.get(1 + usize::from(rules.helpers)) {
        let most = rules.helpers.to_string();
        findings.push(about(Rule::TooManyFunctions, excess.form).with_detail(&most));
    }
    findings
}

pub(super) fn about(rule: Rule, form: &Form) -> SourceFinding {
    let finding = SourceFinding::new(rule).at(form.place);
    SourceFinding { form: Some(certamen_game::legible(&form.excerpt)), ..finding }
}
