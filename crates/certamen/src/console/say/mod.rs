//! What is said at the terminal: its texts, by subject.

pub mod play;
pub mod refusal;
