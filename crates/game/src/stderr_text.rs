//! The standard error of a program in a match, by turn, as one text.
//!
//! Before the output of a turn stands a mark: U+001E, the turn and a line feed. 0 is no turn, or
//! several. A U+001E of the program is doubled, so that it cannot write a mark.

const MARK: u8 = 0x1e;

/// The text of pieces with their turns.
pub fn join(pieces: &[(u64, Vec<u8>)]) -> Vec<u8> {
    let mut text = Vec::new();
    for (turn, piece) in pieces {
        text.push(MARK);
        text.extend_from_slice(format!("{turn}\n").as_bytes());
        for byte in piece {
            text.push(*byte);
            if *byte == MARK {
                text.push(MARK);
            }
        }
    }
    text
}

/// The pieces of a text; one without marks, which earlier versions stored, is one piece.
pub fn split(text: &[u8]) -> Vec<(u64, Vec<u8>)> {
    if !text.is_empty() && mark(text).is_none() {
        return vec![(0, text.to_vec())];
    }
    let (mut pieces, mut rest) = (Vec::<(u64, Vec<u8>)>::new(), text);
    while let Some((byte, after)) = rest.split_first() {
        if let Some((turn, after)) = mark(rest) {
            pieces.push((turn, Vec::new()));
            rest = after;
            continue;
        }
        if let Some((_, piece)) = pieces.last_mut() {
            piece.push(*byte);
        }
        let is_doubled = *byte == MARK && after.first() == Some(&MARK);
        rest = &after[usize::from(is_doubled)..];
    }
    pieces
}

/// The turn of the mark that `text` begins with, and the text after it.
fn mark(text: &[u8]) -> Option<(u64, &[u8])> {
    let text = text.strip_prefix(&[MARK])?;
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let turn = std::str::from_utf8(&text[..digits]).ok()?.parse().ok()?;
    Some((turn, text[digits..].strip_prefix(b"\n")?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{collection::vec, prelude::*};

    /// Bytes that marks are made of, and others.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        vec(prop_oneof![Just(MARK), Just(b'\n'), Just(b'7'), any::<u8>()], 0..20)
    }

    proptest! {
        #[test]
        fn any_output_comes_back(pieces in vec((any::<u64>(), bytes()), 0..5)) {
            prop_assert_eq!(split(&join(&pieces)), pieces);
        }

        #[test]
        fn any_text_without_a_first_mark_is_whole(text in bytes()) {
            prop_assume!(!text.is_empty() && mark(&text).is_none());
            prop_assert_eq!(split(&text), [(0, text)]);
        }
    }

    #[test]
    fn a_program_cannot_write_a_mark() {
        let pieces = [(1, b"a\n\x1e2\nb\x1e".to_vec()), (3, b"c\n".to_vec())];
        let text = join(&pieces);
        assert_eq!(text, b"\x1e1\na\n\x1e\x1e2\nb\x1e\x1e\x1e3\nc\n");
        assert_eq!(split(&text), pieces);
        assert_eq!(split(b"Traceback\n"), [(0, b"Traceback\n".to_vec())]);
        assert!(split(b"").is_empty());
    }
}
