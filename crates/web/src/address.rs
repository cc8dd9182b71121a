//! Reading and writing addresses: path segments, and the parameters after the question mark.

use crate::http_error::HttpError;

/// The parameters of an address that are still to be read, each with its value or an error.
#[derive(Debug)]
pub(crate) struct Query(Vec<(String, Result<String, HttpError>)>);

impl Query {
    pub(crate) fn read(query: Option<&str>) -> Query {
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

    /// Whether every parameter was read.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
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

/// The decoded text of a path segment.
pub(crate) fn decoded(segment: &str) -> Result<String, HttpError> {
    let text = unescaped(segment)?;
    // Path traversal and control characters never occur in a valid name.
    let climbs = text == "." || text == "..";
    if climbs || text.chars().any(char::is_control) {
        return Err(HttpError::Address(segment.to_owned()));
    }
    Ok(text)
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
