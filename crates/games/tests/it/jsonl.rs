//! Recorded games: gzip, one JSON object a line.

use serde_json::Value;
use std::io::{BufRead, BufReader};

/// The objects of a file.
pub(crate) fn read(gzip: &[u8]) -> Vec<Value> {
    let lines = BufReader::new(flate2::read::GzDecoder::new(gzip)).lines();
    lines.map(|line| serde_json::from_str(&line.expect("gzip")).expect("JSON")).collect()
}

/// A whole number of such an object.
pub(crate) fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is no whole number"))
}

/// A text of such an object.
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

/// A list of such an object.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}
