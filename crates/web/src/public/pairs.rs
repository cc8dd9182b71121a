//! The crosstable as a list: a row for each two bots that met.

use super::{contest::PageHead, facts_say, matrix::reach, more_say as words};
use crate::{
    contest::StandingsView,
    frame::PageContext,
    page::{ContestPart, MatchSearch},
    say,
};
use askama::Template;
use certamen_tournament::{EntrantId, statistics::Interval};

#[derive(Template)]
#[template(path = "pair_list.html")]
pub(super) struct PairsPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    matrix: String,
    rows: Vec<PairRow>,
}

/// The result of a bot against one that ranks below it.
struct PairRow {
    bots: [(String, String); 2],
    percent: String,
    bar: String,
    reach: String,
    tally: String,
    played: String,
    matches: String,
}

impl<'a> PairsPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        standings: &StandingsView,
    ) -> PairsPage<'a> {
        let size = standings.field.bots.len();
        let pairs = (0..size).flat_map(|one| (one + 1..size).map(move |other| (one, other)));
        let rows = pairs.filter_map(|pair| row(frame, &head, standings, pair)).collect();
        let matrix = frame.part(&head.slug, ContestPart::Matrix);
        PairsPage { frame, head, matrix, rows }
    }
}

fn row(
    frame: PageContext<'_>,
    head: &PageHead,
    standings: &StandingsView,
    (one, other): (usize, usize),
) -> Option<PairRow> {
    let field = &standings.field;
    let against = field.table.against(EntrantId(one as u32), EntrantId(other as u32));
    let share = against.share()?;
    let percent = frame.rounded(100.0 * share, 0);
    let interval = against.interval();
    let bar = interval.map(|interval| {
        let label = format!("{percent} %");
        let whole = Interval { low: 0.0, high: 1.0 };
        crate::charts::interval_bar((share, interval), whole, 0.5, &label)
    });
    let [bot, vs] = [one, other].map(|place| &field.bots[place]);
    let way = |name: &String| frame.part(&head.slug, ContestPart::Bot(name.clone()));
    let search =
        MatchSearch { bot: Some(bot.clone()), vs: Some(vs.clone()), ..MatchSearch::default() };
    Some(PairRow {
        bots: [bot, vs].map(|name| (frame.name(name), way(name))),
        percent,
        bar: bar.unwrap_or_default(),
        reach: interval.map(|interval| reach(frame, interval)).unwrap_or_default(),
        tally: format!("{}–{}–{}", against.won, against.drawn, against.lost),
        played: frame.count(against.played()),
        matches: head.to_matches(frame, search),
    })
}
