//! A contest has one coordinator. Another one, as a copied folder makes it, would take its results
//! away, and remove what it handed out.

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

/// Of two who began at nearly the same time nobody can say which one was first.
const CLOSE: Duration = Duration::from_secs(1);

/// Who else holds the contest.
pub(super) struct CoordinatorConflict {
    /// What this coordinator calls itself.
    own: String,
    told: Receiver<Signal>,
    /// Those who were heard, and when first: of one who is gone a last word may come late.
    heard: BTreeMap<String, Instant>,
}

impl CoordinatorConflict {
    /// Nobody yet.
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
    /// Who holds this contest, as others are told.
    pub(super) fn holder(&self) -> CoordinatorInfo {
        let held = self.transport.now().saturating_duration_since(self.began);
        let held_ms = u64::try_from(held.as_millis()).unwrap_or(u64::MAX);
        CoordinatorInfo { id: self.conflict.own.clone(), held_ms }
    }

    /// Refuses to go on where somebody held the contest before, and still does: whoever began later
    /// is the one who is wrong. No clocks are compared, only for how long who held it.
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
                    // Whoever is still there answers. If that is not heard, it tells again.
                    let _ = self.transport.send(layout::ROLL, Vec::new());
                }
            }
        }
        Ok(())
    }
}
