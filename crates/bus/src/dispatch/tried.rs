//! A coordinator without machines: what they would say is said by hand.

use super::{Coordination, Dispatch};
use crate::{
    BusError, Settling, Terms, Transport, Yield, layout,
    message::{Batch, BatchResult, Beat, Supplied, VERSION, WorkerState, Writing, pack, unpack},
    simulated::{SimulatedFarm, SimulatedWire, Trouble},
};
use certamen_game::{SeatEntry, Table};
use certamen_identity::OwnKey;
use certamen_work::{MatchNumber, SubmissionId, Work};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

/// The class of most machines.
const CLASS: &str = "k";

/// A coordinator, and the keys of those who speak to it.
pub(super) struct Tried {
    pub(super) dispatch: Dispatch,
    wire: Arc<SimulatedWire>,
    farm: Arc<SimulatedFarm>,
    keys: BTreeMap<String, OwnKey>,
}

/// What a machine tells of itself that has so many slots.
pub(super) fn beat(name: &str, slots: usize) -> Beat {
    Beat {
        v: VERSION,
        worker: String::new(),
        name: name.to_owned(),
        class: CLASS.to_owned(),
        tier: "A".to_owned(),
        version: String::new(),
        state: WorkerState::Works,
        slots,
        reserve: 0,
        busy: 0,
        played: 0,
        voids: 0,
        rests: None,
        drift: None,
        since: None,
        rate: None,
        load: None,
        holds: Vec::new(),
    }
}

/// A match of footsteps between two.
pub(super) fn work(number: i64) -> Work {
    let game = certamen_games::find("footsteps").unwrap();
    let seats = [1 + (number + 1) % 2, 2 - (number + 1) % 2].map(SubmissionId);
    let mut table = Table::new(game).seed(number.unsigned_abs());
    table.seats = seats.map(|id| SeatEntry::named(format!("bot {id}"))).into();
    Work { number: MatchNumber(number), table, seats: seats.into(), folders: vec![Vec::new(); 2] }
}

impl Tried {
    /// One that has so many matches between two house players to hand out.
    pub(super) fn begin(matches: i64) -> Tried {
        Tried::with(matches, |_| ())
    }

    /// The same, of a contest that is `otherwise`.
    pub(super) fn with(matches: i64, otherwise: impl FnOnce(&mut Coordination)) -> Tried {
        let plays = Box::new(|_: &Batch, _: bool| (Yield::default(), Duration::ZERO));
        let trouble = Trouble::default();
        let farm = SimulatedFarm::new((1, trouble), (0, 1), &[CLASS], Terms::usual(), plays);
        let wire = Arc::new(SimulatedWire::of_coordinator(&farm));
        let mut contest = coordination();
        otherwise(&mut contest);
        let transport: Arc<dyn Transport> = wire.clone();
        let mut dispatch = Dispatch::begin(transport, contest).unwrap();
        (1..=matches).for_each(|number| dispatch.give(work(number)));
        Tried { dispatch, wire, farm, keys: BTreeMap::new() }
    }

    /// The key of the machine with this name.
    pub(super) fn key(&mut self, name: &str) -> String {
        self.keys.entry(name.to_owned()).or_insert_with(OwnKey::draw).public()
    }

    /// Machines say that they are there.
    pub(super) fn hear(&mut self, beats: &[Beat]) {
        for beat in beats {
            let beat = Beat { worker: self.key(&beat.name), ..beat.clone() };
            self.dispatch.note_holder(&beat);
            self.dispatch.roster.hear(beat, self.wire.now());
        }
    }

    /// Machines answer when the roll is called, and are not heard yet.
    pub(super) fn hear_of_the_roll(&mut self, beats: &[Beat]) {
        for beat in beats {
            let beat = Beat { worker: self.key(&beat.name), ..beat.clone() };
            self.wire.tell(&layout::beat(&beat.worker), pack(&beat)).unwrap();
        }
    }

