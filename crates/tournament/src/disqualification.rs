//! Who is disqualified, and what becomes of the matches of those who are.
//!
//! Both are functions of what was played, in whatever order it was.

use crate::{Cause, Cell, Entrant, EntrantId, History, Repeats, SeatResult, Tally, Verdict};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, collections::BTreeMap};

/// That after which a bot leaves the contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offence {
    /// The number of the match.
    pub number: i64,
    /// Who sat in it.
    pub seats: Vec<EntrantId>,
    /// Who did it.
    pub offender: EntrantId,
    /// What it was.
    pub cause: Cause,
}

/// Why an entrant has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Departure {
    /// The number of its last match.
    pub number: i64,
    /// What it did there.
    pub cause: Cause,
}

/// What becomes of the matches of a bot that leaves the contest.
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
    /// All of them.
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

/// Who meets whom how often in a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meetings {
    /// Everybody meets everybody so often.
    Everybody(u32),
    /// Everybody meets those of the other side so often.
    Across {
        /// The side of each entrant.
        side: Vec<bool>,
        /// How often.
        times: u32,
    },
    /// Whoever was paired meets as often as that.
    AsPaired,
}

impl Meetings {
    /// How often these two meet, if that does not depend on how they were paired.
    fn between(&self, one: EntrantId, other: EntrantId) -> Option<u32> {
        match self {
            Meetings::Everybody(times) => Some(*times),
            Meetings::Across { side, times } => {
                Some(if side[one.index()] == side[other.index()] { 0 } else { *times })
            }
            Meetings::AsPaired => None,
        }
    }
}

/// Who has left and why. A match with somebody who had left in one of a lower number should not
/// have been played: nobody leaves for it, so that it does not matter which matches were under way
/// side by side.
pub fn departures(offences: &[Offence]) -> BTreeMap<EntrantId, Departure> {
    let mut in_order: Vec<&Offence> = offences.iter().collect();
    in_order.sort_by_key(|offence| (offence.number, offence.offender, offence.cause));
    let mut left: BTreeMap<EntrantId, Departure> = BTreeMap::new();
    for offence in in_order {
        let departure = Departure { number: offence.number, cause: offence.cause };
        if may_be_played(&left, offence.number, &offence.seats) {
            left.entry(offence.offender).or_insert(departure);
        }
    }
    left
}

/// Whether all who sit in match `number` take part until then.
pub fn may_be_played(
    left: &BTreeMap<EntrantId, Departure>,
    number: i64,
    seats: &[EntrantId],
) -> bool {
    seats.iter().all(|seat| left.get(seat).is_none_or(|departure| number <= departure.number))
}

/// What counts of `history` once those who have left have left, in a format in which entrants meet
/// as `meetings` says.
pub fn settled<'a>(
    history: &'a History,
    entrants: &[Entrant],
    policy: OnDisqualified,
    meetings: &Meetings,
) -> Cow<'a, History> {
    let ids = || (0..entrants.len() as u32).map(EntrantId);
    let active = |id: &EntrantId| entrants[id.index()].is_active();
    let left: Vec<EntrantId> = ids().filter(|id| !active(id)).collect();
    if left.is_empty() || policy == OnDisqualified::PlayedMatchesStand {
        return Cow::Borrowed(history);
    }
    let mut settled = history.clone();
    for id in &left {
        settled.strike(*id);
    }
    if policy == OnDisqualified::OpponentWins {
        for loser in &left {
            for opponent in ids().filter(active) {
                award(&mut settled, history, [opponent, *loser], meetings);
            }
        }
    }
    Cow::Owned(settled)
}

