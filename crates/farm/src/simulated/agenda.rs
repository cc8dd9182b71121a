//! The event queue of the simulation, in the order of time.

use super::{
    machine::SimulatedMachine,
    net::Net,
    server::Traffic,
    trouble::{FaultPlan, between, happens, until},
};
use crate::{BatchOutcome, Terms, message::Batch};
use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// The result of a worker for a batch, and how long it takes; the flag says whether the worker
/// lies.
pub type Plays = Box<dyn Fn(&Batch, bool) -> (BatchOutcome, Duration) + Send + Sync>;

/// An event and its target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum WorldEvent {
    /// A worker looks at its clocks; the number of the start for which it is meant.
    Tends(usize, u32),
    /// One of its slots goes on.
    GoesOn(usize, u32, usize),
    /// It is started.
    Starts(usize),
    /// It is killed.
    Dies(usize),
    /// It hangs.
    Stalls(usize),
    /// It does not reach the server.
    IsCut(usize),
    /// None does.
    Falls,
    /// The server forgets everything.
    Forgets,
    /// The coordinator is killed.
    Ends,
    /// A late message arrives.
    Arrives,
}

/// Simulated workers and a simulated server.
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
                let mut machine = SimulatedMachine::new(place, (class(place), slots));
                machine.slowness = if happens(rng, 10 * trouble.slow) { 5 } else { 1 };
                machine.lies = happens(rng, 10 * trouble.liars);
                machine.poison = trouble.poison;
                machine
            })
            .collect();
        let places = machines.len();
        let (agenda, entries) = (BinaryHeap::new(), 0);
        let mut inner = Inner { terms, plays, machines, agenda, entries, fuse: None };
        let mut rng = net.state().rng.clone();
        for place in 0..places {
            inner.after(
                Duration::ZERO,
                between(&mut rng, Duration::ZERO, terms.beat),
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

    /// How long the world is there.
    pub fn age(&self) -> Duration {
        self.net.state().now
    }

    /// Lets time pass while no coordinator runs.
    pub fn pass(&self, time: Duration) {
        let until = self.age() + time;
        while self.step(until) {}
    }

    /// From now on nothing goes wrong any more.
    pub fn calm(&self) {
        let mut state = self.net.state();
        state.trouble = FaultPlan::default();
        state.cuts.clear();
        state.away = Duration::ZERO;
    }

    /// Kills the coordinator after this many more events, whatever they are.
    pub fn end_after(&self, happenings: u64) {
        self.inner().fuse = Some(happenings);
    }

    /// Makes the worker at this place lie.
    pub fn let_lie(&self, place: usize) {
        self.inner().machines[place].lies = true;
    }

    /// How many batches lying workers have invented, and how many matches in all.
    pub fn lies(&self) -> (u64, u64) {
        let inner = self.inner();
        let lies = inner.machines.iter().map(|machine| machine.lied);
        lies.fold((0, 0), |sum, own| (sum.0 + own.0, sum.1 + own.1))
    }

    /// The requests to the server so far.
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
        let liars = machines().filter(|(_, machine)| machine.lies).map(|(place, _)| place);
        (rest.collect(), liars.collect())
    }

    /// How many workers were asked for urgent jobs.
    pub fn errands(&self) -> u32 {
        self.inner().machines.iter().map(|machine| machine.errands).sum()
    }

    /// How often a match killed a worker.
    pub fn poisoned(&self) -> u32 {
        self.inner().machines.iter().map(|machine| machine.poisoned).sum()
    }

    pub(super) fn net(&self) -> Arc<Net> {
        Arc::clone(&self.net)
    }

    /// Which coordinator lives now.
    pub(super) fn life(&self) -> u64 {
        self.life.load(Ordering::Relaxed)
    }

    /// Another coordinator begins.
    pub(super) fn begin_life(&self) -> u64 {
        self.life.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Lets happen what is next, unless that is after `until`; whether anything was.
    pub(super) fn step(&self, until: Duration) -> bool {
        let mut inner = self.inner();
        let next = inner.agenda.peek().map(|Reverse((at, ..))| *at).filter(|at| *at <= until);
        let Some(at) = next else {
            self.net.state().now = until;
            return false;
        };
        if let Some(Reverse((_, _, happening))) = inner.agenda.pop() {
            let mut state = self.net.state();
            state.now = state.now.max(at);
            drop(state);
            if inner.is_burnt_down() {
                self.begin_life();
            }
            self.happen(&mut inner, happening);
        }
        true
    }

    fn happen(&self, inner: &mut Inner, happening: WorldEvent) {
        let (net, terms) = (&self.net, inner.terms);
        let (now, trouble) = net.state().situation();
        match happening {
            WorldEvent::Tends(place, life) => inner.tend(now, place, life),
            WorldEvent::GoesOn(place, life, slot) => inner.go_on(now, place, life, slot),
            WorldEvent::Starts(place) => inner.start(net, now, place),
            WorldEvent::Dies(place) if trouble.death.is_some() => {
                let rest = between(&mut net.state().rng, terms.beat / 4, 6 * terms.lease);
                if inner.machines[place].lives() {
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
                let state = &mut *net.state();
                state.away = now + between(&mut state.rng, terms.renewal, 3 * terms.lease);
            }
            WorldEvent::Forgets if trouble.oblivion.is_some() => net.state().server.forget(),
            WorldEvent::Ends if trouble.end.is_some() => {
                self.begin_life();
            }
            WorldEvent::Arrives => {
                net.state().let_arrive();
                inner.after(now, Duration::from_secs(1), WorldEvent::Arrives);
            }
            // Nothing goes wrong any more.
            _ => {}
        }
        // What happened happens again.
        let mean = match happening {
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
            inner.after(now, time, happening);
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // A thread that panicked here has failed the whole test.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn after(&mut self, now: Duration, time: Duration, happening: WorldEvent) {
        self.entries += 1;
        self.agenda.push(Reverse((now + time, self.entries, happening)));
    }

    /// Whether the coordinator is killed now; once.
    fn is_burnt_down(&mut self) -> bool {
        self.fuse = match self.fuse {
            Some(0) => return self.fuse.take().is_some(),
            fuse => fuse.map(|left| left - 1),
        };
        false
    }

    fn plan(&mut self, rng: &mut certamen_game::Rng, all: &[(Option<Duration>, WorldEvent)]) {
        for (mean, happening) in all {
            if let Some(mean) = mean {
                let time = until(rng, *mean);
                self.after(Duration::ZERO, time, *happening);
            }
        }
    }

    fn start(&mut self, net: &Arc<Net>, now: Duration, place: usize) {
        let machine = &mut self.machines[place];
        if !machine.start(net, place, self.terms) {
            self.after(now, self.terms.beat, WorldEvent::Starts(place));
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
