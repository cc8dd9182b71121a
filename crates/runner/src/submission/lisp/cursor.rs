//! The reader's position in the text.

/// A place in a file, both counted from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SourcePosition {
    pub line: u32,
    pub column: u32,
}

/// A text and how far it has been read.
pub(super) struct Cursor {
    text: Vec<char>,
    next: usize,
    place: SourcePosition,
}

impl Cursor {
    pub(super) fn new(text: &str) -> Cursor {
        Cursor {
            text: text.chars().collect(),
            next: 0,
            place: SourcePosition { line: 1, column: 1 },
        }
    }

    /// The next character, which stays the next.
    pub(super) fn peek(&self) -> Option<char> {
        self.text.get(self.next).copied()
    }

    /// Takes the next character.
    pub(super) fn take(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.next += 1;
        if character == '\n' {
            self.place = SourcePosition { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(character)
    }

    /// The place of the next character.
    pub(super) fn place(&self) -> SourcePosition {
        self.place
    }

    /// How many characters were taken.
    pub(super) fn taken(&self) -> usize {
        self.next
    }

    /// The text from `from` to here in one line, at most `most` characters and then `…`.
    pub(super) fn excerpt(&self, from: usize, most: usize) -> String {
        let mut shown = String::new();
        let mut length = 0;
        for &character in &self.text[from.min(self.next)..self.next] {
            let blank = character.is_whitespace();
            if blank && shown.ends_with(' ') {
                continue;
            }
            if length == most {
                shown.push('…');
                break;
            }
            shown.push(if blank { ' ' } else { character });
            length += 1;
        }
        shown
    }
}
