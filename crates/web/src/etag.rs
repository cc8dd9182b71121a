//! Entity tags: a short digest of a page, equal for equal bytes.

/// Enough hexadecimal digits to distinguish all pages that one reader has.
pub(crate) const DIGITS: usize = 16;

/// The entity tag of these bytes.
pub(crate) fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..DIGITS].to_owned()
}
