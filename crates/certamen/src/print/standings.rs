//! The standings of a contest, the notes below them about their certainty, and the changes since they
//! were last shown.

use super::{
    format::{Alignment, Column, Layout, TableFormat, WIDEST, fit, narrowest, print},
    say::table,
};
use crate::Result;
use certamen_contest::{
    Change, ExcludedBot, Nondeterminism, PreviousRank, Repetition, Results, StandingsRow,
    vocabulary,
};
use certamen_game::{Language, escaped, number};
use certamen_i18n::{Message, labelled};
use certamen_tournament::{
    RankingConfig,
    format::FormatEnd,
    ranking::{self, TieBreak},
    statistics::RankCertainty,
};
use serde_json::{Value, json};
use std::{
    fmt::Write as _,
    io::{self, Write},
};

const NAME_COLUMN: usize = 1;
const LANGUAGE_COLUMN: usize = 2;

const SCORE_COLUMN: usize = 7;

#[derive(Clone, Copy)]
pub(crate) struct StandingsOptions<'a> {
    pub(crate) lines: &'a [StandingsRow],
    /// The excluded bots, printed at the end.
    pub(crate) excluded: &'a [ExcludedBot],
    /// Half the width of each score's confidence interval, where that is known.
    pub(crate) reaches: Option<&'a [Option<f64>]>,
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

pub(crate) fn print_lines(
    out: &mut dyn Write,
    layout: impl Into<Layout>,
    table: StandingsOptions<'_>,
    language: Language,
) -> io::Result<()> {
    let layout = layout.into();
    let format = layout.format;
    if format == TableFormat::Json {
        (0..table.lines.len()).try_for_each(|place| writeln!(out, "{}", table.json(place)?))?;
        return print_excluded(out, table.excluded);
    }
    let mut columns = table.columns(format.headings(language));
    let mut rows = table.rows(language);
    rows.extend(
        table.excluded.iter().map(|excluded| excluded_row(excluded, columns.len(), language)),
    );
    table.without_scores(format, &mut columns, &mut rows);
    print_noted(out, layout, columns, rows)
}

fn print_excluded(out: &mut dyn Write, excluded: &[ExcludedBot]) -> io::Result<()> {
    excluded.iter().try_for_each(|excluded| {
        let (bot, reason) = (&excluded.bot, &excluded.reason);
        let line = json!({"rank": null, "bot": bot, "status": "set-aside", "reason": reason});
        writeln!(out, "{line}")
    })
}

fn excluded_row(excluded: &ExcludedBot, columns: usize, language: Language) -> NotedRow {
    let (word, reason) = (table::excluded(), excluded.reason.get(language));
    let mut cells = vec![String::new(); columns];
    cells[NAME_COLUMN].clone_from(&excluded.bot);
    NotedRow { cells, note: Some(labelled(word, reason).get(language)) }
}

/// Prints the rows of the standings, each with the certainty of its rank.
pub(crate) fn print_settled(
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
        return print_excluded(out, table.excluded);
    }
    let headings = format.headings(language);
    let mut columns = table.columns(headings);
    columns.push(Column(table::above_next().get(headings), Alignment::Text));
    let mut rows = table.rows(language);
    for (row, certainty) in rows.iter_mut().zip(settlements) {
        row.cells.push(certainty.map(|known| certainty_text(known, language)).unwrap_or_default());
    }
    rows.extend(
        table.excluded.iter().map(|excluded| excluded_row(excluded, columns.len(), language)),
    );
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

