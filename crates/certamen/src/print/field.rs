//! Ratings with their certainty, shares, and cycles.

use super::{
    format::{Alignment, Column, Layout, MatrixFormat, TableFormat, print},
    say::table,
    standings,
};
use crate::Result;
use certamen_contest::{Field, FieldQuery, Results};
use certamen_game::{Language, number};
use certamen_i18n::{labelled, usage};
use certamen_tournament::{
    Crosstable, EntrantId,
    statistics::{
        Rating, Reference,
        field::{Level, alpha_rank, nash_weights},
    },
};
use serde_json::json;
use std::{
    collections::BTreeSet,
    io::{self, Write},
};

/// Maximum number of cycles that are listed.
const MAX_CYCLES: usize = 10;

struct Member {
    name: String,
    rating: Option<Rating>,
    nash: FieldShare,
    alpha: FieldShare,
    /// The probability that it is stronger than the next one, and than all others.
    above_next: Option<f64>,
    first: Option<f64>,
}

/// A share with its 95 % confidence interval, where that is known.
#[derive(Clone, Copy)]
struct FieldShare {
    value: f64,
    range: Option<[f64; 2]>,
}

impl FieldShare {
    fn all(field: &Field, measure: fn(&Crosstable) -> Vec<f64>) -> Vec<FieldShare> {
        let ranges = field.shares(measure);
        let values = measure(&field.table).into_iter().enumerate();
        let range = |bot: usize| ranges.as_ref().map(|ranges| ranges[bot]);
        values.map(|(bot, value)| FieldShare { value, range: range(bot) }).collect()
    }

    fn text(self) -> String {
        let percent = |value: f64| format!("{:.0}", 100.0 * value);
        let range = self.range.map(|[low, high]| format!(" ({}-{})", percent(low), percent(high)));
        format!("{:.1}{}", 100.0 * self.value, range.unwrap_or_default())
    }

