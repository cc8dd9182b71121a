//! Whether all bots had the same chances, for programs to read: a line for each seat, each bot,
//! each reason and each machine.

use crate::{FairPlay, MatchDurations};
use certamen_game::{Fault, number};
use certamen_store::MachineShare;
use certamen_tournament::Against;
use serde::Serialize;
use std::{collections::BTreeMap, time::Duration};

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
    /// What `against` says.
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
    /// All lines.
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

fn machine(own: &MachineShare) -> FairPlayLine {
    FairPlayLine::Machine {
        machine: own.machine.name.clone(),
        class: own.machine.class.clone(),
        key: own.machine.key.clone(),
        played: own.played,
        struck: own.struck,
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
