//! Metrics: numbers that bots print about themselves on standard error, by turn, and the points.
//!
//! A line `[TDATA][TURN] NAME = VALUE` has one metric; all other output is ignored. Metrics are
//! claims of the bot's author: no result depends on them, and no record contains them.

use crate::print::format::{Layout, TableFormat, json_lines, print_table};
use crate::print::say::{metrics as say, table as words};
use certamen_contest::view::Table;
use certamen_game::{Language, Seat, escaped, number};
use certamen_i18n::Localize;
use certamen_web::charts::{Panel, Polyline};
use serde::Serialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Write},
};

const MARK: &str = "[TDATA]";
/// The maximum length of a metric's name, in characters.
const LONGEST: usize = 40;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MetricSource {
    /// The rules: what a seat would score if the match ended now.
    Game,
    Bot,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Metric {
    pub(crate) seat: Seat,
    pub(crate) teller: MetricSource,
    pub(crate) name: String,
    /// Its values by turn, from 1; 0 is the start, for which only the game has a value.
    pub(crate) values: BTreeMap<u64, f64>,
}

/// A line that starts like a metric and is ignored.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub(crate) enum IgnoredLine {
    #[localize(say::form(seat.0, line))]
    Form { seat: Seat, line: String },
    #[localize(say::no_turn(seat.0, line, *last))]
    Turn { seat: Seat, line: String, last: u64 },
    /// It names no turn, and earlier lines are lost, so its turn cannot be counted.
    #[localize(say::uncounted(seat.0, line))]
    Uncounted { seat: Seat, line: String },
}

pub(crate) struct StderrText<'a> {
    pub(crate) seat: Seat,
    pub(crate) words: &'a [u8],
    /// Whether its start is lost.
    pub(crate) is_cut: bool,
}

/// The metrics in the output of a match of `turns` turns, and the ignored lines.
///
/// A line without a turn belongs to turn 1 when its name appears for the first time, to turn 2 the
/// second time, and so on.
pub(crate) fn read(stderr_text: &StderrText<'_>, turns: u64) -> (Vec<Metric>, Vec<IgnoredLine>) {
    let seat = stderr_text.seat;
    let mut found = BTreeMap::<String, BTreeMap<u64, f64>>::new();
    let (mut ignored_lines, mut counted) = (Vec::new(), BTreeMap::<String, u64>::new());
    for line in String::from_utf8_lossy(stderr_text.words).lines() {
        let line = line.trim();
        let Some(rest) = line.strip_prefix(MARK) else { continue };
        let escaped_line = escaped(line);
        let Some((turn, name, value)) = parts(rest) else {
            ignored_lines.push(IgnoredLine::Form { seat, line: escaped_line });
            continue;
        };
        if turn.is_none() && stderr_text.is_cut {
            ignored_lines.push(IgnoredLine::Uncounted { seat, line: escaped_line });
            continue;
        }
        let turn = turn.unwrap_or_else(|| {
            let times = counted.entry(name.to_owned()).or_default();
            *times += 1;
            *times
        });
        if (1..=turns).contains(&turn) {
            found.entry(name.to_owned()).or_default().insert(turn, value);
        } else {
            ignored_lines.push(IgnoredLine::Turn { seat, line: escaped_line, last: turns });
        }
    }
    let metric = |(name, values)| Metric { seat, teller: MetricSource::Bot, name, values };
    (found.into_iter().map(metric).collect(), ignored_lines)
}

fn parts(rest: &str) -> Option<(Option<u64>, &str, f64)> {
    let (turn, rest) = match rest.strip_prefix('[') {
        Some(rest) => {
            let (turn, rest) = rest.split_once(']')?;
            (Some(turn.trim().parse().ok()?), rest)
        }
        None => (None, rest),
    };
    let (name, value) = rest.split_once('=')?;
    let (name, value) = (name.trim(), value.trim().parse::<f64>().ok()?);
    let is_name = !name.is_empty() && name.chars().count() <= LONGEST;
    (is_name && value.is_finite()).then_some((turn, name, value))
}

