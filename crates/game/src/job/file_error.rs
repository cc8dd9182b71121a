//! Errors in files that people write: where, which key, what is wrong, and what is valid. The place
//! is shown as TOML parsers show it: the line with a mark below.

use crate::{escaped, job::say, legible};
use certamen_i18n::{Localize, Message};
use serde::de::DeserializeOwned;
use std::{ops::Range, path::PathBuf};

/// Reads `text` as TOML.
pub fn read_toml<T: DeserializeOwned>(text: &str) -> Result<T, FileError> {
    toml::from_str(text).map_err(|error| FileError::of_toml::<T>(text, &error))
}

/// An error in a file that people write.
#[derive(Clone, Debug)]
pub struct FileError(Box<FileProblem>);

#[derive(Clone, Debug)]
struct FileProblem {
    /// The file; its reader adds it.
    path: Option<PathBuf>,
    /// The place, if it is known.
    position: Option<TextPosition>,
    /// The key with its section, such as `limits.move_time`.
    key: Option<String>,
    /// The invalid value and what is valid.
    reason: Message,
}

/// A place in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextPosition {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The line with a mark below it.
    pub excerpt: String,
}

impl TextPosition {
    /// The place of `span` in `text`.
    pub fn new(text: &str, span: &Range<usize>) -> TextPosition {
        // At the end of the text, point at the last line.
        let start = span.start.min(text.len().saturating_sub(1));
        let before = text.get(..start).unwrap_or(text);
        let line = before.matches('\n').count();
        let column = before.rsplit('\n').next().map_or(0, |own| own.chars().count());
        let column = column + span.start - start;
        let content = text.split('\n').nth(line).unwrap_or_default();
        let marked = span.len().min(content.len().saturating_sub(column)).max(1);
        let gutter = " ".repeat((line + 1).to_string().len() + 1);
        let (blank, mark) = (" ".repeat(column + 1), "^".repeat(marked));
        // The line may come from others and is shown on a terminal.
        let content = legible(content);
        let excerpt = format!("{gutter}|\n{} | {content}\n{gutter}|{blank}{mark}", line + 1);
        TextPosition { line: line + 1, column: column + 1, excerpt }
    }
}

impl FileError {
    /// An error of the whole file.
    pub fn new(reason: Message) -> FileError {
        FileError(Box::new(FileProblem { path: None, position: None, key: None, reason }))
    }

    /// An invalid value of `key`.
    pub fn key(key: impl Into<String>, reason: Message) -> FileError {
        let mut error = FileError::new(reason);
        error.0.key = Some(key.into());
        error
    }

    /// Adds the position of `span` in `text`.
    #[must_use]
    pub fn at(mut self, text: &str, span: &Range<usize>) -> FileError {
        self.0.position = Some(TextPosition::new(text, span));
        self
    }

    /// Adds the position of its key in `text`, or of the section that the key is missing in.
    #[must_use]
    pub fn located(self, text: &str) -> FileError {
        match self.0.key.as_deref().and_then(|key| span_of_key(text, key)) {
            Some(span) => self.at(text, &span),
            None => self,
        }
    }

    /// Adds the file.
    #[must_use]
    pub fn in_file(mut self, path: PathBuf) -> FileError {
        self.0.path = Some(path);
        self
    }

    /// In the words of the TOML parser only if `text` is not TOML.
    fn of_toml<T: DeserializeOwned>(text: &str, error: &toml::de::Error) -> FileError {
        let Some(span) = error.span() else {
            let words = error.to_string().lines().map(legible).collect::<Vec<_>>().join("\n");
            return FileError::new(Message::verbatim(words));
        };
        let reason = match (unquoted(text, &span), value_error::<T>(text)) {
            (Some(word), _) => say::unquoted(escaped(word)),
            (None, Some(error)) => error.message(),
            (None, None) => Message::verbatim(legible(error.message())),
        };
        FileError::new(reason).at(text, &span)
    }
}

