//! Pairings and standings: functions over the history of a contest.
//!
//! Nothing here plays matches, stores data or waits. Formats and rankings see results as cells, one
//! for each order in which entrants sat down together, so that a contest of 100,000 matches is not
//! looked through match by match; those that must know single matches ask for them.

mod contradiction;
mod crosstable;
mod disqualification;
mod entrant;
pub mod format;
mod history;
mod inactivity;
pub mod ranking;
mod registered;
pub mod statistics;
mod stop;
mod tally;

pub use contradiction::{Contradiction, Reason};
pub use contradiction::{check, check_awards, check_entrants, policy};
pub use crosstable::{Against, Crosstable};
pub use disqualification::{
    Departure, DisqualifyingFault, Meetings, OnDisqualified, VoidedMatches, after_departures,
    may_be_played,
};
pub use entrant::{Cause, Entrant, EntrantId, Status};
pub use format::{Format, FormatClass, FormatConfig, Next, Pace};
pub use history::Pairing;
pub use history::Repeats;
pub use history::{Cell, Detail, History};
pub use inactivity::{SleepRecord, departures};
pub use ranking::table;
pub use ranking::{Column, Ranking, RankingConfig, RankingRule, Standing};
pub use registered::{Registered, UnreadableKeys};
pub use stop::{NotAStop, StopRule, order};
pub use tally::{SeatResult, Tally, Verdict, seat_results, verdicts};

mod say {
    certamen_i18n::texts!("locales");
}
