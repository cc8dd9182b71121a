//! A machine that plays: its half of the bus is the real one, its matches take as long as is said.

use super::{Plays, net::Net, wires::SimulatedWire};
use crate::{Fetched, Labour, Myself, Sealed, Terms, Yield, message::WorkerState};
use certamen_identity::OwnKey;
use std::{sync::Arc, time::Duration};

/// How long a slot waits that found nothing to play.
const IDLE: Duration = Duration::from_millis(100);
/// How long a server that is away is left alone.
const AGAIN: Duration = Duration::from_millis(500);

/// A machine.
pub(super) struct SimulatedMachine {
    own: OwnKey,
    myself: Myself,
    /// What it is while it lives.
    labour: Option<Labour>,
    /// How often it was started; what was meant for an earlier life is nobody's.
    pub(super) life: u32,
    slots: Vec<Slot>,
    /// Until when it stands still.
    pub(super) still: Duration,
    /// How much longer it takes than others.
    pub(super) slowness: u32,
    pub(super) lies: bool,
}

/// What one slot does.
enum Slot {
    Waits,
    Plays(Box<Fetched>, Yield),
    HandsIn(Sealed),
}

impl SimulatedMachine {
    /// A machine that is not started yet.
    pub(super) fn new(place: usize, (class, slots): (&str, usize)) -> SimulatedMachine {
        let (name, class, tier) = (format!("m{place}"), class.to_owned(), "D".to_owned());
        SimulatedMachine {
            own: OwnKey::draw(),
            myself: Myself { name, class, tier, slots },
            labour: None,
            life: 0,
            slots: Vec::new(),
            still: Duration::ZERO,
            slowness: 1,
            lies: false,
        }
    }

    /// Whether it is there, however well.
    pub(super) fn lives(&self) -> bool {
        self.labour.is_some()
    }

    /// Starts it; whether it came to anything.
    pub(super) fn start(&mut self, net: &Arc<Net>, place: usize, terms: Terms) -> bool {
        let wire = Arc::new(SimulatedWire::of_machine(net, place));
        let labour = Labour::begin(wire, self.own.clone(), self.myself.clone(), terms);
        self.slots = (0..self.myself.slots).map(|_| Slot::Waits).collect();
        self.labour = labour.ok();
        self.labour.is_some()
    }

    /// Kills it: what it held nobody renews.
    pub(super) fn kill(&mut self) {
        self.labour = None;
        self.slots.clear();
        self.life += 1;
    }

    /// Whether it is told to rest.
    pub(super) fn rests(&self) -> bool {
        self.labour.as_ref().is_some_and(|labour| labour.state() == WorkerState::Rests)
    }

    /// How many matches it plays side by side.
    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Says that it is there.
    pub(super) fn tend(&self) {
        self.labour.iter().for_each(Labour::tend);
    }

    /// Lets a slot do what is next; after how long there is something more to do.
    pub(super) fn go_on(&mut self, slot: usize, plays: &Plays) -> Option<Duration> {
        let labour = self.labour.as_ref()?;
        let own = self.slots.get_mut(slot)?;
        match std::mem::replace(own, Slot::Waits) {
            Slot::Waits if labour.state() != WorkerState::Works => Some(IDLE),
            Slot::Waits => {
                let Some(fetched) = labour.fetch(Duration::ZERO) else { return Some(IDLE) };
                let (came, took) = plays(&fetched.batch, self.lies);
                *own = Slot::Plays(Box::new(fetched), came);
                Some(took * self.slowness)
            }
            Slot::Plays(fetched, came) => {
                *own = Slot::HandsIn(labour.seal(&fetched, came));
                Some(Duration::ZERO)
            }
            Slot::HandsIn(mut sealed) => match labour.offer(&mut sealed) {
                Err(error) if error.may_pass() => {
                    *own = Slot::HandsIn(sealed);
                    Some(AGAIN)
                }
                // What the server does not want is played by others.
                Ok(()) | Err(_) => Some(Duration::ZERO),
            },
        }
    }
}
