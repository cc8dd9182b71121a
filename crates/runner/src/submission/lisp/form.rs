//! The forms that the reader returns.

use super::SourcePosition;
use std::fmt;

/// A form that was read, and its position.
#[derive(Clone, PartialEq, Debug)]
pub struct Form {
    /// Where it begins.
    pub place: SourcePosition,
    /// What it is.
    pub datum: Datum,
    /// How it is written: one line, shortened, not escaped.
    pub excerpt: Box<str>,
}

/// The kinds of things that are read.
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
    /// Whose symbol it is.
    pub home: SymbolPackage,
    /// Its name in small letters, as one writes it: `setq` for the symbol whose name is `SETQ`. A
    /// name that holds small letters stands between bars, `|setq|`: it is another symbol.
    pub word: String,
}

/// Whose symbol it is.
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
