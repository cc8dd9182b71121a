//! How strong everybody is and how sure that is, who counts whoever else takes
//! part, and who beats whom in circles.

use crate::format::{Alignment, Column, MatrixFormat, TableFormat, print};
use crate::say::table;
use certamen_contest::{Field, Results};
use certamen_game::{Language, number};
use certamen_speech::{GivenUp, usage};
use certamen_tournament::{
    Crosstable, EntrantId,
    statistics::{
        Rating, Reference,
        field::{alpha_rank, circles, nash_weights},
    },
};
use serde_json::json;
use std::io::{self, Write};

/// So many circles are told.
const MOST_CIRCLES: usize = 10;

/// What is told of one bot.
struct Member {
    name: String,
    rating: Option<Rating>,
    nash: FieldShare,
    alpha: FieldShare,
}

/// A share and, where that is known, where it lies in 95 of 100 contests.
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

    fn told(self) -> String {
        let percent = |value: f64| format!("{:.0}", 100.0 * value);
        let range = self.range.map(|[low, high]| format!(" ({}-{})", percent(low), percent(high)));
        format!("{:.1}{}", 100.0 * self.value, range.unwrap_or_default())
    }

    fn json(self) -> serde_json::Value {
        json!(self.range.map(|range| range.map(number::json)))
    }
}

/// How a field is looked at.
pub struct Looked<'a> {
    /// The bot from which ratings are told; else it is the mean of all.
    pub anchor: Option<&'a str>,
    /// Those who are taken never to have been there.
    pub without: &'a [String],
}

/// Prints what the field is made of.
pub fn print_field(
    out: &mut dyn Write,
    format: MatrixFormat,
    results: &Results<'_>,
    looked: &Looked<'_>,
    language: Language,
) -> Result<(), GivenUp> {
    let field = results.field_without(looked.without)?;
    if let Some(unknown) = looked.without.iter().find(|name| !is_known(results, name)) {
        return Err(usage(table::without(unknown)));
    }
    let reference = reference(looked.anchor, &field)?;
    let mut members = members(&field, reference);
    if results.is_ladder() {
        // Whose matches were chosen by what came out before: only their order is told.
        if format == MatrixFormat::Svg {
            return Err(usage(table::ladder_order_only()));
        }
        for member in &mut members {
            member.rating = None;
        }
    }
    match format {
        MatrixFormat::Table => {
            table(out, TableFormat::Table, &members, language)?;
            writeln!(out, "\n{}", table::shares_drawn_again().get(language))?;
            if results.is_ladder() {
                writeln!(out, "{}", table::ladder_order_only().get(language))?;
            }
            told_circles(out, &field, language)?;
        }
        MatrixFormat::Csv => table(out, TableFormat::Csv, &members, language)?,
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
            });
            writeln!(out, "{line}")
        })?,
        MatrixFormat::Svg => {
            let rated =
                members.into_iter().filter_map(|member| Some((member.name, member.rating?)));
            let rated: Vec<_> = rated.collect();
            write!(out, "{}", certamen_charts::intervals(&rated, results.name()))?;
        }
    }
    Ok(())
}

/// Whether somebody of this name is or was in the contest.
fn is_known(results: &Results<'_>, name: &str) -> bool {
    results.standings().is_ok_and(|lines| lines.iter().any(|line| line.bot == name))
}

fn reference(anchor: Option<&str>, field: &Field) -> Result<Reference, GivenUp> {
    let Some(name) = anchor else { return Ok(Reference::Mean) };
    let place = field
        .bots
        .iter()
        .position(|bot| bot == name)
        .ok_or_else(|| usage(table::anchor(name, field.bots.join(", "))))?;
    Ok(Reference::Anchor(EntrantId(place as u32)))
}

/// Everybody, the strongest first.
fn members(field: &Field, reference: Reference) -> Vec<Member> {
    let ids = || (0..field.bots.len() as u32).map(EntrantId);
    let ratings = field.model().ratings(reference);
    let (nash, alpha) = (FieldShare::all(field, nash_weights), FieldShare::all(field, alpha_rank));
    let mut members: Vec<Member> = ids()
        .map(|id| Member {
            name: field.bots[id.index()].clone(),
            rating: ratings.iter().copied().find(|rating| rating.entrant == id),
            nash: nash[id.index()],
            alpha: alpha[id.index()],
        })
        .collect();
    let elo = |member: &Member| member.rating.map_or(f64::NEG_INFINITY, |rating| rating.elo);
    members.sort_by(|one, other| elo(other).total_cmp(&elo(one)));
    members
}

fn table(
    out: &mut dyn Write,
    format: TableFormat,
    members: &[Member],
    language: Language,
) -> io::Result<()> {
    let columns = [
        Column(table::bot().get(format.headings(language)), Alignment::Text),
        Column("Elo".to_owned(), Alignment::Number),
        Column("±95 %".to_owned(), Alignment::Number),
        Column("Nash %".to_owned(), Alignment::Number),
        Column("alpha-rank %".to_owned(), Alignment::Number),
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
                _ => share.told(),
            };
            vec![member.name.clone(), elo, reach, share(member.nash), share(member.alpha)]
        })
        .collect();
    print(out, format, &columns, &rows)
}

fn told_circles(out: &mut dyn Write, field: &Field, language: Language) -> io::Result<()> {
    let found = circles(&field.table);
    writeln!(out, "\n{}: {}", table::circles().get(language), found.len())?;
    for circle in found.iter().take(MOST_CIRCLES) {
        let [one, two, three] = circle.map(|id| field.bots[id.index()].as_str());
        writeln!(out, "  {one} > {two} > {three} > {one}")?;
    }
    Ok(())
}
