//! The standings of a contest.

use crate::print::format::{Alignment, Column, Layout, TableFormat, WIDEST, fit, narrowest, print};
use crate::print::say::table;
use certamen_contest::{ExcludedBot, StandingsRow, vocabulary};
use certamen_game::{Language, number};
use certamen_i18n::{Message, labelled};
use certamen_tournament::{RankingConfig, ranking, ranking::TieBreak, statistics::RankCertainty};
use serde_json::{Value, json};
use std::io::{self, Write};

/// The index of the name's column.
const NAME_COLUMN: usize = 1;
/// The index of the language's column.
const LANGUAGE_COLUMN: usize = 2;

/// The index of the score's column.
const SCORE_COLUMN: usize = 7;

/// What is printed of the standings.
#[derive(Clone, Copy)]
pub struct StandingsOptions<'a> {
    pub lines: &'a [StandingsRow],
    /// The excluded bots, printed at the end.
    pub aside: &'a [ExcludedBot],
    /// Half the width of each score's confidence interval, where that is known.
    pub reaches: Option<&'a [Option<f64>]>,
}

impl StandingsOptions<'_> {
    fn reach(&self, place: usize) -> Option<f64> {
        self.reaches.and_then(|reaches| reaches.get(place).copied().flatten())
    }

    fn json(&self, place: usize) -> serde_json::Result<Value> {
        let mut line = serde_json::to_value(&self.lines[place])?;
        if self.reaches.is_some() {
            line["reach"] = json!(self.reach(place).map(number::json));
        }
        Ok(line)
    }

    fn columns(&self, language: Language) -> Vec<Column> {
        let mut columns = columns(self.lines, language);
        if self.reaches.is_some() {
            columns.insert(SCORE_COLUMN + 1, Column("±95 %".to_owned(), Alignment::Number));
        }
        columns
    }

    fn rows(&self, language: Language) -> Vec<NotedRow> {
        let rows = self.lines.iter().enumerate().map(|(place, line)| {
            let mut row = row(line, language);
            if self.reaches.is_some() {
                let reach = self.reach(place).map(|reach| format!("{reach:.1}"));
                row.cells.insert(SCORE_COLUMN + 1, reach.unwrap_or_default());
            }
            row
        });
        rows.collect()
    }

    /// Removes the score's column from tables for people if no row has a score.
    fn without_scores(
        &self,
        format: TableFormat,
        columns: &mut Vec<Column>,
        rows: &mut [NotedRow],
    ) {
        let none = self.lines.iter().all(|line| line.score.is_none());
        if none && !self.lines.is_empty() && format != TableFormat::Csv {
            columns.remove(SCORE_COLUMN);
            for row in rows {
                row.cells.remove(SCORE_COLUMN);
            }
        }
    }
}

/// Prints the rows of the standings.
pub fn print_lines(
    out: &mut dyn Write,
    layout: impl Into<Layout>,
    table: StandingsOptions<'_>,
    language: Language,
) -> io::Result<()> {
    let layout = layout.into();
    let format = layout.format;
    if format == TableFormat::Json {
        (0..table.lines.len()).try_for_each(|place| writeln!(out, "{}", table.json(place)?))?;
        return print_aside(out, table.aside);
    }
    let mut columns = table.columns(format.headings(language));
    let mut rows = table.rows(language);
    rows.extend(table.aside.iter().map(|aside| row_aside(aside, columns.len(), language)));
    table.without_scores(format, &mut columns, &mut rows);
    print_noted(out, layout, columns, rows)
}

/// Prints the excluded bots as rows without a rank.
fn print_aside(out: &mut dyn Write, aside: &[ExcludedBot]) -> io::Result<()> {
    aside.iter().try_for_each(|aside| {
        let (bot, reason) = (&aside.bot, &aside.reason);
        let line = json!({"rank": null, "bot": bot, "status": "set-aside", "reason": reason});
        writeln!(out, "{line}")
    })
}

fn row_aside(aside: &ExcludedBot, columns: usize, language: Language) -> NotedRow {
    let (word, reason) = (table::set_aside(), aside.reason.get(language));
    let mut cells = vec![String::new(); columns];
    cells[NAME_COLUMN].clone_from(&aside.bot);
    NotedRow { cells, note: Some(labelled(word, reason).get(language)) }
}

