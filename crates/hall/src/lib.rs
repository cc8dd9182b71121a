//! Holds contests: when tables are published, who comes in, what is played, and what is out.
//!
//! It prints nothing and knows no terminal: a command, a site or another program asks it, and is
//! told what happens.

pub mod championship;
mod error;
mod forecast;
pub mod marks;
pub mod publication;
pub mod reception;
mod say;
mod timetable;
mod whole_file;

pub use error::HallError;
pub use forecast::Forecast;
pub use publication::Publication;
pub use timetable::{Kind, Slot, Timetable};
pub use whole_file::replace;
