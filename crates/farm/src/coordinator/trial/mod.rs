//! A coordinator with a simulated server, whose only workers do what a test says.

mod batches;
mod hostile;
mod trust;

use super::{Coordinator, MatchReturn};
use crate::ContestJob;
use crate::{
    AckKind, AckTicket, BatchOutcome, ContestSecret, Signal, Terms, Transport,
    identity::PrivateKey,
    layout,
    message::{
        Batch, BatchResult, Heartbeat, PlayedMatch, PlayerSource, Signer, VoidMatch, WorkerCommand,
        WorkerState, WritePolicy, mark_of, unpack,
    },
    simulated::{FaultPlan, SimulatedFarm, SimulatedWire},
};
use certamen_game::{
    Budget, DynGame, MatchRecord, SeatEntry, Table, View,
    arbiter::{Answer, Arbiter},
    job::{MatchJob, MatchNumber, SubmissionId, WorkerId},
};
use std::{
    collections::BTreeSet,
    sync::{Arc, mpsc::Receiver},
    time::Duration,
};

/// The default class of workers in tests.
const CLASS: &str = "k";

/// A coordinator, and the world around it.
struct Trial {
    farm: Arc<SimulatedFarm>,
    coordinator: Coordinator,
}

/// A worker that does what a test says.
struct TestWorker {
    own: Signer,
    name: String,
    class: String,
    tier: &'static str,
    slots: usize,
    wire: SimulatedWire,
    orders: Receiver<Signal>,
}

/// A batch that a worker has taken.
struct Caught {
    ticket: AckTicket,
    batch: Batch,
}

fn game() -> &'static dyn DynGame {
    certamen_games::find("footsteps").unwrap()
}

/// A contest of two built-in players, of which the share `audit` is replayed.
pub(crate) fn coordination(audit: f64) -> ContestJob {
    let builtin = |name: &str| PlayerSource::House { name: name.to_owned(), arguments: [].into() };
    let ids = [1, 2].map(SubmissionId);
    ContestJob {
        secret: ContestSecret::draw().unwrap(),
        game: game(),
        rules: None,
        weakest: "D".to_owned(),
        policy: WritePolicy::Nowhere,
        bots: ids.into_iter().zip([builtin("first"), builtin("last")]).collect(),
        bundles: Vec::new(),
        repeatable: ids.into(),
        declared: BTreeSet::new(),
        audit,
        suspended: BTreeSet::new(),
        level: layout::RUNS,
        class_binding: None,
        terms: Terms::usual(),
    }
}

pub(crate) fn work(number: i64) -> MatchJob {
    let seats = [1, 2].map(SubmissionId);
    let mut table = Table::new(game()).seed(number.unsigned_abs());
    table.seats = seats.map(|id| SeatEntry::named(format!("bot {id}"))).into();
    let folders = vec![Vec::new(); 2];
    MatchJob { number: MatchNumber(number), table, seats: seats.into(), folders }
}

impl Trial {
    fn begin(contest_job: ContestJob) -> Trial {
        let plays = Box::new(|_: &Batch, _| (BatchOutcome::default(), Duration::ZERO));
        let world = (1, FaultPlan::default());
        let farm = SimulatedFarm::new(world, (0, 0), &[CLASS], Terms::usual(), plays);
        let wire = Arc::new(SimulatedWire::of_coordinator(&farm));
        let coordinator = Coordinator::begin(wire, contest_job).unwrap();
        Trial { farm, coordinator }
    }

    /// A worker that has sent a heartbeat.
    fn worker(&self, name: &str) -> TestWorker {
        let worker = self.silent_worker(name);
        worker.heartbeat(WorkerState::Works, &[]);
        worker
    }

    /// A worker that has sent nothing yet.
    fn silent_worker(&self, name: &str) -> TestWorker {
        let wire = SimulatedWire::of_guest(&self.farm);
        let own = Signer::from(PrivateKey::draw());
        let orders = wire.subscribe(&layout::order(&own.worker())).unwrap();
        let (name, class) = (name.to_owned(), CLASS.to_owned());
        TestWorker { own, name, class, tier: "D", slots: 1, wire, orders }
    }

    /// A worker of this user that has sent a heartbeat.
    fn worker_of(&self, name: &str, user: &PrivateKey) -> TestWorker {
        let own = Signer::new(PrivateKey::draw(), user);
        let orders =
            self.silent_worker(name).wire.subscribe(&layout::order(&own.worker())).unwrap();
        let worker = TestWorker { own, orders, ..self.silent_worker(name) };
        worker.heartbeat(WorkerState::Works, &[]);
        worker
    }

    /// Gives out these matches.
    fn give(&mut self, numbers: impl IntoIterator<Item = i64>) {
        numbers.into_iter().for_each(|number| self.coordinator.give(work(number)));
        self.turn();
    }

    /// Sends out what there is room for, without reading results.
    fn send(&mut self) {
        self.coordinator.send(1_000, &mut |_| Ok::<_, crate::BusError>(())).unwrap();
    }

