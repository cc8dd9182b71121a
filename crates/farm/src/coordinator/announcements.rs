//! What the coordinator of a contest publishes on the server, and takes from there: bundles,
//! batches, reports to observers, commands to workers, and results until they are stored.
//!
//! The server may be unreachable, or lose everything: that is noticed here, and reported once.

use super::ContestSecret;
use crate::{
    AckKind, AckTicket, BundleParts, BusError, Delivery, Queue, Signal, Terms, Transport,
    blob::{self, BlobParts},
    layout::{self, LEVELS},
    message::{
        Batch, BlobRef, ClassQueue, CoordinatorInfo, QueueReport, SignedResult, VERSION,
        WorkerCommand, WorkerCommandKind, mark_of, pack, unpack,
    },
    say,
    transport::unique_name,
};
use certamen_i18n::{Localize, Message};
use std::{
    collections::BTreeMap,
    sync::{Arc, mpsc::Receiver},
    time::{Duration, Instant},
};

const RESULTS: usize = 64;
/// If two coordinators began within this time, neither is known to be first.
const SAME_TIME: Duration = Duration::from_secs(1);

pub(crate) struct WorkerAnnouncements {
    transport: Arc<dyn Transport>,
    secret: ContestSecret,
    level: u8,
    terms: Terms,
    /// The bots that are programs.
    bundles: Vec<BundleParts>,
    results: Queue,
    /// When bundles were stored again, by their hashes.
    put_again: BTreeMap<String, Instant>,
    /// The blobs of large batches.
    large: BTreeMap<String, BlobParts>,
    /// Results that are being stored, and their blobs, if they are large.
    unstored: Vec<(AckTicket, Option<BlobParts>)>,
    is_away: bool,
    /// Whether the server has lost what was stored there.
    is_forgotten: bool,
    is_full_reported: bool,
    /// When what is out was last compared with what the server has.
    looked: Instant,
}

impl WorkerAnnouncements {
    /// Stores the bundles, and removes work that an earlier run published and no worker began.
    pub(crate) fn begin(
        transport: Arc<dyn Transport>,
        secret: ContestSecret,
        level: u8,
        terms: Terms,
        bundles: Vec<BundleParts>,
    ) -> Result<WorkerAnnouncements, BusError> {
        let results = layout::result_queue(&secret.contest, &terms);
        let announcements = WorkerAnnouncements {
            looked: transport.now(),
            transport,
            secret,
            level,
            terms,
            bundles,
            results,
            put_again: BTreeMap::new(),
            large: BTreeMap::new(),
            unstored: Vec::new(),
            is_away: false,
            is_forgotten: false,
            is_full_reported: false,
        };
        announcements.lay_out()?;
        announcements.purge()?;
        Ok(announcements)
    }

    pub(crate) fn transport(&self) -> &dyn Transport {
        &*self.transport
    }

    pub(crate) fn now(&self) -> Instant {
        self.transport.now()
    }

    pub(crate) fn is_away(&self) -> bool {
        self.is_away
    }

    /// Removes the work of the contest that is not finished.
    pub(crate) fn purge(&self) -> Result<(), BusError> {
        self.transport.purge(&layout::work_of(&self.secret.contest))
    }

    /// Removes the work of the contest that waits for a class.
    pub(super) fn purge_class(&self, class: &str) {
        // If this is lost, what workers that come back play is late.
        let _ = self.transport.purge(&layout::work(class, self.level, &self.secret.contest));
    }

