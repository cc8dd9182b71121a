//! Decodes keys from terminal input.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyPress {
    Next,
    Previous,
    LeapOn,
    LeapBack,
    First,
    Last,
    Digit(char),
    NextFault,
    Play,
    ScrollDown,
    ScrollUp,
    Enter,
    Erase,
    Quit,
    Interrupt,
}

/// Decodes keys from bytes that arrive in pieces.
#[derive(Default)]
pub(super) struct KeyReader {
    /// The start of an incomplete sequence.
    pending: Vec<u8>,
}

/// The maximum length of a sequence that is waited for.
const LONGEST: usize = 8;

impl KeyReader {
    /// The keys that are complete now; unknown ones are skipped.
    pub(super) fn keys(&mut self, bytes: &[u8]) -> Vec<KeyPress> {
        self.pending.extend_from_slice(bytes);
        let mut keys = Vec::new();
        let mut rest = &self.pending[..];
        while let Some((first, behind)) = rest.split_first() {
            if *first != 0x1b {
                keys.extend(plain(*first));
                rest = behind;
                continue;
            }
            match sequence(rest) {
                Some((key, length)) => {
                    keys.extend(key);
                    rest = &rest[length..];
                }
                None if rest.len() < LONGEST => break,
                None => rest = behind,
            }
        }
        self.pending = rest.to_vec();
        keys
    }
}

fn plain(byte: u8) -> Option<KeyPress> {
    match byte {
        b'q' | b'Q' | 4 => Some(KeyPress::Quit),
        3 => Some(KeyPress::Interrupt),
        b'\r' | b'\n' => Some(KeyPress::Enter),
        8 | 0x7f => Some(KeyPress::Erase),
        b' ' => Some(KeyPress::Next),
        b'/' => Some(KeyPress::NextFault),
        b'p' => Some(KeyPress::Play),
        b'j' => Some(KeyPress::ScrollDown),
        b'k' => Some(KeyPress::ScrollUp),
        b'0'..=b'9' => Some(KeyPress::Digit(char::from(byte))),
        _ => None,
    }
}

/// The key of the sequence that `bytes` starts with, and its length; none if it is incomplete.
/// Cursor keys are `ESC [ C` or, in application mode, `ESC O C`; others are `ESC [ 5 ~`.
fn sequence(bytes: &[u8]) -> Option<(Option<KeyPress>, usize)> {
    match bytes.get(1)? {
        b'[' | b'O' => {}
        _ => return Some((None, 1)),
    }
    let end = bytes[2..].iter().position(|byte| (0x40..=0x7e).contains(byte))? + 2;
    let key = match (&bytes[2..end], bytes[end]) {
        ([], b'C') => Some(KeyPress::Next),
        ([], b'D') => Some(KeyPress::Previous),
        ([], b'B') | (b"6", b'~') => Some(KeyPress::LeapOn),
        ([], b'A') | (b"5", b'~') => Some(KeyPress::LeapBack),
        ([], b'H') | (b"1" | b"7", b'~') => Some(KeyPress::First),
        ([], b'F') | (b"4" | b"8", b'~') => Some(KeyPress::Last),
        _ => None,
    };
    Some((key, end + 1))
}

#[cfg(test)]
mod tests {
    use super::{KeyPress::*, *};

    fn keys(bytes: &[u8]) -> Vec<KeyPress> {
        KeyReader::default().keys(bytes)
    }

    #[test]
    fn terminals_send_the_same_key_in_several_ways() {
        assert_eq!(keys(b"\x1b[C\x1bOC "), [Next, Next, Next]);
        assert_eq!(keys(b"\x1b[H\x1bOH\x1b[1~\x1b[7~"), [First; 4]);
        assert_eq!(keys(b"\x1b[F\x1bOF\x1b[4~\x1b[8~"), [Last; 4]);
        assert_eq!(keys(b"\x1b[5~\x1b[6~"), [LeapBack, LeapOn]);
        assert_eq!(keys(b"q\x03\x7f"), [Quit, Interrupt, Erase]);
    }

    #[test]
    fn sequences_come_in_pieces_and_unknown_ones_are_skipped() {
        let mut reader = KeyReader::default();
        assert_eq!(reader.keys(b"\x1b"), []);
        assert_eq!(reader.keys(b"["), []);
        assert_eq!(reader.keys(b"D7"), [Previous, Digit('7')]);
        assert_eq!(keys(b"\x1b[1;5C\x1b[15~x\xc3\xb1\x1bz\x1b[D"), [Previous]);
        assert_eq!(keys(b"\x1b[111111111111q"), [Quit].repeat(0), "an endless one is given up");
    }
}
