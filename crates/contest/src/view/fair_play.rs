//! Whether all bots had the same chances: the advantage of each seat, the seats of each bot,
//! faults, replayed matches, and match durations.

use super::{crosstable::TalliedLine, table::Table, words};
use crate::{ContestError, Results, vocabulary};
use certamen_game::{Fault, escaped};
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

/// What one bot had and did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotFairness {
    /// Its name.
    pub bot: String,
    /// How often it sat on each seat.
    pub sat: Vec<u64>,
    /// Its faults by kind.
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
    Bot(BotFairness),
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

/// Names longer than this are shortened in tables.
const NAME: usize = 40;
/// Reasons longer than this are shortened in tables.
const REASON: usize = 80;

fn cut(text: &str, longest: usize) -> String {
    text.chars().take(longest).collect()
}

impl FairPlay {
    /// What each seat brought.
    pub fn seats_table(&self) -> Table {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        Table::of(self.seats.iter().map(TalliedLine::of).enumerate())
            .number("seat", words::seat(), |(seat, _)| *seat as u64)
            .number("played", words::played(), |(_, tally)| tally.played)
            .number("won", words::won(), |(_, tally)| tally.won)
            .number("drawn", words::drawn(), |(_, tally)| tally.drawn)
            .number("lost", words::lost(), |(_, tally)| tally.lost)
            .number("share", words::share(), move |(_, tally)| {
                tally.share.map(|share| format!("{} %", percent(share)))
            })
            .number("interval", words::interval(), move |(_, tally)| {
                Some(format!("{} … {}", percent(tally.low?), percent(tally.high?)))
            })
            .build()
    }

    /// How often each bot sat on each seat.
    pub fn balance_table(&self) -> Table {
        Table::of(&self.bots)
            .text("bot", words::bot(), |bot| cut(&bot.bot, NAME))
            .number("least", words::least(), |bot| bot.range().0)
            .number("most", words::most(), |bot| bot.range().1)
            .build()
    }

    pub fn faults_table(&self) -> Table {
        let faults = self
            .bots
            .iter()
            .flat_map(|bot| bot.faults.iter().map(|(fault, count)| (&*bot.bot, *fault, *count)));
        Table::of(faults)
            .text("bot", words::bot(), |(bot, ..)| cut(bot, NAME))
            .text("kind", words::kind(), |(_, fault, _)| vocabulary::fault(*fault))
            .number("times", words::times(), |(_, _, count)| *count)
            .build()
    }

    /// Why matches were played again.
    pub fn voids_table(&self) -> Table {
        Table::of(&self.voids)
            .text("reason", words::reason(), |(reason, _)| cut(&escaped(reason), REASON))
            .number("times", words::times(), |(_, count)| *count)
            .build()
    }

    pub fn machines_table(&self) -> Table {
        Table::of(&self.machines)
            .text("machine", words::machine(), |own| cut(&own.machine.name, NAME))
            .text("class", words::class(), |own| &own.machine.class)
            .number("played", words::played(), |own| own.played)
            .number("struck", words::struck(), |own| own.revoked)
            .text("suspended", words::suspended(), |own| {
                own.suspended.as_deref().map(|why| cut(&escaped(why), REASON))
            })
            .build()
    }

    pub fn lines(&self) -> Vec<FairPlayLine> {
        let seats = self
            .seats
            .iter()
            .enumerate()
            .map(|(seat, brought)| FairPlayLine::Seat { seat, tally: TalliedLine::of(brought) });
        let advantage = self.advantage.map(|(advantage_elo, standard_error)| {
            FairPlayLine::Advantage { advantage_elo, standard_error }
        });
        let bots = self.bots.iter().cloned().map(FairPlayLine::Bot);
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
