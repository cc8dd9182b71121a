//! The properties of a ranking that do not depend on matches.

use crate::{FormatClass, contradiction::Soundness};

/// The keys of a ranking: what it says of itself before anybody plays.
pub(crate) trait RankingKeys {
    /// Whether it says anything fair of what formats of this class let play.
    fn suits(class: FormatClass) -> bool
    where
        Self: Sized;

    /// Whether it can be told when its order is settled: that needs an order by what a match gives
    /// on average or by strength, and where who plays whom depends on results, by strength only.
    fn settles(_class: FormatClass) -> bool
    where
        Self: Sized,
    {
        false
    }

    /// Whether it estimates strengths from results, to which awarded matches would be lies.
    fn estimates(&self) -> bool {
        false
    }

    /// Whether its keys make sense.
    fn check(&self) -> Soundness {
        Ok(())
    }

    /// Whether they make sense among entrants of these names, while others are `absent`.
    fn check_entrants(&self, _names: &[&str], _absent: &[&str]) -> Soundness {
        Ok(())
    }
}
