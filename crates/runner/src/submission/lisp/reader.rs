//! The reader: forms one after the other.

use super::{
    Datum, Form, LispError, ReadError,
    cursor::{Cursor, SourcePosition},
    sharpsign,
    token::{Token, is_blank},
};

/// How many forms may stand inside each other. No program of a person comes near it, and every
/// walk over what was read may go as deep.
const DEEPEST: u32 = 200;

/// How many characters of a form are kept to be shown.
const EXCERPT: usize = 60;

/// Reads a text form by form. Behind the first error nothing more is read.
pub struct LispReader {
    pub(super) cursor: Cursor,
    depth: u32,
    /// How many backquotes are open that a comma may answer.
    backquotes: u32,
    broken: bool,
}

/// The next element of a list.
enum NextPart {
    Form(Form),
    /// A dot alone.
    Dot(SourcePosition),
    /// The closing parenthesis.
    Close,
    End,
}

impl LispReader {
    /// A reader at the beginning of `text`.
    pub fn new(text: &str) -> LispReader {
        LispReader { cursor: Cursor::new(text), depth: 0, backquotes: 0, broken: false }
    }

    /// The next form, which must be there.
    pub(super) fn form(&mut self, from: SourcePosition) -> Result<Form, ReadError> {
        match self.next_part()? {
            NextPart::Form(form) => Ok(form),
            NextPart::Dot(place) => Err(syntax(place, ".")),
            NextPart::Close => Err(syntax(from, ")")),
            NextPart::End => Err(ReadError { place: from, trouble: LispError::NotClosed }),
        }
    }

    /// The elements up to the closing parenthesis, and what stands behind a dot. The opening one is
    /// taken already.
    pub(super) fn elements(
        &mut self,
        from: SourcePosition,
    ) -> Result<(Vec<Form>, Option<Box<Form>>), ReadError> {
        let mut elements = Vec::new();
        loop {
            match self.next_part()? {
                NextPart::Form(form) => elements.push(form),
                NextPart::Close => return Ok((elements, None)),
                NextPart::End => {
                    return Err(ReadError { place: from, trouble: LispError::NotClosed });
                }
                NextPart::Dot(place) if elements.is_empty() => return Err(syntax(place, ".")),
                NextPart::Dot(place) => {
                    let tail = self.form(place)?;
                    return match self.next_part()? {
                        NextPart::Close => Ok((elements, Some(Box::new(tail)))),
                        NextPart::End => {
                            Err(ReadError { place: from, trouble: LispError::NotClosed })
                        }
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

    /// What begins with `character`, which is still to be taken.
    fn datum(&mut self, character: char, place: SourcePosition) -> Result<Read, ReadError> {
        let at = |trouble| ReadError { place, trouble };
        let datum = match character {
            '#' => return sharpsign::read(self, place),
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

    /// Blanks and comments to the end of the line.
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

/// What was read.
pub(super) enum Read {
    Datum(Datum),
    Dot,
    /// `#| … |#`: nothing.
    Comment,
}

pub(super) fn syntax(place: SourcePosition, text: &str) -> ReadError {
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
