//! Reading and writing addresses: path segments, the parameters after the question mark, and the
//! names of contests.

use crate::http_error::HttpError;
use serde::Deserialize;
use std::fmt;

/// The parameters of an address that are still to be read, each with its value or an error.
#[derive(Debug)]
pub(crate) struct Query(Vec<(String, Result<String, HttpError>)>);

impl Query {
    pub(crate) fn read(query: Option<&str>) -> Self {
        let pairs = query.unwrap_or_default().split('&').filter(|pair| !pair.is_empty());
        let mut read: Vec<(String, Result<String, HttpError>)> = Vec::new();
        for pair in pairs {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (key, value) = match decoded(key) {
                Ok(key) => (key, decoded(&value.replace('+', " "))),
                Err(error) => (key.to_owned(), Err(error)),
            };
            match read.iter_mut().find(|(known, _)| *known == key) {
                Some((_, first)) => {
                    *first = value.and_then(|value| Err(HttpError::value(&key, &value)));
                }
                None => read.push((key, value)),
            }
        }
        Query(read)
    }

    /// The value of `key`; empty ones count as absent, because forms send them for blank fields.
    pub(crate) fn take(&mut self, key: &str) -> Result<Option<String>, HttpError> {
        let Some(place) = self.0.iter().position(|(known, _)| known == key) else {
            return Ok(None);
        };
        Ok(Some(self.0.remove(place).1?).filter(|value| !value.is_empty()))
    }

    pub(crate) fn take_number(&mut self, key: &str) -> Result<Option<u64>, HttpError> {
        let Some(given) = self.take(key)? else { return Ok(None) };
        let plain = given.bytes().all(|byte| byte.is_ascii_digit());
        let number = given.parse().ok().filter(|_| plain);
        number.map(Some).ok_or_else(|| HttpError::value(key, &given))
    }

    /// Rejects parameters that were not read.
    pub(crate) fn finish(self) -> Result<(), HttpError> {
        match self.0.into_iter().next() {
            Some((key, value)) => Err(value.err().unwrap_or(HttpError::Key(key))),
            None => Ok(()),
        }
    }
}

/// `text` as a percent-encoded path segment.
pub(crate) fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    let written = text.bytes().map(|byte| match byte {
        byte if plain(byte) => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    written.collect()
}

pub(crate) fn decoded(segment: &str) -> Result<String, HttpError> {
    // As it was typed: a control character cannot be shown.
    checked(&unescaped(segment)?).map_err(|_| HttpError::Address(segment.to_owned()))
}

/// A decoded segment, if it may be a name: path traversal and control characters never occur in one.
fn checked(text: &str) -> Result<String, HttpError> {
    let climbs = text == "." || text == "..";
    if climbs || text.chars().any(char::is_control) {
        return Err(HttpError::Address(text.to_owned()));
    }
    Ok(text.to_owned())
}

/// A value typed into a form; it may have several lines.
pub(crate) fn typed(field: &str) -> Result<String, HttpError> {
    let text = unescaped(&field.replace('+', " "))?;
    let is_typed = |c: char| !c.is_control() || "\r\n\t".contains(c);
    if text.chars().all(is_typed) { Ok(text) } else { Err(HttpError::Address(field.to_owned())) }
}

fn unescaped(escaped: &str) -> Result<String, HttpError> {
    let refused = || HttpError::Address(escaped.to_owned());
    let mut bytes = Vec::with_capacity(escaped.len());
    let mut rest = escaped.as_bytes();
    while let Some((first, more)) = rest.split_first() {
        rest = more;
        if *first == b'%' {
            let digits = more.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
            let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
            bytes.push(byte.ok_or_else(refused)?);
            rest = &more[2..];
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes).map_err(|_| refused())
}

const MAX_SLUG: usize = 40;

/// 1 to 40 lower-case letters, digits and hyphens; for a championship, a longer part of the
/// address.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Slug {
    text: String,
    /// Of a championship: its number, from 1, and where the name of its contest ends.
    part: Option<(usize, usize)>,
}

impl Slug {
    /// The slug `name`, if valid.
    pub fn read(name: &str) -> Option<Self> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let fits = (1..=MAX_SLUG).contains(&name.len()) && name.chars().all(plain);
        fits.then(|| Slug { text: name.to_owned(), part: None })
    }

    /// The slug of a championship of this contest, by its number from 1.
    pub(crate) fn championship(&self, number: usize) -> Self {
        let text = format!("{self}/championships/{number}");
        Slug { text, part: Some((number, self.text.len())) }
    }

    /// Whether it names a contest, not a championship.
    pub(crate) fn is_whole(&self) -> bool {
        self.part.is_none()
    }

    /// The contest, or the one that the championship belongs to.
    pub(crate) fn whole(&self) -> Option<Self> {
        let end = self.part.map_or(self.text.len(), |(_, end)| end);
        Slug::read(&self.text[..end])
    }

    pub(crate) fn number(&self) -> Option<usize> {
        self.part.map(|(number, _)| number)
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl TryFrom<String> for Slug {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        Slug::read(&name).ok_or("not the name of a contest")
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_special_characters_are_invalid() {
        for name in ["footsteps", "go-9x9", "2026", &"a".repeat(40)] {
            assert_eq!(Slug::read(name).map(|slug| slug.to_string()).as_deref(), Some(name));
        }
        for name in ["", "..", "Go", "a b", "a/b", "a_b", "a%2f", "ñ", &"a".repeat(41)] {
            assert_eq!(Slug::read(name), None, "{name}");
        }
    }

    #[test]
    fn a_championship_knows_its_contest() {
        let whole = Slug::read("spring").unwrap();
        let third = whole.championship(3);
        assert_eq!(third.as_str(), "spring/championships/3");
        assert_eq!((third.whole(), third.number()), (Some(whole.clone()), Some(3)));
        assert!(whole.is_whole() && !third.is_whole());
        assert_eq!(whole.whole(), Some(whole));
    }
}
