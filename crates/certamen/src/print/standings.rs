//! The standings of a contest, the notes below them about their certainty, and the changes since they
//! were last shown.

use super::{
    format::{Layout, TableFormat, WIDEST, fit, in_words, json_lines, narrowest, print},
    say::table,
};
use crate::Result;
use certamen_contest::{
    Change, Nondeterminism, PreviousRank, Repetition, Results, StandingsRow,
    view::{self, Standings},
};
use certamen_game::{Language, escaped, number};
use certamen_i18n::{Message, labelled};
use certamen_tournament::{Column, RankingConfig, format::FormatEnd, statistics::RankCertainty};
use std::{
    fmt::Write as _,
    io::{self, Write},
};

/// Prints the standings. In a table that must fit, notes follow below it; otherwise each is in its
/// row.
pub(crate) fn print_standings(
    out: &mut dyn Write,
    layout: Layout,
    standings: &Standings,
    language: Language,
) -> io::Result<()> {
    let format = layout.format;
    if format == TableFormat::Json {
        return json_lines(out, standings.lines());
    }
    let mut table = standings.table();
    if format != TableFormat::Csv && !standings.has_scores() {
        table.remove("score");
    }
    if format == TableFormat::Table && standings.certainties.is_some() {
        // The certainty takes the place of this column.
        table.remove("language");
    }
    let notes = add_notes(&mut table, standings, format, language);
    let (mut columns, mut rows) = in_words(&table, format, language);
    if format == TableFormat::Table {
        if layout.width.is_some_and(|width| narrowest(&columns, &rows) > width) {
            // On a narrow terminal, this column is removed before headings are broken.
            table.remove("language");
            (columns, rows) = in_words(&table, format, language);
        }
        fit(&columns, &mut rows, layout.width.unwrap_or(WIDEST));
    }
    print(out, layout, &columns, &rows)?;
    print_notes(out, notes.into_iter().map(Some))?;
    let certainties = standings.certainties.iter().flatten();
    let settled = certainties.filter(|known| **known == Some(RankCertainty::Settled));
    if format == TableFormat::Table && settled.count() > 1 {
        writeln!(out, "\n{}", table::together().get(language))?;
    }
    Ok(())
}

/// Adds to the names why they have no rank; returns these texts instead where they follow the table.
fn add_notes(
    table: &mut view::Table,
    standings: &Standings,
    format: TableFormat,
    language: Language,
) -> Vec<String> {
    let mut notes = Vec::new();
    let Some(bot) = table.position("bot") else { return notes };
    for (place, row) in table.rows.iter_mut().enumerate() {
        let Some(note) = standings.note(place) else { continue };
        let noted = format!("{} ({})", row[bot].text(language), note.get(language));
        if format == TableFormat::Table {
            notes.push(noted);
        } else {
            row[bot] = noted.into();
        }
    }
    notes
}

/// A line about the criterion that broke ties, if one did.
pub(crate) fn tie_breaks_note(ranking: &RankingConfig, language: Language) -> Option<String> {
    let tie_breaks = ranking
        .tie_breaks
        .iter()
        .map(|tie_break| view::heading(Column::TieBreak(*tie_break)).get(language));
    let tie_breaks: Vec<String> = tie_breaks.collect();
    let notes = labelled(table::ties_broken_by(), tie_breaks.join(", "));
    (!tie_breaks.is_empty()).then(|| notes.get(language))
}

/// A line saying that equal bots share a rank, if some do.
pub(crate) fn shared_note(lines: &[StandingsRow], language: Language) -> Option<String> {
    view::shares_ranks(lines).then(|| table::places_shared().get(language))
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
    let notes = [
        (pairs > 0).then(|| table::pairs_repeat(pairs)),
        (!bots.is_empty()).then(|| table::bots_undeclared(bots.join(", "))),
    ];
    let notes: Vec<String> = notes.into_iter().flatten().map(|note| note.get(language)).collect();
    let note = table::listed_by(notes.join(", "), escaped(command));
    Ok((!notes.is_empty()).then(|| note.get(language)))
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
