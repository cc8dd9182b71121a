//! Pairings and standings: functions over the history of a contest.
//!
//! Nothing here plays matches, stores data or waits. Formats and rankings see results as cells, one
//! for each order in which entrants sat down together, so that a contest of 100,000 matches is not
//! looked through match by match; those that must know single matches ask for them.

mod contradiction;
mod crosstable;
mod disqualification;
mod edition;
mod entrant;
pub mod format;
mod history;
mod inactivity;
mod pairing;
pub mod ranking;
mod registered;
mod repeats;
mod sound;
pub mod statistics;
mod stop;
mod table;
mod tally;

pub use contradiction::{Contradiction, Reason};
pub use crosstable::{Against, Crosstable};
pub use disqualification::{
    Departure, DisqualifyingFault, Meetings, OnDisqualified, VoidedMatches, after_departures,
    may_be_played,
};
pub use edition::{Edition, Lots, NoEdition};
pub use entrant::{Cause, Entrant, EntrantId, Status};
pub use format::{Format, FormatClass, FormatConfig, Next, Pace};
pub use history::{Cell, Detail, History};
pub use inactivity::{SleepRecord, departures};
pub use pairing::Pairing;
pub use ranking::{Column, Ranking, RankingConfig, RankingRule, Standing};
pub use registered::{Registered, UnreadableKeys};
pub use repeats::Repeats;
pub use sound::{check, check_awards, check_entrants, policy};
pub use stop::{NotAStop, StopRule, order};
pub use table::table;
pub use tally::{SeatResult, Tally, Verdict, seat_results, verdicts};

mod say {
    certamen_i18n::texts!("locales");
}
