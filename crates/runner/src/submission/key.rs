//! The secret key of a team.

use crate::submission::say;
use certamen_i18n::{Localize, Message};
use std::{fmt, str::FromStr};

/// How many characters a key has.
const LENGTH: usize = 10;

/// What keys are drawn from: letters and digits but for those that are easily taken for another,
/// because keys are handed out on paper.
const DRAWN: &[u8] = b"abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// The secret key of a pair: 10 letters and digits, capitals and small letters told apart. Debug
/// output does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

/// This is no key. The text itself is not repeated: it may be a secret with a typing error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAKey;

impl Key {
    /// A new key from unpredictable bytes.
    pub fn draw(mut random: impl FnMut() -> u8) -> Key {
        // Bytes beyond the last whole multiple would make the first characters likelier.
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

    /// Its first two characters, which the names of the pair's files end in.
    pub fn start(&self) -> [char; 2] {
        let bytes = self.0.as_bytes();
        [bytes[0].into(), bytes[1].into()]
    }
}

impl FromStr for Key {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Key, NotAKey> {
        let sound = text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if sound { Ok(Key(text.to_owned())) } else { Err(NotAKey) }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl Localize for NotAKey {
    fn message(&self) -> Message {
        say::not_a_key(LENGTH)
    }
}

certamen_i18n::error!(NotAKey);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_ten_letters_and_digits() {
        let key: Key = "AbCd123456".parse().expect("the announcement's key");
        assert_eq!(key.start(), ['A', 'b']);
        assert!(!format!("{key:?}").contains("AbCd"));
        for text in ["", "AbCd12345", "AbCd1234567", "AbCd 12345", "AbCd-12345", "AbCdñ1234"] {
            assert_eq!(text.parse::<Key>(), Err(NotAKey), "{text}");
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