impl Localize for FileError {
    fn message(&self) -> Message {
        let FileProblem { path, position, key, reason } = &*self.0;
        let mut message = reason.clone();
        if let Some(key) = key {
            message = say::key(key, message);
        }
        if let Some(TextPosition { line, column, excerpt }) = position {
            message = say::toml(*line, *column, excerpt, message);
        }
        match path {
            Some(path) => say::in_file(path, message),
            None => message,
        }
    }
}

certamen_i18n::error!(FileError);

/// Where a key such as `options.rounds.min` or `hard_start[1].rounds` is in a TOML text; where its
/// section is, if that does not have it.
fn span_of_key(text: &str, key: &str) -> Option<Range<usize>> {
    let document = toml::de::DeTable::parse(text).ok()?;
    let (mut table, mut found) = (document.get_ref(), None);
    for part in key.split('.') {
        let (name, index) = match part.strip_suffix(']').and_then(|part| part.rsplit_once('[')) {
            Some((name, index)) => (name, index.parse::<usize>().ok()),
            None => (part, None),
        };
        let Some((name, value)) = table.iter().find(|(own, _)| &**own.get_ref() == name) else {
            break;
        };
        found = Some(name.span());
        let value = match index {
            Some(index) => {
                let item = value.get_ref().as_array().and_then(|items| items.get(index));
                let Some(item) = item else { break };
                found = Some(item.span());
                item
            }
            None => value,
        };
        let Some(inner) = value.get_ref().as_table() else { break };
        table = inner;
    }
    found
}

/// The invalid key of `text` for a `T`; `None` if it is not TOML.
fn value_error<T: DeserializeOwned>(text: &str) -> Option<crate::ValueError> {
    let table: toml::Table = toml::from_str(text).ok()?;
    crate::read::<T>(&serde_json::to_value(table).ok()?).err()
}

/// The unquoted word that is the value where `span` begins.
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
    use certamen_i18n::{Language, Localize};

    fn fault(text: &str) -> (FileError, String) {
        let error = toml::from_str::<toml::Table>(text).unwrap_err();
        (read_toml::<toml::Table>(text).unwrap_err(), error.to_string())
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
    fn a_key_is_found_in_its_own_section() {
        let text = "a = { min = 1 }\n[b]\nmin = 2\nc.min = 3\n[[d]]\nmin = 4\n[[d]]\nmin = 5\n";
        let cases = [
            ("a.min", Some(1)),
            ("b.min", Some(3)),
            ("b.c.min", Some(4)),
            ("d[0].min", Some(6)),
            ("d[1].min", Some(8)),
            ("b.c.max", Some(4)),
            ("e.min", None),
        ];
        for (key, line) in cases {
            let error = FileError::key(key, Message::verbatim("x")).located(text);
            assert_eq!(error.0.position.map(|position| position.line), line, "{key}");
        }
    }

    #[test]
    fn a_text_without_quotes_has_its_own_message() {
        let (fault, _) = fault("name = \"x\"\ngame = footsteps # steps\n");
        let shown = fault.message().get(Language::Es);
        assert!(shown.starts_with("error de TOML en la línea 2, columna 8\n"), "{shown}");
        assert!(shown.ends_with("los textos van entre comillas: \"footsteps\"\n"), "{shown}");
    }

    #[test]
    fn nothing_in_a_file_acts_on_a_terminal() {
        for text in
            ["\"\\u001b[2J\" = 1\nx = 1\n", "x = \"\\u001b[2J\\u202e\"\n", "x = \u{202e}2\n"]
        {
            let shown = read_toml::<TestFile>(text).unwrap_err().to_string();
            assert!(!shown.contains(['\u{1b}', '\u{202e}']), "{shown:?}");
        }
    }

    #[derive(serde::Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct TestFile {
        #[serde(rename = "x")]
        _x: u8,
    }
}
