//! Whether all bots had the same chances: the advantage of each seat, the seats of each bot,
//! faults, replayed matches, and match durations.

use crate::{ContestError, Results};
use certamen_game::{Fault, number};
use certamen_store::{MatchNumber, WorkerShare};
use certamen_tournament::{
    Against, Verdict, seat_results,
    statistics::bradley_terry::{Encounters, Fit},
};
use serde::Serialize;
use std::{
    collections::{BTreeMap, HashSet},
    time::Duration,
};

#[derive(Clone, PartialEq, Debug)]
pub struct FairPlay {
    pub seats: Vec<Against>,
    /// The advantage of the first seat of two in Elo points, and its standard error; `None` for
    /// larger tables.
    pub advantage: Option<(f64, f64)>,
    pub bots: Vec<BotFairness>,
    pub voids: Vec<(String, u64)>,
    pub machines: Vec<WorkerShare>,
    pub load: Option<MatchDurations>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotFairness {
    pub bot: String,
    pub sat: Vec<u64>,
    /// By kind.
    pub faults: BTreeMap<Fault, u64>,
}

impl BotFairness {
    /// The counts of the seat it had least often and of the one it had most often.
    pub fn range(&self) -> (u64, u64) {
        let [least, most] = [self.sat.iter().min(), self.sat.iter().max()];
        (least.copied().unwrap_or(0), most.copied().unwrap_or(0))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchDurations {
    pub matches: usize,
    /// Half of them took less.
    pub median: Duration,
    /// One in twenty took more.
    pub slow: Duration,
    pub longest: Duration,
}

impl MatchDurations {
    /// `None` for no times.
    pub fn of(mut times: Vec<Duration>) -> Option<MatchDurations> {
        times.sort_unstable();
        let last = times.len().checked_sub(1)?;
        let at = |share: usize| times[last * share / 100];
        Some(MatchDurations {
            matches: times.len(),
            median: at(50),
            slow: at(95),
            longest: times[last],
        })
    }
}

impl Results<'_> {
    pub fn fair_play(&self) -> Result<FairPlay, ContestError> {
        let scoring = self.scoring();
        let mut bots: Vec<BotFairness> = Vec::new();
        for line in self.standings()? {
            bots.push(BotFairness { bot: line.bot, sat: Vec::new(), faults: BTreeMap::new() });
        }
        let mut places = BTreeMap::new();
        for &id in &self.contest_meta.submissions {
            let name = self.bot(id)?;
            places.extend(bots.iter().position(|bot| bot.bot == name).map(|place| (id, place)));
        }
        let matches = self.counted()?;
        let size = matches.iter().map(|played| played.seats.len()).max().unwrap_or(0);
        for bot in &mut bots {
            bot.sat.resize(size, 0);
        }
        let mut seats = vec![Against::default(); size];
        for played in &matches {
            let Some(outcome) = &played.outcome else { continue };
            let results = seat_results(outcome, &vec![0; played.seats.len()], scoring);
            for (seat, (id, result)) in played.seats.iter().zip(&results).enumerate() {
                bots[places[id]].sat[seat] += 1;
                match result.verdict {
                    Verdict::Won => seats[seat].won += 1,
                    Verdict::Drawn => seats[seat].drawn += 1,
                    Verdict::Lost => seats[seat].lost += 1,
                }
            }
        }
        let numbers: HashSet<MatchNumber> = matches.iter().map(|played| played.number).collect();
        let faults = self.store.fault_counts(|number| numbers.contains(&number))?;
        for ((id, fault), count) in faults {
            if let Some(place) = places.get(&id) {
                *bots[*place].faults.entry(fault).or_default() += count;
            }
        }
        let advantage = if size == 2 { self.advantage()? } else { None };
        let times = self.store.times(usize::MAX >> 1)?;
        let load = MatchDurations::of(times.into_iter().map(|(_, time)| time).collect());
        let (voids, machines) = (self.store.voids()?, self.machines()?);
        Ok(FairPlay { seats, advantage, bots, voids, machines, load })
    }

    fn advantage(&self) -> Result<Option<(f64, f64)>, ContestError> {
        let encounters = self.field()?.encounters;
        let met = |(_, met): (&_, &Encounters)| met.won + met.drawn + met.lost;
        if encounters.iter().map(met).sum::<u64>() == 0 {
            return Ok(None);
        }
        Ok(Some(Fit::new(encounters).advantage()))
    }
}

/// What matches brought to one side of them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TalliedLine {
    /// How many there were.
    pub played: u64,
    /// Of them won.
    pub won: u64,
    /// Of them drawn.
    pub drawn: u64,
    /// Of them lost.
    pub lost: u64,
    /// The share of the points; null of no match.
    #[serde(serialize_with = "number::serialize_known")]
    pub share: Option<f64>,
    /// Where that lies with a probability of 95 %: not below.
    #[serde(serialize_with = "number::serialize_known")]
    pub low: Option<f64>,
    /// And not above.
    #[serde(serialize_with = "number::serialize_known")]
    pub high: Option<f64>,
}

/// A line.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum FairPlayLine {
    /// What a seat scored, whichever entrant sat there.
    Seat {
        /// From 0.
        seat: usize,
        /// What it brought.
        #[serde(flatten)]
        tally: TalliedLine,
    },
    /// What the first seat of two is worth.
    Advantage {
        /// In Elo points.
        advantage_elo: f64,
        /// The standard error of that.
        standard_error: f64,
    },
    /// What one bot had and did.
    Bot {
        /// Its name.
        bot: String,
        /// How often it sat on each seat.
        sat: Vec<u64>,
        /// Its faults by kind.
        faults: BTreeMap<Fault, u64>,
    },
    /// Why matches were played again.
    Void {
        /// The reason.
        void: String,
        /// How often.
        count: u64,
    },
    /// A machine that played, where several did.
    Machine {
        /// Its name.
        machine: String,
        /// Its class.
        class: String,
        /// Its public key.
        key: String,
        /// How many matches count.
        played: u64,
        /// How many were taken away again.
        struck: u64,
        /// Why it is not believed any more, if it is not.
        suspended: Option<String>,
    },
    /// How long matches took, in milliseconds.
    Load {
        /// How many are known.
        timed: usize,
        /// Half of them took less.
        median_ms: f64,
        /// One in twenty took more.
        p95_ms: f64,
        /// The longest.
        longest_ms: f64,
    },
}

