//! A simulation in which to test coordinator and workers: a server, workers, the connections
//! between them, and failures of any of these. One thread runs all of it, as fast as it can.
//!
//! Coordinator and workers run their real code. Only the server is another one, and the duration of
//! a match is configured, not waited for. All chance comes from one seed.

mod machine;
mod net;
mod server;

pub use net::SimulatedWire;
pub use server::Traffic;

use crate::{
    BatchOutcome, BusError, ContestJob, Coordinator, MatchOutcome, MatchReturn, Terms, TrustRecord,
    message::Batch,
};
use certamen_game::{Rng, job::MatchJob};
use machine::SimulatedMachine;
use net::Net;
use std::{
    cmp::Reverse,
    collections::{BTreeSet, BinaryHeap},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

// The event queue of the simulation, in the order of time.

/// The result of a worker for a batch, and how long it takes; the flag says whether the worker
/// lies.
pub type Plays = Box<dyn Fn(&Batch, bool) -> (BatchOutcome, Duration) + Send + Sync>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum WorldEvent {
    /// A worker looks at its clocks; the number of the start for which it is meant.
    Tends(usize, u32),
    /// The next step of a slot.
    GoesOn(usize, u32, usize),
    Starts(usize),
    Dies(usize),
    Stalls(usize),
    /// It loses its connection.
    IsCut(usize),
    /// The server becomes unreachable.
    Falls,
    Forgets,
    Ends,
    Arrives,
}

pub struct SimulatedFarm {
    net: Arc<Net>,
    inner: Mutex<Inner>,
    life: AtomicU64,
}

struct Inner {
    terms: Terms,
    plays: Plays,
    machines: Vec<SimulatedMachine>,
    agenda: BinaryHeap<Reverse<(Duration, u64, WorldEvent)>>,
    /// How many entries were ever added: earlier ones come first.
    entries: u64,
    /// After this many more events the coordinator is killed.
    fuse: Option<u64>,
    /// How often workers were killed.
    deaths: u64,
    /// How often the server became unreachable, or lost everything.
    falls: u64,
}

impl SimulatedFarm {
    /// This many workers with this many slots each, of these classes in turn. All chance comes from
    /// `seed`.
    pub fn new(
        (seed, trouble): (u64, FaultPlan),
        (machines, slots): (usize, usize),
        classes: &[&str],
        terms: Terms,
        plays: Plays,
    ) -> Arc<SimulatedFarm> {
        let net = Arc::new(Net::new(seed, trouble));
        let class = |place: usize| classes[place % classes.len()];
        let machines: Vec<SimulatedMachine> = (0..machines)
            .map(|place| {
                let rng = &mut net.state().rng;
                let mut machine = SimulatedMachine::new(place, class(place), slots);
                machine.slowness = if happens(rng, 10 * trouble.slow) { 5 } else { 1 };
                machine.lies = happens(rng, 10 * trouble.misbehaving);
                machine.poison = trouble.poison;
                machine
            })
            .collect();
        let places = machines.len();
        let (agenda, entries) = (BinaryHeap::new(), 0);
        let mut inner =
            Inner { terms, plays, machines, agenda, entries, fuse: None, deaths: 0, falls: 0 };
        let mut rng = net.state().rng.clone();
        for place in 0..places {
            inner.after(
                Duration::ZERO,
                between(&mut rng, Duration::ZERO, terms.heartbeat),
                WorldEvent::Starts(place),
            );
            let own = [
                (trouble.death, WorldEvent::Dies(place)),
                (trouble.stall, WorldEvent::Stalls(place)),
                (trouble.cut, WorldEvent::IsCut(place)),
            ];
            inner.plan(&mut rng, &own);
        }
        let all = [
            (trouble.fall, WorldEvent::Falls),
            (trouble.oblivion, WorldEvent::Forgets),
            (trouble.end, WorldEvent::Ends),
        ];
        inner.plan(&mut rng, &all);
        inner.after(Duration::ZERO, Duration::from_secs(1), WorldEvent::Arrives);
        net.state().rng = rng;
        Arc::new(SimulatedFarm { net, inner: Mutex::new(inner), life: AtomicU64::new(0) })
    }

    /// The simulated time.
    pub fn age(&self) -> Duration {
        self.net.state().now
    }

    /// Runs events for this time, without a coordinator.
    pub fn pass(&self, time: Duration) {
        let until = self.age() + time;
        while self.step(until) {}
    }

    /// No faults from now on.
    pub fn calm(&self) {
        let mut state = self.net.state();
        state.trouble = FaultPlan::default();
        state.cuts.clear();
        state.away = Duration::ZERO;
    }

    /// Kills the coordinator after this many more events, whatever they are.
    pub fn end_after(&self, events: u64) {
        self.inner().fuse = Some(events);
    }

    /// Makes the worker at this place lie.
    pub fn make_misbehave(&self, place: usize) {
        self.inner().machines[place].lies = true;
    }

    /// How many batches lying workers have invented, and how many matches in all.
    pub fn lies(&self) -> (u64, u64) {
        let inner = self.inner();
        let lies = inner.machines.iter().map(|machine| machine.lied);
        lies.fold((0, 0), |sum, own| (sum.0 + own.0, sum.1 + own.1))
    }

    pub fn traffic(&self) -> Traffic {
        self.net.state().server.traffic()
    }

    /// Whether all workers play, but for one in twenty that is just between two batches.
    pub fn is_full(&self) -> bool {
        let inner = self.inner();
        let there = inner.machines.iter().filter(|machine| machine.lives());
        let (busy, slots) =
            there.fold((0, 0), |sum, machine| (sum.0 + machine.busy(), sum.1 + machine.slots()));
        slots > 0 && 20 * busy >= 19 * slots
    }

    /// Which of the workers are paused by a command, and which lie.
    pub fn suspects(&self) -> (Vec<usize>, Vec<usize>) {
        let inner = self.inner();
        let machines = || inner.machines.iter().enumerate();
        let rest = machines().filter(|(_, machine)| machine.rests()).map(|(place, _)| place);
        let lying = machines().filter(|(_, machine)| machine.lies).map(|(place, _)| place);
        (rest.collect(), lying.collect())
    }

    /// How often workers were killed, and how often the server failed.
    pub fn kills(&self) -> (u64, u64) {
        let inner = self.inner();
        (inner.deaths, inner.falls)
    }

    pub fn urgent_jobs(&self) -> u32 {
        self.inner().machines.iter().map(|machine| machine.urgent_jobs).sum()
    }

    pub fn poisoned(&self) -> u32 {
        self.inner().machines.iter().map(|machine| machine.poisoned).sum()
    }

    fn net(&self) -> Arc<Net> {
        Arc::clone(&self.net)
    }

    fn life(&self) -> u64 {
        self.life.load(Ordering::Relaxed)
    }

    fn begin_life(&self) -> u64 {
        self.life.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Runs the next event before `until`; returns whether there was one.
    fn step(&self, until: Duration) -> bool {
        let mut inner = self.inner();
        let next = inner.agenda.peek().map(|Reverse((at, ..))| *at).filter(|at| *at <= until);
        let Some(at) = next else {
            self.net.state().now = until;
            return false;
        };
        if let Some(Reverse((_, _, event))) = inner.agenda.pop() {
            let mut state = self.net.state();
            state.now = state.now.max(at);
            drop(state);
            if inner.is_fuse_out() {
                self.begin_life();
            }
            self.happen(&mut inner, event);
        }
        true
    }

    fn happen(&self, inner: &mut Inner, event: WorldEvent) {
        let (net, terms) = (&self.net, inner.terms);
        let (now, trouble) = net.state().situation();
        match event {
            WorldEvent::Tends(place, life) => inner.tend(now, place, life),
            WorldEvent::GoesOn(place, life, slot) => inner.go_on(now, place, life, slot),
            WorldEvent::Starts(place) => inner.start(net, now, place),
            WorldEvent::Dies(place) if trouble.death.is_some() => {
                let rest = between(&mut net.state().rng, terms.heartbeat / 4, 6 * terms.lease);
                if inner.machines[place].lives() {
                    inner.deaths += 1;
                    inner.machines[place].kill();
                    inner.after(now, rest, WorldEvent::Starts(place));
                }
            }
            WorldEvent::Stalls(place) if trouble.stall.is_some() => {
                let time = between(&mut net.state().rng, terms.renewal, 4 * terms.lease);
                inner.machines[place].still = now + time;
            }
            WorldEvent::IsCut(place) if trouble.cut.is_some() => {
                let state = &mut *net.state();
                let until = now + between(&mut state.rng, terms.renewal, 6 * terms.lease);
                state.cuts.insert(place, until);
            }
            WorldEvent::Falls if trouble.fall.is_some() => {
                inner.falls += 1;
                let state = &mut *net.state();
                state.away = now + between(&mut state.rng, terms.renewal, 3 * terms.lease);
            }
            WorldEvent::Forgets if trouble.oblivion.is_some() => {
                inner.falls += 1;
                net.state().server.forget();
            }
            WorldEvent::Ends if trouble.end.is_some() => {
                self.begin_life();
            }
            WorldEvent::Arrives => {
                net.state().deliver_late();
                inner.after(now, Duration::from_secs(1), WorldEvent::Arrives);
            }
            // Nothing goes wrong any more.
            _ => {}
        }
        // What happened happens again.
        let mean = match event {
            WorldEvent::Dies(_) => trouble.death,
            WorldEvent::Stalls(_) => trouble.stall,
            WorldEvent::IsCut(_) => trouble.cut,
            WorldEvent::Falls => trouble.fall,
            WorldEvent::Forgets => trouble.oblivion,
            WorldEvent::Ends => trouble.end,
            _ => None,
        };
        if let Some(mean) = mean {
            let time = until(&mut net.state().rng, mean);
            inner.after(now, time, event);
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // A thread that panicked here has failed the whole test.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn after(&mut self, now: Duration, time: Duration, event: WorldEvent) {
        self.entries += 1;
        self.agenda.push(Reverse((now + time, self.entries, event)));
    }

    /// Whether the coordinator is killed now; once.
    fn is_fuse_out(&mut self) -> bool {
        self.fuse = match self.fuse {
            Some(0) => return self.fuse.take().is_some(),
            fuse => fuse.map(|left| left - 1),
        };
        false
    }

    fn plan(&mut self, rng: &mut certamen_game::Rng, all: &[(Option<Duration>, WorldEvent)]) {
        for (mean, event) in all {
            if let Some(mean) = mean {
                let time = until(rng, *mean);
                self.after(Duration::ZERO, time, *event);
            }
        }
    }

    fn start(&mut self, net: &Arc<Net>, now: Duration, place: usize) {
        let machine = &mut self.machines[place];
        if !machine.start(net, place, self.terms) {
            self.after(now, self.terms.heartbeat, WorldEvent::Starts(place));
            return;
        }
        let (life, slots) = (machine.life, machine.slots());
        self.after(now, self.terms.renewal, WorldEvent::Tends(place, life));
        for slot in 0..slots {
            self.after(now, Duration::ZERO, WorldEvent::GoesOn(place, life, slot));
        }
    }

    fn tend(&mut self, now: Duration, place: usize, life: u32) {
        let machine = &self.machines[place];
        if machine.life != life {
            return;
        }
        let rest = machine.still.saturating_sub(now);
        if rest.is_zero() {
            machine.tend();
        }
        self.after(now, rest.max(self.terms.renewal), WorldEvent::Tends(place, life));
    }

    fn go_on(&mut self, now: Duration, place: usize, life: u32, slot: usize) {
        let machine = &mut self.machines[place];
        if machine.life != life {
            return;
        }
        let rest = machine.still.saturating_sub(now);
        let next = if rest.is_zero() { machine.go_on(slot, &self.plays) } else { Some(rest) };
        if machine.is_doomed() {
            machine.kill();
            self.after(now, self.terms.lease, WorldEvent::Starts(place));
        } else if let Some(time) = next {
            self.after(now, time, WorldEvent::GoesOn(place, life, slot));
        }
    }
}

// What goes wrong, and how often.

/// What goes wrong, and how often. For events that happen at random it gives the mean time until
/// one does; `None` if it never does.
#[derive(Clone, Copy, Debug, Default)]
pub struct FaultPlan {
    /// How many of a thousand messages are lost on their way there or back.
    pub lost: u64,
    /// How many of a thousand arrive twice.
    pub doubled: u64,
    /// How many of a thousand arrive late, after others have overtaken them.
    pub delayed: u64,
    /// A worker is killed, and started again after a while.
    pub death: Option<Duration>,
    /// It hangs for a while, longer than its lease.
    pub stall: Option<Duration>,
    /// It cannot reach the server for a while.
    pub cut: Option<Duration>,
    /// The server is unreachable for a while.
    pub fall: Option<Duration>,
    pub oblivion: Option<Duration>,
    pub end: Option<Duration>,
    /// How many of a hundred workers submit invented results.
    pub misbehaving: u64,
    /// How many of a hundred are slow, by a factor of five.
    pub slow: u64,
    /// The match with this number kills every worker that plays it.
    pub poison: Option<i64>,
}

impl FaultPlan {
    /// All faults, often.
    pub fn much() -> FaultPlan {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        FaultPlan {
            lost: 20,
            doubled: 20,
            delayed: 20,
            death: seconds(40),
            stall: seconds(60),
            cut: seconds(60),
            fall: seconds(40),
            oblivion: seconds(60),
            end: seconds(20),
            misbehaving: 0,
            slow: 20,
            poison: None,
        }
    }
}

/// The time until the next event with this mean time.
fn until(rng: &mut Rng, mean: Duration) -> Duration {
    between(rng, Duration::ZERO, 2 * mean)
}

/// A random duration.
fn between(rng: &mut Rng, least: Duration, most: Duration) -> Duration {
    let span = u64::try_from(most.saturating_sub(least).as_micros()).unwrap_or(u64::MAX);
    least + Duration::from_micros(rng.below(span.max(1)))
}

/// True this often in a thousand calls.
fn happens(rng: &mut Rng, of_thousand: u64) -> bool {
    of_thousand > 0 && rng.below(1000) < of_thousand
}

// A contest without end, to see how busy workers are, and what a coordinator does meanwhile.

const PATIENCE: Duration = Duration::from_millis(250);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Until {
    #[default]
    TimeIsOver,
    /// At most until a worker is suspended.
    WorkerIsSuspended,
}

pub struct SteadyLoad<'a> {
    pub contest_job: ContestJob,
    pub job: &'a dyn Fn(i64) -> MatchJob,
    pub time: Duration,
    /// The first part of it, which is not counted: workers start one after the other.
    pub warm: Duration,
    /// What else ends the load.
    pub until: Until,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SteadyOutcome {
    /// How many matches were played and counted, each once.
    pub counted: u64,
    /// The total duration of the counted matches.
    pub useful: Duration,
    /// How many results were late.
    pub late: u64,
    pub void: u64,
    pub batches: u64,
    /// After how long all workers were busy; `None` if they never were.
    pub full: Option<Duration>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinator::trial::{coordination, record, work};
    use certamen_game::job::{JobResult, MatchNumber};

    const MATCHES: i64 = 300;
    const TIME: Duration = Duration::from_secs(1_200);

    /// Workers play as the first player does, and lying ones move at random.
    fn plays() -> Plays {
        Box::new(|batch, lies| {
            let mut outcome = BatchOutcome::default();
            for job in batch.works().unwrap_or_default() {
                let player = if lies { "random" } else { "first" };
                let took = Duration::from_millis(300 + 111 * (job.number.0.unsigned_abs() % 50));
                outcome.played.push(JobResult {
                    number: job.number,
                    record: record(&job, player),
                    began: None,
                    took,
                    folders: Vec::new(),
                    errors: Vec::new(),
                    machine: None,
                });
            }
            let took = outcome.played.iter().map(|one| one.took).sum();
            (outcome, took)
        })
    }

    /// What coordinators do and say in a world where everything goes wrong, until all is played.
    fn decisions(seed: u64, trouble: FaultPlan, audit: f64) -> Vec<String> {
        let farm =
            SimulatedFarm::new((seed, trouble), (6, 2), &["k", "l"], Terms::usual(), plays());
        let text = format!("{{\"contest\":\"{:032}\",\"secret\":\"{:064}\"}}", 1, 2);
        let secret = serde_json::from_str(&text).unwrap();
        let mut contest = ContestJob { secret, ..coordination(audit) };
        let mut done = vec![String::new()];
        let mut open: BTreeSet<i64> = (1..=MATCHES).collect();
        while farm.age() < TIME && !open.is_empty() {
            let lived = life(&farm, &mut contest, &mut open, &mut done);
            done.push(lived.map_or_else(|error| error.to_string(), |()| "done".to_owned()));
            farm.pass(Duration::from_secs(7));
        }
        done
    }

    /// One coordinator, until all is played or it is killed.
    fn life(
        farm: &Arc<SimulatedFarm>,
        contest: &mut ContestJob,
        open: &mut BTreeSet<i64>,
        done: &mut Vec<String>,
    ) -> Result<(), BusError> {
        let wire = Arc::new(SimulatedWire::of_coordinator(farm));
        let mut coordinator = Coordinator::begin(wire, contest.clone())?;
        let mut voids = std::collections::BTreeMap::<i64, u32>::new();
        let all = open.clone();
        let mut taken: BTreeSet<i64> = BTreeSet::new();
        while let Some(back) = coordinator.earlier(&mut |MatchNumber(number)| {
            let is_new = all.contains(&number) && taken.insert(number);
            Ok::<_, BusError>(is_new.then(|| work(number)))
        })? {
            note_back(back, &mut coordinator, &mut voids, open, done);
            coordinator.stored()?;
        }
        let rest: Vec<i64> = open.difference(&taken).copied().collect();
        for number in rest {
            coordinator.give(work(number));
        }
        while !open.is_empty() || coordinator.still_compares() {
            coordinator.send(open.len() as u64, &mut |what| {
                done.push(format!("{:?} sends {what}", farm.age()));
                Ok::<_, BusError>(())
            })?;
            let back = coordinator.take(PATIENCE)?;
            note_back(back, &mut coordinator, &mut voids, open, done);
            coordinator.stored()?;
            for one in coordinator.trust() {
                if let TrustRecord::Suspended { machine, .. } = &one {
                    contest.suspended.insert(machine.key.clone());
                }
                done.push(format!("{one:?}"));
            }
            done.extend(coordinator.take_messages().iter().map(ToString::to_string));
        }
        coordinator.end();
        Ok(())
    }

    fn note_back(
        back: Vec<MatchReturn>,
        coordinator: &mut Coordinator,
        voids: &mut std::collections::BTreeMap<i64, u32>,
        open: &mut BTreeSet<i64>,
        done: &mut Vec<String>,
    ) {
        for MatchReturn { number, came, machine, of } in back {
            let how = match came {
                MatchOutcome::Played(_) => {
                    assert!(open.remove(&number.0), "{number:?} came twice");
                    "is played"
                }
                MatchOutcome::Void(_) => {
                    let voids = voids.entry(number.0).or_default();
                    *voids += 1;
                    if *voids < 3 {
                        coordinator.give(work(number.0));
                    } else {
                        open.remove(&number.0);
                    }
                    "is void"
                }
                MatchOutcome::Late(_) => "is late",
            };
            done.push(format!("{} {how} by {machine} of {of}", number.0));
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_decisions() {
        let rogue = FaultPlan { misbehaving: 40, end: None, ..FaultPlan::much() };
        for (seed, trouble, audit) in [
            (1, FaultPlan::much(), 0.0),
            (2, FaultPlan { poison: Some(9), ..FaultPlan::much() }, 0.0),
            (3, rogue, 0.5),
            (4, FaultPlan { misbehaving: 60, ..FaultPlan::default() }, 1.0),
        ] {
            let done = decisions(seed, trouble, audit);
            if let Ok(folder) = std::env::var("CERTAMEN_DECISIONS") {
                std::fs::write(format!("{folder}/{seed}"), done.join("\n")).unwrap();
            }
            assert_eq!(done, decisions(seed, trouble, audit), "seed {seed}");
        }
    }
}
