//! The rules of submissions.

mod accepted;
mod banned;
mod checked;
mod disqualified;
mod packages;
mod reader;
