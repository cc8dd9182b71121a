//! Columns with typed values: an invalid value is an error that names the column, not another value
//! in its place.

use certamen_i18n::{Language, UnknownLanguage};
use jiff::Timestamp;
use rusqlite::{Result, Row, RowIndex, types::Type};
use std::error::Error;

/// A time, in seconds.
pub(crate) fn time(row: &Row<'_>, column: impl RowIndex) -> Result<Timestamp> {
    let column = column.idx(row.as_ref())?;
    Timestamp::from_second(row.get(column)?).map_err(|error| damaged(column, Type::Integer, error))
}

/// A time, in milliseconds.
pub(crate) fn exact_time(row: &Row<'_>, column: impl RowIndex) -> Result<Timestamp> {
    let column = column.idx(row.as_ref())?;
    let time = Timestamp::from_millisecond(row.get(column)?);
    time.map_err(|error| damaged(column, Type::Integer, error))
}

/// A language, by its code.
pub(crate) fn language(row: &Row<'_>, column: impl RowIndex) -> Result<Language> {
    let column = column.idx(row.as_ref())?;
    let code: String = row.get(column)?;
    code.parse().map_err(|error: UnknownLanguage| damaged(column, Type::Text, error))
}

fn damaged(
    column: usize,
    kind: Type,
    error: impl Error + Send + Sync + 'static,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, kind, Box::new(error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

    #[test]
    fn a_damaged_value_is_an_error_and_no_other_value() {
        let connection = Connection::open_in_memory().unwrap();
        let read = |value: &str| {
            let row = |row: &Row<'_>| {
                Ok((time(row, 0).is_ok(), exact_time(row, 0).is_ok(), language(row, 1)))
            };
            connection.query_one(&format!("SELECT {value}"), [], row).unwrap()
        };
        assert_eq!(read("1, 'es'"), (true, true, Ok(Language::Es)));
        let (seconds, milliseconds, unknown) = read("9223372036854775807, 'xx'");
        assert!(!seconds && !milliseconds);
        assert!(unknown.unwrap_err().to_string().contains("xx"));
    }
}
