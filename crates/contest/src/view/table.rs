//! Tables: the heading, the alignment and the values of each column, which every rendering shares.

use certamen_game::{Language, number};
use certamen_i18n::Message;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alignment {
    Text,
    Number,
}

/// A value of a table, before it is written for a reader.
#[derive(Clone, Debug)]
pub enum Cell {
    Empty,
    Text(String),
    /// In the reader's language.
    Words(Message),
    Count(u64),
    /// With as many decimals as it has.
    Number(f64),
    Rounded {
        value: f64,
        decimals: usize,
    },
}

impl Cell {
    pub fn rounded(value: impl Into<Option<f64>>, decimals: usize) -> Cell {
        value.into().map_or(Cell::Empty, |value| Cell::Rounded { value, decimals })
    }

    pub fn text(&self, language: Language) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Text(text) => text.clone(),
            Cell::Words(words) => words.get(language),
            Cell::Count(count) => count.to_string(),
            Cell::Number(value) => number::json(*value).to_string(),
            Cell::Rounded { value, decimals } => format!("{value:.decimals$}"),
        }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Cell {
        Cell::Text(text.clone())
    }
}

impl From<Message> for Cell {
    fn from(words: Message) -> Cell {
        Cell::Words(words)
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Cell {
        Cell::Count(count)
    }
}

impl From<f64> for Cell {
    fn from(value: f64) -> Cell {
        Cell::Number(value)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Empty, Into::into)
    }
}

#[derive(Clone, Debug)]
pub struct Heading {
    /// As in JSON.
    pub id: &'static str,
    pub words: Message,
    pub alignment: Alignment,
}

#[derive(Clone, Debug, Default)]
pub struct Table {
    pub headings: Vec<Heading>,
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    pub fn of<R>(rows: impl IntoIterator<Item = R>) -> TableBuilder<R> {
        let rows: Vec<R> = rows.into_iter().collect();
        let cells = rows.iter().map(|_| Vec::new()).collect();
        TableBuilder { rows, table: Table { headings: Vec::new(), rows: cells } }
    }

    /// The place of a column.
    pub fn position(&self, id: &str) -> Option<usize> {
        self.headings.iter().position(|heading| heading.id == id)
    }

    pub fn remove(&mut self, id: &str) {
        if let Some(at) = self.position(id) {
            self.headings.remove(at);
            self.rows.iter_mut().for_each(|row| drop(row.remove(at)));
        }
    }
}

/// A table of rows to which columns are added.
pub struct TableBuilder<R> {
    rows: Vec<R>,
    table: Table,
}

impl<R> TableBuilder<R> {
    #[must_use]
    pub fn text<C: Into<Cell>>(
        self,
        id: &'static str,
        words: Message,
        cell: impl Fn(&R) -> C,
    ) -> Self {
        self.column(Heading { id, words, alignment: Alignment::Text }, cell)
    }

    #[must_use]
    pub fn number<C: Into<Cell>>(
        self,
        id: &'static str,
        words: Message,
        cell: impl Fn(&R) -> C,
    ) -> Self {
        self.column(Heading { id, words, alignment: Alignment::Number }, cell)
    }

    fn column<C: Into<Cell>>(mut self, heading: Heading, cell: impl Fn(&R) -> C) -> Self {
        self.table.headings.push(heading);
        for (cells, row) in self.table.rows.iter_mut().zip(&self.rows) {
            cells.push(cell(row).into());
        }
        self
    }

    pub fn build(self) -> Table {
        self.table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_the_values_of_each_row_in_the_order_of_its_columns() {
        let rows = [("a", Some(1.5), 3), ("b", None, 0)];
        let mut table = Table::of(rows)
            .text("bot", Message::verbatim("bot"), |(bot, ..)| *bot)
            .number("score", Message::verbatim("score"), |(_, score, _)| *score)
            .number("share", Message::verbatim("%"), |(_, score, _)| Cell::rounded(*score, 2))
            .number("won", Message::verbatim("won"), |(.., won)| *won as u64)
            .build();
        let texts = |table: &Table| -> Vec<Vec<String>> {
            let cells = |row: &Vec<Cell>| row.iter().map(|cell| cell.text(Language::En)).collect();
            table.rows.iter().map(cells).collect()
        };
        assert_eq!(texts(&table), [["a", "1.5", "1.50", "3"], ["b", "", "", "0"]]);
        table.remove("score");
        table.remove("unknown");
        assert_eq!(table.position("won"), Some(2));
        assert_eq!(texts(&table), [["a", "1.50", "3"], ["b", "", "0"]]);
    }
}
