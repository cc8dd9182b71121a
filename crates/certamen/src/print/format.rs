//! Tables as text, JSON lines, CSV and Markdown.

use certamen_contest::view;
pub(crate) use certamen_contest::view::Alignment;
use certamen_game::Language;
use certamen_i18n::Message;
use clap::ValueEnum;
use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, Table, TableStyle, presets,
};
use serde::Serialize;
use std::{
    borrow::Cow,
    io::{self, Write},
};

/// Maximum number of columns of a table without a terminal, if its texts can be shortened to fit.
pub(crate) const WIDEST: usize = 100;
const LONGEST: usize = 40;
/// No text is shortened to less than this.
const LEAST: usize = 12;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum TableFormat {
    /// Aligned text
    Table,
    /// JSON lines
    Json,
    /// Comma-separated values
    Csv,
    /// A Markdown table
    Markdown,
}

impl TableFormat {
    /// The language of headings; CSV always has English ones, because programs that read it do not
    /// know the language.
    pub(crate) fn headings(self, language: Language) -> Language {
        if self == TableFormat::Csv { Language::En } else { language }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) format: TableFormat,
    /// The terminal's number of columns, if there is a terminal: the table is made to fit.
    pub(crate) width: Option<usize>,
}

impl From<TableFormat> for Layout {
    fn from(format: TableFormat) -> Layout {
        Layout { format, width: None }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum MatrixFormat {
    /// Aligned text
    Table,
    /// JSON lines
    Json,
    /// Comma-separated values
    Csv,
    /// A picture
    Svg,
}

/// A column: its heading, and whether it holds numbers.
#[derive(Clone)]
pub(crate) struct Column(pub(crate) String, pub(crate) Alignment);

impl Column {
    pub(crate) fn text(heading: &Message, language: Language) -> Column {
        Column(heading.get(language), Alignment::Text)
    }

    pub(crate) fn number(heading: &Message, language: Language) -> Column {
        Column(heading.get(language), Alignment::Number)
    }
}

/// Prints each value in a line.
pub(crate) fn json_lines<T: Serialize>(
    out: &mut dyn Write,
    lines: impl IntoIterator<Item = T>,
) -> io::Result<()> {
    lines.into_iter().try_for_each(|line| writeln!(out, "{}", serde_json::to_string(&line)?))
}

/// The columns and the cells of a table in words.
pub(crate) fn in_words(
    table: &view::Table,
    format: TableFormat,
    language: Language,
) -> (Vec<Column>, Vec<Vec<String>>) {
    let headings = format.headings(language);
    let columns = table.headings.iter();
    let columns = columns.map(|heading| Column(heading.words.get(headings), heading.alignment));
    let cells = |row: &Vec<view::Cell>| row.iter().map(|cell| cell.text(language)).collect();
    (columns.collect(), table.rows.iter().map(cells).collect())
}

/// Prints a table; `layout` must not be JSON.
pub(crate) fn print_table(
    out: &mut dyn Write,
    layout: impl Into<Layout>,
    table: &view::Table,
    language: Language,
) -> io::Result<()> {
    let layout = layout.into();
    let (columns, rows) = in_words(table, layout.format, language);
    print(out, layout, &columns, &rows)
}

/// Prints rows of cells; `format` must not be JSON, which needs more than text.
pub(crate) fn print(
    out: &mut dyn Write,
    layout: impl Into<Layout>,
    columns: &[Column],
    rows: &[Vec<String>],
) -> io::Result<()> {
    let Layout { format, width } = layout.into();
    match format {
        TableFormat::Csv => csv_table(out, columns, rows),
        TableFormat::Markdown => {
            let escaped = |row: &Vec<String>| row.iter().map(|cell| in_markdown(cell)).collect();
            let rows: Vec<Vec<String>> = rows.iter().map(escaped).collect();
            writeln!(out, "{}", drawn(columns, &rows, presets::ASCII_MARKDOWN))
        }
        TableFormat::Table | TableFormat::Json => {
            let mut rows = rows.to_vec();
            if let Some(width) = width {
                fit(columns, &mut rows, width);
            }
            let mut table = drawn(columns, &rows, presets::NOTHING);
            if let Some(width) = width {
                // Text that cannot be shortened is wrapped at words.
                let wide = u16::try_from(width).unwrap_or(u16::MAX);
                table.set_content_arrangement(ContentArrangement::Dynamic).set_width(wide);
                // Numbers and their headings are never broken.
                for (column, Column(_, alignment)) in table.column_iter_mut().zip(columns) {
                    if *alignment == Alignment::Number {
                        column.set_constraint(ColumnConstraint::ContentWidth);
                    }
                }
            }
            let drawn = table.to_string();
            drawn.lines().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
        }
    }
}

/// Escapes a text for a cell of a Markdown table: names come from untrusted authors and could
/// contain HTML or links.
fn in_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '|' | '[' | ']' | '*' | '_' | '`' | '\\' => {
                escaped.push('\\');
                escaped.push(character);
            }
            _ => escaped.push(character),
        }
    }
    escaped
}

