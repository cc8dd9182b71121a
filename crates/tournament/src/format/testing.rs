//! A contest without matches: results are made up, come in any order, and some entrants come late
//! or leave.

use super::{Format, FormatConfig, FormatEnd, Next, Pace, Pairing};
use crate::{
    Cause, DisqualifyingFault, Entrant, EntrantId, History, OnDisqualified, RankingConfig,
    SeatResult, Standing, Status, Verdict, after_departures, departures, may_be_played, table,
};
use certamen_game::{Fault, Rng, match_seed};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

pub(crate) fn entrants(count: usize) -> Vec<Entrant> {
    (0..count).map(entrant).collect()
}

fn entrant(index: usize) -> Entrant {
    Entrant { name: format!("e{index}"), language: "c".to_owned(), status: Status::Active }
}

/// Where results come from.
#[derive(Clone, Copy)]
enum Results {
    Drawn,
    ByStrength,
    ByWeakness,
    Equal,
}

/// A contest to be tried.
#[derive(Clone)]
pub(crate) struct TestContest {
    format: FormatConfig,
    ranking: RankingConfig,
    count: usize,
    seed: u64,
    results: Results,
    policy: OnDisqualified,
    rarity: Option<u64>,
    late: Option<u64>,
    pace: Option<Pace>,
}

impl TestContest {
    /// A contest of `count` entrants, with the keys of a contest file.
    pub(crate) fn new(kind: &str, keys: Value, count: usize) -> TestContest {
        TestContest {
            format: FormatConfig::read(kind, keys).unwrap(),
            ranking: RankingConfig::read("points", Map::new()).unwrap(),
            count,
            seed: 0,
            results: Results::Drawn,
            policy: OnDisqualified::PlayedMatchesStand,
            rarity: None,
            late: None,
            pace: None,
        }
    }

    /// With a table by this ranking.
    pub(crate) fn ranked(mut self, kind: &str) -> TestContest {
        self.ranking = RankingConfig::read(kind, Map::new()).unwrap();
        self
    }

    /// With results drawn from `seed`.
    pub(crate) fn seeded(mut self, seed: u64) -> TestContest {
        self.seed = seed;
        self
    }

    /// The lower number always wins.
    pub(crate) fn by_strength(mut self) -> TestContest {
        self.results = Results::ByStrength;
        self
    }

    /// The higher number always wins.
    pub(crate) fn by_weakness(mut self) -> TestContest {
        self.results = Results::ByWeakness;
        self
    }

    pub(crate) fn drawn(mut self) -> TestContest {
        self.results = Results::Equal;
        self
    }

    /// One seat in `rarity` commits an offence.
    pub(crate) fn offences(mut self, policy: OnDisqualified, rarity: u64) -> TestContest {
        (self.policy, self.rarity) = (policy, Some(rarity));
        self
    }

    /// The last entrant comes after this many matches are finished.
    pub(crate) fn late(mut self, after: u64) -> TestContest {
        self.late = Some(after);
        self
    }

    /// It is asked for all there is, and only when nothing is under way, whatever its pace: what is
    /// planned while it is open who leaves, and how much at a time, decides which match comes first.
    pub(crate) fn in_rounds(mut self) -> TestContest {
        self.pace = Some(Pace::Rounds);
        self
    }

    /// It is asked for all there is as contests ask it: once everything is under way, though not
    /// while a bot that has left plays, since the result may bring others back.
    pub(crate) fn in_one_go(mut self) -> TestContest {
        self.pace = Some(Pace::Free);
        self
    }

    /// Plays it, matches ending in an order drawn from `order`.
    pub(crate) fn run(self, order: u64) -> Run {
        let format = self.format.build(self.ranking.build(), self.seed);
        let at_first = self.count - usize::from(self.late.is_some());
        let run = Run {
            history: History::new(format.detail()),
            entrants: entrants(at_first),
            trial: self,
            format,
            played: Vec::new(),
            numbered: Vec::new(),
            finished: BTreeSet::new(),
            offences: Vec::new(),
            done: FormatEnd::Complete,
        };
        run.go(Rng::of_turn(order, 0))
    }
}

pub(crate) struct Run {
    trial: TestContest,
    format: Box<dyn Format>,
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) history: History,
    /// Byes left out, in order of their end.
    pub(crate) played: Vec<Pairing>,
    numbered: Vec<Pairing>,
    finished: BTreeSet<i64>,
    offences: Vec<DisqualifyingFault>,
    pub(crate) done: FormatEnd,
}

