//! `certamen matches`: one line a match.

use crate::command_error::CommandError;
use crate::say::table;
use crate::{
    ending::Ending,
    flags::shared::ListingArgs,
    format::{Alignment, Column, TableFormat, print},
};
use certamen_contest::vocabulary;
use certamen_contest::{Folder, Results};
use certamen_game::{Language, Outcome, number};
use certamen_store::StoredMatch;
use serde_json::{Value, json};
use std::io::{Write, stdout};

/// Lists the matches of a contest.
pub(crate) fn matches(arguments: &ListingArgs, language: Language) -> Result<Ending, CommandError> {
    let results = Results::open(&Folder::new(&arguments.folder))?;
    let game = results.game();
    let mut out = stdout().lock();
    let mut rows = Vec::new();
    for played in results.matches()? {
        let bots = played.seats.iter().map(|seat| results.bot(*seat));
        let bots = bots.collect::<Result<Vec<_>, _>>()?;
        let Some(outcome) = &played.outcome else { continue };
        if arguments.format == TableFormat::Json {
            writeln!(out, "{}", json_line(&played, &bots, outcome))?;
        } else {
            rows.push(row(game, &played, &bots, outcome, language));
        }
    }
    if arguments.format == TableFormat::Json {
        return Ok(Ending::Fine);
    }
    let headings = arguments.format.headings(language);
    let columns = [
        Column(table::number().get(headings), Alignment::Number),
        Column(table::seats().get(headings), Alignment::Text),
        Column(table::result().get(headings), Alignment::Text),
        Column(table::turns().get(headings), Alignment::Number),
        Column(table::faults().get(headings), Alignment::Number),
        Column(table::facts().get(headings), Alignment::Text),
    ];
    print(&mut out, arguments.format, &columns, &rows)?;
    Ok(Ending::Fine)
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