/// Gives `opponent` all matches against `loser`.
fn award(
    settled: &mut History,
    history: &History,
    [opponent, loser]: [EntrantId; 2],
    meetings: &Meetings,
) {
    if let Some(times) = meetings.between(opponent, loser) {
        if times > 0 {
            settled.restore(vec![opponent, loser], awarded(0, &(0..times).collect()));
        }
        return;
    }
    for (winner, seats) in [[opponent, loser], [loser, opponent]].into_iter().enumerate() {
        if let Some(cell) = history.cell(&seats) {
            settled.restore(seats.to_vec(), awarded(winner, &cell.scheduled));
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
        FormatConfig, Next, Pairing, RankingConfig, Standing, Status,
        ranking::{Points, Wins},
    };
    use certamen_game::Fault;
    use certamen_game::Luck;
    use proptest::prelude::*;
    use serde_json::json;

    /// A contest whose results and offences are made up from `seed`, whose matches end in an order
    /// drawn from `order`.
    struct Simulation {
        entrants: Vec<Entrant>,
        history: History,
        numbered: Vec<Pairing>,
        finished: Vec<i64>,
        offences: Vec<Offence>,
        policy: OnDisqualified,
        seed: u64,
    }

    impl Simulation {
        fn new(count: usize, policy: OnDisqualified, seed: u64) -> Simulation {
            let entrant = |name: usize| Entrant {
                name: name.to_string(),
                language: "c".to_owned(),
                status: Status::Active,
            };
            Simulation {
                entrants: (0..count).map(entrant).collect(),
                history: History::default(),
                numbered: Vec::new(),
                finished: Vec::new(),
                offences: Vec::new(),
                policy,
                seed,
            }
        }

        fn run(mut self, games: u32, order: u64) -> Simulation {
            let config = json!({"games_per_pair": games, "replay_ties": true, "max_cycles": 3});
            let format = FormatConfig::read("round-robin", config).unwrap();
            let format = format.build(RankingConfig::from(Wins {}).build(), 0);
            let mut luck = Luck::of_turn(order, 0);
            loop {
                let waiting = self.waiting();
                if !waiting.is_empty() {
                    // A few of the lowest numbers are under way; any of them ends first.
                    let side_by_side = waiting.len().min(4);
                    self.finish(waiting[luck.below(side_by_side as u64) as usize]);
                    continue;
                }
                let meetings = format.meetings(&self.entrants, &self.history);
                let history = settled(&self.history, &self.entrants, self.policy, &meetings);
                match format.next(&self.entrants, &history, 1000) {
                    Next::Play(pairings) => {
                        for pairing in &pairings {
                            self.history.schedule(pairing);
                        }
                        self.numbered.extend(pairings);
                    }
                    Next::Wait => panic!("waits for nothing"),
                    Next::Done(_) => return self,
                }
            }
        }

        fn waiting(&self) -> Vec<i64> {
            let left = departures(&self.offences);
            (0..self.numbered.len() as i64)
                .filter(|number| !self.finished.contains(number))
                .filter(|number| {
                    may_be_played(&left, *number, &self.numbered[*number as usize].seats)
                })
                .collect()
        }

        fn finish(&mut self, number: i64) {
            let pairing = self.numbered[number as usize].clone();
            let (results, offenders) = self.result(&pairing);
            self.history.finish(&pairing, &results);
            self.finished.push(number);
            let offence = |offender| Offence {
                number,
                seats: pairing.seats.clone(),
                offender,
                cause: Cause::Fault(Fault::Crash),
            };
            self.offences.extend(offenders.into_iter().map(offence));
            let left = departures(&self.offences);
            for (id, entrant) in (0u32..).zip(&mut self.entrants) {
                let departure = left.get(&EntrantId(id));
                entrant.status = departure
                    .map_or(Status::Active, |departure| Status::Disqualified(departure.cause));
            }
        }

        /// The result of a pairing is always the same; one seat in sixteen commits an offence.
        fn result(&self, pairing: &Pairing) -> ([SeatResult; 2], Vec<EntrantId>) {
            let key = format!("{:?} {}", pairing.seats, pairing.repeat);
            let drawn = certamen_game::match_seed(self.seed, &key);
            let offends = [drawn, drawn / 16].map(|drawn| drawn.is_multiple_of(16));
            let first = match (offends, drawn / 256 % 2) {
                ([true, false], _) | ([false, false], 0) => [Verdict::Lost, Verdict::Won],
                ([true, true], _) => [Verdict::Lost, Verdict::Lost],
                _ => [Verdict::Won, Verdict::Lost],
            };
            let result = |seat: usize| SeatResult {
                verdict: first[seat],
                score: if first[seat] == Verdict::Won { 1.0 } else { 0.0 },
                faults: u32::from(offends[seat]),
            };
            let offenders = (0..2).filter(|seat| offends[*seat]).map(|seat| pairing.seats[seat]);
            ([result(0), result(1)], offenders.collect())
        }

        fn table(&self) -> Vec<Standing> {
            let format = FormatConfig::read("round-robin", json!({})).unwrap();
            let format = format.build(RankingConfig::from(Wins {}).build(), 0);
            let meetings = format.meetings(&self.entrants, &self.history);
            let history = settled(&self.history, &self.entrants, self.policy, &meetings);
            RankingConfig::from(Points {}).build().rank(&self.entrants, &history)
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_table_does_not_depend_on_the_order_of_completion(
            count in 2usize..7, games in 1u32..4, seed: u64, one: u64, other: u64,
        ) {
            for policy in [OnDisqualified::StrikeMatches, OnDisqualified::OpponentWins] {
                let [one, other] = [one, other]
                    .map(|order| Simulation::new(count, policy, seed).run(games, order));
                prop_assert_eq!(&one.entrants, &other.entrants);
                prop_assert_eq!(one.table(), other.table());
            }
        }

        #[test]
        fn equal_sets_of_matches_give_equal_tables_under_every_policy(
            count in 2usize..7, games in 1u32..4, seed: u64, one: u64, shuffle: u64,
        ) {
            for policy in OnDisqualified::ALL {
                let played = Simulation::new(count, policy, seed).run(games, one);
                let mut again = Simulation::new(count, policy, seed);
                for pairing in &played.numbered {
                    again.history.schedule(pairing);
                }
                again.numbered = played.numbered.clone();
                let mut order = played.finished.clone();
                Luck::of_turn(shuffle, 0).shuffle(&mut order);
                for number in order {
                    again.finish(number);
                }
                prop_assert_eq!(&played.entrants, &again.entrants);
                prop_assert_eq!(played.table(), again.table());
            }
        }

        #[test]
        fn those_who_stay_have_met_everybody_who_counts_equally_often(
            count in 2usize..7, games in 1u32..4, seed: u64, order: u64,
        ) {
            for policy in [OnDisqualified::StrikeMatches, OnDisqualified::OpponentWins] {
                let ended = Simulation::new(count, policy, seed).run(games, order);
                let table = ended.table();
                let stay = table.iter().filter(|line| line.rank.is_some());
                let stay: Vec<&Standing> = stay.collect();
                let played: Vec<u64> = stay.iter().map(|line| line.tally.played).collect();
                prop_assert!(played.windows(2).all(|two| two[0] == two[1]), "{:?}", played);
                if let (true, Some(first)) = (stay.len() > 1, played.first()) {
                    let opponents = match policy {
                        OnDisqualified::OpponentWins => count - 1,
                        _ => stay.len() - 1,
                    };
                    prop_assert_eq!(first % opponents as u64, 0);
                }
                for line in table.iter().filter(|line| line.rank.is_none()) {
                    prop_assert_eq!((line.tally.won, line.tally.drawn), (0, 0));
                }
            }
        }
    }

    #[test]
    fn who_met_somebody_who_had_left_does_not_leave_for_it() {
        let offence = |number, seats: [u32; 2], offender| Offence {
            number,
            seats: seats.map(EntrantId).to_vec(),
            offender: EntrantId(offender),
            cause: Cause::Fault(Fault::Exit),
        };
        // Match 5 was under way when the offence of match 3 became known.
        let offences = [offence(5, [0, 1], 1), offence(3, [0, 2], 0), offence(7, [2, 1], 2)];
        let left: Vec<(u32, i64)> =
            departures(&offences).iter().map(|(id, left)| (id.0, left.number)).collect();
        assert_eq!(left, [(0, 3), (2, 7)]);
    }

    #[test]
    fn opponents_win_all_matches_against_those_who_left() {
        let mut contest = Simulation::new(3, OnDisqualified::OpponentWins, 0);
        let lost = SeatResult { verdict: Verdict::Lost, score: 0.0, faults: 1 };
        let won = SeatResult { verdict: Verdict::Won, score: 1.0, faults: 0 };
        let met = |seats: [u32; 2]| Pairing { seats: seats.map(EntrantId).to_vec(), repeat: 0 };
        // The one who leaves had won, and had not met everybody.
        contest.history.finish(&met([2, 0]), &[won, lost]);
        contest.history.finish(&met([0, 1]), &[won, lost]);
        contest.entrants[2].status = Status::Disqualified(Cause::Fault(Fault::Crash));
        let lines: Vec<_> = contest
            .table()
            .iter()
            .map(|line| (line.rank, line.entrant.0, line.tally.won, line.tally.lost))
            .collect();
        assert_eq!(lines, [(Some(1), 0, 2, 0), (Some(2), 1, 1, 1), (None, 2, 0, 2)]);
    }
}
