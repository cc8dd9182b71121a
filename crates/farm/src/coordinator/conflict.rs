//! Detects a second coordinator of a contest. One started in a copied folder, for example, would
//! take its results away, and remove what it handed out.

use super::Coordinator;
use crate::{
    BusError, SecretError, Signal, Transport, layout,
    message::{CoordinatorInfo, QueueReport, unpack},
};
use std::{
    collections::BTreeMap,
    sync::mpsc::Receiver,
    time::{Duration, Instant},
};

/// If two began within this time, neither is known to be first.
const CLOSE: Duration = Duration::from_secs(1);

/// Other coordinators of the contest.
pub(super) struct CoordinatorConflict {
    /// What this coordinator calls itself.
    own: String,
    told: Receiver<Signal>,
    /// The coordinators that were seen, and when first: a last message of one that is gone may come
    /// late.
    heard: BTreeMap<String, Instant>,
}

impl CoordinatorConflict {
    /// None seen yet.
    pub(super) fn listen(
        transport: &dyn Transport,
        contest: &str,
    ) -> Result<CoordinatorConflict, BusError> {
        let own = transport.new_name().map_err(|error| {
            BusError::Secret(SecretError::Io { path: "/dev/urandom".into(), error })
        })?;
        let told = transport.subscribe(&layout::event(contest))?;
        Ok(CoordinatorConflict { own, told, heard: BTreeMap::new() })
    }
}

impl Coordinator {
    /// This coordinator, as others see it.
    pub(super) fn holder(&self) -> CoordinatorInfo {
        let held = self.transport.now().saturating_duration_since(self.began);
        let held_ms = u64::try_from(held.as_millis()).unwrap_or(u64::MAX);
        CoordinatorInfo { id: self.conflict.own.clone(), held_ms }
    }

    /// Fails if another coordinator ran the contest before this one and still does: the later one
    /// is wrong. Clocks are not compared, only for how long each has run it.
    pub(super) fn check_rivals(&mut self) -> Result<(), BusError> {
        let now = self.transport.now();
        let held = now.saturating_duration_since(self.began);
        for Signal { bytes, .. } in self.conflict.told.try_iter() {
            let Ok(QueueReport { holder: Some(CoordinatorInfo { id, held_ms }), .. }) =
                unpack(&bytes)
            else {
                continue;
            };
            let theirs = Duration::from_millis(held_ms);
            let is_close = theirs.abs_diff(held) < CLOSE;
            let was_first = if is_close { id < self.conflict.own } else { theirs > held };
            if id == self.conflict.own || !was_first {
                continue;
            }
            match self.conflict.heard.get(&id) {
                Some(first) if *first < now => {
                    let before = theirs.saturating_sub(held).as_secs();
                    return Err(BusError::Rival { before });
                }
                Some(_) => {}
                None => {
                    self.conflict.heard.insert(id, now);
                    // A coordinator that is still running answers. If this is lost, it reports
                    // again.
                    let _ = self.transport.send(layout::ROLL, Vec::new());
                }
            }
        }
        Ok(())
    }
}
