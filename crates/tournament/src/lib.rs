//! Pairings and standings: functions over the history of a contest.
//!
//! Nothing here plays matches, stores data or waits. Formats and rankings see results as cells, one
//! for each order in which entrants sat down together, so that a contest of 100,000 matches is not
//! looked through match by match; those that must know single matches ask for them.
//!
//! ```
//! use certamen_tournament::{
//!     Entrant, EntrantId, FormatConfig, History, Next, RankingConfig, SeatResult, Status, Verdict,
//!     table,
//! };
//! use serde_json::json;
//!
//! let entrants = ["ana", "bob", "eve"].map(|name| Entrant {
//!     name: name.to_owned(),
//!     language: String::new(),
//!     status: Status::Active,
//! });
//! let ranking = RankingConfig::read("points", Default::default())?;
//! let keys = json!({ "games_per_pair": 2 });
//! let format = FormatConfig::read("round-robin", &keys)?.build(ranking.build(), 7);
//! let mut history = History::default();
//! while let Next::Play(pairings) = format.next(&entrants, &history, 100) {
//!     for pairing in pairings {
//!         // Here a match is played; in this example the entrant who came first wins.
//!         let winner = pairing.seats.iter().min();
//!         let result = |seat| match Some(seat) == winner {
//!             true => SeatResult { verdict: Verdict::Won, score: 1.0, faults: 0 },
//!             false => SeatResult { verdict: Verdict::Lost, score: 0.0, faults: 0 },
//!         };
//!         let results: Vec<SeatResult> = pairing.seats.iter().map(result).collect();
//!         history.finish(&pairing, &results);
//!     }
//! }
//! let standings = table(&*format, &*ranking.build(), &entrants, &history);
//! assert_eq!(standings[0].entrant, EntrantId(0));
//! assert_eq!((standings[0].tally.played, standings[0].tally.won), (4, 4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod consistency;
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

pub use consistency::{check, check_awards, check_entrants, policy};
pub use contradiction::{Contradiction, Reason};
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
