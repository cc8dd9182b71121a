//! The crosstable.

use super::{
    format::{
        Alignment, Column, Layout, MatrixFormat, TableFormat, WIDEST, elided, json_lines, print,
        print_table,
    },
    say::table,
    standings,
};
use crate::Result;
use certamen_contest::{Field, PairLine, Results};
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
    /// A line for each pair, with what is expected.
    fn lines(&self) -> Vec<PairLine> {
        self.field.pair_lines(self.model.as_ref())
    }

    /// A cell of the table: the share in per cent, and half of its interval or what is expected.
    fn cell(&self, row: EntrantId, column: EntrantId) -> String {
        let is_expected = self.extra_column == ExtraColumn::Expected;
        let model = self.model.as_ref().filter(|_| is_expected);
        let PairLine { tally, expected, odd, .. } = self.field.pair_line(model, row, column);
        let percent = |share: f64| format!("{:.0}", 100.0 * share);
        match (tally.share, expected, tally.low.zip(tally.high)) {
            (Some(share), Some(expected), _) => {
                let mark = if odd == Some(true) { "!" } else { "" };
                format!("{}({}){mark}", percent(share), percent(expected))
            }
            // A single match has no confidence interval.
            (Some(share), None, Some((low, high))) if tally.played > 1 => {
                format!("{}±{:.0}", percent(share), 50.0 * (high - low))
            }
            (Some(share), ..) if tally.played == 1 => percent(share),
            _ if column == row => "·".to_owned(),
            _ => "-".to_owned(),
        }
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
        MatrixFormat::Json => json_lines(out, matrix.lines())?,
        MatrixFormat::Csv => {
            print_table(out, TableFormat::Csv, &PairLine::table(&matrix.lines()), language)?;
        }
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
    let mut pairs = all.iter().flat_map(|one| all.iter().map(move |other| (*one, *other)));
    if pairs.any(|(one, other)| field.table.against(one, other).played() == 1) {
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
    line.extend(columns.iter().map(|column| matrix.cell(row, *column)));
    line
}
