//! Asks which workers are available.

use crate::{BusError, Transport, layout, message::Heartbeat};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

/// How long to wait for workers to answer.
const PATIENCE: Duration = Duration::from_millis(500);

/// The heartbeats of the workers that are available now, by name.
pub fn ping(transport: &dyn Transport) -> Result<Vec<Heartbeat>, BusError> {
    let heard = transport.subscribe(&layout::all_beats())?;
    transport.send(layout::ROLL, Vec::new())?;
    let until = Instant::now() + PATIENCE;
    let mut beats: BTreeMap<(String, String), Heartbeat> = BTreeMap::new();
    while let Some(left) = until.checked_duration_since(Instant::now())
        && let Ok(signal) = heard.recv_timeout(left)
    {
        if let Some((heartbeat, _)) = Heartbeat::heard(&signal) {
            beats.insert((heartbeat.name.clone(), heartbeat.worker.clone()), heartbeat);
        }
    }
    Ok(beats.into_values().collect())
}
