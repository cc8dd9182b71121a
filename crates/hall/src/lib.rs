//! Holds contests: when tables are published, who comes in, what is played, and what is out.
//!
//! It prints nothing and knows no terminal: a command, a site or another program asks it, and is
//! told what happens.

mod bench;
mod bots;
mod casting;
pub mod championship;
pub mod draft;
pub mod entry;
pub mod errand;
mod error;
mod event;
#[cfg(feature = "bus")]
mod farm;
mod forecast;
pub mod guests;
mod hands;
pub mod host;
mod isolation;
pub mod marks;
pub mod measured;
mod outbox;
mod playing;
pub mod publication;
pub mod reception;
mod runner;
mod say;
pub mod schema;
pub mod series;
#[cfg(feature = "simulated")]
pub mod simulated;
mod stage;
mod starting;
mod stop;
mod timetable;
mod unfit;
mod whole_file;

pub use bench::{Bench, jobs};
pub use bots::{Gathered, find_bots, set_depth, set_search};
pub use casting::Casting;
pub use error::HallError;
pub use event::{Event, Listener};
#[cfg(feature = "bus")]
pub use farm::Farm;
pub use forecast::{Forecast, is_lower_bound};
pub use isolation::{Isolation, Sandboxes, TierWish, runs_programs};
pub use outbox::Outbox;
pub use playing::{Ended, Playing};
pub use publication::Publication;
pub use runner::Runner;
pub use stage::{IfUnfit, Opening, Stage, Venue};
pub use stop::Stop;
pub use timetable::{Kind, Slot, Timetable};
pub use unfit::{Unfit, Unfitness};
pub use whole_file::replace;
