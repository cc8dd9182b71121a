//! Announcements of organizers: notices, and frequently asked questions.

use super::contest::PageHead;
use crate::{
    board::{Announcement, chosen},
    frame::PageContext,
    markdown, say,
};
use askama::Template;
use certamen_i18n::Message;

#[derive(Template)]
#[template(path = "host_texts.html")]
pub(super) struct HostTextsPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    title: String,
    texts: Vec<WrittenText>,
}

/// A text on a page.
pub(super) struct WrittenText {
    pub(super) anchor: String,
    pub(super) title: String,
    pub(super) date: String,
    /// Its language, if that is not the page's.
    pub(super) foreign: Option<String>,
    pub(super) body: String,
}

impl<'a> HostTextsPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        title: Message,
        texts: &[Announcement],
    ) -> HostTextsPage<'a> {
        let title = frame.t(title);
        HostTextsPage { title, texts: written(frame, texts), frame, head }
    }
}

/// The texts for readers of the page.
pub(super) fn written(frame: PageContext<'_>, texts: &[Announcement]) -> Vec<WrittenText> {
    let texts = chosen(texts, frame.language).into_iter().map(|text| {
        let foreign = text.language.filter(|language| *language != frame.language);
        WrittenText {
            anchor: anchor(&text.name),
            title: frame.name(&text.title),
            date: frame.name(&text.date),
            foreign: foreign.map(|language| language.to_string()),
            body: markdown::html(&text.text, &anchor(&text.name)),
        }
    });
    texts.collect()
}

/// The id of a text within a page.
pub(crate) fn anchor(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    format!("n{}", name.chars().map(plain).collect::<String>())
}
