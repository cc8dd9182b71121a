//! Compares outstanding batches with leases and queues, and handles an unreachable server.

use super::{ContestJob, Coordinator, outstanding::OutstandingBatch};
use crate::{BusError, Transport, layout, say};
use certamen_i18n::Localize;
use std::collections::{BTreeMap, BTreeSet};

/// A batch that was found neither leased nor waiting this many times is lost.
const MISSED: u32 = 2;
/// And so is one that was leased, and then had no lease for this many lease times: it is not given
/// out any more.
const LEASES: u32 = layout::DELIVERIES.unsigned_abs() as u32 + 1;

impl Coordinator {
    /// Compares what is out with what is leased and what waits; what is neither is lost and goes
    /// out again.
    pub(super) fn look_now_and_then(&mut self) -> Result<(), BusError> {
        let now = self.transport.now();
        if now.saturating_duration_since(self.looked) < self.contest.terms.look {
            return Ok(());
        }
        self.looked = now;
        self.judge();
        let prepared = self.transport.prepare();
        let Some(made) = self.bear(prepared)? else { return Ok(()) };
        if made {
            return self.bear::<()>(Err(BusError::Gone)).map(drop);
        }
        let _ = self.transport.send(layout::ROLL, Vec::new());
        let mut queued: BTreeMap<String, bool> = BTreeMap::new();
        let held: BTreeSet<String> =
            self.roster.held(&self.contest.secret.contest).into_iter().map(str::to_owned).collect();
        let held_by_class = self.held_by_class(&held);
        let (transport, contest) = (&*self.transport, &self.contest);
        let mut waits_for = |class: &str| {
            *queued.entry(class.to_owned()).or_insert_with(|| {
                let held = held_by_class.get(class).copied().unwrap_or_default();
                has_waiting(transport, contest, class, held)
            })
        };
        // A match takes as long as it takes, the second time, too.
        self.audit_queue.note_seen(now, &mut |name, class| held.contains(name) || waits_for(class));
        let mut lost = Vec::new();
        for (name, batch) in self.out.batches() {
            let is_held = held.contains(name);
            let waits = waits_for(&batch.class);
            batch.missed = if waits || is_held { 0 } else { batch.missed + 1 };
            let let_go = if is_held { None } else { batch.let_go.or(Some(now)) };
            batch.let_go = let_go.filter(|_| !batch.holders.is_empty());
            // The queue may never be empty: what was given out too often is not in it any more.
            let given_up = batch.let_go.is_some_and(|since| {
                now.saturating_duration_since(since) >= LEASES * contest.terms.lease
            });
            if batch.missed >= MISSED || given_up {
                lost.push(name.clone());
            }
        }
        for name in lost {
            self.take_lost_back(&name);
        }
        self.take_back_overdue(now);
        Ok(())
    }

    /// How many of these batches are ours, by class.
    fn held_by_class(&mut self, held: &BTreeSet<String>) -> BTreeMap<String, u64> {
        let mut found: BTreeMap<String, u64> = BTreeMap::new();
        for (_, batch) in self.out.batches().filter(|(name, _)| held.contains(*name)) {
            *found.entry(batch.class.clone()).or_default() += 1;
        }
        for (_, class) in self.audit_queue.out().filter(|(name, _)| held.contains(*name)) {
            *found.entry(class.to_owned()).or_default() += 1;
        }
        found
    }

    /// The answer; `None` if the server is unreachable for a while, which is reported once.
    pub(super) fn bear<T>(&mut self, answer: Result<T, BusError>) -> Result<Option<T>, BusError> {
        match answer {
            Ok(found) => {
                if std::mem::take(&mut self.is_away) {
                    self.news.push(say::back_again());
                    let now = self.transport.now();
                    self.looked = now.checked_sub(self.contest.terms.look).unwrap_or(now);
                }
                Ok(Some(found))
            }
            Err(error @ BusError::Full { .. }) => {
                // Other requests are answered as before.
                if !std::mem::replace(&mut self.said.full, true) {
                    self.news.push(error.message());
                }
                Ok(None)
            }
            Err(error) if error.may_pass() => {
                self.is_forgotten |= matches!(error, BusError::Gone);
                if !std::mem::replace(&mut self.is_away, true) {
                    self.news.push(error.message());
                }
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// If the server has lost everything, all that is out goes out again, as soon as what it refers
    /// to is stored there again.
    pub(super) fn send_all_again(&mut self) -> Result<(), BusError> {
        if !self.is_forgotten {
            return Ok(());
        }
        let found = self.lay_out();
        self.is_forgotten = self.bear(found)?.is_none();
        if !self.is_forgotten {
            for name in self.out.names() {
                let batch = self.out.take_back(&name);
                self.waiting
                    .put_back(batch.into_iter().flat_map(OutstandingBatch::into_works).collect());
            }
        }
        Ok(())
    }

    fn lay_out(&self) -> Result<(), BusError> {
        self.transport.prepare()?;
        self.transport.open(&self.results)?;
        self.contest.bundles.iter().try_for_each(|bundle| bundle.put(&*self.transport))
    }
}

/// Whether anything of a contest waits for workers of a class, given what they have leased: other
/// contests may fill the queue for days.
fn has_waiting(transport: &dyn Transport, contest: &ContestJob, class: &str, held: u64) -> bool {
    let queue = layout::work_queue(class, contest.level, &contest.terms);
    let subject = layout::work(class, contest.level, &contest.secret.contest);
    match transport.waiting(&queue) {
        Ok(0) => false,
        Ok(_) => transport.unfinished(&subject).is_ok_and(|count| count > held),
        // No worker has asked for a day: what is there waits for the next one.
        Err(BusError::Gone) => {
            transport.open(&queue).is_ok()
                && transport.unfinished(&subject).is_ok_and(|count| count > held)
        }
        Err(_) => false,
    }
}