    /// The answer; `None` if the server is unreachable for a while, which is reported once.
    pub(crate) fn bear<T>(
        &mut self,
        answer: Result<T, BusError>,
        messages: &mut Vec<Message>,
    ) -> Result<Option<T>, BusError> {
        match answer {
            Ok(found) => {
                if std::mem::take(&mut self.is_away) {
                    messages.push(say::back_again());
                    let now = self.now();
                    self.looked = now.checked_sub(self.terms.look).unwrap_or(now);
                }
                Ok(Some(found))
            }
            Err(error @ BusError::Full { .. }) => {
                // Other requests are answered as before.
                if !std::mem::replace(&mut self.is_full_reported, true) {
                    messages.push(error.message());
                }
                Ok(None)
            }
            Err(error) if error.may_pass() => {
                self.is_forgotten |= matches!(error, BusError::Gone);
                if !std::mem::replace(&mut self.is_away, true) {
                    messages.push(error.message());
                }
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// If the server has lost everything, stores what batches refer to there again; whether it is
    /// there again, so that all that is out is to be published again.
    pub(crate) fn restore(&mut self, messages: &mut Vec<Message>) -> Result<bool, BusError> {
        if !self.is_forgotten {
            return Ok(false);
        }
        let found = self.lay_out();
        self.is_forgotten = self.bear(found, messages)?.is_none();
        Ok(!self.is_forgotten)
    }

    fn lay_out(&self) -> Result<(), BusError> {
        self.transport.prepare()?;
        self.transport.open(&self.results)?;
        self.bundles.iter().try_for_each(|bundle| bundle.put(&*self.transport))
    }

    /// Whether it is time to compare what is out with what the server has, and it answers.
    pub(super) fn is_look_due(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.looked) >= self.terms.look
    }

    /// Begins to compare what is out with what the server has: asks workers to report. Returns
    /// whether the server answers and has lost nothing.
    pub(super) fn begin_look(
        &mut self,
        now: Instant,
        messages: &mut Vec<Message>,
    ) -> Result<bool, BusError> {
        self.looked = now;
        let prepared = self.transport.prepare();
        let Some(made) = self.bear(prepared, messages)? else { return Ok(false) };
        if made {
            self.bear::<()>(Err(BusError::Gone), messages)?;
            return Ok(false);
        }
        // If this is lost, workers report by themselves.
        let _ = self.transport.send(layout::ROLL, Vec::new());
        Ok(true)
    }

    /// Whether anything of the contest waits for workers of a class, given how many batches they
    /// have leased: other contests may fill the queue for days.
    pub(super) fn has_waiting(&self, class: &str, held: usize) -> bool {
        let queue = layout::work_queue(class, self.level, &self.terms);
        let subject = layout::work(class, self.level, &self.secret.contest);
        let is_more = || self.transport.unfinished(&subject).is_ok_and(|count| count > held as u64);
        match self.transport.waiting(&queue) {
            Ok(0) => false,
            Ok(_) => is_more(),
            // No worker has asked for a day: what is there waits for the next one.
            Err(BusError::Gone) => self.transport.open(&queue).is_ok() && is_more(),
            Err(_) => false,
        }
    }

    /// How many batches wait in the queue of a class, of all contests of the same level.
    pub(crate) fn queue_length(&self, class: &str) -> Option<u64> {
        self.transport.waiting(&layout::work_queue(class, self.level, &self.terms)).ok()
    }

    pub(crate) fn new_name(&self) -> Result<String, BusError> {
        unique_name(&*self.transport)
    }

    /// Completes a batch: its token, and who is not to play it, by their keys.
    pub(crate) fn seal(&self, batch: &mut Batch, not: &[String]) {
        batch.token = self.secret.token(&batch.batch, &batch.class, &batch.numbers());
        // A reader must not learn which workers are suspended.
        batch.not = not.iter().map(|key| mark_of(&batch.batch, key)).collect();
    }

    pub(crate) fn publish(&mut self, batch: &Batch) -> Result<(), BusError> {
        let (bytes, parts) = blob::split_if_large(&*self.transport, pack(batch))?;
        self.large.extend(parts.map(|parts| (batch.batch.clone(), parts)));
        // A worker looks at all.
        for level in LEVELS {
            self.transport.open(&layout::work_queue(&batch.class, level, &self.terms))?;
        }
        let subject = layout::work(&batch.class, batch.level, &batch.contest);
        self.transport.publish(&subject, &batch.batch, bytes)
    }

    /// Stores a bundle.
    pub(crate) fn put(&self, bundle: &BundleParts) -> Result<(), BusError> {
        bundle.put(&*self.transport)
    }

    /// Stores bundles again that are reported as gone, each now and then: the server keeps them for
    /// a week, and workers that come later need them.
    pub(super) fn put_again(&mut self, gone: &[String]) {
        let now = self.now();
        for bundle in self.bundles.iter().filter(|bundle| gone.contains(&bundle.id)) {
            let put = self.put_again.get(&bundle.id);
            if put.is_none_or(|put| now.saturating_duration_since(*put) >= self.terms.look) {
                self.put_again.insert(bundle.id.clone(), now);
                // If this is lost, a worker reports again that it is missing.
                let _ = bundle.put(&*self.transport);
            }
        }
    }

    /// Removes the stored parts of a batch.
    pub(super) fn forget_parts(&mut self, batch: &str) {
        let parts = self.large.remove(batch);
        self.remove(parts);
    }

    fn remove(&self, parts: Option<BlobParts>) {
        if let Some(BlobParts(subjects)) = parts {
            // Remaining parts expire after a week.
            let _ = self.transport.remove_parts(&subjects);
        }
    }

    /// Results that have arrived, after waiting for at most `patience`.
    pub(crate) fn results(&self, patience: Duration) -> Result<Vec<Delivery>, BusError> {
        self.transport.fetch(&self.results, RESULTS, patience)
    }

    /// Like `results`, where a server may have lost the queue only.
    pub(super) fn reopened_results(&self, patience: Duration) -> Result<Vec<Delivery>, BusError> {
        self.transport.open(&self.results)?;
        self.results(patience)
    }

    /// A result that a worker stored in parts, if it is of the same batch, and has at most `most`
    /// bytes.
    pub(super) fn fetch_large(
        &self,
        small: &SignedResult,
        lies: &BlobRef,
        most: usize,
    ) -> Result<SignedResult, BusError> {
        if lies.bytes > most {
            return Err(BusError::Gone);
        }
        let bytes = blob::fetched(&*self.transport, Some(&small.user), lies)?;
        let subject = layout::result(&small.result.contest, &small.user);
        let found = SignedResult::read(&subject, &bytes).map_err(|_| BusError::Gone)?;
        let is_same = found.worker == small.worker && found.result.token == small.result.token;
        if is_same { Ok(found) } else { Err(BusError::Gone) }
    }

    /// Remembers a result that is to be acknowledged when it is stored.
    pub(super) fn note_unstored(&mut self, ticket: AckTicket, parts: Option<BlobParts>) {
        self.unstored.push((ticket, parts));
    }

    /// Acknowledges all results taken so far, which the caller has stored.
    pub(super) fn stored(&mut self, messages: &mut Vec<Message>) -> Result<(), BusError> {
        while let Some((ticket, parts)) = self.unstored.pop() {
            let settled = self.transport.settle(&ticket, AckKind::Done);
            // If the server did not get it, it is given out once more, and the result is not waited
            // for.
            if let Err(error) = self.bear(settled, messages) {
                self.unstored.push((ticket, parts));
                return Err(error);
            }
            self.remove(parts);
        }
        Ok(())
    }

    #[cfg(test)]
    pub(super) fn unstored(&self) -> usize {
        self.unstored.len()
    }

    /// Commands a worker to take no more batches.
    pub(super) fn order_pause(&self, key: &str) {
        let order = WorkerCommand { v: VERSION, what: WorkerCommandKind::Rest };
        // If this is lost, it is sent again as long as there is a reason.
        let _ = self.transport.send(&layout::order(key), pack(&order));
    }

    /// Reports to observers.
    pub(crate) fn report(&self, report: QueueReport) {
        let contest = self.secret.contest.clone();
        let report = QueueReport { v: VERSION, contest, level: self.level, ..report };
        // Observers get the next one.
        let _ = self.transport.send(&layout::event(&report.contest), pack(&report));
    }

    /// Ends the contest: batches that no worker has begun are removed.
    pub(super) fn end(&mut self, last: QueueReport) {
        // What cannot be removed now is removed when the contest goes on.
        let _ = self.purge();
        self.report(last);
        for parts in std::mem::take(&mut self.large).into_values() {
            self.remove(Some(parts));
        }
    }
}

/// How a coordinator shows itself to observers, and notices another one of the same contest: one
/// started in a copied folder, for example, would take its results away, and remove what it handed
/// out.
pub(super) struct Presence {
    /// The unique name of this coordinator.
    id: String,
    began: Instant,
    heartbeat: Duration,
    /// Requests for the queue status.
    roll: Receiver<Signal>,
    events: Receiver<Signal>,
    reported_at: Option<Instant>,
    /// Other coordinators, and when they were first seen: a last message of one that is gone may
    /// come late.
    rivals: BTreeMap<String, Instant>,
}

impl Presence {
    pub(super) fn begin(announcements: &WorkerAnnouncements) -> Result<Presence, BusError> {
        let transport = announcements.transport();
        let id = announcements.new_name()?;
        let events = transport.subscribe(&layout::event(&announcements.secret.contest))?;
        let roll = transport.subscribe(layout::ROLL)?;
        let (began, heartbeat) = (announcements.now(), announcements.terms.heartbeat);
        let (reported_at, rivals) = (None, BTreeMap::new());
        Ok(Presence { id, began, heartbeat, roll, events, reported_at, rivals })
    }

    /// Whether a report is due or requested; then it counts as made.
    pub(super) fn takes_report(&mut self, announcements: &WorkerAnnouncements) -> bool {
        let now = announcements.now();
        let asked = self.roll.try_iter().count() > 0;
        let is_due = |last: Instant| now.saturating_duration_since(last) >= self.heartbeat;
        // Without a server each request would wait.
        let takes = !announcements.is_away() && (asked || self.reported_at.is_none_or(is_due));
        self.reported_at = if takes { Some(now) } else { self.reported_at };
        takes
    }

    /// How this coordinator announces itself.
    pub(super) fn holder(&self, now: Instant) -> CoordinatorInfo {
        let held = now.saturating_duration_since(self.began);
        let held_ms = u64::try_from(held.as_millis()).unwrap_or(u64::MAX);
        CoordinatorInfo { id: self.id.clone(), held_ms }
    }

    /// Fails if another coordinator ran the contest before this one and still does: the later one
    /// is wrong. Clocks are not compared, only for how long each has run it.
    pub(super) fn check_rivals(
        &mut self,
        announcements: &WorkerAnnouncements,
    ) -> Result<(), BusError> {
        let now = announcements.now();
        let held = now.saturating_duration_since(self.began);
        for Signal { bytes, .. } in self.events.try_iter() {
            let Ok(QueueReport { holder: Some(CoordinatorInfo { id, held_ms }), .. }) =
                unpack(&bytes)
            else {
                continue;
            };
            let theirs = Duration::from_millis(held_ms);
            let is_close = theirs.abs_diff(held) < SAME_TIME;
            let was_first = if is_close { id < self.id } else { theirs > held };
            if id == self.id || !was_first {
                continue;
            }
            match self.rivals.get(&id) {
                Some(first) if *first < now => {
                    let before = theirs.saturating_sub(held).as_secs();
                    return Err(BusError::Rival { before });
                }
                Some(_) => {}
                None => {
                    self.rivals.insert(id, now);
                    // A coordinator that is still running answers. If this is lost, it reports
                    // again.
                    let _ = announcements.transport().send(layout::ROLL, Vec::new());
                }
            }
        }
        Ok(())
    }
}

/// How long the oldest batch of a class has waited: the first one sent was the first one given out,
/// so the `waiting` ones are the last ones sent.
pub(super) fn class_queue(
    class: String,
    waiting: u64,
    mut sent: Vec<Instant>,
    now: Instant,
) -> ClassQueue {
    sent.sort_unstable_by(|one, other| other.cmp(one));
    let own = usize::try_from(waiting).unwrap_or(usize::MAX).min(sent.len());
    let first = own.checked_sub(1).and_then(|place| sent.get(place));
    let age = first.map(|first| now.saturating_duration_since(*first)).unwrap_or_default();
    let oldest_ms = u64::try_from(age.as_millis()).unwrap_or(u64::MAX);
    ClassQueue { class, batches: waiting, oldest_ms }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_batches_sent_last_are_waiting() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let sent = || vec![at(3), at(1), at(2)];
        let oldest = |sent, waiting, now| class_queue("k".to_owned(), waiting, sent, now).oldest_ms;
        assert_eq!(oldest(sent(), 0, at(10)), 0);
        assert_eq!(oldest(sent(), 1, at(10)), 7_000);
        assert_eq!(oldest(sent(), 3, at(10)), 9_000);
        assert_eq!(oldest(sent(), 99, at(10)), 9_000, "others have some there, too");
        assert_eq!(oldest(Vec::new(), 5, at(10)), 0);
    }
}
