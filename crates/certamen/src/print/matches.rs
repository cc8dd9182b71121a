//! The list of matches, one a line.

use crate::{
    Result,
    print::{
        format::{Alignment, Column, Layout, TableFormat, print},
        say::table,
    },
};
use certamen_contest::{Results, vocabulary};
use certamen_game::{Fault, Language, Outcome, number};
use certamen_i18n::{labelled, usage};
use certamen_store::{FaultsByMatch, StoredMatch};
use serde_json::{Value, json};
use std::{collections::BTreeMap, io::Write};

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum MatchResult {
    /// It had more than all others
    Won,
    /// It shared the first place
    Drawn,
    /// Another had more, or no one scored
    Lost,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchFilter<'a> {
    /// Matches with all of these bots.
    pub(crate) bots: &'a [String],
    /// Matches with this result for the first of them.
    pub(crate) result: Option<MatchResult>,
    /// Matches with at least this number of faults.
    pub(crate) fewest_faults: u64,
}

impl MatchFilter<'_> {
    fn take(&self, played: &StoredMatch, bots: &[String], outcome: &Outcome) -> bool {
        let sits = |bot: &String| bots.contains(bot);
        let went = || {
            let seat = self.bots.first().and_then(|first| bots.iter().position(|bot| bot == first));
            seat.map(|seat| result_of(&outcome.scores, seat))
        };
        self.bots.iter().all(sits)
            && played.faults >= self.fewest_faults
            && (self.result.is_none() || self.result == went())
    }
}

/// The result of a match for a seat: the highest score wins, a shared one is a draw, and a score of
/// 0 never wins.
fn result_of(scores: &[f64], seat: usize) -> MatchResult {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let first = scores.iter().filter(|score| **score >= most).count();
    match scores.get(seat) {
        Some(own) if *own >= most && first == 1 => MatchResult::Won,
        Some(own) if *own >= most && *own != 0.0 => MatchResult::Drawn,
        _ => MatchResult::Lost,
    }
}

pub(crate) fn print_matches(
    out: &mut dyn Write,
    layout: impl Into<Layout>,
    results: &Results<'_>,
    wanted: &MatchFilter<'_>,
    language: Language,
) -> Result<()> {
    let layout = layout.into();
    let format = layout.format;
    let faults = results.faults()?;
    let game = results.game();
    let lines = results.standings()?;
    let unknown = |name: &&String| !lines.iter().any(|line| line.bot == **name);
    if let Some(name) = wanted.bots.iter().find(unknown) {
        return Err(usage(table::matches_of(name)));
    }
    let mut rows = Vec::new();
    for played in results.matches()? {
        let bots = played.seats.iter().map(|seat| results.bot(*seat));
        let bots = bots.collect::<Result<Vec<_>, _>>()?;
        let Some(mut outcome) = played.outcome.clone() else { continue };
        if !wanted.take(&played, &bots, &outcome) {
            continue;
        }
        outcome.detail.extend(results.start_facts(&played));
        if format == TableFormat::Json {
            let faults = by_seat(&played, &faults);
            writeln!(out, "{}", json_line(&played, &bots, &outcome, &faults))?;
        } else {
            let faults = by_seat(&played, &faults);
            rows.push(row(game, &played, (&bots, &faults), &outcome, language));
        }
    }
    if format == TableFormat::Json {
        return Ok(());
    }
    let headings = format.headings(language);
    let columns = [
        Column(table::number().get(headings), Alignment::Number),
        Column(table::seats().get(headings), Alignment::Text),
        Column(table::result().get(headings), Alignment::Text),
        Column(table::turns().get(headings), Alignment::Number),
        Column(table::faults().get(headings), Alignment::Number),
        Column(table::facts().get(headings), Alignment::Text),
    ];
    print(out, layout, &columns, &rows)?;
    Ok(())
}

type SeatFaults = Vec<BTreeMap<Fault, u64>>;

fn by_seat(played: &StoredMatch, faults: &FaultsByMatch) -> SeatFaults {
    let all = faults.get(&played.number).map(Vec::as_slice).unwrap_or_default();
    let of = |seat| all.iter().filter(move |(id, _, _)| id == seat);
    let seats = played.seats.iter();
    seats.map(|seat| of(seat).map(|(_, fault, times)| (*fault, *times)).collect()).collect()
}

fn json_line(
    played: &StoredMatch,
    bots: &[String],
    outcome: &Outcome,
    faults: &SeatFaults,
) -> Value {
    let scores: Vec<Value> = outcome.scores.iter().map(|score| number::json(*score)).collect();
    json!({
        "match": played.number.0,
        "seats": bots,
        "scores": scores,
        "termination": outcome.termination,
        "reason": outcome.reason,
        "turns": played.turns,
        "faults": played.faults,
        "faults_by_seat": faults,
        "seed": played.seed,
        "detail": outcome.detail,
    })
}

fn row(
    game: &str,
    played: &StoredMatch,
    (bots, faults): (&[String], &SeatFaults),
    outcome: &Outcome,
    language: Language,
) -> Vec<String> {
    let scores = outcome.scores.iter().map(|score| number::json(*score).to_string());
    let facts = vocabulary::facts(game, &outcome.detail, language);
    // Each bot with its faults; a count is printed if it is more than 1.
    let told = |(fault, times): (&Fault, &u64)| {
        let word = vocabulary::fault(*fault).get(language);
        if *times > 1 { format!("{word} ×{times}") } else { word }
    };
    let wrong = bots.iter().zip(faults).filter(|(_, faults)| !faults.is_empty());
    let wrong = wrong.map(|(bot, faults)| {
        labelled(bot, faults.iter().map(told).collect::<Vec<_>>().join(" ")).get(language)
    });
    vec![
        played.number.to_string(),
        bots.join(" - "),
        scores.collect::<Vec<_>>().join(" : "),
        played.turns.to_string(),
        played.faults.to_string(),
        wrong.chain(facts).collect::<Vec<_>>().join(", "),
    ]
}
