//! Random secrets, and how they are stored: as a hash from which they cannot be recovered.

use crate::PortalError;
use std::fmt;

/// Letters and digits that are not easily confused.
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// The number of random bytes in a secret, and in a name that cannot be guessed.
const SECRET: usize = 32;
const ID: usize = 10;

/// 256 secret bits: their holder is let in.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn draw() -> Result<Secret, PortalError> {
        drawn::<SECRET>().map(Secret)
    }

    /// A secret that a client presents.
    pub fn given(text: &str) -> Secret {
        Secret(text.to_owned())
    }

    pub fn told(&self) -> &str {
        &self.0
    }

    /// The form in which it is stored.
    pub(crate) fn hash(&self) -> [u8; 32] {
        *blake3::hash(self.0.as_bytes()).as_bytes()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Whether two secrets are equal; it takes as long wherever they differ.
pub fn same_secret(one: &str, other: &str) -> bool {
    // Hashes are compared in constant time, and are of one length.
    blake3::hash(one.as_bytes()) == blake3::hash(other.as_bytes())
}

/// A name of 80 bits for something new.
pub fn fresh_id() -> Result<String, PortalError> {
    drawn::<ID>()
}

fn drawn<const BYTES: usize>() -> Result<String, PortalError> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|_| PortalError::Luck)?;
    Ok(base32(&bytes))
}

/// Five bits a character, from the highest on.
fn base32(bytes: &[u8]) -> String {
    let (mut text, mut held, mut bits) = (String::new(), 0_u32, 0);
    for byte in bytes {
        held = held << 8 | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(char::from(ALPHABET[(held >> bits & 31) as usize]));
        }
    }
    if bits > 0 {
        text.push(char::from(ALPHABET[(held << (5 - bits) & 31) as usize]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_as_everybody_writes_them() {
        // RFC 4648, section 10.
        for (bytes, text) in [("f", "my"), ("fo", "mzxq"), ("foobar", "mzxw6ytboi")] {
            assert_eq!(base32(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn a_secret_is_long_and_not_told_by_accident() {
        let (one, other) = (Secret::draw().expect("luck"), Secret::draw().expect("luck"));
        assert_eq!(one.told().len(), 52);
        assert_ne!(one.told(), other.told());
        assert_eq!(format!("{one:?}"), "Secret");
        assert_eq!(fresh_id().expect("luck").len(), 16);
    }
}