    /// Likewise, machines of another class.
    pub(super) fn hear_of_class(&mut self, class: &str, beats: &[Beat]) {
        let of = |beat: &Beat| Beat { class: class.to_owned(), ..beat.clone() };
        self.hear(&beats.iter().map(of).collect::<Vec<_>>());
    }

    /// A machine says that it goes.
    pub(super) fn leaves(&mut self, class: &str, name: &str) {
        self.hear_of_class(class, &[Beat { state: WorkerState::Leaves, ..beat(name, 1) }]);
    }

    /// Lets so many seconds pass.
    pub(super) fn pass(&mut self, seconds: u64) {
        self.farm.pass(Duration::from_secs(seconds));
    }

    /// Another contest has something waiting for the same machines.
    pub(super) fn adds_of_another(&mut self) {
        let subject = layout::work(CLASS, layout::RUNS, "other");
        self.wire.publish(&subject, "other", b"x".to_vec()).unwrap();
    }

    /// The server loses all that was handed out.
    pub(super) fn loses_all(&mut self) {
        self.wire.purge(&self.dispatch.contest.secret.contest).unwrap();
    }

    /// Hands out what there is room for.
    pub(super) fn send(&mut self) -> Result<(), BusError> {
        let left = self.dispatch.under_way() as u64;
        self.dispatch.send(left, &mut |_| Ok::<_, BusError>(()))
    }

    /// Likewise, and what machines would be given then.
    pub(super) fn sent(&mut self) -> Vec<Batch> {
        self.send().unwrap();
        let classes: BTreeSet<String> = self.dispatch.roster.slots().keys().cloned().collect();
        let mut found = Vec::new();
        for class in classes {
            let queue = layout::work_queue(&class, layout::RUNS, &Terms::usual());
            // Where nothing was handed out there is no queue.
            let taken = self.wire.fetch(&queue, 10_000, Duration::ZERO).unwrap_or_default();
            for delivery in taken {
                self.wire.settle(&delivery.ticket, Settling::Done).unwrap();
                found.push(unpack::<Batch>(&delivery.bytes).unwrap());
            }
        }
        found
    }

    /// A machine brings what came of a batch, which `says` what it says; what is to be stored.
    pub(super) fn brings(
        &mut self,
        name: &str,
        batch: &Batch,
        says: impl FnOnce(&mut BatchResult),
    ) -> Vec<super::Back> {
        let bytes = self.told(name, batch, says);
        self.dispatch.believe(&bytes)
    }

    /// What it would bring.
    pub(super) fn told(
        &mut self,
        name: &str,
        batch: &Batch,
        says: impl FnOnce(&mut BatchResult),
    ) -> Vec<u8> {
        self.key(name);
        let mut result = BatchResult {
            v: VERSION,
            contest: batch.contest.clone(),
            batch: batch.batch.clone(),
            class: batch.class.clone(),
            numbers: batch.numbers(),
            token: batch.token.clone(),
            name: name.to_owned(),
            played: Vec::new(),
            void: Vec::new(),
            left: Vec::new(),
            unable: Vec::new(),
            gone: Vec::new(),
        };
        says(&mut result);
        result.signed(&self.keys[name])
    }
}

fn coordination() -> Coordination {
    let house = |name: &str| Supplied::House { name: name.to_owned(), arguments: [].into() };
    Coordination {
        secret: crate::ContestSecret::draw().unwrap(),
        game: certamen_games::find("footsteps").unwrap(),
        weakest: "D".to_owned(),
        writing: Writing::Nowhere,
        bots: [1, 2].map(|id| (SubmissionId(id), house("random"))).into(),
        bundles: Vec::new(),
        repeatable: BTreeSet::new(),
        declared: BTreeSet::new(),
        audit: 0.0,
        suspended: BTreeSet::new(),
        level: layout::RUNS,
        alike: None,
        terms: Terms::usual(),
    }
}
