//! The syntax of Common Lisp: a reader of forms with their positions.
//!
//! It reads what SBCL reads with the standard readtable, as far as a submission may contain it, and
//! evaluates nothing.

mod cursor;
mod error;
mod form;
mod reader;
mod sharpsign;
mod text;
mod token;

pub use {
    cursor::SourcePosition,
    error::{LispError, ReadError},
    form::{Datum, Form, Symbol, SymbolPackage},
    reader::LispReader,
    text::decode,
};

mod say {
    certamen_i18n::texts!("locales/submission/lisp");
}
