//! From the bytes of a file to its text.

/// The text of a file in UTF-8 or else, because older editors wrote so, in Latin-1. Callers that
/// run the file must give Lisp this text, not the bytes, so that both have read the same.
pub fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn both_encodings_are_read() {
        assert_eq!(decode("; función".as_bytes()), "; función");
        assert_eq!(decode(b"; funci\xf3n"), "; función");
        assert_eq!(decode(b""), "");
    }
}
