//! Submissions by seat, as the store writes them: their numbers, joined by blanks.
//!
//! They are one value and not rows of another table, because they identify a cell, order included:
//! only a value can be unique.

use crate::{SubmissionId, error::BadValue};
use rusqlite::{
    ToSql,
    types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef},
};

/// Submissions in the order of their seats, or of their entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatList(pub(crate) Vec<SubmissionId>);

impl SeatList {
    fn parse(text: &str) -> Option<Vec<SubmissionId>> {
        text.split(' ').map(|id| id.parse().ok().map(SubmissionId)).collect()
    }
}

impl FromSql for SeatList {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<SeatList> {
        let text = value.as_str()?;
        let refused = || BadValue::Seats(text.to_owned());
        let seats = SeatList::parse(text).ok_or_else(|| FromSqlError::Other(refused().into()))?;
        Ok(SeatList(seats))
    }
}

impl ToSql for SeatList {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let numbers: Vec<String> = self.0.iter().map(|id| id.0.to_string()).collect();
        Ok(numbers.join(" ").into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_read_as_they_are_written_and_nothing_else_is() {
        let read = |text: &str| SeatList::column_result(ValueRef::Text(text.as_bytes()));
        for numbers in [&[7][..], &[1, 2], &[12, 3, 12, 40_000_000_000]] {
            let seats = SeatList(numbers.iter().copied().map(SubmissionId).collect());
            let ToSqlOutput::Owned(rusqlite::types::Value::Text(text)) = seats.to_sql().unwrap()
            else {
                panic!("seats are a text")
            };
            assert_eq!(read(&text), Ok(seats));
        }
        for text in ["", " ", "1  2", "1 2 ", "1,2", "1 x"] {
            assert!(read(text).is_err(), "{text:?}");
        }
    }
}