/// `text` in at most `most` characters, shortened in its middle.
pub(crate) fn elided(text: &str, most: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= most {
        return text.to_owned();
    }
    let (head, tail) = (most / 2, most.saturating_sub(most / 2 + 1));
    [&letters[..head], &['…'], &letters[letters.len() - tail..]].concat().into_iter().collect()
}

/// Shortens the longest texts in their middle until a line of the table is at most `width` wide, if
/// enough of them remains. Texts longer than a name are sentences and stay whole.
pub(crate) fn fit(columns: &[Column], rows: &mut [Vec<String>], width: usize) {
    let widths = widths(columns, rows);
    let excess = widths.iter().sum::<usize>().saturating_sub(width);
    let texts = (0..columns.len()).filter(|at| columns[*at].1 == Alignment::Text);
    let Some(longest) = texts.max_by_key(|at| widths[*at]).filter(|_| excess > 0) else { return };
    if widths[longest] > LONGEST + 2 {
        return;
    }
    let room = (widths[longest] - 2).saturating_sub(excess).max(LEAST);
    for cell in rows.iter_mut().filter_map(|row| row.get_mut(longest)) {
        *cell = elided(cell, room);
    }
}

fn widths(columns: &[Column], rows: &[Vec<String>]) -> Vec<usize> {
    let count = |text: &str| text.chars().count();
    let width = |(at, heading): (usize, &Column)| {
        let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| count(cell));
        // A blank on each side.
        2 + cells.fold(count(&heading.0), usize::max)
    };
    columns.iter().enumerate().map(width).collect()
}

/// The minimum width of the table, with all texts shortened as much as possible.
pub(crate) fn narrowest(columns: &[Column], rows: &[Vec<String>]) -> usize {
    let widths = widths(columns, rows);
    let texts = (0..columns.len()).filter(|at| columns[*at].1 == Alignment::Text);
    let longest = texts.map(|at| widths[at]).max().unwrap_or(0);
    widths.iter().sum::<usize>() - longest.saturating_sub(LEAST + 2)
}

fn drawn(columns: &[Column], rows: &[Vec<String>], style: TableStyle) -> Table {
    let mut table = Table::new();
    table.load_style(style);
    table.set_header(columns.iter().map(|column| &column.0));
    table.add_rows(rows);
    for (column, Column(_, alignment)) in table.column_iter_mut().zip(columns) {
        let side = match alignment {
            Alignment::Number => CellAlignment::Right,
            Alignment::Text => CellAlignment::Left,
        };
        column.set_cell_alignment(side);
    }
    table
}

fn csv_table(out: &mut dyn Write, columns: &[Column], rows: &[Vec<String>]) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(columns.iter().map(|column| &column.0))?;
    rows.iter().try_for_each(|row| {
        writer.write_record(row.iter().map(|cell| harmless(cell).into_owned()))
    })?;
    writer.flush()
}

/// A cell that no spreadsheet takes for a formula: a cell that looks like one and is not a number
/// gets an apostrophe before it.
pub(crate) fn harmless(cell: &str) -> Cow<'_, str> {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err() {
        return Cow::Owned(format!("'{cell}"));
    }
    Cow::Borrowed(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_html_and_no_links() {
        let name = "<img onerror=x>|[a](b)*_`&";
        let escaped = "&lt;img onerror=x&gt;\\|\\[a\\](b)\\*\\_\\`&amp;";
        assert_eq!(in_markdown(name), escaped);
    }

    #[test]
    fn the_longest_texts_are_shortened_in_the_middle() {
        let wide = "score".repeat(14);
        let columns = [Column("bot".to_owned(), Alignment::Text), Column(wide, Alignment::Number)];
        let mut rows = vec![vec!["x".repeat(39) + "1", "7".to_owned()], vec!["short".to_owned()]];
        fit(&columns, &mut rows, WIDEST);
        let table = drawn(&columns, &rows, presets::NOTHING).to_string();
        assert_eq!(table.lines().map(|line| line.chars().count()).max(), Some(100), "{table}");
        assert!(rows[0][0].contains('…') && rows[0][0].ends_with('1'), "{rows:?}");
        assert_eq!(rows[1][0], "short");
        let mut rows = vec![vec!["x (disqualified)".repeat(3), "7".to_owned()]];
        let before = rows.clone();
        fit(&columns, &mut rows, WIDEST);
        assert_eq!(rows, before);
    }

    #[test]
    fn names_are_no_formulas_and_numbers_stay_numbers() {
        for formula in ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1"] {
            assert_eq!(harmless(formula), format!("'{formula}"));
        }
        for cell in ["-1", "+2.5", "-1e3", "a=b", "", "1-2"] {
            assert_eq!(harmless(cell), cell);
        }
    }
}
