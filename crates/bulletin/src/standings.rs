//! The table of a contest.

use crate::format::{Alignment, Column, Layout, TableFormat, WIDEST, fit, print};
use crate::say::table;
use certamen_contest::{Line, SetAside, vocabulary};
use certamen_game::{Language, number};
use certamen_speech::Message;
use certamen_tournament::{RankingConfig, ranking, ranking::TieBreak, statistics::Settlement};
use serde_json::json;
use std::io::{self, Write};

/// The place of the language in a line.
const LANGUAGE_COLUMN: usize = 2;

/// Prints the lines of a table.
pub fn print_lines(
    out: &mut dyn Write,
    layout: impl Into<Layout>,
    (lines, aside): (&[Line], &[SetAside]),
    language: Language,
) -> io::Result<()> {
    let layout = layout.into();
    let format = layout.format;
    if format == TableFormat::Json {
        lines.iter().try_for_each(|line| writeln!(out, "{}", serde_json::to_string(line)?))?;
        return print_aside(out, aside);
    }
    let columns = columns(lines, format.headings(language));
    let mut rows: Vec<Vec<String>> = lines.iter().map(|line| row(line, language)).collect();
    rows.extend(aside.iter().map(|aside| row_aside(aside, columns.len(), language)));
    print_fitting(out, layout, &columns, &mut rows)
}

/// Those who are set aside, as lines of a table without rank.
fn print_aside(out: &mut dyn Write, aside: &[SetAside]) -> io::Result<()> {
    aside.iter().try_for_each(|aside| {
        let (bot, reason) = (&aside.bot, &aside.reason);
        let line = json!({"rank": null, "bot": bot, "status": "set-aside", "reason": reason});
        writeln!(out, "{line}")
    })
}

fn row_aside(aside: &SetAside, columns: usize, language: Language) -> Vec<String> {
    let (word, reason) = (table::set_aside().get(language), aside.reason.get(language));
    let mut row = vec![String::new(); columns];
    row[1] = format!("{} ({word}: {reason})", aside.bot);
    row
}

/// Prints the lines of a table, each with what is known of its standing above the next.
pub fn print_settled(
    out: &mut dyn Write,
    layout: impl Into<Layout>,
    (lines, aside): (&[Line], &[SetAside]),
    settlements: &[Option<Settlement>],
    language: Language,
) -> io::Result<()> {
    let layout = layout.into();
    let format = layout.format;
    let both = lines.iter().zip(settlements);
    if format == TableFormat::Json {
        both.into_iter().try_for_each(|(line, settlement)| {
            let mut line = serde_json::to_value(line)?;
            line["settled"] = json!(settlement.map(|known| known == Settlement::Settled));
            if let Some(Settlement::About(more)) = settlement {
                line["matches_to_settle"] = json!(more);
            }
            writeln!(out, "{line}")
        })?;
        return print_aside(out, aside);
    }
    let headings = format.headings(language);
    let mut columns = columns(lines, headings);
    columns.push(Column(table::above_next().get(headings), Alignment::Text));
    let mut rows: Vec<Vec<String>> = both
        .map(|(line, settlement)| {
            let told = settlement.map(|settlement| match settlement {
                Settlement::Settled => table::settled().get(language),
                Settlement::About(more) => table::more_matches(more).get(language),
                Settlement::Open => table::open().get(language),
            });
            let mut row = row(line, language);
            row.push(told.unwrap_or_default());
            row
        })
        .collect();
    rows.extend(aside.iter().map(|aside| row_aside(aside, columns.len(), language)));
    if format == TableFormat::Table {
        // What is said of the standing takes its room.
        columns.remove(LANGUAGE_COLUMN);
        for row in &mut rows {
            row.remove(LANGUAGE_COLUMN);
        }
    }
    print_fitting(out, layout, &columns, &mut rows)
}

fn print_fitting(
    out: &mut dyn Write,
    layout: Layout,
    columns: &[Column],
    rows: &mut [Vec<String>],
) -> io::Result<()> {
    if layout.format == TableFormat::Table {
        fit(columns, rows, layout.width.unwrap_or(WIDEST));
    }
    print(out, layout, columns, rows)
}

fn columns(lines: &[Line], language: Language) -> Vec<Column> {
    let mut columns = vec![
        Column::number(&table::rank(), language),
        Column::text(&table::bot(), language),
        Column::text(&table::language(), language),
    ];
    columns.extend(Column::of_results(language));
    let more = lines.first().map(|line| line.columns.0.iter()).into_iter().flatten();
    columns.extend(more.map(|(column, _)| Column::number(&heading(*column), language)));
    columns
}

/// Says what decided between equal scores, or that they share a place.
pub fn print_note(
    out: &mut dyn Write,
    lines: &[Line],
    ranking: &RankingConfig,
    language: Language,
) -> io::Result<()> {
    let shared = lines.windows(2).any(|two| two[0].rank.is_some() && two[0].rank == two[1].rank);
    let tie_breaks = ranking
        .tie_breaks
        .iter()
        .map(|tie_break| heading(ranking::Column::TieBreak(*tie_break)).get(language));
    let tie_breaks: Vec<String> = tie_breaks.collect();
    if !tie_breaks.is_empty() {
        writeln!(out, "\n{}: {}", table::ties_broken_by().get(language), tie_breaks.join(", "))?;
    }
    if shared {
        let blank = if tie_breaks.is_empty() { "\n" } else { "" };
        writeln!(out, "{blank}{}", table::places_shared().get(language))?;
    }
    Ok(())
}

fn heading(column: ranking::Column) -> Message {
    match column {
        ranking::Column::TieBreak(TieBreak::Buchholz) => table::buchholz(),
        ranking::Column::TieBreak(TieBreak::SonnebornBerger) => table::sonneborn_berger(),
        ranking::Column::TieBreak(TieBreak::DirectEncounter) => table::direct_encounter(),
        ranking::Column::TieBreak(TieBreak::MostWins) => table::most_wins(),
        ranking::Column::References => table::references(),
        ranking::Column::Mark => table::mark(),
        ranking::Column::RoundsShort => table::rounds_short(),
        ranking::Column::Division => table::division(),
    }
}

fn row(line: &Line, language: Language) -> Vec<String> {
    let mut row = vec![
        line.rank.map(|rank| rank.to_string()).unwrap_or_default(),
        line.disqualified.map_or_else(
            || line.bot.clone(),
            |cause| {
                let cause = vocabulary::cause(cause).get(language);
                format!("{} ({}: {cause})", line.bot, table::disqualified().get(language))
            },
        ),
        line.language.clone(),
        line.played.to_string(),
        line.won.to_string(),
        line.drawn.to_string(),
        line.lost.to_string(),
        number::json(line.score).to_string(),
        line.faults.to_string(),
    ];
    let shown =
        |value: Option<f64>| value.map_or_else(String::new, |v| number::json(v).to_string());
    row.extend(line.columns.0.iter().map(|(_, value)| shown(*value)));
    row
}
