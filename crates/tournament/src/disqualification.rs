//! Which bots are disqualified, and what happens to their matches.
//!
//! Both are functions of what was played, in whatever order it was.

use crate::{
    Cause, Cell, Entrant, EntrantId, History, Pairing, Repeats, SeatResult, Tally, Verdict,
};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, collections::BTreeMap};

/// That after which a bot leaves the contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DisqualifyingFault {
    pub number: i64,
    pub seats: Vec<EntrantId>,
    pub offender: EntrantId,
    pub cause: Cause,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Departure {
    pub number: i64,
    pub cause: Cause,
}

/// What happens to the matches of a bot that leaves the contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum OnDisqualified {
    /// They are struck out.
    #[default]
    #[serde(rename = "strike matches")]
    StrikeMatches,
    /// Its opponents win them, those that were not played as well.
    #[serde(rename = "opponent wins")]
    OpponentWins,
    /// Those that were played count.
    #[serde(rename = "played matches stand")]
    PlayedMatchesStand,
}

impl OnDisqualified {
    pub const ALL: [OnDisqualified; 3] = [
        OnDisqualified::StrikeMatches,
        OnDisqualified::OpponentWins,
        OnDisqualified::PlayedMatchesStand,
    ];

    /// As contest files say it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            OnDisqualified::StrikeMatches => "strike matches",
            OnDisqualified::OpponentWins => "opponent wins",
            OnDisqualified::PlayedMatchesStand => "played matches stand",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meetings {
    /// All meet each other this often.
    AllPairs(u32),
    /// All meet those of the other side this often.
    Across { side: Vec<bool>, times: u32 },
    /// Bots that were paired meet as often as that.
    AsPaired,
}

impl Meetings {
    /// How often these two meet, if that does not depend on how they were paired.
    fn between(&self, one: EntrantId, other: EntrantId) -> Option<u32> {
        match self {
            Meetings::AllPairs(times) => Some(*times),
            Meetings::Across { side, times } => {
                Some(if side[one.index()] == side[other.index()] { 0 } else { *times })
            }
            Meetings::AsPaired => None,
        }
    }
}

/// Whether all who sit in match `number` take part until then.
pub fn may_be_played(
    left: &BTreeMap<EntrantId, Departure>,
    number: i64,
    seats: &[EntrantId],
) -> bool {
    seats.iter().all(|seat| left.get(seat).is_none_or(|departure| number <= departure.number))
}

/// Matches that should not have been played, since a bot in them had left in one of a lower number,
/// but were under way by then.
pub type VoidedMatches = Vec<(Pairing, Vec<SeatResult>)>;

/// What counts of `history` once those who have left have left, in a format in which entrants meet
/// as `meetings` says. Played matches stand but for those that came `too_late`.
pub fn after_departures<'a>(
    history: &'a History,
    too_late: &VoidedMatches,
    entrants: &[Entrant],
    (policy, meetings): (OnDisqualified, &Meetings),
) -> Cow<'a, History> {
    let ids = || (0..entrants.len() as u32).map(EntrantId);
    let active = |id: &EntrantId| entrants[id.index()].is_active();
    let left: Vec<EntrantId> = ids().filter(|id| !active(id)).collect();
    let stands = policy == OnDisqualified::PlayedMatchesStand;
    if left.is_empty() || stands && too_late.is_empty() {
        return Cow::Borrowed(history);
    }
    let mut counted = history.clone();
    if stands {
        for (pairing, results) in too_late {
            counted.take_back(pairing, results);
        }
        return Cow::Owned(counted);
    }
    for id in &left {
        counted.strike(*id);
    }
    if policy == OnDisqualified::OpponentWins {
        for loser in &left {
            for opponent in ids().filter(active) {
                award(&mut counted, history, [opponent, *loser], meetings);
            }
        }
    }
    Cow::Owned(counted)
}

/// Gives `opponent` all matches against `loser`.
fn award(
    counted: &mut History,
    history: &History,
    [opponent, loser]: [EntrantId; 2],
    meetings: &Meetings,
) {
    if let Some(times) = meetings.between(opponent, loser) {
        if times > 0 {
            counted.restore(vec![opponent, loser], awarded(0, &(0..times).collect()));
        }
        return;
    }
    for (winner, seats) in [[opponent, loser], [loser, opponent]].into_iter().enumerate() {
        if let Some(cell) = history.cell(&seats) {
            counted.restore(seats.to_vec(), awarded(winner, &cell.scheduled));
        }
    }
}

