//! A place in a contest file, shown as readers of TOML show it: the line, and a mark below.

use super::FileFault;
use certamen_game::Misread;
use serde::de::DeserializeOwned;
use std::ops::Range;

/// A place in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The line with a mark below it.
    pub excerpt: String,
}

impl Mark {
    /// The place of `span` in `text`.
    pub(super) fn new(text: &str, span: &Range<usize>) -> Mark {
        // At the end of the text there is nothing to point at but its last line.
        let start = span.start.min(text.len().saturating_sub(1));
        let before = text.get(..start).unwrap_or(text);
        let line = before.matches('\n').count();
        let column = before.rsplit('\n').next().map_or(0, |own| own.chars().count());
        let column = column + span.start - start;
        let content = text.split('\n').nth(line).unwrap_or_default();
        let marked = span.len().min(content.len().saturating_sub(column)).max(1);
        let gutter = " ".repeat((line + 1).to_string().len() + 1);
        let (blank, mark) = (" ".repeat(column + 1), "^".repeat(marked));
        let excerpt = format!("{gutter}|\n{} | {content}\n{gutter}|{blank}{mark}", line + 1);
        Mark { line: line + 1, column: column + 1, excerpt }
    }
}

impl FileFault {
    /// What a reader of TOML says of `text`, which is no `T`: in its words only if it is no TOML.
    pub(super) fn toml<T: DeserializeOwned>(text: &str, error: &toml::de::Error) -> FileFault {
        let Some(span) = error.span() else { return FileFault::Toml(error.to_string()) };
        let fault = match (unquoted(text, &span), misread::<T>(text)) {
            (Some(word), _) => FileFault::Unquoted(word.to_owned()),
            (None, Some(misread)) => FileFault::Misread(misread),
            (None, None) => FileFault::Toml(error.message().to_owned()),
        };
        fault.at(text, &span)
    }

    /// The same, of the place `span` in `text`.
    pub(super) fn at(self, text: &str, span: &Range<usize>) -> FileFault {
        FileFault::At { mark: Mark::new(text, span), fault: Box::new(self) }
    }
}

/// Which key of `text` will not do for a `T`; nothing if it is no TOML.
fn misread<T: DeserializeOwned>(text: &str) -> Option<Misread> {
    let table: toml::Table = toml::from_str(text).ok()?;
    certamen_game::read::<T>(&serde_json::to_value(table).ok()?).err()
}

/// The word that stands as a value where `span` begins, though only texts are words.
fn unquoted<'t>(text: &'t str, span: &Range<usize>) -> Option<&'t str> {
    let start = text.get(..span.start)?.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(start..)?.lines().next()?;
    let (key, value) = line.split_once('=')?;
    let value = value.split('#').next()?.trim();
    let is_after_key = span.start >= start + key.len();
    let is_word = value.starts_with(|first: char| first.is_ascii_alphabetic())
        && value.chars().all(|each| each.is_alphanumeric() || "-_ .:/".contains(each));
    let is_value = ["true", "false", "inf", "nan"].contains(&value);
    (is_after_key && is_word && !is_value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_speech::{Language, Speak};

    fn fault(text: &str) -> (FileFault, String) {
        let error = toml::from_str::<toml::Table>(text).unwrap_err();
        (FileFault::toml::<toml::Table>(text, &error), error.to_string())
    }

    #[test]
    fn places_are_shown_as_their_reader_shows_them() {
        for text in ["a = [1, 2", "[x]\na = 1\na = 2\n", "é = \"ñ", "a", "a = 1 2\nb = 3", "= 3"]
        {
            let (fault, theirs) = fault(text);
            assert_eq!(fault.to_string(), theirs, "{text}");
        }
    }

    #[test]
    fn a_text_without_quotes_is_told_so() {
        let (fault, _) = fault("name = \"x\"\ngame = footsteps # steps\n");
        let told = fault.message().get(Language::Es);
        assert!(told.starts_with("error de TOML en la línea 2, columna 8\n"), "{told}");
        assert!(told.ends_with("los textos van entre comillas: \"footsteps\"\n"), "{told}");
    }
}