fn certainty_text(certainty: RankCertainty, language: Language) -> String {
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
pub(crate) fn tie_breaks_note(ranking: &RankingConfig, language: Language) -> Option<String> {
    let tie_breaks = ranking
        .tie_breaks
        .iter()
        .map(|tie_break| heading(ranking::Column::TieBreak(*tie_break)).get(language));
    let tie_breaks: Vec<String> = tie_breaks.collect();
    let told = labelled(table::ties_broken_by(), tie_breaks.join(", "));
    (!tie_breaks.is_empty()).then(|| told.get(language))
}

/// A line saying that equal bots share a rank, if some do.
pub(crate) fn shared_note(lines: &[StandingsRow], language: Language) -> Option<String> {
    let shared = lines.windows(2).any(|two| two[0].rank.is_some() && two[0].rank == two[1].rank);
    shared.then(|| table::places_shared().get(language))
}

/// Prints notes below a table, after an empty line.
pub(crate) fn print_notes(
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

/// Maximum number of pairs with repeated matches that are listed.
const MOST_PAIRS: usize = 100;

/// A line, for a contest with a stop rule, that says whether it ended early because enough ranks
/// were certain, and otherwise roughly how many matches are missing.
pub(crate) fn stop_note(
    results: &Results<'_>,
    lines: &[StandingsRow],
    done: FormatEnd,
    language: Language,
) -> Result<Option<String>> {
    let Some(stop) = results.stop() else { return Ok(None) };
    let said = match done {
        FormatEnd::Settled => table::ended_settled(),
        FormatEnd::Complete | FormatEnd::LeadShared => table::ended_unsettled(),
    };
    let said = said.get(language);
    let settlements = results.settlements(lines)?;
    let missing = settlements.iter().filter_map(|known| match known {
        Some(RankCertainty::About(more)) => Some(*more),
        _ => None,
    });
    let more = missing.max().filter(|_| done != FormatEnd::Settled);
    let more = more.map(|more| table::more_matches(more).get(language));
    let more = more.map(|more| format!("; {more}")).unwrap_or_default();
    Ok(Some(labelled(stop.to_string(), format!("{said}{more}")).get(language)))
}

/// A line with the number of pairs that repeat matches and of bots that are not as deterministic as
/// declared, and with the `command` that lists them; none if there are none.
pub(crate) fn repeats_note(
    results: &Results<'_>,
    command: &str,
    language: Language,
) -> Result<Option<String>> {
    let pairs = results.repetitions()?.len();
    let bots: Vec<String> = results.nondeterminism()?.into_iter().map(|it| it.bot).collect();
    let told = [
        (pairs > 0).then(|| table::pairs_repeat(pairs)),
        (!bots.is_empty()).then(|| table::bots_undeclared(bots.join(", "))),
    ];
    let told: Vec<String> = told.into_iter().flatten().map(|note| note.get(language)).collect();
    let note = table::listed_by(told.join(", "), escaped(command));
    Ok((!told.is_empty()).then(|| note.get(language)))
}

/// Lists the repeated matches and the bots whose declaration is void.
pub(crate) fn print_repeats(
    out: &mut dyn Write,
    results: &Results<'_>,
    language: Language,
) -> Result<()> {
    print_pairs(out, (&results.repetitions()?[..], &table::repeated()), language)?;
    for Nondeterminism { bot, matches: [one, other], turn } in results.nondeterminism()? {
        let two = if one == other { one.to_string() } else { format!("{one}, {other}") };
        let said = table::not_deterministic(two, turn);
        writeln!(out, "\n{bot} {}", said.get(language))?;
    }
    Ok(())
}

/// Lists the bots whose matches were always equal although they are not declared deterministic.
pub(crate) fn print_alike(
    out: &mut dyn Write,
    results: &Results<'_>,
    language: Language,
) -> Result<()> {
    Ok(print_pairs(out, (&results.alike()?[..], &table::alike()), language)?)
}

fn print_pairs(
    out: &mut dyn Write,
    (repeated, heading): (&[Repetition], &Message),
    language: Language,
) -> io::Result<()> {
    if repeated.is_empty() {
        return Ok(());
    }
    let heading = labelled(heading.clone(), "").get(language);
    writeln!(out, "\n{}", heading.trim_end())?;
    for Repetition { bots, games, distinct } in repeated.iter().take(MOST_PAIRS) {
        let said = table::games_distinct(*games, *distinct).get(language);
        writeln!(out, "  {}", labelled(bots.join(" - "), said).get(language))?;
    }
    match repeated.len().saturating_sub(MOST_PAIRS) {
        0 => Ok(()),
        more => writeln!(out, "  {}", table::and_more_pairs(more).get(language)),
    }
}

#[derive(Clone, Copy)]
pub(crate) struct WorkDone {
    pub(crate) played: u64,
    /// Matches that were stored before.
    pub(crate) kept: u64,
}

/// A line for each bot with a change, and one for the work of the run.
pub(crate) fn changes_text(
    changes: &[(String, Change)],
    work: WorkDone,
    language: Language,
) -> String {
    let mut text = labelled(table::changes(), "").get(language).trim_end().to_owned() + "\n";
    let mut add =
        |line: String| writeln!(text, "  {line}").expect("writing to a string cannot fail");
    for (bot, change) in changes {
        add(match change {
            Change::New(now) => {
                let what =
                    format!("{}, {}", table::new().get(language), place_text(*now, language));
                format!("+ {}", labelled(bot, what).get(language))
            }
            Change::Changed(before, now) => {
                let step = step_text(*before, *now, language);
                let what = format!("{}, {step}", table::changed().get(language));
                format!("~ {}", labelled(bot, what).get(language))
            }
            Change::Moved(before, now) => {
                format!("  {}", labelled(bot, step_text(*before, *now, language)).get(language))
            }
            Change::Withdrawn(before) => {
                let [withdrawn, was] =
                    [table::withdrawn(), table::was()].map(|words| words.get(language));
                let what = format!("{withdrawn}, {was} {}", place_text(*before, language));
                format!("- {}", labelled(bot, what).get(language))
            }
        });
    }
    let WorkDone { played: now, kept } = work;
    let counts = [(table::matches_played(), now), (table::matches_kept(), kept)];
    add(counts.map(|(what, count)| labelled(what, count).get(language)).join("; "));
    text
}

fn place_text(place: PreviousRank, language: Language) -> String {
    let words = table::place().get(language);
    format!("{words} {}{}", rank_text(place), score_suffix(place.score, score_text, language))
}

fn score_text(score: f64) -> String {
    number::json(score).to_string()
}

fn score_suffix<S>(score: Option<S>, words: impl Fn(S) -> String, language: Language) -> String {
    let score = score.map(|score| format!(", {} {}", table::score().get(language), words(score)));
    score.unwrap_or_default()
}

/// The step between two ranks; an unchanged rank is printed once.
fn step_text(before: PreviousRank, now: PreviousRank, language: Language) -> String {
    let words = table::place().get(language);
    let arrow = |before: String, now: String| {
        if before == now { now } else { format!("{before} → {now}") }
    };
    let ranks = arrow(rank_text(before), rank_text(now));
    let scores = before.score.zip(now.score);
    let scores =
        score_suffix(scores, |(old, new)| arrow(score_text(old), score_text(new)), language);
    format!("{words} {ranks}{scores}")
}

/// A disqualified bot has no rank.
fn rank_text(place: PreviousRank) -> String {
    place.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string())
}
