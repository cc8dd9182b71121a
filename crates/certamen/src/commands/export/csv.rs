//! An export for spreadsheets (RFC 4180): one line for each seat of each match that was played.

use super::each;
use crate::command_error::{CommandError, foreign};
use crate::format::harmless;
use certamen_contest::{Entry, Results, Reveal, ToldSubmission};
use certamen_game::number;
use std::{collections::BTreeMap, io::Write};

const HEADINGS: [&str; 13] = [
    "match",
    "repeat",
    "seed",
    "seat",
    "bot",
    "language",
    "digest",
    "score",
    "termination",
    "forfeited",
    "reason",
    "turns",
    "faults",
];

/// Writes the matches.
pub(super) fn write(
    out: &mut dyn Write,
    results: &Results,
    reveal: Reveal,
) -> Result<(), CommandError> {
    let terminator = csv::Terminator::CRLF;
    let mut writer = csv::WriterBuilder::new().terminator(terminator).from_writer(out);
    writer.write_record(HEADINGS).map_err(unwritten)?;
    let mut submissions: BTreeMap<i64, ToldSubmission> = BTreeMap::new();
    each(results, reveal, &mut |entry| {
        let told = match entry {
            Entry::Submission(submission) => {
                submissions.insert(submission.id, submission);
                return Ok(());
            }
            Entry::Match(told) => told,
            _ => return Ok(()),
        };
        let Some(outcome) = &told.outcome else { return Ok(()) };
        for (seat, id) in told.seats.iter().enumerate() {
            let Some(bot) = submissions.get(id) else { continue };
            let score = outcome.scores.get(seat).map(|score| number::json(*score).to_string());
            let forfeited = outcome.seats.iter().any(|failing| failing.index() == seat);
            let termination = serde_json::to_value(outcome.termination).map_err(foreign)?;
            let row = [
                told.number.to_string(),
                told.repeat.to_string(),
                told.seed.map(|seed| seed.to_string()).unwrap_or_default(),
                seat.to_string(),
                bot.bot.clone(),
                bot.language.clone(),
                bot.digest.clone(),
                score.unwrap_or_default(),
                termination.as_str().unwrap_or_default().to_owned(),
                if forfeited { "1" } else { "0" }.to_owned(),
                outcome.reason.map_or("", |fault| fault.word()).to_owned(),
                told.turns.to_string(),
                told.faults.to_string(),
            ];
            let row = row.map(|cell| harmless(&cell).into_owned());
            writer.write_record(row).map_err(unwritten)?;
        }
        Ok(())
    })?;
    writer.flush()?;
    Ok(())
}

fn unwritten(error: csv::Error) -> CommandError {
    let words = error.to_string();
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        _ => CommandError::new(words),
    }
}
