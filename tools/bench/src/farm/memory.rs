//! The memory that a coordinator needs for workers and for leased matches.

use crate::{Bench, samples::Samples, table::Figure};
use anyhow::{Context, Result};
use certamen_farm::{
    AckKind, AckTicket, BusError, Coordinator, Delivery, Queue, Signal, Transport,
    message::{Heartbeat, Signer},
};
use certamen_host::simulated::endless;
use std::{
    collections::BTreeMap,
    fs,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    time::Duration,
};

/// How many machines there are, and how many matches each plays side by side.
const MACHINES: (usize, usize) = (10_000, 8);

/// What each machine, and each match that is out, takes.
pub(super) fn figures(bench: &Bench) -> Result<[Figure; 2]> {
    let (machines, slots) = MACHINES;
    let machines = bench.of(machines, machines / 4);
    let game = certamen_games::find("footsteps").context("footsteps")?;
    let wire = Arc::new(Elsewhere::default());
    let own = Arc::clone(&wire);
    let mut dispatch = Coordinator::begin(own, endless::coordination(game)?)?;
    let before = resident()?;
    for at in 0..machines {
        let Signal { subject, bytes } = beat(at, slots);
        wire.send(&subject, bytes)?;
        // The transport does not keep messages.
        if at % 100 == 99 {
            dispatch.take(Duration::ZERO)?;
        }
    }
    dispatch.take(Duration::ZERO)?;
    let known = resident()?;
    let matches = dispatch.wanted();
    for number in 1..=matches {
        dispatch.give(endless::work(game, number as i64));
    }
    dispatch.send(u64::MAX, &mut |_| Ok::<_, BusError>(()))?;
    let out = resident()?;
    let [mut worker, mut each] = std::array::from_fn(|_| Samples::default());
    worker.push(known.saturating_sub(before) as f64 / machines as f64);
    each.push(out.saturating_sub(known) as f64 / matches as f64);
    let what = format!("memory of a coordinator for one of {matches} matches out");
    Ok([
        Figure::most("memory of a coordinator for a machine", "B", worker, 4096.0),
        Figure::most(what, "B", each, 200.0),
    ])
}

fn beat(at: usize, slots: usize) -> Signal {
    let signer = Signer::draw();
    let heartbeat = Heartbeat {
        busy: slots,
        holds: (0..slots).map(|slot| (format!("{at:032}"), format!("{slot:024}"))).collect(),
        ..Heartbeat::of(signer.worker(), [&format!("m{at}"), "k", "A"], slots)
    };
    heartbeat.signal(&signer)
}

/// How many bytes of memory this process has.
fn resident() -> Result<usize> {
    let told = fs::read_to_string("/proc/self/statm")?;
    let pages: usize = told.split(' ').nth(1).context("statm")?.parse()?;
    Ok(pages * 4096)
}

/// A server on another machine, as far as memory here goes: it keeps nothing here, and what is told
/// is heard.
#[derive(Default)]
struct Elsewhere(Mutex<BTreeMap<String, Sender<Signal>>>);

impl Transport for Elsewhere {
    fn prepare(&self) -> Result<bool, BusError> {
        Ok(false)
    }

    fn open(&self, _: &Queue) -> Result<(), BusError> {
        Ok(())
    }

    fn publish(&self, _: &str, _: &str, _: Vec<u8>) -> Result<(), BusError> {
        Ok(())
    }

    fn fetch(&self, _: &Queue, _: usize, _: Duration) -> Result<Vec<Delivery>, BusError> {
        Ok(Vec::new())
    }

    fn finds(&self, _: &Queue, _: Duration) -> Result<bool, BusError> {
        Ok(true)
    }

    fn settle(&self, _: &AckTicket, _: AckKind) -> Result<(), BusError> {
        Ok(())
    }

    fn waiting(&self, _: &Queue) -> Result<u64, BusError> {
        Ok(0)
    }

    fn unfinished(&self, _: &str) -> Result<u64, BusError> {
        Ok(0)
    }

    fn purge(&self, _: &str) -> Result<(), BusError> {
        Ok(())
    }

    fn put_part(&self, _: &str, _: Vec<u8>) -> Result<(), BusError> {
        Ok(())
    }

    fn remove_parts(&self, _: &str) -> Result<(), BusError> {
        Ok(())
    }

    fn part(&self, _: &str) -> Result<Vec<u8>, BusError> {
        Err(BusError::Gone)
    }

    fn send(&self, subject: &str, bytes: Vec<u8>) -> Result<(), BusError> {
        let listeners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let begin = subject.split('.').take(2).collect::<Vec<_>>().join(".");
        if let Some(listener) = listeners.get(&format!("{begin}.*.*")) {
            // The subscriber may be gone.
            let _ = listener.send(Signal { subject: subject.to_owned(), bytes });
        }
        Ok(())
    }

    fn subscribe(&self, subject: &str) -> Result<Receiver<Signal>, BusError> {
        let (told, heard) = channel();
        let mut listeners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.insert(subject.to_owned(), told);
        Ok(heard)
    }
}
