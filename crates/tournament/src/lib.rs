//! Who plays whom and who stands where: functions over the history of a contest.
//!
//! Nothing here plays, stores or waits. Formats and rankings see results only as cells, one for
//! each order in which entrants sat down together, so that a contest of 100,000 matches is not
//! looked through match by match.

mod crosstable;
mod disqualification;
mod entrant;
pub mod format;
mod history;
pub mod ranking;
mod repeats;
pub mod statistics;
mod tally;

pub use crosstable::{Against, Crosstable};
pub use disqualification::{
    Departure, Offence, OnDisqualified, departures, may_be_played, settled,
};
pub use entrant::{Entrant, EntrantId, Status};
pub use format::{Format, FormatConfig, Next, Pairing};
pub use history::{Cell, History};
pub use ranking::{Ranking, RankingConfig, Standing};
pub use repeats::Repeats;
pub use tally::{SeatResult, Tally, Verdict, verdicts};
