//! What waits in a contest, reported to observers: now and then, and on a ping.

use super::Coordinator;
use crate::{
    layout,
    message::{ClassQueue, CoordinatorInfo, QueueReport, VERSION, pack},
};
use std::{collections::BTreeMap, time::Instant};

/// At most this many workers are named whose results differ, or that are suspended.
const STRANGEST: usize = 256;

impl Coordinator {
    /// Reports what waits, if it is time or an observer asks.
    pub(super) fn tell_what_waits(&mut self) {
        let now = self.transport.now();
        let asked = self.roll.try_iter().count() > 0;
        let is_due = |told: Instant| now.saturating_duration_since(told) >= self.contest.terms.beat;
        // Without a server each request would wait.
        if self.is_away || !(asked || self.told.is_none_or(is_due)) {
            return;
        }
        self.told = Some(now);
        let classes = self.class_waits(now);
        self.tell(classes, Some(self.holder()));
    }

    /// Reports that nothing of it waits any more.
    pub(super) fn tell_the_end(&self) {
        self.tell(Vec::new(), None);
    }

    fn tell(&self, classes: Vec<ClassQueue>, coordinator_info: Option<CoordinatorInfo>) {
        let waits = QueueReport {
            v: VERSION,
            contest: self.contest.secret.contest.clone(),
            level: self.contest.level,
            classes,
            residuals: self.watch.strangest(STRANGEST),
            suspended: self.roster.suspended().take(STRANGEST).cloned().collect(),
            holder: coordinator_info,
        };
        // Observers get the next one.
        let _ = self.transport.send(&layout::event(&waits.contest), pack(&waits));
    }

    fn class_waits(&mut self, now: Instant) -> Vec<ClassQueue> {
        let mut sent: BTreeMap<String, Vec<Instant>> = BTreeMap::new();
        for (_, batch) in self.out.batches() {
            sent.entry(batch.class.clone()).or_default().push(batch.sent);
        }
        let waits = sent.into_iter().filter_map(|(class, sent)| {
            let queue = layout::work_queue(&class, self.contest.level, &self.contest.terms);
            let batches = self.transport.waiting(&queue).ok()?;
            Some(ClassQueue { class, batches, oldest_ms: oldest(sent, batches, now) })
        });
        waits.collect()
    }
}

/// How long the oldest batch has waited, in ms: the first one sent was the first one given out, so
/// the `waiting` ones are the last ones sent.
fn oldest(mut sent: Vec<Instant>, waiting: u64, now: Instant) -> u64 {
    sent.sort_unstable_by(|one, other| other.cmp(one));
    let own = usize::try_from(waiting).unwrap_or(usize::MAX).min(sent.len());
    let first = own.checked_sub(1).and_then(|place| sent.get(place));
    let age = first.map(|first| now.saturating_duration_since(*first)).unwrap_or_default();
    u64::try_from(age.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn of_what_went_out_the_last_waits() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let sent = || vec![at(3), at(1), at(2)];
        assert_eq!(oldest(sent(), 0, at(10)), 0);
        assert_eq!(oldest(sent(), 1, at(10)), 7_000);
        assert_eq!(oldest(sent(), 3, at(10)), 9_000);
        assert_eq!(oldest(sent(), 99, at(10)), 9_000, "others have some there, too");
        assert_eq!(oldest(Vec::new(), 5, at(10)), 0);
    }
}
