//! Common Lisp as it is written: a reader of forms with their places.
//!
//! It reads what SBCL reads with the standard readtable, as far as a submission may hold it, and
//! evaluates nothing.

mod text;

pub use text::decode;