/// Prints a line for each value: turn, seat, bot, source, name and value.
pub(crate) fn print_metrics(
    out: &mut dyn Write,
    layout: Layout,
    (bots, metrics): (&[String], &[Metric]),
    language: Language,
) -> io::Result<()> {
    let mut values: Vec<(u64, &Metric, f64)> = metrics
        .iter()
        .flat_map(|metric| metric.values.iter().map(move |(turn, value)| (*turn, metric, *value)))
        .collect();
    values.sort_by_key(|(turn, metric, _)| (*turn, metric.teller, metric.seat));
    let lines = values.into_iter().map(|(turn, metric, value)| MetricLine {
        turn,
        seat: metric.seat,
        bot: bots.get(metric.seat.index()).map(String::as_str).unwrap_or_default(),
        teller: metric.teller,
        metric: &metric.name,
        value,
    });
    if layout.format == TableFormat::Json {
        return json_lines(out, lines);
    }
    let headings = layout.format.headings(language);
    let table = Table::of(lines)
        .number("turn", say::turn(), |line| line.turn)
        .number("seat", words::seat(), |line| line.seat.to_string())
        .text("bot", words::bot(), |line| line.bot)
        .text("metric", say::metric(), |line| shown(line.teller, line.metric, headings))
        .number("value", say::value(), |line| line.value.to_string())
        .build();
    print_table(out, layout, &table, language)
}

#[derive(Serialize)]
struct MetricLine<'a> {
    turn: u64,
    seat: Seat,
    bot: &'a str,
    teller: MetricSource,
    metric: &'a str,
    #[serde(serialize_with = "number::serialize")]
    value: f64,
}

/// The metrics as an SVG chart: one panel a metric, one line a seat.
pub(crate) fn draw(title: &str, bots: &[String], metrics: &[Metric], language: Language) -> String {
    let kinds: BTreeSet<(MetricSource, &str)> =
        metrics.iter().map(|metric| (metric.teller, metric.name.as_str())).collect();
    let panel = |(teller, name): &(MetricSource, &str)| {
        let of_panel =
            metrics.iter().filter(|metric| (metric.teller, &*metric.name) == (*teller, *name));
        let heading = shown(*teller, name, language);
        let line = |metric: &Metric| {
            let points = metric.values.iter().map(|(turn, value)| (*turn, *value)).collect();
            Polyline { seat: metric.seat.index(), points }
        };
        Panel { heading, lines: of_panel.map(line).collect() }
    };
    let panels: Vec<Panel> = kinds.iter().map(panel).collect();
    certamen_web::charts::panels(title, bots, &panels)
}

/// The translated name of the points; bots' metrics keep their names.
fn shown(teller: MetricSource, name: &str, language: Language) -> String {
    match teller {
        MetricSource::Game => words::score().get(language),
        MetricSource::Bot => escaped(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &str, is_cut: bool) -> (Vec<Metric>, Vec<IgnoredLine>) {
        read(&StderrText { seat: Seat(1), words: words.as_bytes(), is_cut }, 3)
    }

    fn values(metrics: &[Metric]) -> Vec<(&str, Vec<(u64, f64)>)> {
        let pairs = |metric: &Metric| metric.values.iter().map(|(t, v)| (*t, *v)).collect();
        metrics.iter().map(|metric| (&*metric.name, pairs(metric))).collect()
    }

    #[test]
    fn lines_are_counted_by_name_or_name_their_turn() {
        let words = "hello\n[TDATA] depth = 4\n[TDATA] won by = -1.5e1\r\n[TDATA]depth=6\n\
                     [TDATA][3] nodes = 12\n [TDATA] [x";
        let (metrics, ignored_lines) = of(words, false);
        let expected = [
            ("depth", vec![(1, 4.0), (2, 6.0)]),
            ("nodes", vec![(3, 12.0)]),
            ("won by", vec![(1, -15.0)]),
        ];
        assert_eq!(values(&metrics), expected);
        assert_eq!(
            ignored_lines,
            [IgnoredLine::Form { seat: Seat(1), line: "[TDATA] [x".to_owned() }]
        );
    }

    #[test]
    fn what_is_no_number_of_a_turn_is_left_out_and_reported() {
        let words = "[TDATA] a = NaN\n[TDATA] = 1\n[TDATA][0] a = 1\n[TDATA][4] a = 1\n\
                     [TDATA][-1] a = 1\n[TDATA] a = inf\n[TDATA]\n";
        let (metrics, ignored_lines) = of(words, false);
        assert_eq!((metrics.len(), ignored_lines.len()), (0, 7));
        let beyond = ignored_lines
            .iter()
            .filter(|ignored_line| matches!(ignored_line, IgnoredLine::Turn { last: 3, .. }));
        assert_eq!(beyond.count(), 2);
    }

    #[test]
    fn nothing_is_counted_where_the_beginning_is_lost() {
        let (metrics, ignored_lines) = of("[TDATA] a = 1\n[TDATA][2] a = 2\n", true);
        assert_eq!(values(&metrics), [("a", vec![(2, 2.0)])]);
        assert!(matches!(&ignored_lines[..], [IgnoredLine::Uncounted { .. }]), "{ignored_lines:?}");
    }
}
