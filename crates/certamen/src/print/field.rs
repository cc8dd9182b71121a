//! Ratings with their certainty, shares, and cycles.

use super::{
    format::{
        Alignment, Column, Layout, MatrixFormat, TableFormat, json_lines, print, print_table,
    },
    say::table,
    standings,
};
use crate::Result;
use certamen_contest::{
    Field, FieldQuery, Results,
    view::{CycleLine, FieldLine, Strength},
};
use certamen_game::{Language, number};
use certamen_i18n::{labelled, usage};
use certamen_tournament::{EntrantId, statistics::Reference};
use serde_json::json;
use std::{
    collections::BTreeSet,
    io::{self, Write},
};

/// Maximum number of cycles that are listed.
const MAX_CYCLES: usize = 10;

pub(crate) struct FieldOptions<'a> {
    /// The bot with rating 0; by default, the mean of all ratings is 0.
    pub(crate) anchor: Option<&'a str>,
    pub(crate) wanted: FieldQuery<'a>,
}

/// Number of parts of a contest for ratings over time.
const STEPS: usize = 10;

pub(crate) fn print_field(
    out: &mut dyn Write,
    (format, width): (MatrixFormat, Option<usize>),
    results: &Results<'_>,
    field_options: &FieldOptions<'_>,
    language: Language,
) -> Result<()> {
    check_names(results, &field_options.wanted)?;
    let field = results.field_of(&field_options.wanted)?;
    let reference = reference(field_options.anchor, &field)?;
    // In a ladder, opponents depend on earlier results, so only the order is printed.
    let has_ratings = !results.is_ladder();
    if format == MatrixFormat::Svg && !has_ratings {
        return Err(usage(table::ladder_order_only()));
    }
    let lines = field.lines(reference, has_ratings);
    match format {
        MatrixFormat::Table => {
            let layout = Layout { format: TableFormat::Table, width };
            print_table(out, layout, &FieldLine::table(&lines, true), language)?;
            writeln!(out, "\n{}", table::shares_drawn_again().get(language))?;
            if !has_ratings {
                writeln!(out, "{}", table::ladder_order_only().get(language))?;
            }
            print_cycles(out, &field, language)?;
            standings::print_repeats(out, results, language)?;
            standings::print_alike(out, results, language)?;
        }
        MatrixFormat::Csv => {
            print_table(out, TableFormat::Csv, &FieldLine::table(&lines, false), language)?;
        }
        MatrixFormat::Json => json_lines(out, lines)?,
        MatrixFormat::Svg => {
            let rated =
                lines.into_iter().filter_map(|line| Some((line.strength.bot, line.rating?)));
            let rated: Vec<_> = rated.collect();
            write!(out, "{}", certamen_web::charts::intervals(&rated, results.name()))?;
        }
    }
    Ok(())
}

/// Prints all ratings after each tenth of the matches.
pub(crate) fn print_over_time(
    out: &mut dyn Write,
    format: MatrixFormat,
    results: &Results<'_>,
    field_options: &FieldOptions<'_>,
    language: Language,
) -> Result<()> {
    check_names(results, &field_options.wanted)?;
    if results.is_ladder() || format == MatrixFormat::Svg {
        let why =
            if results.is_ladder() { table::ladder_order_only() } else { table::no_picture() };
        return Err(usage(why));
    }
    let format = match format {
        MatrixFormat::Csv => TableFormat::Csv,
        MatrixFormat::Json => TableFormat::Json,
        MatrixFormat::Table | MatrixFormat::Svg => TableFormat::Table,
    };
    let mut columns = vec![Column::text(&table::bot(), format.headings(language))];
    let mut rows: Vec<Vec<String>> = Vec::new();
    for until in results.steps(STEPS)? {
        let field = results.field_of(&FieldQuery { until: Some(until), ..field_options.wanted })?;
        let ratings = field.model().ratings(reference(field_options.anchor, &field)?);
        columns.push(Column(until.to_string(), Alignment::Number));
        for (place, bot) in field.bots.iter().enumerate() {
            let rating = ratings.iter().find(|rating| rating.entrant.index() == place);
            let Strength { bot, elo, low, high } = Strength::new(bot, rating);
            if format == TableFormat::Json {
                let [elo, low, high] = [elo, low, high].map(|value| value.map(number::json));
                let line =
                    json!({ "bot": bot, "after": until.0, "elo": elo, "low": low, "high": high });
                writeln!(out, "{line}")?;
                continue;
            }
            if rows.len() <= place {
                rows.push(vec![bot]);
            }
            rows[place].push(elo.map(|elo| format!("{elo:.0}")).unwrap_or_default());
        }
    }
    if format == TableFormat::Json {
        return Ok(());
    }
    Ok(print(out, format, &columns, &rows)?)
}

fn check_names(results: &Results<'_>, wanted: &FieldQuery<'_>) -> Result<()> {
    if wanted.without.is_empty() && wanted.versions.is_none() {
        return Ok(());
    }
    // Includes bots that have left the contest.
    let lines = results.standings()?;
    let known: BTreeSet<&str> = lines.iter().map(|line| &*line.bot).collect();
    let unknown = |name: &&str| !known.contains(name);
    if let Some(name) = wanted.without.iter().map(String::as_str).find(unknown) {
        return Err(usage(table::without(name)));
    }
    match wanted.versions.filter(unknown) {
        Some(name) => Err(usage(table::versions(name))),
        None => Ok(()),
    }
}

fn reference(anchor: Option<&str>, field: &Field) -> Result<Reference> {
    let Some(name) = anchor else { return Ok(Reference::Mean) };
    let place = field
        .bots
        .iter()
        .position(|bot| bot == name)
        .ok_or_else(|| usage(table::anchor(name, field.bots.join(", "))))?;
    Ok(Reference::Anchor(EntrantId(place as u32)))
}

fn print_cycles(out: &mut dyn Write, field: &Field, language: Language) -> io::Result<()> {
    let found = field.cycles();
    writeln!(out, "\n{}", labelled(table::cycles(), found.len()).get(language))?;
    for CycleLine { bots: [one, two, three], percent, is_exact } in found.iter().take(MAX_CYCLES) {
        let words = format!("{one} > {two} > {three} > {one}");
        let message = if *is_exact {
            table::cycle_exact(words)
        } else {
            table::cycle(number::json(*percent).to_string(), words)
        };
        writeln!(out, "  {}", message.get(language))?;
    }
    Ok(())
}
