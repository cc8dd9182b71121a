//! What a side can do in its turn, and how that is written.

use super::board::HOLES;
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Sow the seeds of this own hole to the right, the only direction of this variant.
    Sow(u8),
    /// Let the other side play again. It is played by the rules, no player is asked.
    Pass,
}

impl Action {
    /// Reads `R 3`, `(R 3)` or `3`, blanks around and between; whether it is legal is not asked.
    pub fn parse(text: &str) -> Option<Action> {
        let text = text.trim_matches(BLANKS);
        if text == "pass" {
            return Some(Action::Pass);
        }
        let inner = match text.strip_prefix('(') {
            Some(rest) => rest.strip_suffix(')')?.trim_matches(BLANKS),
            None => text,
        };
        let hole = match inner.strip_prefix('R') {
            Some(rest) if rest.starts_with(BLANKS) => rest.trim_start_matches(BLANKS),
            None if inner.len() == text.len() => inner,
            _ => return None,
        };
        match hole.as_bytes() {
            &[digit @ b'0'..b'6'] => Some(Action::Sow(digit - b'0')),
            _ => None,
        }
    }
}

const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];
const _: () = assert!(HOLES == 6, "`parse` knows the digits of six holes");

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Sow(hole) => write!(f, "R {hole}"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_forms_are_read() {
        for text in ["R 4", "4", "(R 4)", " 4\r\n", "\tR  4 ", "( R\t4 )"] {
            assert_eq!(Action::parse(text), Some(Action::Sow(4)), "{text:?}");
        }
        assert_eq!(Action::parse(" pass\n"), Some(Action::Pass));
    }

    #[test]
    fn nothing_else_is() {
        let others = [
            "", " ", "6", "-1", "+1", "04", "R4", "R", "R 6", "L 4", "r 4", "(4)", "(R 4", "R 4)",
            "((R 4))", "R 4 5", "4 4", "PASS", "()", "(", ")", "٤", "R\u{a0}4", "4\0",
        ];
        for text in others {
            assert_eq!(Action::parse(text), None, "{text:?}");
        }
    }
}
