//! What the rest of the program says in English, for people who read another language.
//!
//! The other crates know no languages: their errors and clap's help are
//! English. Here, where they are printed, they are found again by their form and said anew. What is
//! in no table stays as it is.

mod audits;
mod bots;
mod command;
mod contests;
mod courses;
mod form;
mod games;
mod reading;
mod records;
mod sandbox;
mod system;
#[cfg(test)]
mod tests;

use certamen_game::{Language, Words};
use form::Speaker;

/// The messages of errors. Of two texts with the same form, the first counts.
const ERRORS: &[&[Words]] = &[
    command::TEXTS,
    bots::TEXTS,
    audits::TEXTS,
    contests::TEXTS,
    courses::TEXTS,
    games::TEXTS,
    records::TEXTS,
    sandbox::TEXTS,
    system::TEXTS,
    reading::TEXTS,
];
/// A message of an error, which may have several lines, in `language`.
pub(crate) fn error(message: &str, language: Language) -> String {
    Speaker { tables: ERRORS, language }.lines(message)
}
