//! The static analysis of submitted Lisp files: what they must and must not contain.

mod definition;
mod head;
pub mod lisp;
mod names;
mod package;
mod rule;
mod walk;

pub use certamen_game::job::{Assignment, SourceForm, SourceRules};
pub use {
    head::{Head, InvalidKey, Key},
    package::form_of,
    rule::{Rule, RuleVerdict, SourceFinding},
};

use crate::submission::{
    definition::Definition,
    lisp::{Datum, Form, LispError, LispReader, ReadError, Symbol, SymbolPackage},
};

mod say {
    certamen_i18n::texts!("locales/submission/submission");
}

const EVALUATION: &str = "mi-f-ev";

const MOST_FINDINGS: usize = 100;

/// The result for a file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CheckedSource {
    /// The names of its functions in order, in lower case.
    pub functions: Vec<String>,
    /// The player's alias, if the file declares one in Lisp.
    pub alias: Option<String>,
    /// The findings, in the order of the text.
    pub findings: Vec<SourceFinding>,
}

/// Reads a submission form by form and compares it with the rules. The first lines are comments, see
/// [`Head`].
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
    if findings.len() > MOST_FINDINGS {
        // The most serious one is kept.
        let others = findings.split_off(MOST_FINDINGS - 1);
        findings.extend(others.into_iter().max_by_key(SourceFinding::verdict));
    }
    let functions = definitions.iter().map(|function| function.name.to_owned()).collect();
    CheckedSource { functions, alias, findings }
}

fn unreadable(error: ReadError) -> SourceFinding {
    let finding = match error.trouble {
        LispError::NotClosed => SourceFinding::new(Rule::NotClosed),
        LispError::Unmatched => SourceFinding::new(Rule::Unmatched),
        LispError::TooDeep => SourceFinding::new(Rule::TooDeep),
        LispError::Evaluation => SourceFinding::new(Rule::ReaderEvaluation),
        LispError::Conditional => SourceFinding::new(Rule::ReaderConditional),
        LispError::Syntax(text) => {
            let shown: String = text.chars().take(40).collect();
            SourceFinding::new(Rule::Unreadable).with_detail(&shown)
        }
    };
    finding.at(error.place)
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
        if form.head() != Some("defun") {
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

/// Checks the number of functions, and the place of the evaluation function.
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