/// Prints the rows of the standings, each with the certainty of its rank.
pub fn print_settled(
    out: &mut dyn Write,
    layout: impl Into<Layout>,
    table: StandingsOptions<'_>,
    settlements: &[Option<RankCertainty>],
    language: Language,
) -> io::Result<()> {
    let layout = layout.into();
    let format = layout.format;
    if format == TableFormat::Json {
        settlements.iter().enumerate().try_for_each(|(place, certainty)| {
            let mut line = table.json(place)?;
            line["settled"] = json!(certainty.map(RankCertainty::is_final));
            match certainty {
                Some(RankCertainty::About(more)) => line["matches_to_settle"] = json!(more),
                Some(RankCertainty::Exact) => line["exact"] = json!(true),
                _ => {}
            }
            writeln!(out, "{line}")
        })?;
        return print_aside(out, table.aside);
    }
    let headings = format.headings(language);
    let mut columns = table.columns(headings);
    columns.push(Column(table::above_next().get(headings), Alignment::Text));
    let mut rows = table.rows(language);
    for (row, certainty) in rows.iter_mut().zip(settlements) {
        row.cells.push(certainty.map(|known| standing(known, language)).unwrap_or_default());
    }
    rows.extend(table.aside.iter().map(|aside| row_aside(aside, columns.len(), language)));
    table.without_scores(format, &mut columns, &mut rows);
    if format == TableFormat::Table {
        // The certainty takes the place of this column.
        columns.remove(LANGUAGE_COLUMN);
        for row in &mut rows {
            row.cells.remove(LANGUAGE_COLUMN);
        }
    }
    print_noted(out, layout, columns, rows)?;
    let several = settlements.iter().filter(|known| **known == Some(RankCertainty::Settled));
    if format == TableFormat::Table && several.count() > 1 {
        writeln!(out, "\n{}", table::together().get(language))?;
    }
    Ok(())
}

/// A row of the standings, and why a bot has no rank.
struct NotedRow {
    cells: Vec<String>,
    note: Option<String>,
}

/// Prints the standings. In a table that must fit, notes follow below it; otherwise each is in its
/// row.
fn print_noted(
    out: &mut dyn Write,
    layout: Layout,
    mut columns: Vec<Column>,
    rows: Vec<NotedRow>,
) -> io::Result<()> {
    let mut notes = Vec::new();
    let cells = rows.into_iter().map(|NotedRow { mut cells, note }| {
        if let Some(note) = note {
            let noted = format!("{} ({note})", cells[NAME_COLUMN]);
            if layout.format == TableFormat::Table {
                notes.push(noted);
            } else {
                cells[NAME_COLUMN] = noted;
            }
        }
        cells
    });
    let mut rows: Vec<Vec<String>> = cells.collect();
    if layout.format == TableFormat::Table {
        make_room(layout, &mut columns, &mut rows);
        fit(&columns, &mut rows, layout.width.unwrap_or(WIDEST));
    }
    print(out, layout, &columns, &rows)?;
    if !notes.is_empty() {
        writeln!(out)?;
    }
    notes.iter().try_for_each(|note| writeln!(out, "{note}"))
}

/// On a narrow terminal, the language's column is removed before headings are broken.
fn make_room(layout: Layout, columns: &mut Vec<Column>, rows: &mut [Vec<String>]) {
    let is_narrow = layout.width.is_some_and(|width| narrowest(columns, rows) > width);
    if is_narrow && columns[LANGUAGE_COLUMN].1 == Alignment::Text {
        columns.remove(LANGUAGE_COLUMN);
        for row in rows {
            row.remove(LANGUAGE_COLUMN);
        }
    }
}

/// The certainty that a row ranks above the next.
fn standing(certainty: RankCertainty, language: Language) -> String {
    match certainty {
        RankCertainty::Settled => table::settled(),
        RankCertainty::Exact => table::exact(),
        RankCertainty::About(more) => table::more_matches(more),
        RankCertainty::Open => table::open(),
    }
    .get(language)
}

fn columns(lines: &[StandingsRow], language: Language) -> Vec<Column> {
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

/// A line about the criterion that broke ties, if one did.
pub fn tie_breaks_note(ranking: &RankingConfig, language: Language) -> Option<String> {
    let tie_breaks = ranking
        .tie_breaks
        .iter()
        .map(|tie_break| heading(ranking::Column::TieBreak(*tie_break)).get(language));
    let tie_breaks: Vec<String> = tie_breaks.collect();
    let told = labelled(table::ties_broken_by(), tie_breaks.join(", "));
    (!tie_breaks.is_empty()).then(|| told.get(language))
}

/// A line saying that equal bots share a rank, if some do.
pub fn shared_note(lines: &[StandingsRow], language: Language) -> Option<String> {
    let shared = lines.windows(2).any(|two| two[0].rank.is_some() && two[0].rank == two[1].rank);
    shared.then(|| table::places_shared().get(language))
}

/// Prints notes below a table, after an empty line.
pub fn print_notes(
    out: &mut dyn Write,
    notes: impl IntoIterator<Item = Option<String>>,
) -> io::Result<()> {
    for (place, note) in notes.into_iter().flatten().enumerate() {
        writeln!(out, "{}{note}", if place == 0 { "\n" } else { "" })?;
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

fn row(line: &StandingsRow, language: Language) -> NotedRow {
    let note = line
        .disqualified
        .map(|cause| labelled(table::disqualified(), vocabulary::cause(cause)).get(language));
    let mut cells = vec![
        line.rank.map(|rank| rank.to_string()).unwrap_or_default(),
        line.bot.clone(),
        line.language.clone(),
        line.played.to_string(),
        line.won.to_string(),
        line.drawn.to_string(),
        line.lost.to_string(),
        line.score.map(|score| number::json(score).to_string()).unwrap_or_default(),
        line.faults.to_string(),
    ];
    let shown =
        |value: Option<f64>| value.map_or_else(String::new, |v| number::json(v).to_string());
    cells.extend(line.columns.0.iter().map(|(_, value)| shown(*value)));
    NotedRow { cells, note }
}
