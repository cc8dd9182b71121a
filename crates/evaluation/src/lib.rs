//! The Lisp host: evaluation functions of the Mancala8 course, behind the supplied search.
//!
//! It knows how a core is made, how a player is compiled and asked, and what his failures mean; it
//! runs nothing itself, and whether a file may take part is not decided here.

mod core;
mod host;
mod line;
mod player;
mod search;

pub use core::{Core, LANGUAGE, REFERENCES, SUFFIX, is_source};
pub use host::Host;
pub use player::Searching;
pub use search::{Searched, Way};