    /// Another coordinator in the same world; this one is gone.
    fn replay_audit(self, contest_job: ContestJob) -> Trial {
        let wire = Arc::new(SimulatedWire::of_coordinator(&self.farm));
        let coordinator = Coordinator::begin(wire, contest_job).unwrap();
        Trial { farm: self.farm, coordinator }
    }

    /// Runs one turn of the coordinator.
    fn turn(&mut self) -> Vec<MatchReturn> {
        let patience = Duration::from_millis(10);
        let back = self.coordinator.take(patience).unwrap();
        self.coordinator.stored().unwrap();
        self.send();
        back
    }

    /// The messages since the last call.
    fn reports(&mut self) -> String {
        let reports: Vec<String> =
            self.coordinator.take_messages().iter().map(ToString::to_string).collect();
        reports.join("\n")
    }
}

impl TestWorker {
    /// Sends a heartbeat with this state and these batches.
    fn heartbeat(&self, state: WorkerState, holds: &[&Batch]) {
        let holds = holds.iter().map(|batch| (batch.contest.clone(), batch.batch.clone()));
        let own = [&*self.name, &self.class, self.tier];
        let heartbeat = Heartbeat {
            state,
            holds: holds.collect(),
            ..Heartbeat::of(self.own.worker(), own, self.slots)
        };
        let subject = layout::heartbeat(self.own.user(), &self.own.worker());
        self.wire.send(&subject, self.own.sign(&heartbeat)).unwrap();
    }

    /// The next batch that is there, whichever worker is to play it.
    fn take(&self) -> Option<Caught> {
        let queue = layout::work_queue(&self.class, layout::RUNS, &Terms::usual());
        let delivery = self.wire.fetch(&queue, 1, Duration::ZERO).ok()?.pop()?;
        let batch = unpack(&delivery.bytes).unwrap();
        Some(Caught { ticket: delivery.ticket, batch })
    }

    /// Submits that all of it went as two players of this name play.
    fn plays(&self, caught: Caught, player: &str) {
        let played = caught.batch.works().unwrap().into_iter().map(|job| played(&job, player));
        let played = played.collect();
        self.submit(caught, |result| result.played = played);
    }

    /// Submits that all of it is void.
    fn fails(&self, caught: Caught) {
        let void = |n| VoidMatch { n, why: "no disk".to_owned() };
        let voids = caught.batch.numbers().into_iter().map(void).collect();
        self.submit(caught, |result| result.void = voids);
    }

    fn submit(&self, caught: Caught, fill: impl FnOnce(&mut BatchResult)) {
        let Caught { ticket, batch } = caught;
        let mut result = BatchResult::of(&batch, &self.name);
        fill(&mut result);
        let subject = layout::result(&batch.contest, self.own.user());
        let id = self.wire.new_name().unwrap();
        self.wire.publish(&subject, &id, result.signed(&self.own)).unwrap();
        self.wire.settle(&ticket, AckKind::Done).unwrap();
    }

    /// As the store knows it.
    fn machine(&self) -> WorkerId {
        WorkerId { key: self.own.worker(), name: self.name.clone(), class: self.class.clone() }
    }

    /// How many commands it got.
    fn orders(&self) -> usize {
        self.orders
            .try_iter()
            .filter(|signal| unpack::<WorkerCommand>(&signal.bytes).is_ok())
            .count()
    }
}

impl Caught {
    /// Whether it is for all but these workers.
    fn is_past(&self, workers: &[&TestWorker]) -> bool {
        let batch = &self.batch;
        let mut marks: Vec<_> =
            workers.iter().map(|one| mark_of(&batch.batch, one.own.user())).collect();
        let mut not = batch.not.clone();
        not.sort();
        marks.sort();
        not == marks
    }
}

/// A match between two built-in players of this name.
fn played(job: &MatchJob, player: &str) -> PlayedMatch {
    let mut record = record(job, player);
    record.table.conditions.extra.insert("class".to_owned(), CLASS.into());
    let record = String::from_utf8(record.to_bytes()).unwrap();
    let (errors, folders) = (Vec::new(), Vec::new());
    PlayedMatch { n: job.number.0, us: 10_000, record, errors, folders }
}

/// The record of such a match.
pub(crate) fn record(job: &MatchJob, player: &str) -> MatchRecord {
    let mut arbiter = Arbiter::start(game(), job.table.clone()).unwrap();
    let mut player = game().builtin_player(player, &[].into()).unwrap();
    let budget = Budget { cpu: Duration::from_secs(1), wall: Duration::from_secs(1) };
    while !arbiter.to_act().is_empty() {
        let seats = arbiter.to_act();
        let answers = seats.iter().map(|seat| {
            let (table, state, turns) = (arbiter.table(), arbiter.state(), arbiter.turns());
            let reply = player.act(&View { table, state, seat, turns }, budget).unwrap();
            let zero = Duration::ZERO;
            Answer { seat, given: Ok(reply.given), charged: zero, pondered: zero, asleep: zero }
        });
        let answers = answers.collect();
        arbiter.answer(answers).unwrap();
    }
    arbiter.into_record()
}