    fn json(self) -> serde_json::Value {
        json!(self.range.map(|range| range.map(number::json)))
    }
}

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
    let mut members = members(&field, reference);
    if results.is_ladder() {
        // In a ladder, opponents depend on earlier results, so only the order is printed.
        if format == MatrixFormat::Svg {
            return Err(usage(table::ladder_order_only()));
        }
        for member in &mut members {
            member.rating = None;
            (member.above_next, member.first) = (None, None);
        }
    }
    match format {
        MatrixFormat::Table => {
            table(out, Layout { format: TableFormat::Table, width }, &members, language)?;
            writeln!(out, "\n{}", table::shares_drawn_again().get(language))?;
            if results.is_ladder() {
                writeln!(out, "{}", table::ladder_order_only().get(language))?;
            }
            print_cycles(out, &field, language)?;
            standings::print_repeats(out, results, language)?;
            standings::print_alike(out, results, language)?;
        }
        MatrixFormat::Csv => table(out, TableFormat::Csv.into(), &members, language)?,
        MatrixFormat::Json => members.iter().try_for_each(|member| {
            let rating = member.rating.map(|rating| (rating, rating.interval()));
            let line = json!({
                "bot": member.name,
                "elo": rating.map(|(rating, _)| number::json(rating.elo)),
                "low": rating.map(|(_, interval)| number::json(interval.low)),
                "high": rating.map(|(_, interval)| number::json(interval.high)),
                "nash": number::json(member.nash.value),
                "nash_interval": member.nash.json(),
                "alpha_rank": number::json(member.alpha.value),
                "alpha_rank_interval": member.alpha.json(),
                "above_next": member.above_next.map(number::json),
                "first": member.first.map(number::json),
            });
            writeln!(out, "{line}")
        })?,
        MatrixFormat::Svg => {
            let rated =
                members.into_iter().filter_map(|member| Some((member.name, member.rating?)));
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
    let mut columns = vec![Column(table::bot().get(Language::En), Alignment::Text)];
    let mut rows: Vec<Vec<String>> = Vec::new();
    for until in results.steps(STEPS)? {
        let field = results.field_of(&FieldQuery { until: Some(until), ..field_options.wanted })?;
        let ratings = field.model().ratings(reference(field_options.anchor, &field)?);
        columns.push(Column(until.to_string(), Alignment::Number));
        for (place, bot) in field.bots.iter().enumerate() {
            let rating = ratings.iter().find(|rating| rating.entrant.index() == place);
            if format == MatrixFormat::Json {
                let interval = rating.map(Rating::interval);
                let line = json!({
                    "bot": bot,
                    "after": until.0,
                    "elo": rating.map(|rating| number::json(rating.elo)),
                    "low": interval.map(|interval| number::json(interval.low)),
                    "high": interval.map(|interval| number::json(interval.high)),
                });
                writeln!(out, "{line}")?;
                continue;
            }
            if rows.len() <= place {
                rows.push(vec![bot.clone()]);
            }
            rows[place].push(rating.map(|it| format!("{:.0}", it.elo)).unwrap_or_default());
        }
    }
    if format == MatrixFormat::Json {
        return Ok(());
    }
    let format = if format == MatrixFormat::Csv { TableFormat::Csv } else { TableFormat::Table };
    columns[0] = Column(table::bot().get(format.headings(language)), Alignment::Text);
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

fn members(field: &Field, reference: Reference) -> Vec<Member> {
    let ids = || (0..field.bots.len() as u32).map(EntrantId);
    let model = field.model();
    let ratings = model.ratings(reference);
    let firsts = model.firsts().unwrap_or_default();
    let (nash, alpha) = (FieldShare::all(field, nash_weights), FieldShare::all(field, alpha_rank));
    let mut members: Vec<Member> = ids()
        .map(|id| Member {
            name: field.bots[id.index()].clone(),
            rating: ratings.iter().copied().find(|rating| rating.entrant == id),
            nash: nash[id.index()],
            alpha: alpha[id.index()],
            above_next: None,
            first: firsts.iter().find(|(one, _)| *one == id).map(|(_, share)| *share),
        })
        .collect();
    let elo = |member: &Member| member.rating.map_or(f64::NEG_INFINITY, |rating| rating.elo);
    members.sort_by(|one, other| elo(other).total_cmp(&elo(one)));
    for place in 1..members.len() {
        let two = members[place - 1].rating.zip(members[place].rating);
        members[place - 1].above_next =
            two.and_then(|(one, next)| model.superiority(one.entrant, next.entrant));
    }
    members
}

fn table(
    out: &mut dyn Write,
    layout: Layout,
    members: &[Member],
    language: Language,
) -> io::Result<()> {
    let format = layout.format;
    let columns = [
        Column(table::bot().get(format.headings(language)), Alignment::Text),
        Column("Elo".to_owned(), Alignment::Number),
        Column("±95 %".to_owned(), Alignment::Number),
        Column("Nash %".to_owned(), Alignment::Number),
        Column("alpha-rank %".to_owned(), Alignment::Number),
        Column(table::above_next_share().get(format.headings(language)), Alignment::Number),
        Column(table::first_share().get(format.headings(language)), Alignment::Number),
    ];
    let rows: Vec<Vec<String>> = members
        .iter()
        .map(|member| {
            let rating = member.rating.map(|rating| {
                let reach = rating.interval().high - rating.elo;
                [format!("{:.0}", rating.elo), format!("{reach:.0}")]
            });
            let [elo, reach] = rating.unwrap_or_default();
            let share = |share: FieldShare| match format {
                TableFormat::Csv => format!("{:.1}", 100.0 * share.value),
                _ => share.text(),
            };
            let [above_next, first] = [member.above_next, member.first]
                .map(|value| value.map(|value| format!("{:.1}", 100.0 * value)));
            let [above_next, first] = [above_next, first].map(Option::unwrap_or_default);
            let [nash, alpha] = [member.nash, member.alpha].map(share);
            vec![member.name.clone(), elo, reach, nash, alpha, above_next, first]
        })
        .collect();
    print(out, layout, &columns, &rows)
}

fn print_cycles(out: &mut dyn Write, field: &Field, language: Language) -> io::Result<()> {
    let found = field.cycles();
    writeln!(out, "\n{}", labelled(table::cycles(), found.len()).get(language))?;
    for cycle in found.iter().take(MAX_CYCLES) {
        let [one, two, three] = cycle.members.map(|id| field.bots[id.index()].as_str());
        let words = format!("{one} > {two} > {three} > {one}");
        let told = match cycle.level {
            Level::Exact => table::cycle_exact(words),
            level => table::cycle(number::json(level.percent()).to_string(), words),
        };
        writeln!(out, "  {}", told.get(language))?;
    }
    Ok(())
}
