//! All that was played: one line a match.

use crate::format::{Alignment, Column, TableFormat, print};
use crate::say::table;
use certamen_contest::{Results, vocabulary};
use certamen_game::{Language, Outcome, number};
use certamen_speech::GivenUp;
use certamen_store::StoredMatch;
use serde_json::{Value, json};
use std::io::Write;

/// Lists the matches of a contest.
pub fn print_matches(
    out: &mut dyn Write,
    format: TableFormat,
    results: &Results<'_>,
    language: Language,
) -> Result<(), GivenUp> {
    let game = results.game();
    let mut rows = Vec::new();
    for played in results.matches()? {
        let bots = played.seats.iter().map(|seat| results.bot(*seat));
        let bots = bots.collect::<Result<Vec<_>, _>>()?;
        let Some(outcome) = &played.outcome else { continue };
        if format == TableFormat::Json {
            writeln!(out, "{}", json_line(&played, &bots, outcome))?;
        } else {
            rows.push(row(game, &played, &bots, outcome, language));
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
    print(out, format, &columns, &rows)?;
    Ok(())
}

fn json_line(played: &StoredMatch, bots: &[String], outcome: &Outcome) -> Value {
    let scores: Vec<Value> = outcome.scores.iter().map(|score| number::json(*score)).collect();
    json!({
        "match": played.number.0,
        "seats": bots,
        "scores": scores,
        "termination": outcome.termination,
        "reason": outcome.reason,
        "turns": played.turns,
        "faults": played.faults,
        "seed": played.seed,
        "detail": outcome.detail,
    })
}

fn row(
    game: &str,
    played: &StoredMatch,
    bots: &[String],
    outcome: &Outcome,
    language: Language,
) -> Vec<String> {
    let scores = outcome.scores.iter().map(|score| number::json(*score).to_string());
    let facts = vocabulary::facts(game, &outcome.detail, language);
    let reason = outcome.reason.map(|reason| vocabulary::fault(reason).get(language));
    vec![
        played.number.to_string(),
        bots.join(" - "),
        scores.collect::<Vec<_>>().join(" : "),
        played.turns.to_string(),
        played.faults.to_string(),
        reason.into_iter().chain(facts).collect::<Vec<_>>().join(", "),
    ]
}