impl TalliedLine {
    pub(crate) fn of(against: &Against) -> TalliedLine {
        let interval = against.interval();
        TalliedLine {
            played: against.played(),
            won: against.won,
            drawn: against.drawn,
            lost: against.lost,
            share: against.share(),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
        }
    }
}

impl FairPlay {
    pub fn lines(&self) -> Vec<FairPlayLine> {
        let seats = self
            .seats
            .iter()
            .enumerate()
            .map(|(seat, brought)| FairPlayLine::Seat { seat, tally: TalliedLine::of(brought) });
        let advantage = self.advantage.map(|(advantage_elo, standard_error)| {
            FairPlayLine::Advantage { advantage_elo, standard_error }
        });
        let bots = self.bots.iter().map(|share| FairPlayLine::Bot {
            bot: share.bot.clone(),
            sat: share.sat.clone(),
            faults: share.faults.clone(),
        });
        let voids = self.voids.iter();
        let voids =
            voids.map(|(void, count)| FairPlayLine::Void { void: void.clone(), count: *count });
        let machines = self.machines.iter().map(machine);
        let lines = seats.chain(advantage).chain(bots).chain(voids).chain(machines);
        lines.chain(self.load.map(load)).collect()
    }
}

fn machine(own: &WorkerShare) -> FairPlayLine {
    FairPlayLine::Machine {
        machine: own.machine.name.clone(),
        class: own.machine.class.clone(),
        key: own.machine.key.clone(),
        played: own.played,
        struck: own.revoked,
        suspended: own.suspended.clone(),
    }
}

fn load(load: MatchDurations) -> FairPlayLine {
    let milliseconds = |time: Duration| 1e3 * time.as_secs_f64();
    FairPlayLine::Load {
        timed: load.matches,
        median_ms: milliseconds(load.median),
        p95_ms: milliseconds(load.slow),
        longest_ms: milliseconds(load.longest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_long_match_changes_only_the_longest() {
        let times: Vec<Duration> = (1..=99).map(Duration::from_millis).collect();
        let times = times.into_iter().chain([Duration::from_secs(9)]).rev().collect();
        let load = MatchDurations::of(times).unwrap();
        let millis = [load.median, load.slow, load.longest].map(|time| time.as_millis());
        assert_eq!((load.matches, millis), (100, [50, 95, 9000]));
        assert_eq!(MatchDurations::of(Vec::new()), None);
    }
}
