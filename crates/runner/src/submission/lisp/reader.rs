//! The reader of forms, and its position in the text.

use crate::submission::lisp::token::{Token, is_blank};
use crate::submission::lisp::{Datum, Form, LispError, ReadError};

/// The maximum depth of forms, which bounds all recursion over them.
const DEEPEST: u32 = 200;

/// The maximum length of an excerpt, in characters.
const EXCERPT: usize = 60;

/// Reads a text form by form, up to the first error.
pub struct LispReader {
    cursor: Cursor,
    depth: u32,
    /// The number of open backquotes.
    backquotes: u32,
    broken: bool,
}

enum NextPart {
    Form(Form),
    Dot(SourcePosition),
    Close,
    End,
}

impl LispReader {
    /// A reader at the beginning of `text`.
    pub fn new(text: &str) -> LispReader {
        LispReader { cursor: Cursor::new(text), depth: 0, backquotes: 0, broken: false }
    }

    fn form(&mut self, from: SourcePosition) -> Result<Form, ReadError> {
        match self.next_part()? {
            NextPart::Form(form) => Ok(form),
            NextPart::Dot(place) => Err(syntax(place, ".")),
            NextPart::Close => Err(syntax(from, ")")),
            NextPart::End => Err(not_closed(from)),
        }
    }

    /// The elements up to the closing parenthesis, and the form after a dot. The opening parenthesis is
    /// taken already.
    fn elements(
        &mut self,
        from: SourcePosition,
    ) -> Result<(Vec<Form>, Option<Box<Form>>), ReadError> {
        let mut elements = Vec::new();
        loop {
            match self.next_part()? {
                NextPart::Form(form) => elements.push(form),
                NextPart::Close => return Ok((elements, None)),
                NextPart::End => return Err(not_closed(from)),
                NextPart::Dot(place) if elements.is_empty() => return Err(syntax(place, ".")),
                NextPart::Dot(place) => {
                    let tail = self.form(place)?;
                    return match self.next_part()? {
                        NextPart::Close => Ok((elements, Some(Box::new(tail)))),
                        NextPart::End => Err(not_closed(from)),
                        NextPart::Form(_) | NextPart::Dot(_) => Err(syntax(place, ".")),
                    };
                }
            }
        }
    }

    fn next_part(&mut self) -> Result<NextPart, ReadError> {
        loop {
            self.skip_blanks();
            let (place, from) = (self.cursor.place(), self.cursor.taken());
            let Some(character) = self.cursor.peek() else { return Ok(NextPart::End) };
            if character == ')' {
                self.cursor.take();
                return Ok(NextPart::Close);
            }
            if self.depth >= DEEPEST {
                return Err(ReadError { place, trouble: LispError::TooDeep });
            }
            self.depth += 1;
            let read = self.datum(character, place);
            self.depth -= 1;
            match read? {
                Read::Datum(datum) => {
                    let excerpt = self.cursor.excerpt(from, EXCERPT).into();
                    return Ok(NextPart::Form(Form { place, datum, excerpt }));
                }
                Read::Dot => return Ok(NextPart::Dot(place)),
                Read::Comment => {}
            }
        }
    }

    /// The datum that begins with `character`, which is not taken yet.
    fn datum(&mut self, character: char, place: SourcePosition) -> Result<Read, ReadError> {
        let at = |trouble| ReadError { place, trouble };
        let datum = match character {
            '#' => return self.sharpsign(place),
            '(' => {
                self.cursor.take();
                let (elements, tail) = self.elements(place)?;
                Datum::List(elements, tail)
            }
            '\'' => {
                self.cursor.take();
                Datum::Quote(Box::new(self.form(place)?))
            }
            '`' => {
                self.cursor.take();
                self.backquotes += 1;
                let inner = self.form(place);
                self.backquotes -= 1;
                Datum::Backquote(Box::new(inner?))
            }
            ',' => self.unquoted(place)?,
            '"' => Datum::Text(self.string().map_err(at)?),
            _ => {
                let token = Token::take(&mut self.cursor).map_err(at)?;
                if token.is_dot() {
                    return Ok(Read::Dot);
                }
                token.datum().map_err(at)?
            }
        };
        Ok(Read::Datum(datum))
    }

    fn unquoted(&mut self, place: SourcePosition) -> Result<Datum, ReadError> {
        self.cursor.take();
        if self.backquotes == 0 {
            return Err(syntax(place, ","));
        }
        let splices = matches!(self.cursor.peek(), Some('@' | '.'));
        if splices {
            self.cursor.take();
        }
        self.backquotes -= 1;
        let inner = self.form(place);
        self.backquotes += 1;
        let inner = Box::new(inner?);
        Ok(if splices { Datum::Splice(inner) } else { Datum::Unquote(inner) })
    }

