//! Common Lisp as it is written: a reader of forms with their places.
//!
//! It reads what SBCL reads with the standard readtable, as far as a submission may hold it, and
//! evaluates nothing.

mod cursor;
mod error;
mod form;
mod reader;
mod say;
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
