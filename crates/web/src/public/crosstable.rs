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
use certamen_contest::{FairPlay, PairLine, view::strongest_first, vocabulary};
use certamen_tournament::{EntrantId, statistics::Interval};
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
                .map(|other| {
                    Some(Meeting::new(frame, &head, standings, (place, other))?.cell(frame))
                })
                .collect(),
        });
        let rows = rows.collect();
        let list = frame.part(&head.slug, ContestPart::Pairs);
        MatrixPage { frame, head, rows, list }
    }
}

/// What one bot did against another; none if they have not met.
struct Meeting {
    bots: [String; 2],
    share: f64,
    interval: Option<Interval>,
    percent: String,
    /// The interval in percent.
    reach: Option<String>,
    tally: String,
    played: u64,
    /// The link to the matches.
    to: String,
}

impl Meeting {
    fn new(
        frame: PageContext<'_>,
        head: &PageHead,
        standings: &StandingsView,
        (one, other): (usize, usize),
    ) -> Option<Self> {
        let [one, other] = [one, other].map(|place| EntrantId(place as u32));
        let PairLine { bot, opponent, tally, .. } = standings.field.pair_line(None, one, other);
        let share = tally.share?;
        let interval = tally.low.zip(tally.high).map(|(low, high)| Interval { low, high });
        let percent = |share: f64| frame.rounded(100.0 * share, 0);
        Some(Meeting {
            share,
            interval,
            percent: percent(share),
            reach: interval
                .map(|Interval { low, high }| format!("{}…{} %", percent(low), percent(high))),
            tally: format!("{}–{}–{}", tally.won, tally.drawn, tally.lost),
            played: tally.played,
            to: head.to_matches(
                frame,
                MatchSearch {
                    bot: Some(bot.clone()),
                    vs: Some(opponent.clone()),
                    ..MatchSearch::default()
                },
            ),
            bots: [bot, opponent],
        })
    }

    fn cell(self, frame: PageContext<'_>) -> MatrixCell {
        let [bot, vs] = self.bots.each_ref().map(|name| frame.name(name));
        let reach = self.reach.map(|reach| format!(" ({reach})")).unwrap_or_default();
        let colon = frame.t(say::colon());
        MatrixCell {
            class: (self.share * CLASSES).floor().min(CLASSES - 1.0) as u8,
            label: format!("{} %{colon} {bot} – {vs}{colon} {}{reach}", self.percent, self.tally),
            percent: self.percent,
            to: self.to,
        }
    }
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
    pair: (usize, usize),
) -> Option<PairRow> {
    let met = Meeting::new(frame, head, standings, pair)?;
    let bar = met.interval.map(|interval| {
        let whole = Interval { low: 0.0, high: 1.0 };
        crate::charts::interval_bar(
            (met.share, interval),
            whole,
            0.5,
            &format!("{} %", met.percent),
        )
    });
    let link = |name: &String| frame.part(&head.slug, ContestPart::Bot(name.clone()));
    Some(PairRow {
        bots: met.bots.each_ref().map(|name| (frame.name(name), link(name))),
        percent: met.percent,
        bar: bar.unwrap_or_default(),
        reach: met.reach.unwrap_or_default(),
        tally: met.tally,
        played: frame.count(met.played),
        matches: met.to,
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
        let mut all: Vec<Option<StandingRow>> =
            rows(frame, &head.slug, tabled).into_iter().map(Some).collect();
        let order = strongest_first(&tabled.ratings).into_iter();
        let rows = order.filter_map(|place| all[place].take()).collect();
        let cycles = tabled.cycles().iter().take(MAX_CYCLES);
        let cycles = cycles.map(|cycle| {
            let link = |name: &String| {
                (frame.name(name), frame.part(&head.slug, ContestPart::Bot(name.clone())))
            };
            let members = cycle.bots.each_ref().map(link);
            let level = if cycle.is_exact {
                more_say::cycle_exact()
            } else {
                more_say::cycle_level(frame.number(cycle.percent))
            };
            CycleRow {
                level: frame.t(level),
                again: members[0].0.clone(),
                members: members.to_vec(),
            }
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
