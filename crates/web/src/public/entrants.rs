//! The list of entrants.

use super::{
    contest::PageHead,
    standings::{StandingRow, rows},
};
use crate::{contest::StandingsView, frame::PageContext, say};
use askama::Template;

#[derive(Template)]
#[template(path = "entrants.html")]
pub(super) struct EntrantsPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    rows: Vec<StandingRow>,
}

impl<'a> EntrantsPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        tabled: &StandingsView,
    ) -> EntrantsPage<'a> {
        let mut rows = rows(frame, &head.slug, tabled);
        rows.sort_by(|one, other| one.bot.cmp(&other.bot));
        EntrantsPage { frame, head, rows }
    }
}
