//! The rules of submissions, as their authors meet them.

mod accepted;
mod checked;
mod disqualified;
mod packages;
mod proscribed;
mod reader;
