//! What there is to see of a contest: plain values made of its results. The terminal, files, the API
//! and pages show these values, each in its own form.
//!
//! A value is serialised with the keys that commands and the API print. Its `table` has the columns
//! that text, CSV and Markdown share.

mod bracket;
mod crosstable;
mod entrants;
mod fair_play;
mod field;
mod matches;
mod openings;
mod publications;
mod standings;
mod standings_row;
mod table;
mod watched;

pub use bracket::BracketLine;
pub use crosstable::{PairLine, TalliedLine};
pub use entrants::EntrantLine;
pub use fair_play::{BotFairness, FairPlay, FairPlayLine, MatchDurations};
pub use field::{CycleLine, FieldLine, Strength, strongest_first};
pub use matches::{MatchLine, ShownMatch};
pub use openings::{OpeningNode, OpeningTree};
pub use standings::{Standings, heading, ranking_rule, shares_ranks};
pub use standings_row::{StandingsColumns, StandingsRow};
pub use table::{Alignment, Cell, Heading, Table, TableBuilder};

/// Headings and words of tables.
pub mod words {
    certamen_i18n::texts!(pub "locales/view");
}
