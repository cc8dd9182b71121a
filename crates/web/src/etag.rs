//! A short name for what a page says: equal bytes, equal name.

/// So many hexadecimal digits tell any two pages apart that one reader has.
pub(crate) const DIGITS: usize = 16;

/// The name of these bytes.
pub(crate) fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..DIGITS].to_owned()
}
