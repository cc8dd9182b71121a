//! Errors of the store.

use crate::{MatchNumber, say};
use certamen_i18n::{Argument, Localize, Value, quoted};
use rusqlite::Row;
use serde::de::DeserializeOwned;
use std::{error::Error, io, path::PathBuf};

#[derive(Debug, Localize)]
#[localize(error)]
pub enum StoreError {
    Missing {
        path: PathBuf,
    },
    Newer {
        path: PathBuf,
        found: i64,
        known: i64,
    },
    /// The file is no store, or a damaged one.
    #[localize(say::damaged(path, quoted(error)))]
    Damaged {
        path: PathBuf,
        error: rusqlite::Error,
    },
    /// Its folder cannot be created, or the file cannot be read.
    Unreachable {
        path: PathBuf,
        error: io::Error,
    },
    /// The disk is full; nothing was written.
    Full {
        path: PathBuf,
    },
    /// It is being read, and may not be moved meanwhile.
    Read {
        path: PathBuf,
    },
    #[localize(say::value(of_value(&**_0)))]
    Value(Box<dyn Error + Send + Sync>),
    #[localize(say::database(quoted(_0)))]
    Database(rusqlite::Error),
    /// The dictionary that records are compressed with is unusable.
    Dictionary(io::Error),
    #[localize(say::record(number.0, error))]
    Record {
        number: MatchNumber,
        error: io::Error,
    },
    #[localize(say::no_match(_0.0))]
    NoMatch(MatchNumber),
    #[localize(say::unplayed(_0.0))]
    Unplayed(MatchNumber),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error {
            rusqlite::Error::FromSqlConversionFailure(_, _, error) => StoreError::Value(error),
            error => StoreError::Database(error),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub(crate) enum BadValue {
    #[localize(say::not_seats(_0))]
    Seats(String),
    #[localize(say::not_a_fault(_0))]
    Fault(String),
}

/// The JSON in a column of text.
pub(crate) fn json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, error.into())
    })
}

/// Our own message, or that of the library that read the value.
fn of_value(error: &(dyn Error + 'static)) -> Value {
    match error.downcast_ref::<BadValue>() {
        Some(ours) => ours.value(),
        None => quoted(error),
    }
}