/// These matches won by the seat `winner` of two, with the scores of a match that is won and lost.
fn awarded(winner: usize, repeats: &Repeats) -> Cell {
    let result = |seat: usize| SeatResult {
        verdict: if seat == winner { Verdict::Won } else { Verdict::Lost },
        score: if seat == winner { 1.0 } else { 0.0 },
        faults: 0,
    };
    let results = vec![result(0), result(1)];
    let mut tallies = vec![Tally::default(); 2];
    for _ in repeats.iter() {
        for (tally, result) in tallies.iter_mut().zip(&results) {
            tally.add(result);
        }
    }
    let results = repeats.iter().map(|repeat| (repeat, results.clone())).collect();
    Cell { finished: repeats.clone(), scheduled: repeats.clone(), tallies, results }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        RankingConfig, Status, departures,
        format::testing::{Run, TestContest, entrants},
        ranking::Points,
    };
    use certamen_game::Fault;
    use proptest::prelude::*;
    use serde_json::json;

    /// A round robin in which one seat in sixteen commits an offence.
    fn trial(count: usize, games: u32, policy: OnDisqualified, seed: u64) -> TestContest {
        let keys = json!({"games_per_pair": games, "replay_ties": true, "max_cycles": 3});
        TestContest::new("round-robin", keys, count).seeded(seed).offences(policy, 16).in_rounds()
    }

    /// All who stay have played equally often, and those who left have nothing.
    fn check_fairness(run: &Run, policy: OnDisqualified) {
        let table = run.table();
        let stay: Vec<u64> =
            table.iter().filter(|line| line.rank.is_some()).map(|line| line.tally.played).collect();
        assert!(stay.windows(2).all(|two| two[0] == two[1]), "{stay:?}");
        if let [first, _, ..] = stay[..] {
            let opponents = match policy {
                OnDisqualified::OpponentWins => run.entrants.len() - 1,
                _ => stay.len() - 1,
            };
            assert_eq!(first % opponents as u64, 0);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_table_does_not_depend_on_the_order_of_completion(
            count in 2usize..7, games in 1u32..4, seed: u64, one: u64, other: u64,
        ) {
            for policy in OnDisqualified::ALL {
                let trial = trial(count, games, policy, seed);
                trial.clone().run(one).compare(&trial.run(other));
            }
        }

        #[test]
        fn equal_sets_of_matches_give_equal_tables_under_every_policy(
            count in 2usize..7, games in 1u32..4, seed: u64, order: u64, shuffle: u64,
        ) {
            for policy in OnDisqualified::ALL {
                let played = trial(count, games, policy, seed).run(order);
                let again = played.again(shuffle);
                prop_assert_eq!(&played.entrants, &again.entrants);
                prop_assert_eq!(played.table(), again.table());
            }
        }

        #[test]
        fn remaining_entrants_have_met_all_that_count_equally_often(
            count in 2usize..7, games in 1u32..4, seed: u64, order: u64,
        ) {
            for policy in [OnDisqualified::StrikeMatches, OnDisqualified::OpponentWins] {
                let ended = trial(count, games, policy, seed).run(order);
                ended.check_departures();
                check_fairness(&ended, policy);
            }
        }
    }

    proptest! {
        // It takes a bot that left, and comes back since another one had left before.
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn how_often_cycles_are_replayed_does_not_depend_on_the_order_of_completion(
            count in 3usize..7, seed: u64, one: u64, other: u64,
        ) {
            let keys = json!({"replay_ties": true, "max_cycles": 5});
            for policy in [OnDisqualified::StrikeMatches, OnDisqualified::OpponentWins] {
                let trial = TestContest::new("round-robin", keys.clone(), count);
                let trial = trial.seeded(seed).offences(policy, 6).in_one_go();
                let (one, other) = (trial.clone().run(one), trial.run(other));
                one.compare(&other);
                prop_assert_eq!(one.history.finished() == 0, other.history.finished() == 0);
            }
        }
    }

    #[test]
    fn a_match_against_an_entrant_that_had_left_disqualifies_no_one() {
        let disqualifying_faults = |number, seats: [u32; 2], offender| DisqualifyingFault {
            number,
            seats: seats.map(EntrantId).to_vec(),
            offender: EntrantId(offender),
            cause: Cause::Fault(Fault::Exit),
        };
        // Match 5 was under way when the offence of match 3 became known.
        let offences = [
            disqualifying_faults(5, [0, 1], 1),
            disqualifying_faults(3, [0, 2], 0),
            disqualifying_faults(7, [2, 1], 2),
        ];
        let left: Vec<(u32, i64)> =
            departures(&offences, &[]).iter().map(|(id, left)| (id.0, left.number)).collect();
        assert_eq!(left, [(0, 3), (2, 7)]);
    }

    #[test]
    fn opponents_win_all_matches_against_entrants_that_left() {
        let (mut entrants, mut history) = (entrants(3), History::default());
        let lost = SeatResult { verdict: Verdict::Lost, score: 0.0, faults: 1 };
        let won = SeatResult { verdict: Verdict::Won, score: 1.0, faults: 0 };
        let met = |seats: [u32; 2]| Pairing { seats: seats.map(EntrantId).to_vec(), repeat: 0 };
        // The one who leaves had won, and had not met all others.
        history.finish(&met([2, 0]), &[won, lost]);
        history.finish(&met([0, 1]), &[won, lost]);
        entrants[2].status = Status::Disqualified(Cause::Fault(Fault::Crash));
        let policy = OnDisqualified::OpponentWins;
        let meetings = Meetings::AllPairs(1);
        let counted = after_departures(&history, &Vec::new(), &entrants, (policy, &meetings));
        let table = RankingConfig::from(Points {}).build().rank(&entrants, &counted);
        let lines: Vec<_> = table
            .iter()
            .map(|line| (line.rank, line.entrant.0, line.tally.won, line.tally.lost))
            .collect();
        assert_eq!(lines, [(Some(1), 0, 2, 0), (Some(2), 1, 1, 1), (None, 2, 0, 2)]);
    }
}
