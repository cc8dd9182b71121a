//! The crosstable.

use super::{
    format::{Alignment, Column, Layout, MatrixFormat, TableFormat, WIDEST, elided, print},
    say::table,
    standings,
};
use crate::Result;
use certamen_contest::{ExpectedShare, Field, Results};
use certamen_game::Language;
use certamen_tournament::{EntrantId, statistics::Model};
use std::io::{self, Write};

/// Names longer than this are shortened.
const NAME: usize = 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExtraColumn {
    /// Half the width of its confidence interval.
    Interval,
    Expected,
}

struct Matrix {
    field: Field,
    model: Option<Model>,
    extra_column: ExtraColumn,
}

impl Matrix {
    fn expected(&self, pair: (EntrantId, EntrantId)) -> Option<ExpectedShare> {
        self.model.as_ref().and_then(|model| self.field.expected(model, pair))
    }
}

pub(crate) fn print_matrix(
    out: &mut dyn Write,
    (format, width): (MatrixFormat, Option<usize>),
    results: &Results<'_>,
    (extra_column, language): (ExtraColumn, Language),
) -> Result<()> {
    let field = results.field()?;
    // A ladder has no ratings.
    let model = (!results.is_ladder()).then(|| field.model());
    let matrix = Matrix { field, model, extra_column };
    match format {
        MatrixFormat::Table => {
            stripes(out, &matrix, width, language)?;
            standings::print_repeats(out, results, language)?;
            standings::print_alike(out, results, language)?;
        }
        MatrixFormat::Json => lines(out, &matrix)?,
        MatrixFormat::Csv => csv(out, &matrix)?,
        MatrixFormat::Svg => {
            write!(out, "{}", certamen_web::charts::heat_map(&matrix.field, results.name()))?;
        }
    }
    Ok(())
}

fn ids(field: &Field) -> impl Iterator<Item = EntrantId> + use<> {
    (0..field.bots.len() as u32).map(EntrantId)
}

/// Shares of the points in per cent with half the width of their intervals, in stripes of several
/// columns.
fn stripes(
    out: &mut dyn Write,
    matrix: &Matrix,
    width: Option<usize>,
    language: Language,
) -> io::Result<()> {
    let field = &matrix.field;
    let all: Vec<EntrantId> = ids(field).collect();
    let beside = fitting(matrix, &all, width.unwrap_or(WIDEST), language);
    let layout = Layout { format: TableFormat::Table, width };
    for (stripe, columns) in all.chunks(beside).enumerate() {
        if stripe > 0 {
            writeln!(out)?;
        }
        let numbers: Vec<String> = columns.iter().map(|id| (id.0 + 1).to_string()).collect();
        let mut headings = vec![
            Column(String::new(), Alignment::Number),
            Column(table::bot().get(language), Alignment::Text),
            Column(table::played().get(language), Alignment::Number),
        ];
        headings.extend(numbers.iter().map(|number| Column(number.clone(), Alignment::Number)));
        let rows: Vec<Vec<String>> = all.iter().map(|row| line(matrix, *row, columns)).collect();
        print(out, layout, &headings, &rows)?;
    }
    if matrix.extra_column == ExtraColumn::Expected {
        return writeln!(out, "\n{}", table::expected_legend().get(language));
    }
    writeln!(out, "\n{}", table::matrix_legend().get(language))?;
    let met = |(one, other)| field.table.against(one, other).played();
    if pairs(field).any(|pair| met(pair) == 1) {
        writeln!(out, "{}", table::matrix_once().get(language))?;
    }
    Ok(())
}

/// Number of cells side by side that fit into `width`.
fn fitting(matrix: &Matrix, all: &[EntrantId], width: usize, language: Language) -> usize {
    let rows: Vec<Vec<String>> = all.iter().map(|row| line(matrix, *row, all)).collect();
    let widest = |cells: &mut dyn Iterator<Item = &String>| {
        // A blank on each side.
        2 + cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let headings = [String::new(), table::bot().get(language), table::played().get(language)];
    let heads = headings.iter().enumerate();
    let head: usize = heads
        .map(|(at, heading)| {
            widest(&mut rows.iter().filter_map(|row| row.get(at)).chain([heading]))
        })
        .sum();
    let cell = widest(&mut rows.iter().flat_map(|row| row.iter().skip(headings.len())));
    (width.saturating_sub(head) / cell).max(1)
}

fn line(matrix: &Matrix, row: EntrantId, columns: &[EntrantId]) -> Vec<String> {
    let field = &matrix.field;
    let played: u64 = ids(field).map(|other| field.table.against(row, other).played()).sum();
    let name = elided(&field.bots[row.index()], NAME);
    let mut line = vec![(row.0 + 1).to_string(), name, played.to_string()];
    line.extend(columns.iter().map(|column| {
        let against = field.table.against(row, *column);
        if matrix.extra_column == ExtraColumn::Expected
            && let (Some(share), Some(expected)) =
                (against.share(), matrix.expected((row, *column)))
        {
            let mark = if expected.is_odd { "!" } else { "" };
            return format!("{:.0}({:.0}){mark}", 100.0 * share, 100.0 * expected.share);
        }
        match (against.share(), against.interval()) {
            // A single match has no confidence interval.
            (Some(share), _) if against.played() == 1 => format!("{:.0}", 100.0 * share),
            (Some(share), Some(interval)) => {
                let reach = 50.0 * (interval.high - interval.low);
                format!("{:.0}±{reach:.0}", 100.0 * share)
            }
            _ if *column == row => "·".to_owned(),
            _ => "-".to_owned(),
        }
    }));
    line
}

fn pairs(field: &Field) -> impl Iterator<Item = (EntrantId, EntrantId)> + '_ {
    ids(field).flat_map(move |one| {
        ids(field).filter(move |other| *other != one).map(move |other| (one, other))
    })
}

fn lines(out: &mut dyn Write, matrix: &Matrix) -> io::Result<()> {
    let lines = matrix.field.pair_lines(matrix.model.as_ref());
    lines.iter().try_for_each(|line| writeln!(out, "{}", serde_json::to_string(line)?))
}

fn csv(out: &mut dyn Write, matrix: &Matrix) -> io::Result<()> {
    let field = &matrix.field;
    let words = [
        table::bot(),
        table::opponent(),
        table::played(),
        table::won(),
        table::drawn(),
        table::lost(),
        table::share(),
        table::low(),
        table::high(),
        table::expected(),
    ];
    let headings = words.map(|words| Column(words.get(Language::En), Alignment::Number));
    let rows: Vec<Vec<String>> = pairs(field)
        .map(|(one, other)| {
            let against = field.table.against(one, other);
            let decimals =
                |value: Option<f64>| value.map(|v| format!("{v:.4}")).unwrap_or_default();
            let mut row = vec![field.bots[one.index()].clone(), field.bots[other.index()].clone()];
            let counts = [against.played(), against.won, against.drawn, against.lost];
            row.extend(counts.map(|count| count.to_string()));
            let interval = against.interval();
            row.push(decimals(against.share()));
            row.extend([decimals(interval.map(|i| i.low)), decimals(interval.map(|i| i.high))]);
            row.push(decimals(matrix.expected((one, other)).map(|expected| expected.share)));
            row
        })
        .collect();
    print(out, TableFormat::Csv, &headings, &rows)
}
