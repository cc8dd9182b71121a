//! The standings for embedding in other sites.

use super::{
    contest::PageHead,
    standings::{StandingRow, rows},
};
use crate::{contest::StandingsView, frame::PageContext, say};
use askama::Template;

#[derive(Template)]
#[template(path = "embed_standings.html")]
pub(super) struct EmbeddedTable<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    top: Vec<StandingRow>,
}

impl<'a> EmbeddedTable<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        tabled: &StandingsView,
    ) -> EmbeddedTable<'a> {
        EmbeddedTable { top: rows(frame, &head.slug, tabled), frame, head }
    }
}
