//! How strong everybody is, and how sure that is.

use super::{
    contest::PageHead,
    standings::{StandingRow, rows},
};
use crate::{contest::Tabled, frame::Frame, say};
use askama::Template;

#[derive(Template)]
#[template(path = "field.html")]
pub(super) struct FieldPage<'a> {
    frame: Frame<'a>,
    head: PageHead,
    rows: Vec<StandingRow>,
}

impl<'a> FieldPage<'a> {
    pub(super) fn new(frame: Frame<'a>, head: PageHead, tabled: &Tabled) -> FieldPage<'a> {
        let elo =
            |place: usize| tabled.ratings[place].map_or(f64::NEG_INFINITY, |rating| rating.elo);
        let mut order: Vec<(usize, StandingRow)> =
            rows(frame, &head.slug, tabled).into_iter().enumerate().collect();
        order.sort_by(|(one, _), (other, _)| elo(*other).total_cmp(&elo(*one)));
        let rows = order.into_iter().map(|(_, row)| row).collect();
        FieldPage { frame, head, rows }
    }
}
