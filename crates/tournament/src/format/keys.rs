//! The properties of a format that do not depend on matches.

use super::Format;
use crate::{
    OnDisqualified, Ranking, StopRule, contradiction::Soundness, statistics::RowComparison,
};

/// How evenly a format lets its entrants play, which decides what a ranking can say of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormatClass {
    /// All play equally often, against opponents that do not depend on results.
    Even,
    /// Who meets whom depends on results, and byes are won without a score.
    Rounds,
    /// Some play more often than others, and against stronger opponents.
    Uneven,
    /// Even within divisions, and the table goes by these first.
    Divisions,
}

/// A number in a contest file, and the largest that is possible.
pub(crate) struct BoundedCount {
    pub(crate) key: &'static str,
    pub(crate) given: u32,
    pub(crate) most: u32,
}

impl BoundedCount {
    pub(crate) fn new(key: &'static str, given: impl Into<u32>, most: u32) -> BoundedCount {
        BoundedCount { key, given: given.into(), most }
    }
}

/// Numbers of matches fit if no count is larger.
pub(crate) const MOST_MATCHES: u32 = 1_000_000;

/// The keys of a format: what it says of itself before anybody plays.
pub(crate) trait FormatKeys {
    /// How evenly it lets its entrants play.
    fn class(&self) -> FormatClass;

    fn counts(&self) -> Vec<BoundedCount>;

    /// What policies go with it; none if no bot can leave.
    fn policies(&self) -> &'static [OnDisqualified];

    /// The format itself. Who leads, where that matters, is decided by `ranking`, and what is drawn
    /// at random follows from `seed`.
    fn build(&self, ranking: Box<dyn Ranking>, seed: u64) -> Box<dyn Format>;

    fn check(&self) -> Soundness {
        Ok(())
    }

    /// Whether it can be held among entrants of these names, while others are `absent`.
    fn check_entrants(&self, _names: &[&str], _absent: &[&str]) -> Soundness {
        Ok(())
    }

    /// When the contest may end early, if it may.
    fn stop(&self) -> Option<StopRule> {
        None
    }

    /// By what two lines of the table are compared, where the ranking compares by `usual`.
    fn measure(&self, usual: RowComparison) -> RowComparison {
        usual
    }

    /// How many of this many entrants sit at one table.
    fn table_size(&self, _entrants: usize) -> usize {
        2
    }
}
