//! Who stands where: one file a ranking.

mod points;
mod total_score;
mod wins;

pub use points::Points;
pub use total_score::TotalScore;
pub use wins::Wins;

use crate::{Entrant, EntrantId, History, Tally};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One line of the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// From 1; equal scores share a place. None for those who have left the contest.
    pub rank: Option<u32>,
    /// Who.
    pub entrant: EntrantId,
    /// What all results add up to.
    pub tally: Tally,
    /// What the ranking goes by.
    pub score: f64,
}

/// An order of the entrants by their results.
pub trait Ranking: Send + Sync {
    /// What the order goes by; more is better.
    fn score(&self, tally: &Tally) -> f64;

    /// The table, best first. Equal scores share a place and stand in the order of entry. Those who
    /// have left stand below, without a place.
    fn rank(&self, entrants: &[Entrant], history: &History) -> Vec<Standing> {
        let totals = history.totals(entrants.len());
        let mut table: Vec<Standing> = (0u32..)
            .zip(totals)
            .map(|(entrant, tally)| {
                let score = self.score(&tally);
                Standing { rank: None, entrant: EntrantId(entrant), tally, score }
            })
            .collect();
        let left = |standing: &Standing| !entrants[standing.entrant.index()].is_active();
        table.sort_by(|one, other| {
            left(one).cmp(&left(other)).then(other.score.total_cmp(&one.score))
        });
        for place in 0..table.len() {
            if left(&table[place]) {
                break;
            }
            let shared = place > 0 && table[place].score == table[place - 1].score;
            table[place].rank = if shared { table[place - 1].rank } else { Some(place as u32 + 1) };
        }
        table
    }
}

/// A ranking as contest files name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RankingConfig {
    /// The number of matches won.
    Wins,
    /// 1 for a win, 1/2 for a draw.
    Points,
    /// The sum of the scores.
    TotalScore,
}

impl RankingConfig {
    /// The ranking itself.
    pub fn build(self) -> Box<dyn Ranking> {
        match self {
            RankingConfig::Wins => Box::new(Wins),
            RankingConfig::Points => Box::new(Points),
            RankingConfig::TotalScore => Box::new(TotalScore),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pairing, SeatResult, Status, Verdict};
    use proptest::prelude::*;

    fn table(ranking: RankingConfig, played: &[(u32, u32, Verdict)]) -> Vec<(u32, u32, f64)> {
        let entrant = |name| Entrant {
            name: format!("{name}"),
            language: "c".to_owned(),
            status: Status::Active,
        };
        let entrants: Vec<_> = (0..4).map(entrant).collect();
        let mut history = History::default();
        for (repeat, (first, second, verdict)) in (0..).zip(played) {
            let (own, other, scores) = match verdict {
                Verdict::Won => (Verdict::Won, Verdict::Lost, [7.0, -1.0]),
                Verdict::Drawn => (Verdict::Drawn, Verdict::Drawn, [3.0, 3.0]),
                Verdict::Lost => (Verdict::Lost, Verdict::Won, [0.0, 4.0]),
            };
            let result = |verdict, score| SeatResult { verdict, score, faults: 0 };
            let seats = vec![EntrantId(*first), EntrantId(*second)];
            let results = [result(own, scores[0]), result(other, scores[1])];
            history.finish(&Pairing { seats, repeat }, &results);
        }
        let standings = ranking.build().rank(&entrants, &history);
        standings.iter().map(|line| (line.rank.unwrap(), line.entrant.0, line.score)).collect()
    }

    #[test]
    fn crosstables_come_out_in_each_order() {
        use Verdict::{Drawn, Won};
        let played = [(0, 1, Won), (1, 2, Drawn), (1, 3, Drawn), (2, 1, Drawn), (3, 2, Drawn)];
        let wins = [(1, 0, 1.0), (2, 1, 0.0), (2, 2, 0.0), (2, 3, 0.0)];
        assert_eq!(table(RankingConfig::Wins, &played), wins);
        let points = [(1, 1, 1.5), (1, 2, 1.5), (3, 0, 1.0), (3, 3, 1.0)];
        assert_eq!(table(RankingConfig::Points, &played), points);
        let totals = [(1, 2, 9.0), (2, 1, 8.0), (3, 0, 7.0), (4, 3, 6.0)];
        assert_eq!(table(RankingConfig::TotalScore, &played), totals);
    }

    proptest! {
        #[test]
        fn the_order_of_results_does_not_matter(
            played in prop::collection::vec((0u32..4, 0u32..4, 0u8..3), 0..30), seed: u64,
        ) {
            let verdicts = [Verdict::Won, Verdict::Drawn, Verdict::Lost];
            let one: Vec<_> =
                played.iter().map(|(a, b, v)| (*a, *b, verdicts[usize::from(*v)])).collect();
            let mut other = one.clone();
            game::Luck::of_turn(seed, 0).shuffle(&mut other);
            for ranking in [RankingConfig::Wins, RankingConfig::Points, RankingConfig::TotalScore] {
                prop_assert_eq!(table(ranking, &one), table(ranking, &other));
            }
        }
    }
}