impl Run {
    fn go(mut self, mut rng: Rng) -> Run {
        for _ in 0..1_000_000 {
            self.welcome(self.played.len() as u64);
            let waiting = self.waiting();
            // Four are under way; more are asked for while they are, where that is allowed.
            let pace = self.trial.pace.unwrap_or_else(|| self.format.pace());
            let free = match self.trial.pace {
                None => pace == Pace::Free && rng.below(4) == 0,
                Some(_) => pace == Pace::Free && waiting.len() <= 4 && !self.has_left_any(&waiting),
            };
            if !waiting.is_empty() && !free {
                let next = rng.below(waiting.len().min(4) as u64);
                self.finish(waiting[next as usize]);
                continue;
            }
            let history = self.counted();
            let wanted = match self.trial.pace {
                Some(_) => usize::MAX,
                None => 1 + rng.below(9) as usize,
            };
            match self.format.next(&self.entrants, &history, wanted) {
                Next::Play(pairings) => self.plan(pairings),
                Next::Wait => self.finish(*waiting.first().expect("it waits for something")),
                Next::Done(_) if !waiting.is_empty() => self.finish(waiting[0]),
                Next::Done(_) if self.welcome(u64::MAX) => {}
                Next::Done(done) => {
                    let total = self.format.total(&self.entrants, &history);
                    assert_eq!(total, history.finished(), "total and finished");
                    self.done = done;
                    return self;
                }
            }
        }
        panic!("there is no end");
    }

    /// Whether anybody plays in these matches who has left.
    fn has_left_any(&self, numbers: &[i64]) -> bool {
        let mut seats = numbers.iter().flat_map(|number| &self.numbered[*number as usize].seats);
        seats.any(|seat| !self.entrants[seat.index()].is_active())
    }

    /// Lets the latecomer in if it is time; whether it was.
    fn welcome(&mut self, finished: u64) -> bool {
        let is_time = self.trial.late.is_some_and(|late| late <= finished);
        let comes = is_time && self.entrants.len() < self.trial.count;
        if comes {
            self.entrants.push(entrant(self.entrants.len()));
        }
        comes
    }

    fn plan(&mut self, pairings: Vec<Pairing>) {
        assert!(!pairings.is_empty(), "nothing is played for ever");
        for pairing in pairings {
            let known = self.history.cell(&pairing.seats);
            let known = known.is_some_and(|cell| cell.scheduled.contains(pairing.repeat));
            assert!(!known, "{pairing:?} is planned twice");
            for (place, seat) in pairing.seats.iter().enumerate() {
                assert!(self.entrants[seat.index()].is_active(), "{pairing:?}: who left plays");
                assert!(!pairing.seats[..place].contains(seat), "{pairing:?}: against itself");
            }
            if pairing.is_bye() {
                self.history.finish(&pairing, &[SeatResult::BYE]);
            } else {
                self.history.schedule(&pairing);
                self.numbered.push(pairing);
            }
        }
    }

    fn waiting(&self) -> Vec<i64> {
        let left = departures(&self.offences, &[]);
        let numbers = (0..self.numbered.len() as i64).filter(|n| !self.finished.contains(n));
        numbers.filter(|n| may_be_played(&left, *n, &self.numbered[*n as usize].seats)).collect()
    }

    fn finish(&mut self, number: i64) {
        let pairing = self.numbered[number as usize].clone();
        let offenders = self.offenders(&pairing);
        let results = self.results(&pairing, &offenders);
        assert!(self.history.finish(&pairing, &results), "played twice");
        self.finished.insert(number);
        let disqualifying_fault = |seat: usize| DisqualifyingFault {
            number,
            seats: pairing.seats.clone(),
            offender: pairing.seats[seat],
            cause: Cause::Fault(Fault::Crash),
        };
        self.offences.extend(offenders.into_iter().map(disqualifying_fault));
        self.played.push(pairing);
        let left = departures(&self.offences, &[]);
        for (id, entrant) in (0u32..).zip(&mut self.entrants) {
            let departure = left.get(&EntrantId(id));
            entrant.status = departure.map_or(Status::Active, |d| Status::Disqualified(d.cause));
        }
    }

    fn offenders(&self, pairing: &Pairing) -> Vec<usize> {
        let offends = |seat: usize| {
            self.trial.rarity.is_some_and(|rarity| {
                match_seed(!self.trial.seed, &format!("{pairing:?} {seat}")).is_multiple_of(rarity)
            })
        };
        (0..pairing.seats.len()).filter(|seat| offends(*seat)).collect()
    }

    /// The results of a pairing are always the same; offenders come last.
    fn results(&self, pairing: &Pairing, offenders: &[usize]) -> Vec<SeatResult> {
        let worth = |seat: usize| {
            let drawn = match_seed(self.trial.seed, &format!("{pairing:?} {seat}")) % 4;
            match self.trial.results {
                _ if offenders.contains(&seat) => -1.0,
                Results::ByStrength => 1000.0 - f64::from(pairing.seats[seat].0),
                Results::ByWeakness => f64::from(pairing.seats[seat].0),
                Results::Drawn => drawn as f64,
                Results::Equal => 1.0,
            }
        };
        let scores: Vec<f64> = (0..pairing.seats.len()).map(worth).collect();
        let best = scores.iter().copied().fold(f64::MIN, f64::max);
        let shared = scores.iter().filter(|score| **score == best).count() > 1;
        let verdict = |score: f64| match (score == best, shared) {
            (true, false) => Verdict::Won,
            (true, true) => Verdict::Drawn,
            (false, _) => Verdict::Lost,
        };
        let result =
            |score: &f64| SeatResult { verdict: verdict(*score), score: *score, faults: 0 };
        scores.iter().map(result).collect()
    }

