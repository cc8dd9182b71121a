//! Tokens: symbols and numbers.

use crate::submission::lisp::{Datum, LispError, Symbol, SymbolPackage, reader::Cursor};

/// The characters of a token, and which of them were escaped.
#[derive(Default)]
pub(super) struct Token {
    characters: Vec<(char, bool)>,
    /// Whether there was any escape: `||` is a symbol without characters.
    escaped: bool,
}

impl Token {
    pub(super) fn take(cursor: &mut Cursor) -> Result<Token, LispError> {
        let mut token = Token::default();
        while let Some(character) = cursor.peek() {
            if ends_token(character) {
                break;
            }
            cursor.take();
            match character {
                '\\' => {
                    let escaped = cursor.take().ok_or(LispError::NotClosed)?;
                    token.characters.push((escaped, true));
                    token.escaped = true;
                }
                '|' => token.take_bars(cursor)?,
                _ => token.characters.push((character, false)),
            }
        }
        Ok(token)
    }

    fn take_bars(&mut self, cursor: &mut Cursor) -> Result<(), LispError> {
        self.escaped = true;
        loop {
            match cursor.take().ok_or(LispError::NotClosed)? {
                '|' => return Ok(()),
                '\\' => {
                    let escaped = cursor.take().ok_or(LispError::NotClosed)?;
                    self.characters.push((escaped, true));
                }
                character => self.characters.push((character, true)),
            }
        }
    }

    pub(super) fn is_dot(&self) -> bool {
        !self.escaped && self.characters == [('.', false)]
    }

    pub(super) fn text(&self) -> String {
        self.characters.iter().map(|(character, _)| character).collect()
    }

    pub(super) fn datum(&self) -> Result<Datum, LispError> {
        let text = self.text();
        if !self.escaped {
            if is_number(&text) {
                return Ok(Datum::Number(text));
            }
            if text.chars().all(|character| character == '.') {
                return Err(LispError::Syntax(text));
            }
        }
        self.symbol().map(Datum::Symbol)
    }

    /// The symbol; colons that are not escaped separate package and name.
    fn symbol(&self) -> Result<Symbol, LispError> {
        let marker = |entry: &(char, bool)| *entry == (':', false);
        let Some(first) = self.characters.iter().position(marker) else {
            return Ok(Symbol { home: SymbolPackage::Here, word: word(&self.characters) });
        };
        let (package, rest) = self.characters.split_at(first);
        let colons = rest.iter().take_while(|entry| marker(entry)).count();
        let name = &rest[colons..];
        let home =
            if first == 0 { SymbolPackage::Keyword } else { SymbolPackage::Package(word(package)) };
        let most = if first == 0 { 1 } else { 2 };
        let nameless = name.is_empty() && !self.escaped;
        if colons > most || name.iter().any(marker) || nameless {
            return Err(LispError::Syntax(self.text()));
        }
        Ok(Symbol { home, word: word(name) })
    }

    pub(super) fn uninterned(&self) -> Symbol {
        Symbol { home: SymbolPackage::Uninterned, word: word(&self.characters) }
    }
}

fn ends_token(character: char) -> bool {
    is_blank(character) || matches!(character, '"' | '\'' | '(' | ')' | ',' | ';' | '`')
}

/// Whether it is whitespace to Lisp; a no-break space is not.
pub(super) fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\n' | '\t' | '\r' | '\x0c' | '\x7f')
}

/// The written form of a name: unescaped letters are upper case, which is written in lower case.
fn word(characters: &[(char, bool)]) -> String {
    let name: String = characters
        .iter()
        .map(|&(character, escaped)| if escaped { character } else { upper(character) })
        .collect();
    if name.chars().any(|character| upper(character) != character) {
        format!("|{name}|")
    } else {
        name.chars().map(lower).collect()
    }
}

/// The upper case of a letter that has exactly one.
fn upper(character: char) -> char {
    let mut capitals = character.to_uppercase();
    match (capitals.next(), capitals.next()) {
        (Some(capital), None) if lower(capital) == character => capital,
        _ => character,
    }
}

fn lower(character: char) -> char {
    let mut letters = character.to_lowercase();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => letter,
        _ => character,
    }
}

/// Whether a token is a number to base 10: `-3`, `3.`, `2/3`, `.5`, `1.5e-3`.
fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (digits, rest) = digits(unsigned);
    if digits > 0 && (rest.is_empty() || rest == ".") {
        return true;
    }
    if let Some(denominator) = rest.strip_prefix('/') {
        return digits > 0 && is_digits(denominator);
    }
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => self::digits(rest),
        None => (0, rest),
    };
    if rest.is_empty() {
        return fraction > 0;
    }
    let mut exponent = rest.chars();
    let marked = exponent.next().is_some_and(|mark| "esfdlESFDL".contains(mark));
    let exponent = exponent.as_str();
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    digits + fraction > 0 && marked && is_digits(exponent)
}

fn digits(text: &str) -> (usize, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (end, &text[end..])
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> String {
        let token = Token::take(&mut Cursor::new(text)).expect("a token");
        match token.datum() {
            Ok(Datum::Symbol(symbol)) => symbol.to_string(),
            Ok(Datum::Number(number)) => format!("number {number}"),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn symbols_are_folded_unless_escaped() {
        for text in ["setq", "SETQ", "SetQ", "|SETQ|", "s\\Etq", "\\SETQ", "S|E|tq"] {
            assert_eq!(check(text), "setq", "{text}");
        }
        assert_eq!(check("|setq|"), "|setq|");
        assert_eq!(check("\\setq"), "|sETQ|");
        assert_eq!(check("función"), "función");
        assert_eq!(check("|a b|"), "|a b|");
        assert_eq!(check("||"), "");
        assert_eq!(check("1+"), "1+");
        assert_eq!(check("-"), "-");
        assert_eq!(check("|1|"), "1");
        assert_eq!(check("\\1"), "1");
        assert_eq!(check("*x*"), "*x*");
    }

    #[test]
    fn packages_are_recognised() {
        assert_eq!(check(":Test"), ":test");
        assert_eq!(check("sb-ext:quit"), "sb-ext::quit");
        assert_eq!(check("CL::setq"), "cl::setq");
        assert_eq!(check("a\\:b"), "a:b");
        assert_eq!(check("|cl:setq|"), "|cl:setq|");
        for text in ["a:", "a:::b", "a:b:c", ":", "::a"] {
            assert!(check(text).starts_with("Err"), "{text}");
        }
    }

    #[test]
    fn numbers_are_distinguished_from_names() {
        for text in ["0", "-12", "+3", "3.", "2/3", ".5", "-0.5", "1e3", "1.5D-3", "1.e5"] {
            assert_eq!(check(text), format!("number {text}"));
        }
        for text in ["1+", "1-", "-", "+", "1/", "/2", "1e", "e3", "1.2.3", "1x", "-.", "+.e3"] {
            assert_eq!(check(text), text);
        }
        assert!(check("...").starts_with("Err"));
    }
}
