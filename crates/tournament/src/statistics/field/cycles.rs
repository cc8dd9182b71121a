//! Cycles of entrants that beat each other, and how certain they are.
//!
//! A cycle is reported if each of its three beats the next; it is as uncertain as the least certain
//! of these, and since every three could be one, twice over, that is multiplied by how many there
//! could be (C. Bonferroni, 1936). So of all cycles reported at a level, none is wrong in at least
//! that share of contests.

use crate::{Against, Crosstable, EntrantId, statistics::normal};

/// Three entrants of whom each beats the next: the first the second, the second the third, the third
/// the first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cycle {
    /// From its first in the order of the table on.
    pub members: [EntrantId; 3],
    pub level: Level,
}

/// How sure something is, the surest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// It can only end so.
    Exact,
    /// Wrong in one contest of a thousand.
    Thousandth,
    /// In one of a hundred.
    Hundredth,
    /// In one of twenty.
    Twentieth,
}

impl Level {
    /// All of them, the surest first.
    pub const ALL: [Level; 4] =
        [Level::Exact, Level::Thousandth, Level::Hundredth, Level::Twentieth];

    /// In how many of 100 contests it is right.
    pub fn percent(self) -> f64 {
        100.0 - 100.0 * self.most()
    }

    /// The largest probability of being wrong.
    fn most(self) -> f64 {
        match self {
            Level::Exact => 0.0,
            Level::Thousandth => 0.001,
            Level::Hundredth => 0.01,
            Level::Twentieth => 0.05,
        }
    }
}

/// All cycles, the most certain first. Of two that are `exact` the one with more beats the other
/// for certain.
pub fn cycles(table: &Crosstable, exact: impl Fn(EntrantId, EntrantId) -> bool) -> Vec<Cycle> {
    let size = table.size() as u32;
    let all = || (0..size).map(EntrantId);
    let row = |one: EntrantId| -> Vec<f64> {
        all().map(|other| chance(table.against(one, other), exact(one, other))).collect()
    };
    let by_chance: Vec<Vec<f64>> = all().map(row).collect();
    let count = f64::from(size);
    let possible = (count * (count - 1.0) * (count - 2.0) / 3.0).max(1.0);
    // What cannot be told is not looked at further.
    let most = Level::Twentieth.most() / possible;
    let at = |one: EntrantId, other: EntrantId| by_chance[one.index()][other.index()];
    let mut found = Vec::new();
    for first in all() {
        for second in all().filter(|id| *id > first && at(first, *id) <= most) {
            for third in all().filter(|id| *id > first && at(second, *id) <= most) {
                let least = at(first, second).max(at(second, third)).max(at(third, first));
                let level = Level::ALL.into_iter().find(|level| least * possible <= level.most());
                found.extend(level.map(|level| Cycle { members: [first, second, third], level }));
            }
        }
    }
    found.sort_by(|one, other| one.level.cmp(&other.level).then(one.members.cmp(&other.members)));
    found
}

/// The probability that an entrant that does not beat the other does so well by chance.
fn chance(against: Against, exact: bool) -> f64 {
    let Some(share) = against.share() else { return 1.0 };
    let ahead = share - 0.5;
    if ahead <= 0.0 {
        return 1.0;
    }
    if exact {
        return 0.0;
    }
    // What a match between equals varies: draws vary nothing.
    let count = against.played() as f64;
    let decided = 1.0 - against.drawn as f64 / count;
    let deviations = ahead / (decided / (4.0 * count)).sqrt();
    normal::above(deviations)
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::Rng;

    /// A table of this many matches a pair, in which the later beats the earlier with this chance.
    fn drawn(
        (size, matches): (u32, u32),
        chance: impl Fn(u32, u32) -> u64,
        rng: &mut Rng,
    ) -> Crosstable {
        let mut table = Crosstable::new(size as usize);
        for one in 0..size {
            for other in 0..one {
                for _ in 0..matches {
                    let won = f64::from(u8::from(rng.below(100) < chance(one, other)));
                    table.add_match(&[EntrantId(one), EntrantId(other)], &[won, 1.0 - won]);
                }
            }
        }
        table
    }

    #[test]
    fn among_equals_hardly_any_contest_has_a_cycle() {
        let contests = 400;
        let found = (0..contests).filter(|contest| {
            let table = drawn((12, 40), |_, _| 50, &mut Rng::of_turn(12, *contest));
            !cycles(&table, |_, _| false).is_empty()
        });
        let found = found.count();
        assert!(found <= contests as usize / 20, "{found} of {contests}");
    }

    #[test]
    fn cycles_are_reported_with_their_level() {
        // Stone, scissors, paper: 1 beats 0, 2 beats 1, 0 beats 2.
        let beats = |one: u32, other: u32| if (one, other) == (2, 0) { 15 } else { 85 };
        let found = |matches| {
            let table = drawn((3, matches), beats, &mut Rng::of_turn(2, 1));
            cycles(&table, |_, _| false)
        };
        let (few, many) = (found(8), found(100));
        assert_eq!(many[0].members, [0, 2, 1].map(EntrantId));
        assert_eq!((many.len(), many[0].level), (1, Level::Thousandth));
        assert!(few.iter().all(|cycle| cycle.level > Level::Thousandth), "{few:?}");
        assert_eq!(Level::Hundredth.percent(), 99.0);
    }

    #[test]
    fn results_that_cannot_change_are_exact() {
        let once = |one: u32, other: u32| if (one, other) == (2, 0) { 0 } else { 100 };
        let table = drawn((3, 2), once, &mut Rng::of_turn(2, 1));
        assert!(cycles(&table, |_, _| false).is_empty());
        assert_eq!(cycles(&table, |_, _| true)[0].level, Level::Exact);
    }
}
