//! The Lisp host: evaluation functions of the Mancala8 course, behind the supplied search.
//!
//! It knows how a core is made, how a player is compiled and asked, and what his failures mean; it
//! runs nothing itself, and whether a file may take part is not decided here.

mod ahead;
mod answers;
mod core;
mod host;
mod line;
mod nature;
mod player;
mod say;
mod search;
mod supplied;

pub use ahead::{AskedAhead, Root};
pub use answers::Answers;
pub use core::{Core, LANGUAGE, REFERENCES};
pub use host::{Host, Warmth};
pub use nature::{NATURE, Nature};
pub use player::Searching;
pub use search::{Question, Readings, Searched, Way};
pub use supplied::{GAME, Search, SearchError};
