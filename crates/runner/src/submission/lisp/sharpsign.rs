//! Syntax that begins with `#`.

use super::{
    Datum, LispError, ReadError,
    cursor::SourcePosition,
    reader::{LispReader, Read, syntax},
    token::Token,
};

/// Reads what begins with the `#` that is next.
pub(super) fn read(reader: &mut LispReader, place: SourcePosition) -> Result<Read, ReadError> {
    let at = |trouble| ReadError { place, trouble };
    reader.cursor.take();
    let mut number = String::new();
    while let Some(digit) = reader.cursor.peek().filter(char::is_ascii_digit) {
        number.push(digit);
        reader.cursor.take();
    }
    let kind = reader.cursor.take().ok_or(at(LispError::NotClosed))?.to_ascii_lowercase();
    let datum = match (kind, number.is_empty()) {
        ('|', true) => return comment(reader).map_err(at),
        ('.', _) => return Err(at(LispError::Evaluation)),
        ('+' | '-', _) => return Err(at(LispError::Conditional)),
        ('\'', true) => Datum::Function(Box::new(reader.form(place)?)),
        ('(', _) => match reader.elements(place)? {
            (elements, None) => Datum::Vector(elements),
            (_, Some(_)) => return Err(syntax(place, ".")),
        },
        ('\\', true) => Datum::Character(character(reader).map_err(at)?),
        (':', true) => Datum::Symbol(Token::take(&mut reader.cursor).map_err(at)?.uninterned()),
        ('*', _) => Datum::Bits(Token::take(&mut reader.cursor).map_err(at)?.text()),
        ('b' | 'o' | 'x', true) | ('r', false) => {
            let digits = Token::take(&mut reader.cursor).map_err(at)?.text();
            Datum::Number(format!("#{number}{kind}{digits}"))
        }
        ('c', true) => {
            let parts = reader.form(place)?;
            Datum::Number(format!("#c{}", parts.excerpt))
        }
        ('a', _) => Datum::Array(Box::new(reader.form(place)?)),
        // Structures, pathnames, labels and what Lisp does not know either.
        _ => return Err(syntax(place, &format!("#{number}{kind}"))),
    };
    Ok(Read::Datum(datum))
}

/// The text after `#\`: one character, whatever it is, and the token that it begins.
fn character(reader: &mut LispReader) -> Result<String, LispError> {
    let first = reader.cursor.take().ok_or(LispError::NotClosed)?;
    let mut name = String::from(first);
    name.push_str(&Token::take(&mut reader.cursor)?.text());
    Ok(name)
}

/// `#| … |#`, also one inside the other.
fn comment(reader: &mut LispReader) -> Result<Read, LispError> {
    let mut open = 1;
    while open > 0 {
        let character = reader.cursor.take().ok_or(LispError::NotClosed)?;
        match (character, reader.cursor.peek()) {
            ('|', Some('#')) => open -= 1,
            ('#', Some('|')) => open += 1,
            _ => continue,
        }
        reader.cursor.take();
    }
    Ok(Read::Comment)
}
