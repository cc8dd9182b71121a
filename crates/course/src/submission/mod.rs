//! What a submitted file must and must not hold, and what is said when it does not.

mod checked;
mod definition;
mod finding;
mod head;
mod lambda_list;
mod names;
mod package;
mod rule;
mod say;
mod walk;

pub use {
    checked::{CheckedSource, check},
    finding::SourceFinding,
    head::Head,
    package::form_of,
    rule::{Rule, RuleVerdict},
};
