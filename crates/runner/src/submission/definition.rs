//! The top-level definitions of a submission.

use crate::submission::lisp::{Datum, Form};

/// `(defun name (parameters) body)`.
pub(super) struct Definition<'a> {
    pub(super) form: &'a Form,
    pub(super) name: &'a str,
    pub(super) parameters: &'a Form,
    pub(super) body: &'a [Form],
}

impl<'a> Definition<'a> {
    /// Reads a form that begins with `defun`; `None` if it is malformed.
    pub(super) fn read(form: &'a Form) -> Option<Definition<'a>> {
        let [_, name, list, body @ ..] = form.list()? else { return None };
        parameters(list)?;
        Some(Definition { form, name: name.word()?, parameters: list, body })
    }

    /// Whether it can be called with one argument and not with fewer.
    pub(super) fn takes_one_argument(&self) -> bool {
        let all = parameters(self.parameters).unwrap_or_default();
        all.iter().filter(|parameter| parameter.kind == Kind::Required).count() == 1
    }
}

pub(super) struct Parameter<'a> {
    pub(super) name: &'a str,
    pub(super) default: Option<&'a Form>,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// From the argument at its place.
    Required,
    /// From the argument at its place, if there is one.
    Optional,
    /// From the remaining arguments, a keyword, part of an argument, or its own form.
    Other,
}

/// The variables of a lambda list in order; `None` if it is malformed.
pub(super) fn parameters(list: &Form) -> Option<Vec<Parameter<'_>>> {
    let mut found = Vec::new();
    read(list, &mut found).map(|()| found)
}

fn read<'a>(list: &'a Form, found: &mut Vec<Parameter<'a>>) -> Option<()> {
    let mut kind = Kind::Required;
    let mut required = true;
    // A dot means `&rest` in destructuring.
    for form in list_or_dotted(list)? {
        match form.word() {
            Some("&optional") => (kind, required) = (Kind::Optional, false),
            Some("&rest" | "&body" | "&whole" | "&key" | "&aux" | "&environment") => {
                (kind, required) = (Kind::Other, false);
            }
            Some("&allow-other-keys") => {}
            Some(name) => found.push(Parameter { name, default: None, kind }),
            None if required => {
                let from = found.len();
                read(form, found)?;
                found[from..].iter_mut().for_each(|parameter| parameter.kind = Kind::Other);
            }
            None => with_default(form, kind, found)?,
        }
    }
    Some(())
}

/// `(name default supplied)` or `((:key name) default supplied)`.
fn with_default<'a>(form: &'a Form, kind: Kind, found: &mut Vec<Parameter<'a>>) -> Option<()> {
    let [first, rest @ ..] = form.list()? else { return None };
    let name = match first.word() {
        Some(name) => name,
        None => first.list()?.get(1)?.word()?,
    };
    found.push(Parameter { name, default: rest.first(), kind });
    if let Some(supplied) = rest.get(1) {
        found.push(Parameter { name: supplied.word()?, default: None, kind: Kind::Other });
    }
    Some(())
}

fn list_or_dotted(form: &Form) -> Option<Vec<&Form>> {
    match &form.datum {
        Datum::List(..) => Some(form.parts()),
        _ => form.list().map(|elements| elements.iter().collect()),
    }
}
