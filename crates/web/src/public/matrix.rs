//! The crosstable: the share of each bot against each other, in the order of the standings.

use super::{contest::PageHead, facts_say, more_say as words};
use crate::{
    contest::StandingsView,
    frame::PageContext,
    page::{ContestPart, MatchSearch},
    say,
};
use askama::Template;
use certamen_tournament::{EntrantId, statistics::Interval};

/// The number of colours of cells.
const CLASSES: f64 = 11.0;

#[derive(Template)]
#[template(path = "matrix.html")]
pub(super) struct MatrixPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    rows: Vec<MatrixRow>,
    list: String,
}

struct MatrixRow {
    number: usize,
    bot: String,
    to: String,
    cells: Vec<Option<MatrixCell>>,
}

struct MatrixCell {
    class: u8,
    percent: String,
    label: String,
    to: String,
}

impl<'a> MatrixPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        standings: &StandingsView,
    ) -> MatrixPage<'a> {
        let bots = &standings.field.bots;
        let rows = bots.iter().enumerate().map(|(place, bot)| MatrixRow {
            number: place + 1,
            bot: frame.name(bot),
            to: frame.part(&head.slug, ContestPart::Bot(bot.clone())),
            cells: (0..bots.len())
                .map(|other| cell(frame, &head, standings, (place, other)))
                .collect(),
        });
        let rows = rows.collect();
        let list = frame.part(&head.slug, ContestPart::Pairs);
        MatrixPage { frame, head, rows, list }
    }
}

/// The range of shares of a colour, in percent.
pub(super) fn reach(frame: PageContext<'_>, interval: Interval) -> String {
    let [low, high] = [interval.low, interval.high].map(|share| frame.rounded(100.0 * share, 0));
    format!("{low}…{high} %")
}

fn cell(
    frame: PageContext<'_>,
    head: &PageHead,
    standings: &StandingsView,
    (one, other): (usize, usize),
) -> Option<MatrixCell> {
    let field = &standings.field;
    let against = field.table.against(EntrantId(one as u32), EntrantId(other as u32));
    let share = against.share()?;
    let interval = against.interval();
    let interval = interval.map(|interval| format!(" ({})", reach(frame, interval)));
    let (bot, vs) = (&field.bots[one], &field.bots[other]);
    let percent = frame.rounded(100.0 * share, 0);
    let label = format!(
        "{percent} %: {} – {}: {}–{}–{}{}",
        frame.name(bot),
        frame.name(vs),
        against.won,
        against.drawn,
        against.lost,
        interval.unwrap_or_default()
    );
    let search =
        MatchSearch { bot: Some(bot.clone()), vs: Some(vs.clone()), ..MatchSearch::default() };
    Some(MatrixCell {
        class: (share * CLASSES).floor().min(CLASSES - 1.0) as u8,
        percent,
        label,
        to: head.to_matches(frame, search),
    })
}
