//! The first two lines of a submission: the key and, if there is one, the alias.

use crate::submission::{Rule, SourceFinding, lisp::SourcePosition, say};
use certamen_i18n::{Localize, Message};
use std::{fmt, str::FromStr};

const LONGEST_ALIAS: usize = 10;

/// The characters allowed in an alias besides letters and digits: "signos básicos de puntuación".
const PUNCTUATION: &str = ".,:;!?'-_+*/=#@&%$";

/// The content of the first two lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// The name under which the player is listed.
    pub alias: Option<String>,
}

impl Head {
    /// Reads the first two lines; the first must have `key`, or any key if it is `None`.
    pub fn read(text: &str, key: Option<&Key>) -> Result<Head, SourceFinding> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default().trim_end();
        let place = SourcePosition { line: 1, column: 1 };
        if first.starts_with('\u{feff}') {
            return Err(SourceFinding::new(Rule::KeyLine).with(say::byte_order_mark()).at(place));
        }
        // The given text is not repeated: it may be nearly the key.
        let sound = match (first.strip_prefix("; "), key) {
            (Some(given), Some(key)) => given == key.secret(),
            (Some(given), None) => given.parse::<Key>().is_ok(),
            (None, _) => false,
        };
        if !sound {
            return Err(SourceFinding::new(Rule::KeyLine).at(place));
        }
        let second = lines.next().unwrap_or_default().trim_end();
        if !second.starts_with(';') {
            return Ok(Head::default());
        }
        let alias = second.strip_prefix("; ").filter(|alias| is_alias(alias));
        let Some(alias) = alias else {
            let finding =
                SourceFinding::new(Rule::AliasLine).at(SourcePosition { line: 2, column: 1 });
            let shown: String = second.chars().take(40).collect();
            return Err(SourceFinding { form: Some(certamen_game::legible(&shown)), ..finding });
        };
        Ok(Head { alias: Some(alias.to_owned()) })
    }
}

fn is_alias(text: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || PUNCTUATION.contains(c);
    !text.is_empty() && text.len() <= LONGEST_ALIAS && text.chars().all(is_allowed)
}

const LENGTH: usize = 10;

/// The characters of new keys: letters and digits except those that are easily confused, because keys
/// are handed out on paper.
const DRAWN: &[u8] = b"abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// The secret key of a team: 10 letters and digits, case-sensitive. Debug output does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

/// An invalid key. The text is not repeated: it may be a secret with a typing error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidKey;

impl Key {
    /// A new key from unpredictable bytes.
    pub fn draw(mut random: impl FnMut() -> u8) -> Key {
        // Bytes beyond the last whole multiple would make the first characters more likely.
        let limit = 256 / DRAWN.len() * DRAWN.len();
        let mut character = || loop {
            let byte = usize::from(random());
            if byte < limit {
                return char::from(DRAWN[byte % DRAWN.len()]);
            }
        };
        Key((0..LENGTH).map(|_| character()).collect())
    }

    /// The key itself.
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// Its first two characters, at the end of the names of the team's files.
    pub fn start(&self) -> [char; 2] {
        let bytes = self.0.as_bytes();
        [bytes[0].into(), bytes[1].into()]
    }
}

impl FromStr for Key {
    type Err = InvalidKey;

    fn from_str(text: &str) -> Result<Key, InvalidKey> {
        let sound = text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if sound { Ok(Key(text.to_owned())) } else { Err(InvalidKey) }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl Localize for InvalidKey {
    fn message(&self) -> Message {
        say::not_a_key(LENGTH)
    }
}

certamen_i18n::error!(InvalidKey);

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<Option<String>, Rule> {
        let key: Key = "AbCd123456".parse().expect("a key");
        Head::read(text, Some(&key)).map(|head| head.alias).map_err(|finding| finding.rule)
    }

    #[test]
    fn the_announcements_head_is_read() {
        assert_eq!(check("; AbCd123456\n; Campeon\n\n(defun"), Ok(Some("Campeon".to_owned())));
        assert_eq!(check("; AbCd123456\r\n; Campeon\r\n"), Ok(Some("Campeon".to_owned())));
        assert_eq!(check("; AbCd123456\n(defun"), Ok(None));
        assert_eq!(check("; AbCd123456\n\n; comment"), Ok(None));
        assert_eq!(check("; AbCd123456\n; R2-D2_!"), Ok(Some("R2-D2_!".to_owned())));
        // "nótese que el acento en Campeón no sería válido"
        for alias in
            ["; Campeón", "; a b", "; (a)", "; 12345678901", ";Campeon", ";; a", ";", ";  a"]
        {
            assert_eq!(check(&format!("; AbCd123456\n{alias}")), Err(Rule::AliasLine), "{alias}");
        }
    }

    #[test]
    fn control_characters_in_an_alias_are_refused_and_escaped() {
        let key: Key = "AbCd123456".parse().expect("a key");
        for (alias, shown) in [
            ("a\rb", "; a\\rb"),
            ("a\u{0}b", "; a\\u{0}b"),
            ("a\u{202e}b", "; a\\u{202e}b"),
            ("a\u{1b}[2J", "; a\\u{1b}[2J"),
        ] {
            let refused = Head::read(&format!("; AbCd123456\r\n; {alias}\r\n"), Some(&key));
            let finding = refused.expect_err("it is no alias");
            assert_eq!((finding.rule, finding.form.as_deref()), (Rule::AliasLine, Some(shown)));
        }
        // Text after the end of the line is not part of it.
        let next = check("; AbCd123456\n; Campeon\r\nset-cookie: evil=1\r\n");
        assert_eq!(next, Ok(Some("Campeon".to_owned())));
    }

    #[test]
    fn the_key_must_be_in_the_first_line() {
        for text in [
            "",
            "; AbCd12345",
            ";AbCd123456",
            ";  AbCd123456",
            "; abcd123456",
            "\n; AbCd123456",
            "\u{feff}; AbCd123456",
        ] {
            assert_eq!(check(text), Err(Rule::KeyLine), "{text}");
        }
        let shown = Head::read("; AbCd123457", Some(&"AbCd123456".parse().expect("a key")));
        assert!(!format!("{shown:?}").contains("AbCd"));
    }

    #[test]
    fn without_a_given_key_any_key_is_accepted() {
        assert!(Head::read("; ZZZZ999999\n", None).is_ok());
        assert!(Head::read("; ZZZZ99999\n", None).is_err());
    }

    #[test]
    fn keys_are_ten_letters_and_digits() {
        let key: Key = "AbCd123456".parse().expect("the announcement's key");
        assert_eq!(key.start(), ['A', 'b']);
        assert!(!format!("{key:?}").contains("AbCd"));
        for text in ["", "AbCd12345", "AbCd1234567", "AbCd 12345", "AbCd-12345", "AbCdñ1234"] {
            assert_eq!(text.parse::<Key>(), Err(InvalidKey), "{text}");
        }
    }

    #[test]
    fn drawn_keys_are_keys_and_use_all_characters_equally() {
        let mut byte = 0u8;
        let mut next = || {
            byte = byte.wrapping_add(1);
            byte
        };
        let drawn: Vec<Key> = (0..DRAWN.len()).map(|_| Key::draw(&mut next)).collect();
        for character in DRAWN {
            let of_it = |key: &Key| key.secret().bytes().filter(|byte| byte == character).count();
            assert_eq!(drawn.iter().map(of_it).sum::<usize>(), LENGTH, "{character}");
        }
        assert!(drawn.iter().all(|key| key.secret().parse::<Key>().is_ok()));
    }
}
