//! The table: places, results, strengths with their intervals, and what is settled.

use super::contest::PageHead;
use crate::{Slug, contest::Tabled, frame::Frame, page::ContestPart, say};
use askama::Template;
use certamen_contest::{Line, vocabulary};
use certamen_speech::Message;
use certamen_tournament::{
    ranking::{Column, TieBreak},
    statistics::{Interval, Rating, Settlement},
};

#[derive(Template)]
#[template(path = "standings.html")]
pub(super) struct StandingsPage<'a> {
    frame: Frame<'a>,
    head: PageHead,
    rows: Vec<StandingRow>,
    columns: Vec<String>,
    ties: String,
    shared: bool,
    unisolated: bool,
}

/// A line of the table.
pub(super) struct StandingRow {
    pub(super) rank: String,
    pub(super) to: String,
    pub(super) bot: String,
    pub(super) language: String,
    pub(super) score: String,
    pub(super) played: String,
    pub(super) tally: String,
    pub(super) faults: u64,
    pub(super) bar: String,
    pub(super) elo: String,
    pub(super) settled: Option<bool>,
    pub(super) standing: String,
    pub(super) out: String,
    pub(super) columns: Vec<String>,
}

impl<'a> StandingsPage<'a> {
    pub(super) fn new(frame: Frame<'a>, head: PageHead, tabled: &Tabled) -> StandingsPage<'a> {
        let lines = &tabled.lines;
        let columns = lines.first().map(|line| line.columns.0.iter()).into_iter().flatten();
        let ties = tabled.ranking.tie_breaks.iter();
        let ties: Vec<String> = ties.map(|tie| frame.t(tie_break(*tie))).collect();
        let shared =
            lines.windows(2).any(|two| two[0].rank.is_some() && two[0].rank == two[1].rank);
        StandingsPage {
            rows: rows(frame, &head.slug, tabled),
            columns: columns.map(|(column, _)| frame.t(heading(*column))).collect(),
            ties: ties.join(", "),
            shared,
            unisolated: tabled.tier == "D",
            frame,
            head,
        }
    }
}

/// The lines of the table.
pub(super) fn rows(frame: Frame<'_>, slug: &Slug, tabled: &Tabled) -> Vec<StandingRow> {
    let scale = scale(tabled);
    let lines = tabled.lines.iter().zip(&tabled.ratings).zip(&tabled.settlements);
    let rows = lines.map(|((line, rating), settlement)| {
        let bar = rating.zip(scale).map(|(rating, scale)| {
            let interval = rating.interval();
            let label = say::interval(
                frame.signed(rating.elo),
                frame.signed(interval.low),
                frame.signed(interval.high),
            );
            certamen_charts::interval_bar((rating.elo, interval), scale, 0.0, &frame.t(label))
        });
        let elo = rating.map(|rating| {
            let reach = rating.interval().high - rating.elo;
            format!("{} ± {}", frame.signed(rating.elo), frame.rounded(reach, 0))
        });
        StandingRow {
            bar: bar.unwrap_or_default(),
            elo: elo.unwrap_or_default(),
            ..row(frame, slug, line, *settlement)
        }
    });
    rows.collect()
}

fn row(frame: Frame<'_>, slug: &Slug, line: &Line, settlement: Option<Settlement>) -> StandingRow {
    let standing = settlement.map(|settlement| match settlement {
        Settlement::Settled => frame.t(say::settled()),
        Settlement::About(more) => frame.t(say::more_matches(frame.count(more))),
        Settlement::Open => frame.t(say::open()),
    });
    let out = line.disqualified.map(|cause| frame.t(say::out(vocabulary::cause(cause))));
    let columns = line.columns.0.iter();
    StandingRow {
        rank: line.rank.map(|rank| rank.to_string()).unwrap_or_default(),
        to: frame.part(slug, ContestPart::Bot(line.bot.clone())),
        bot: frame.name(&line.bot),
        language: frame.name(&line.language),
        score: frame.number(line.score),
        played: frame.count(line.played),
        tally: format!("{}–{}–{}", line.won, line.drawn, line.lost),
        faults: line.faults,
        bar: String::new(),
        elo: String::new(),
        settled: settlement.map(|settlement| settlement == Settlement::Settled),
        standing: standing.unwrap_or_default(),
        out: out.unwrap_or_default(),
        columns: columns
            .map(|(_, value)| value.map(|value| frame.number(value)).unwrap_or_default())
            .collect(),
    }
}

/// From the weakest to the strongest that any bot may be.
fn scale(tabled: &Tabled) -> Option<Interval> {
    let ends: Vec<Interval> = tabled.ratings.iter().flatten().map(Rating::interval).collect();
    let low = ends.iter().map(|interval| interval.low).reduce(f64::min)?;
    let high = ends.iter().map(|interval| interval.high).reduce(f64::max)?;
    // Two percent of room, so that no point is cut at the edge.
    let room = (high - low) * 0.02;
    Some(Interval { low: low - room, high: high + room })
}

fn heading(column: Column) -> Message {
    match column {
        Column::TieBreak(tie) => tie_break(tie),
        Column::References => say::references(),
        Column::Mark => say::mark(),
        Column::RoundsShort => say::rounds_short(),
        Column::Division => say::division(),
    }
}

fn tie_break(tie: TieBreak) -> Message {
    match tie {
        TieBreak::Buchholz => Message::verbatim("Buchholz"),
        TieBreak::SonnebornBerger => Message::verbatim("Sonneborn-Berger"),
        TieBreak::DirectEncounter => say::direct_encounter(),
        TieBreak::MostWins => say::most_wins(),
    }
}
