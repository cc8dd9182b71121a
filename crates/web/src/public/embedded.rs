//! The table as it stands in pages of others.

use super::{
    contest::PageHead,
    standings::{StandingRow, rows},
};
use crate::{contest::Tabled, frame::Frame, say};
use askama::Template;

#[derive(Template)]
#[template(path = "embed_standings.html")]
pub(super) struct EmbeddedTable<'a> {
    frame: Frame<'a>,
    head: PageHead,
    top: Vec<StandingRow>,
}

impl<'a> EmbeddedTable<'a> {
    pub(super) fn new(frame: Frame<'a>, head: PageHead, tabled: &Tabled) -> EmbeddedTable<'a> {
        EmbeddedTable { top: rows(frame, &head.slug, tabled), frame, head }
    }
}
