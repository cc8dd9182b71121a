//! The ratings page: ratings with intervals, and cycles.

use super::{
    contest::PageHead,
    facts_say, more_say as words,
    standings::{StandingRow, rows},
};
use crate::{contest::StandingsView, frame::PageContext, page::ContestPart, say};
use askama::Template;
use certamen_tournament::statistics::field::{Cycle, Level};

/// The maximum number of cycles, the most certain first.
const MOST: usize = 50;

#[derive(Template)]
#[template(path = "field.html")]
pub(super) struct FieldPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    rows: Vec<StandingRow>,
    circles: Vec<CircleRow>,
}

/// A cycle of three bots.
struct CircleRow {
    level: String,
    /// Their names and links.
    members: Vec<(String, String)>,
    /// The first, which the last one beats.
    again: String,
}

impl<'a> FieldPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        tabled: &StandingsView,
    ) -> FieldPage<'a> {
        let elo =
            |place: usize| tabled.ratings[place].map_or(f64::NEG_INFINITY, |rating| rating.elo);
        let mut order: Vec<(usize, StandingRow)> =
            rows(frame, &head.slug, tabled).into_iter().enumerate().collect();
        order.sort_by(|(one, _), (other, _)| elo(*other).total_cmp(&elo(*one)));
        let rows = order.into_iter().map(|(_, row)| row).collect();
        let circles = tabled.circles().iter().take(MOST);
        let circles = circles.map(|circle| told(frame, &head, (tabled, circle))).collect();
        FieldPage { frame, head, rows, circles }
    }
}

fn told(
    frame: PageContext<'_>,
    head: &PageHead,
    (tabled, circle): (&StandingsView, &Cycle),
) -> CircleRow {
    let members = circle.members.map(|id| {
        let name = &tabled.field.bots[id.index()];
        (frame.name(name), frame.part(&head.slug, ContestPart::Bot(name.clone())))
    });
    let level = match circle.level {
        Level::Exact => words::circle_exact(),
        level => words::circle_level(frame.number(level.percent())),
    };
    CircleRow { level: frame.t(level), again: members[0].0.clone(), members: members.to_vec() }
}
