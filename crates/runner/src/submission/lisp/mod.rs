//! The syntax of Common Lisp: a reader of forms with their positions.
//!
//! It reads what SBCL reads with the standard readtable, as far as a submission may contain it, and
//! evaluates nothing.

mod reader;
mod token;

pub use reader::{LispReader, SourcePosition};

use certamen_i18n::{Localize, Message};
use std::fmt;

mod say {
    certamen_i18n::texts!("locales/submission/lisp");
}

/// A form, and its position.
#[derive(Clone, PartialEq, Debug)]
pub struct Form {
    /// The position of its first character.
    pub place: SourcePosition,
    /// Its content.
    pub datum: Datum,
    /// Its text in one line, shortened, not escaped.
    pub excerpt: Box<str>,
}

/// The kinds of forms.
#[derive(Clone, PartialEq, Debug)]
pub enum Datum {
    /// A name.
    Symbol(Symbol),
    /// A number as it is written.
    Number(String),
    /// A string.
    Text(String),
    /// A character by its name after `#\`.
    Character(String),
    /// A list, and the form after its dot if there is one.
    List(Vec<Form>, Option<Box<Form>>),
    /// `#(…)`, also with its length given.
    Vector(Vec<Form>),
    /// `#2A…` with its contents.
    Array(Box<Form>),
    /// `#*0101`.
    Bits(String),
    /// `'form`.
    Quote(Box<Form>),
    /// `#'form`.
    Function(Box<Form>),
    /// `` `form ``.
    Backquote(Box<Form>),
    /// `,form`.
    Unquote(Box<Form>),
    /// `,@form` and `,.form`.
    Splice(Box<Form>),
}

/// A symbol.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Symbol {
    /// The package of the symbol.
    pub home: SymbolPackage,
    /// Its name in lower case: `setq` for the symbol whose name is `SETQ`. A name that contains lower
    /// case is written between bars, `|setq|`: it is another symbol.
    pub word: String,
}

/// The package of a symbol.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SymbolPackage {
    /// The current package.
    Here,
    /// A keyword, `:key`.
    Keyword,
    /// No package, `#:name`.
    Uninterned,
    /// That of the package named, `package:name` or `package::name`.
    Package(String),
}

impl Form {
    /// The symbol's word if this is a symbol without a package.
    pub fn word(&self) -> Option<&str> {
        match &self.datum {
            Datum::Symbol(Symbol { home: SymbolPackage::Here, word }) => Some(word),
            _ => None,
        }
    }

    /// The keyword's word without its colon if this is a keyword.
    pub fn keyword(&self) -> Option<&str> {
        match &self.datum {
            Datum::Symbol(Symbol { home: SymbolPackage::Keyword, word }) => Some(word),
            _ => None,
        }
    }

    /// The elements if this is a list without a dot; `nil` is the empty one.
    pub fn list(&self) -> Option<&[Form]> {
        match &self.datum {
            Datum::List(elements, None) => Some(elements),
            _ if self.word() == Some("nil") => Some(&[]),
            _ => None,
        }
    }

    /// The word of the first element if this is a list that begins with a symbol.
    pub(crate) fn head(&self) -> Option<&str> {
        self.list()?.first()?.word()
    }

    /// All forms directly inside this one.
    pub fn parts(&self) -> Vec<&Form> {
        match &self.datum {
            Datum::List(elements, tail) => elements.iter().chain(tail.as_deref()).collect(),
            Datum::Vector(elements) => elements.iter().collect(),
            Datum::Array(inner)
            | Datum::Quote(inner)
            | Datum::Function(inner)
            | Datum::Backquote(inner)
            | Datum::Unquote(inner)
            | Datum::Splice(inner) => vec![inner],
            Datum::Symbol(_)
            | Datum::Number(_)
            | Datum::Text(_)
            | Datum::Character(_)
            | Datum::Bits(_) => Vec::new(),
        }
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.home {
            SymbolPackage::Here => f.write_str(&self.word),
            SymbolPackage::Keyword => write!(f, ":{}", self.word),
            SymbolPackage::Uninterned => write!(f, "#:{}", self.word),
            SymbolPackage::Package(package) => write!(f, "{package}::{}", self.word),
        }
    }
}

/// The first error in a text. Nothing after it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The position, or the beginning of an unclosed form.
    pub place: SourcePosition,
    /// What is wrong.
    pub trouble: LispError,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum LispError {
    /// A list, a string, a symbol or a comment has no end.
    NotClosed,
    /// A parenthesis closes nothing.
    Unmatched,
    /// Forms are nested too deeply.
    TooDeep,
    /// `#.`: the reader is asked to evaluate.
    Evaluation,
    /// `#+` or `#-`: what is read depends on the Lisp implementation.
    Conditional,
    /// Any other invalid syntax, or one that no submission needs, such as `#S(…)`.
    Syntax(String),
}

impl Localize for ReadError {
    fn message(&self) -> Message {
        say::unreadable_at(self.place.line, self.place.column, &self.trouble)
    }
}

certamen_i18n::error!(ReadError);

/// The text of a file in UTF-8 or else in Latin-1, which older editors write. Callers that run the file
/// must give Lisp this text, not the bytes, so that both read the same.
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
