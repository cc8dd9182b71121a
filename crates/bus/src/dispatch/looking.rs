//! What is out compared with what is held and queued, and a server that is not heard.

use super::Dispatch;
use crate::{
    BusError,
    layout::{self, RUNS},
    say,
};
use certamen_speech::Speak;
use std::collections::{BTreeMap, BTreeSet};

/// A batch that was found neither held nor waiting so often is lost.
const MISSED: u32 = 2;

impl Dispatch {
    /// Compares what is out with what is held and what waits; what is neither is lost and goes out
    /// again.
    pub(super) fn look_now_and_then(&mut self) -> Result<(), BusError> {
        let now = self.transport.now();
        if now.saturating_duration_since(self.looked) < self.contest.terms.look {
            return Ok(());
        }
        self.looked = now;
        let prepared = self.transport.prepare();
        let Some(made) = self.bear(prepared)? else { return Ok(()) };
        if made {
            return self.bear::<()>(Err(BusError::Gone)).map(drop);
        }
        let _ = self.transport.tell(layout::ROLL, Vec::new());
        let mut queued: BTreeMap<String, bool> = BTreeMap::new();
        let held: BTreeSet<String> =
            self.roster.held(&self.contest.secret.contest).into_iter().map(str::to_owned).collect();
        let mut lost = Vec::new();
        for (name, batch) in self.out.batches() {
            let queue = layout::work_queue(&batch.class, RUNS, &self.contest.terms);
            let waits = *queued
                .entry(batch.class.clone())
                .or_insert_with(|| self.transport.waiting(&queue).is_ok_and(|count| count > 0));
            batch.missed = if waits || held.contains(name) { 0 } else { batch.missed + 1 };
            if batch.missed >= MISSED {
                lost.push(name.clone());
            }
        }
        for name in lost {
            let works = self.out.take_back(&name);
            self.news.push(say::lost(works.len()));
            self.waiting.put_back(works);
        }
        Ok(())
    }

    /// What was answered; nothing if the server is away for a while, which is told once.
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

    /// Where the server has forgotten everything, all that is out goes out again, as soon as what it
    /// takes is there.
    pub(super) fn send_all_again(&mut self) -> Result<(), BusError> {
        if !self.is_forgotten {
            return Ok(());
        }
        let found = self.lay_out();
        self.is_forgotten = self.bear(found)?.is_none();
        if !self.is_forgotten {
            for name in self.out.names() {
                self.waiting.put_back(self.out.take_back(&name));
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