    /// The same matches, which end in an order drawn from `shuffle`.
    pub(crate) fn again(&self, shuffle: u64) -> Run {
        let format = self.trial.format.build(self.trial.ranking.build(), self.trial.seed);
        let mut again = Run {
            trial: self.trial.clone(),
            history: History::new(format.detail()),
            entrants: entrants(self.entrants.len()),
            format,
            played: Vec::new(),
            numbered: self.numbered.clone(),
            finished: BTreeSet::new(),
            offences: Vec::new(),
            done: self.done,
        };
        for pairing in &self.numbered {
            again.history.schedule(pairing);
        }
        let mut order: Vec<i64> = self.finished.iter().copied().collect();
        Rng::of_turn(shuffle, 0).shuffle(&mut order);
        for number in order {
            again.finish(number);
        }
        again
    }

    fn counted(&self) -> History {
        let meetings = self.format.meetings(&self.entrants, &self.history);
        let left = departures(&self.offences, &[]);
        let too_late = self.finished.iter().filter_map(|number| {
            let pairing = &self.numbered[*number as usize];
            let late = !may_be_played(&left, *number, &pairing.seats);
            late.then(|| (pairing.clone(), self.results(pairing, &self.offenders(pairing))))
        });
        let policy = (self.trial.policy, &meetings);
        after_departures(&self.history, &too_late.collect(), &self.entrants, policy).into_owned()
    }

    pub(crate) fn table(&self) -> Vec<Standing> {
        let ranking = self.trial.ranking.build();
        table(&*self.format, &*ranking, &self.entrants, &self.counted())
    }

    /// The places of all entrants, 0 where there is none.
    pub(crate) fn places(&self) -> Vec<u32> {
        let mut places = vec![0; self.entrants.len()];
        for line in self.table() {
            places[line.entrant.index()] = line.rank.unwrap_or(0);
        }
        places
    }

    /// How often two met, in whatever order.
    pub(crate) fn met(&self, one: usize, other: usize) -> u32 {
        let [one, other] = [one, other].map(|index| EntrantId(index as u32));
        let both = |seats: &[EntrantId]| seats.contains(&one) && seats.contains(&other);
        self.played.iter().filter(|pairing| both(&pairing.seats)).count() as u32
    }

    /// How often one sat before the other, and behind it.
    pub(crate) fn seats_met(&self, one: usize, other: usize) -> (u32, u32) {
        let [one, other] = [one, other].map(|index| EntrantId(index as u32));
        let sat = |seats: [EntrantId; 2]| {
            self.played.iter().filter(|pairing| pairing.seats == seats).count() as u32
        };
        (sat([one, other]), sat([other, one]))
    }

    pub(crate) fn times(&self, entrant: usize) -> u32 {
        let id = EntrantId(entrant as u32);
        self.played.iter().filter(|pairing| pairing.seats.contains(&id)).count() as u32
    }

    /// How often a bot sat first, and second.
    pub(crate) fn seats_of(&self, entrant: usize) -> (u32, u32) {
        let id = EntrantId(entrant as u32);
        let sat = |seat: usize| {
            self.played.iter().filter(|pairing| pairing.seats[seat] == id).count() as u32
        };
        (sat(0), sat(1))
    }

    /// Another order of completion has led to the same matches among those who stay, and to the
    /// same table.
    pub(crate) fn compare(&self, other: &Run) {
        // Whether a match with a bot that has left was under way by then is a matter of time.
        let stays = |id: &EntrantId| self.entrants[id.index()].is_active();
        let kept = |run: &Run| -> BTreeSet<Pairing> {
            run.played.iter().filter(|pairing| pairing.seats.iter().all(stays)).cloned().collect()
        };
        assert_eq!(kept(self), kept(other));
        assert_eq!(self.done, other.done);
        assert_eq!(self.entrants, other.entrants);
        assert_eq!(self.table(), other.table());
    }

    /// Who has left has no place and, where its matches do not stand, no points; every other bot
    /// of whom something is known has a place.
    pub(crate) fn check_departures(&self) {
        for line in self.table() {
            let entrant = &self.entrants[line.entrant.index()];
            let known = line.tally.played > 0 && self.format.is_ranked(entrant);
            assert!(line.rank.is_none() || entrant.is_active(), "{line:?}");
            assert!(line.rank.is_some() || !entrant.is_active() || !known, "{line:?}");
            let stands = self.trial.policy == OnDisqualified::PlayedMatchesStand;
            if !entrant.is_active() && !stands {
                assert_eq!((line.tally.won, line.tally.drawn), (0, 0), "{line:?}");
            }
        }
    }
}