    fn string(&mut self) -> Result<String, LispError> {
        self.cursor.take();
        let mut string = String::new();
        loop {
            match self.cursor.take().ok_or(LispError::NotClosed)? {
                '"' => return Ok(string),
                '\\' => string.push(self.cursor.take().ok_or(LispError::NotClosed)?),
                character => string.push(character),
            }
        }
    }

    fn sharpsign(&mut self, place: SourcePosition) -> Result<Read, ReadError> {
        let at = |trouble| ReadError { place, trouble };
        self.cursor.take();
        let mut number = String::new();
        while let Some(digit) = self.cursor.peek().filter(char::is_ascii_digit) {
            number.push(digit);
            self.cursor.take();
        }
        let kind = self.cursor.take().ok_or(at(LispError::NotClosed))?.to_ascii_lowercase();
        let datum = match (kind, number.is_empty()) {
            ('|', true) => return self.comment().map_err(at),
            ('.', _) => return Err(at(LispError::Evaluation)),
            ('+' | '-', _) => return Err(at(LispError::Conditional)),
            ('\'', true) => Datum::Function(Box::new(self.form(place)?)),
            ('(', _) => match self.elements(place)? {
                (elements, None) => Datum::Vector(elements),
                (_, Some(_)) => return Err(syntax(place, ".")),
            },
            // Any character, and the token that it begins.
            ('\\', true) => {
                let first = self.cursor.take().ok_or(at(LispError::NotClosed))?;
                let rest = Token::take(&mut self.cursor).map_err(at)?.text();
                Datum::Character(format!("{first}{rest}"))
            }
            (':', true) => Datum::Symbol(Token::take(&mut self.cursor).map_err(at)?.uninterned()),
            ('*', _) => Datum::Bits(Token::take(&mut self.cursor).map_err(at)?.text()),
            ('b' | 'o' | 'x', true) | ('r', false) => {
                let digits = Token::take(&mut self.cursor).map_err(at)?.text();
                Datum::Number(format!("#{number}{kind}{digits}"))
            }
            ('c', true) => {
                let parts = self.form(place)?;
                Datum::Number(format!("#c{}", parts.excerpt))
            }
            ('a', _) => Datum::Array(Box::new(self.form(place)?)),
            // Structures, pathnames, labels and invalid syntax.
            _ => return Err(syntax(place, &format!("#{number}{kind}"))),
        };
        Ok(Read::Datum(datum))
    }

    /// `#| … |#`, possibly nested.
    fn comment(&mut self) -> Result<Read, LispError> {
        let mut open = 1;
        while open > 0 {
            let character = self.cursor.take().ok_or(LispError::NotClosed)?;
            match (character, self.cursor.peek()) {
                ('|', Some('#')) => open -= 1,
                ('#', Some('|')) => open += 1,
                _ => continue,
            }
            self.cursor.take();
        }
        Ok(Read::Comment)
    }

    fn skip_blanks(&mut self) {
        while let Some(character) = self.cursor.peek() {
            if character == ';' {
                while self.cursor.peek().is_some_and(|character| character != '\n') {
                    self.cursor.take();
                }
            } else if is_blank(character) {
                self.cursor.take();
            } else {
                return;
            }
        }
    }
}

enum Read {
    Datum(Datum),
    Dot,
    Comment,
}

fn not_closed(place: SourcePosition) -> ReadError {
    ReadError { place, trouble: LispError::NotClosed }
}

fn syntax(place: SourcePosition, text: &str) -> ReadError {
    ReadError { place, trouble: LispError::Syntax(text.to_owned()) }
}

impl Iterator for LispReader {
    type Item = Result<Form, ReadError>;

    fn next(&mut self) -> Option<Result<Form, ReadError>> {
        if self.broken {
            return None;
        }
        self.skip_blanks();
        let place = self.cursor.place();
        let next = match self.next_part() {
            Ok(NextPart::Form(form)) => Some(Ok(form)),
            Ok(NextPart::End) => None,
            Ok(NextPart::Close) => Some(Err(ReadError { place, trouble: LispError::Unmatched })),
            Ok(NextPart::Dot(place)) => Some(Err(syntax(place, "."))),
            Err(error) => Some(Err(error)),
        };
        self.broken = !matches!(next, Some(Ok(_)));
        next
    }
}

/// A place in a file, both counted from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SourcePosition {
    pub line: u32,
    pub column: u32,
}

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

    pub(super) fn peek(&self) -> Option<char> {
        self.text.get(self.next).copied()
    }

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

    pub(super) fn place(&self) -> SourcePosition {
        self.place
    }

    pub(super) fn taken(&self) -> usize {
        self.next
    }

    /// The text from `from` to the position in one line, at most `most` characters and then `…`.
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
