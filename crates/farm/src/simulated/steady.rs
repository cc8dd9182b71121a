//! A contest without end, to see how busy workers are, and what a coordinator does meanwhile.

use super::{SimulatedFarm, SimulatedWire};
use crate::{BusError, ContestJob, Coordinator, MatchOutcome, MatchReturn, TrustRecord};
use certamen_game::job::MatchJob;
use std::{collections::BTreeSet, sync::Arc, time::Duration};

/// How long a coordinator waits for results.
const PATIENCE: Duration = Duration::from_millis(250);

/// How long a load is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Until {
    /// As long as there is time.
    #[default]
    TimeIsOver,
    /// At most until a worker is suspended.
    SomebodyIsSuspended,
}

/// A contest without end.
pub struct SteadyLoad<'a> {
    /// The contest.
    pub contest_job: ContestJob,
    /// The match with this number.
    pub job: &'a dyn Fn(i64) -> MatchJob,
    /// For how long it is played.
    pub time: Duration,
    /// How much of that is not counted: workers begin one after the other.
    pub warm: Duration,
    /// What else ends it.
    pub until: Until,
}

/// The result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SteadyOutcome {
    /// How many matches were played and counted, each once.
    pub counted: u64,
    /// The total duration of the matches that came in while it was counted.
    pub useful: Duration,
    /// How many arrived when they were not waited for any more.
    pub late: u64,
    /// How many failed.
    pub void: u64,
    /// How many batches went out.
    pub batches: u64,
    /// After how long all workers were busy; `None` if they never were.
    pub full: Option<Duration>,
    /// The suspended workers, by their names.
    pub suspended: Vec<String>,
}

impl SteadyLoad<'_> {
    /// Plays it.
    ///
    /// # Panics
    ///
    /// If a match came back twice, or one came that was not given out.
    pub fn play(self, farm: &Arc<SimulatedFarm>) -> Result<SteadyOutcome, BusError> {
        let wire = Arc::new(SimulatedWire::of_coordinator(farm));
        let mut coordinator = Coordinator::begin(wire, self.contest_job)?;
        let (mut outcome, mut under_way) = (SteadyOutcome::default(), BTreeSet::new());
        let (mut next, began) = (0, farm.age());
        while farm.age() < self.time
            && (self.until == Until::TimeIsOver || outcome.suspended.is_empty())
        {
            while coordinator.under_way() < coordinator.wanted() {
                next += 1;
                under_way.insert(next);
                coordinator.give((self.job)(next));
            }
            coordinator.send(u64::MAX, &mut |_| {
                outcome.batches += 1;
                Ok::<_, BusError>(())
            })?;
            for MatchReturn { number, came, .. } in coordinator.take(PATIENCE)? {
                match came {
                    MatchOutcome::Late(_) => outcome.late += 1,
                    MatchOutcome::Void(_) => {
                        outcome.void += 1;
                        coordinator.give((self.job)(number.0));
                    }
                    MatchOutcome::Played(played) => {
                        assert!(under_way.remove(&number.0), "match {number} came back twice");
                        outcome.counted += 1;
                        if farm.age() >= self.warm {
                            outcome.useful += played.took;
                        }
                    }
                }
            }
            coordinator.stored()?;
            outcome.suspended.extend(coordinator.trust().into_iter().filter_map(|trust_record| {
                match trust_record {
                    TrustRecord::Suspended { machine, .. } => Some(machine.name),
                    TrustRecord::Audited(_) => None,
                }
            }));
            if outcome.full.is_none() && farm.is_full() {
                outcome.full = Some(farm.age().saturating_sub(began));
            }
        }
        Ok(outcome)
    }
}
