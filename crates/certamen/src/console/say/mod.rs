//! Messages of the terminal, by subject.

pub mod play;
pub mod refusal;
