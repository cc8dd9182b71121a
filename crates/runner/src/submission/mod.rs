//! What a submitted file must and must not contain, and the messages when it does not comply.

mod checked;
mod definition;
mod finding;
mod head;
mod key;
mod lambda_list;
pub mod lisp;
mod names;
mod package;
mod rule;
mod walk;

pub use {
    certamen_game::job::{Assignment, SourceForm, SourceRules},
    checked::{CheckedSource, check},
    finding::SourceFinding,
    head::Head,
    key::{Key, NotAKey},
    package::form_of,
    rule::{Rule, RuleVerdict},
};

mod say {
    certamen_i18n::texts!("locales/submission/submission");
}
