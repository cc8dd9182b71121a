//! Asking which machines there are.

use crate::{BusError, Transport, layout, message::Beat};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

/// How long machines are waited for that are asked whether they are there.
const PATIENCE: Duration = Duration::from_millis(500);

/// What the machines tell that are there now, by name.
pub fn roll_call(transport: &dyn Transport) -> Result<Vec<Beat>, BusError> {
    let heard = transport.hear(&layout::all_beats())?;
    transport.tell(layout::ROLL, Vec::new())?;
    let until = Instant::now() + PATIENCE;
    let mut beats: BTreeMap<(String, String), Beat> = BTreeMap::new();
    while let Some(left) = until.checked_duration_since(Instant::now())
        && let Ok(signal) = heard.recv_timeout(left)
    {
        if let Some((beat, _)) = Beat::heard(&signal) {
            beats.insert((beat.name.clone(), beat.worker.clone()), beat);
        }
    }
    Ok(beats.into_values().collect())
}
