//! The top-level definitions of a submission.

use super::lambda_list::{Kind, parameters};
use crate::submission::lisp::Form;

/// `(defun name (parameters) body)`.
pub(super) struct Definition<'a> {
    pub(super) form: &'a Form,
    pub(super) name: &'a str,
    pub(super) parameters: &'a Form,
    pub(super) body: &'a [Form],
}

impl<'a> Definition<'a> {
    /// Takes a form apart that begins with `defun`; none if it is no definition.
    pub(super) fn read(form: &'a Form) -> Option<Definition<'a>> {
        let [_, name, list, body @ ..] = form.list()? else { return None };
        parameters(list)?;
        Some(Definition { form, name: name.word()?, parameters: list, body })
    }

    /// Whether it can be called with one argument and not with less.
    pub(super) fn takes_one_argument(&self) -> bool {
        let all = parameters(self.parameters).unwrap_or_default();
        all.iter().filter(|parameter| parameter.kind == Kind::Required).count() == 1
    }
}

/// Whether a form is meant to define a function.
pub(super) fn is_definition(form: &Form) -> bool {
    let head = form.list().and_then(<[Form]>::first);
    head.is_some_and(|head| head.word() == Some("defun"))
}
