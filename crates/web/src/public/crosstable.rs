//! Comparisons of bots: the crosstable as matrix and as list, the ratings with the cycles, and the
//! fair-play figures.

use super::{
    contest::PageHead,
    facts_say, more_say,
    standings::{StandingRow, rows},
};
use crate::{
    contest::StandingsView,
    frame::PageContext,
    page::{ContestPart, MatchSearch},
    say,
};
use askama::Template;
use certamen_contest::{FairPlay, vocabulary};
use certamen_tournament::{
    EntrantId,
    statistics::{Interval, field::Level},
};
use std::time::Duration;

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
    pub(super) fn new(frame: PageContext<'a>, head: PageHead, standings: &StandingsView) -> Self {
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
fn percent_range(frame: PageContext<'_>, interval: Interval) -> String {
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
    let interval = interval.map(|interval| format!(" ({})", percent_range(frame, interval)));
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

#[derive(Template)]
#[template(path = "pair_list.html")]
pub(super) struct PairsPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    matrix: String,
    rows: Vec<PairRow>,
}

pub(super) struct PairRow {
    pub(super) bots: [(String, String); 2],
    pub(super) percent: String,
    pub(super) bar: String,
    pub(super) reach: String,
    pub(super) tally: String,
    pub(super) played: String,
    pub(super) matches: String,
}

impl<'a> PairsPage<'a> {
    pub(super) fn new(frame: PageContext<'a>, head: PageHead, standings: &StandingsView) -> Self {
        let size = standings.field.bots.len();
        let pairs = (0..size).flat_map(|one| (one + 1..size).map(move |other| (one, other)));
        let rows = pairs.filter_map(|pair| pair_row(frame, &head, standings, pair)).collect();
        let matrix = frame.part(&head.slug, ContestPart::Matrix);
        PairsPage { frame, head, matrix, rows }
    }
}

pub(super) fn pair_row(
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
    let link = |name: &String| frame.part(&head.slug, ContestPart::Bot(name.clone()));
    let search =
        MatchSearch { bot: Some(bot.clone()), vs: Some(vs.clone()), ..MatchSearch::default() };
    Some(PairRow {
        bots: [bot, vs].map(|name| (frame.name(name), link(name))),
        percent,
        bar: bar.unwrap_or_default(),
        reach: interval.map(|interval| percent_range(frame, interval)).unwrap_or_default(),
        tally: format!("{}–{}–{}", against.won, against.drawn, against.lost),
        played: frame.count(against.played()),
        matches: head.to_matches(frame, search),
    })
}

const MAX_CYCLES: usize = 50;

#[derive(Template)]
#[template(path = "field.html")]
pub(super) struct FieldPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    rows: Vec<StandingRow>,
    cycles: Vec<CycleRow>,
}

struct CycleRow {
    level: String,
    /// Their names and links.
    members: Vec<(String, String)>,
    /// The first, which the last one beats.
    again: String,
}

impl<'a> FieldPage<'a> {
    pub(super) fn new(frame: PageContext<'a>, head: PageHead, tabled: &StandingsView) -> Self {
        let elo =
            |place: usize| tabled.ratings[place].map_or(f64::NEG_INFINITY, |rating| rating.elo);
        let mut order: Vec<(usize, StandingRow)> =
            rows(frame, &head.slug, tabled).into_iter().enumerate().collect();
        order.sort_by(|(one, _), (other, _)| elo(*other).total_cmp(&elo(*one)));
        let rows = order.into_iter().map(|(_, row)| row).collect();
        let cycles = tabled.cycles().iter().take(MAX_CYCLES).map(|cycle| {
            let members = cycle.members.map(|id| {
                let name = &tabled.field.bots[id.index()];
                (frame.name(name), frame.part(&head.slug, ContestPart::Bot(name.clone())))
            });
            let level = match cycle.level {
                Level::Exact => more_say::cycle_exact(),
                level => more_say::cycle_level(frame.number(level.percent())),
            };
            let level = frame.t(level);
            CycleRow { level, again: members[0].0.clone(), members: members.to_vec() }
        });
        let cycles = cycles.collect();
        FieldPage { frame, head, rows, cycles }
    }
}

#[derive(Template)]
#[template(path = "fair_play.html")]
pub(super) struct FairPlayPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    seats: Vec<(usize, String, String)>,
    advantage: String,
    bots: Vec<SeatShare>,
    voids: Vec<(String, String)>,
    load: String,
}

struct SeatShare {
    bot: String,
    to: String,
    sat: String,
    faults: String,
}

impl<'a> FairPlayPage<'a> {
    pub(super) fn new(frame: PageContext<'a>, head: PageHead, fair: &FairPlay) -> Self {
        let seats = fair.seats.iter().enumerate().map(|(seat, against)| {
            let share = against.share().map(|share| frame.rounded(100.0 * share, 1));
            let tally = format!("{}–{}–{}", against.won, against.drawn, against.lost);
            (seat, tally, share.map(|share| format!("{share} %")).unwrap_or_default())
        });
        let bots = fair.bots.iter().map(|share| {
            let faults = share.faults.iter();
            let faults = faults.map(|(fault, count)| {
                format!("{} {}", frame.t(vocabulary::fault(*fault)), frame.count(*count))
            });
            let sat = share.sat.iter().map(|count| frame.count(*count));
            SeatShare {
                bot: frame.name(&share.bot),
                to: frame.part(&head.slug, ContestPart::Bot(share.bot.clone())),
                sat: sat.collect::<Vec<_>>().join(" : "),
                faults: faults.collect::<Vec<_>>().join(", "),
            }
        });
        let advantage = fair.advantage.map(|(elo, error)| {
            frame.t(say::advantage(
                frame.signed(elo),
                frame.rounded(certamen_game::number::Z95 * error, 0),
            ))
        });
        let load = fair.load.map(|load| {
            let [median, slow, longest] =
                [load.median, load.slow, load.longest].map(|time| duration(frame, time));
            frame.t(say::load(frame.count(load.matches as u64), median, slow, longest))
        });
        let voids = fair.voids.iter();
        FairPlayPage {
            seats: seats.collect(),
            bots: bots.collect(),
            advantage: advantage.unwrap_or_default(),
            load: load.unwrap_or_default(),
            voids: voids.map(|(why, count)| (frame.name(why), frame.count(*count))).collect(),
            frame,
            head,
        }
    }
}

fn duration(frame: PageContext<'_>, time: Duration) -> String {
    match time.as_secs_f64() {
        short if short < 1.0 => format!("{} ms", frame.rounded(1000.0 * short, 1)),
        long => format!("{} s", frame.rounded(long, 1)),
    }
}
