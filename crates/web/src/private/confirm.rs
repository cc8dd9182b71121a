//! The page between a form and what cannot be taken back: it says what follows.

use super::{
    host_say as words,
    request::{PageResult, PrivateRequest, page_with},
};
use crate::{
    frame::{ContestHead, PageContext},
    private_say as own, say,
    upload::SentForm,
};
use askama::Template;
use certamen_i18n::Message;

#[derive(Template)]
#[template(path = "confirm.html")]
struct ConfirmPage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
    title: String,
    wrong: String,
    follows: Vec<String>,
    difference: String,
    fields: &'a [(&'a str, &'a str)],
    reason: Option<&'a str>,
    back: String,
}

/// What is to be confirmed.
pub(super) struct Question<'a> {
    pub(super) head: ContestHead,
    /// What is done then, also the word of the button.
    pub(super) title: Message,
    /// What follows from it, each in a sentence.
    pub(super) follows: Vec<Message>,
    /// The lines that change, each with its sign; empty if none do.
    pub(super) difference: String,
    /// The fields of the form, to be sent again.
    pub(super) fields: &'a [(&'a str, &'a str)],
    /// The reason so far, if one is asked for.
    pub(super) reason: Option<&'a str>,
    /// Why it cannot be done like this.
    pub(super) wrong: Option<Message>,
}

/// Whether the form was sent from this page.
pub(super) fn is_confirmed(form: &SentForm) -> bool {
    form.text("confirmed") == "yes"
}

impl Question<'_> {
    /// The page; its form is sent to the page of the request.
    pub(super) fn page(self, request: &PrivateRequest<'_>) -> PageResult {
        let frame = request.frame();
        let status = if self.wrong.is_some() { 422 } else { 200 };
        page_with(
            status,
            &ConfirmPage {
                title: frame.t(self.title),
                wrong: self.wrong.map(|wrong| frame.t(wrong)).unwrap_or_default(),
                follows: self.follows.into_iter().map(|line| frame.t(line)).collect(),
                difference: self.difference,
                fields: self.fields,
                reason: self.reason,
                back: frame.here(),
                head: self.head,
                frame,
            },
        )
    }
}
