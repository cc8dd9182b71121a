//! Outstanding batches: handed out, without a result so far.

use super::{
    ContestJob, Coordinator, MatchOutcome, MatchReturn,
    sending::{Hint, Purpose},
};
use crate::{BusError, Transport, layout, message::Heartbeat, say};
use certamen_game::{
    Void, escaped,
    job::{MatchJob, MatchNumber, WorkerId},
};
use certamen_i18n::Localize;
use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

#[derive(Debug)]
pub(crate) struct OutstandingBatch {
    pub(crate) class: String,
    /// Its matches that did not come back, as they were handed out.
    pub(crate) works: BTreeMap<MatchNumber, MatchJob>,
    pub(crate) sent: Instant,
    /// How often it was found neither leased nor waiting, one look after the other.
    pub(crate) missed: u32,
    /// When a worker first reported that it has it.
    pub(crate) held: Option<Instant>,
    /// The workers that reported that they have it, by their keys, each with its name.
    pub(crate) holders: BTreeMap<String, String>,
    /// Since when no worker reports it any more.
    pub(crate) let_go: Option<Instant>,
    /// Whether it is a single match during which workers were lost.
    pub(crate) is_suspect: bool,
}

impl OutstandingBatch {
    pub(crate) fn into_works(self) -> Vec<MatchJob> {
        self.works.into_values().collect()
    }
}

#[derive(Debug, Default)]
pub(crate) struct Outstanding {
    batches: BTreeMap<String, OutstandingBatch>,
    of: BTreeMap<MatchNumber, String>,
    counts: BTreeMap<String, usize>,
    /// How many batches are out during which workers were lost.
    suspects: usize,
}

impl Outstanding {
    pub(crate) fn add(
        &mut self,
        name: String,
        class: &str,
        works: Vec<MatchJob>,
        is_suspect: bool,
        sent: Instant,
    ) {
        let works: BTreeMap<_, _> = works.into_iter().map(|job| (job.number, job)).collect();
        self.of.extend(works.keys().map(|number| (*number, name.clone())));
        self.suspects += usize::from(is_suspect);
        *self.counts.entry(class.to_owned()).or_default() += 1;
        let out = OutstandingBatch {
            class: class.to_owned(),
            works,
            sent,
            missed: 0,
            held: None,
            holders: BTreeMap::new(),
            let_go: None,
            is_suspect,
        };
        self.batches.insert(name, out);
    }

    pub(crate) fn note_holder(&mut self, name: &str, key: &str, worker: &str, now: Instant) {
        if let Some(batch) = self.batches.get_mut(name)
            && !batch.holders.contains_key(key)
        {
            batch.held.get_or_insert(now);
            batch.holders.insert(key.to_owned(), worker.to_owned());
        }
    }

    pub(crate) fn holders(&self, name: &str) -> impl Iterator<Item = &String> {
        self.batches.get(name).into_iter().flat_map(|batch| batch.holders.keys())
    }

    /// When a batch was sent, while it is out.
    pub(crate) fn sent(&self, name: &str) -> Option<Instant> {
        self.batches.get(name).map(|batch| batch.sent)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.batches.contains_key(name)
    }

    /// Whether a match is out during which workers were lost.
    pub(crate) fn has_suspects(&self) -> bool {
        self.suspects > 0
    }

    /// A match that is out, in any batch.
    pub(crate) fn work(&self, number: MatchNumber) -> Option<&MatchJob> {
        self.batches.get(self.of.get(&number)?)?.works.get(&number)
    }

    /// Whether this match is out in this batch.
    pub(crate) fn is_in(&self, number: MatchNumber, batch: &str) -> bool {
        self.of.get(&number).is_some_and(|own| own == batch)
    }

    pub(crate) fn remove(&mut self, number: MatchNumber) -> Option<MatchJob> {
        let name = self.of.remove(&number)?;
        let batch = self.batches.get_mut(&name)?;
        let job = batch.works.remove(&number);
        if batch.works.is_empty() {
            self.drop_batch(&name);
        }
        job
    }

    /// Removes a lost batch.
    pub(crate) fn take_back(&mut self, name: &str) -> Option<OutstandingBatch> {
        let batch = self.drop_batch(name)?;
        for number in batch.works.keys() {
            self.of.remove(number);
        }
        Some(batch)
    }

    pub(crate) fn of_class(&self, class: &str) -> usize {
        self.counts.get(class).copied().unwrap_or_default()
    }

    pub(crate) fn len(&self) -> usize {
        self.of.len()
    }

    pub(crate) fn batches(&mut self) -> impl Iterator<Item = (&String, &mut OutstandingBatch)> {
        self.batches.iter_mut()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.batches.keys().cloned().collect()
    }

    fn drop_batch(&mut self, name: &str) -> Option<OutstandingBatch> {
        let batch = self.batches.remove(name)?;
        self.suspects -= usize::from(batch.is_suspect);
        if let Some(count) = self.counts.get_mut(&batch.class) {
            *count -= 1;
        }
        Some(batch)
    }
}

// Compares outstanding batches with leases and queues, and handles an unreachable server.

/// A batch that was found neither leased nor waiting this many times is lost.
const LOST_AFTER_LOOKS: u32 = 2;
/// And so is one that was leased, and then had no lease for this many lease times: it is not given
/// out any more.
const LOST_AFTER_LEASES: u32 = layout::DELIVERIES.unsigned_abs() as u32 + 1;

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
                now.saturating_duration_since(since) >= LOST_AFTER_LEASES * contest.terms.lease
            });
            if batch.missed >= LOST_AFTER_LOOKS || given_up {
                lost.push(name.clone());
            }
        }
        for name in lost {
            self.take_lost_back(&name);
        }
        self.take_back_overdue(now);
        Ok(())
    }

    /// How many of these batches are of this contest, by class.
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
                    self.messages.push(say::back_again());
                    let now = self.transport.now();
                    self.looked = now.checked_sub(self.contest.terms.look).unwrap_or(now);
                }
                Ok(Some(found))
            }
            Err(error @ BusError::Full { .. }) => {
                // Other requests are answered as before.
                if !std::mem::replace(&mut self.reported_once.full, true) {
                    self.messages.push(error.message());
                }
                Ok(None)
            }
            Err(error) if error.may_pass() => {
                self.is_forgotten |= matches!(error, BusError::Gone);
                if !std::mem::replace(&mut self.is_away, true) {
                    self.messages.push(error.message());
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

// Overdue batches: those of a class whose workers have gone, and those of a worker that only
// claims to work on them. Their matches go out again, to other workers.

/// A batch may take this many times as long as expected,
const MAX_TIMES_EXPECTED: u32 = 10;
/// and this many leases in any case; with idle workers, no longer.
const MIN_LEASES: u32 = 6;
/// Each time a match is taken back it may take twice as long the next time, up to 2 to this power:
/// it may simply be a long one.
const DOUBLINGS: u32 = 10;
/// After this many implausible records a worker is suspended.
const MAX_REJECTED: u32 = 32;

/// Matches that some workers are not to be given again, and workers that submit implausible
/// records.
#[derive(Debug, Default)]
pub(super) struct Overdue {
    matches: BTreeMap<MatchNumber, Returned>,
    /// How many records of each worker were rejected, by its key.
    refused: BTreeMap<String, u32>,
}

#[derive(Debug, Default)]
struct Returned {
    times: u32,
    /// The keys of the workers that had it.
    from: BTreeSet<String>,
    /// The classes whose workers did not finish it.
    classes: BTreeSet<String>,
}

impl Overdue {
    pub(super) fn forget(&mut self, number: MatchNumber) {
        self.matches.remove(&number);
    }

    /// The keys of the workers that had any of these.
    fn holders(&self, works: &[MatchJob]) -> Vec<String> {
        let own = works.iter().filter_map(|job| self.matches.get(&job.number));
        let all: BTreeSet<&String> = own.flat_map(|returned| &returned.from).collect();
        all.into_iter().cloned().collect()
    }
}

impl Coordinator {
    /// Takes back batches that have been out for too long.
    pub(super) fn take_back_overdue(&mut self, now: Instant) {
        let idle = self.roster.idle(now, self.contest.terms.silence);
        let held = self.roster.held(&self.contest.secret.contest);
        let held: BTreeSet<String> = held.into_iter().map(str::to_owned).collect();
        let (mut gone, mut overdue) = (Vec::new(), Vec::new());
        for (name, batch) in self.out.batches() {
            if !self.seen.contains_key(&batch.class) && !held.contains(name) {
                gone.push(name.clone());
                continue;
            }
            let times = batch.works.keys().filter_map(|number| self.overdue.matches.get(number));
            let times = times.map(|returned| returned.times).max().unwrap_or_default();
            let least = (MIN_LEASES * self.contest.terms.lease) * (1 << times.min(DOUBLINGS));
            let sizing = self.sizing.get(&batch.class).copied().unwrap_or_default();
            let expected = sizing.expected(batch.works.len());
            let most =
                expected.map(|expected| least.max(expected.saturating_mul(MAX_TIMES_EXPECTED)));
            let is_beyond = |since: Instant, most| now.saturating_duration_since(since) >= most;
            let is_long = batch.held.zip(most).is_some_and(|(since, most)| is_beyond(since, most));
            let is_idle = idle.iter().any(|key| !batch.holders.contains_key(*key));
            if is_long || is_idle && is_beyond(batch.sent, least) {
                overdue.push(name.clone());
            }
        }
        for name in gone {
            self.take_lost_back(&name);
        }
        for name in overdue {
            self.take_overdue_back(&name);
        }
    }

    fn take_overdue_back(&mut self, name: &str) {
        let Some(batch) = self.out.take_back(name) else { return };
        for number in batch.works.keys() {
            let returned = self.overdue.matches.entry(*number).or_default();
            returned.times += 1;
            returned.from.extend(batch.holders.keys().cloned());
            returned.classes.extend(batch.holders.is_empty().then(|| batch.class.clone()));
        }
        self.messages.push(say::overdue(batch.works.len()));
        self.waiting.put_back(batch.into_works());
    }

    /// Whether workers of a class did not finish a match, and there are others.
    pub(super) fn is_left_by(&self, class: &str, number: MatchNumber) -> bool {
        self.overdue.matches.get(&number).is_some_and(|returned| {
            returned.classes.contains(class)
                && self.classes().any(|(other, _)| !returned.classes.contains(other))
        })
    }

    /// Counts an implausible record against the worker that submitted it: its match goes out again,
    /// to another one.
    pub(super) fn note_refused(&mut self, number: MatchNumber, key: &str) -> bool {
        self.overdue.matches.entry(number).or_default().from.insert(key.to_owned());
        if let Some(job) = self.out.remove(number) {
            self.waiting.put_back(vec![job]);
        }
        let refused = self.overdue.refused.entry(key.to_owned()).or_default();
        *refused += 1;
        *refused >= MAX_REJECTED
    }

    /// The keys of workers of a class that are not to get these matches, if there are others.
    pub(super) fn past_holders(&self, class: &str, works: &[MatchJob]) -> Vec<String> {
        let keys = self.overdue.holders(works);
        self.roster.past(class, keys)
    }

    /// The maximum time that a worker can have worked on a batch that is out, whatever it reports.
    pub(super) fn at_most(&self, batch: &str, reported: Duration) -> Option<Duration> {
        let sent = self.out.sent(batch)?;
        Some(self.transport.now().saturating_duration_since(sent).min(reported))
    }
}

// Matches during which workers were lost: they go out alone, each to one worker at a time, and a
// worker that is lost with one has failed to play it.
//
// A worker may be lost for other reasons. How many it takes until a match is deferred is decided
// where void matches are counted.

#[derive(Debug, Default)]
pub(super) struct PoisonSuspects {
    /// The keys of the workers that were lost while they played it alone.
    of: BTreeMap<MatchNumber, BTreeSet<String>>,
    lost: Vec<MatchReturn>,
}

impl PoisonSuspects {
    pub(super) fn is_of(&self, number: MatchNumber) -> bool {
        self.of.contains_key(&number)
    }

    pub(super) fn forget(&mut self, number: MatchNumber) {
        self.of.remove(&number);
    }

    /// Takes the matches that became void.
    pub(super) fn lost(&mut self) -> Vec<MatchReturn> {
        std::mem::take(&mut self.lost)
    }
}

impl Coordinator {
    pub(super) fn note_holder(&mut self, heartbeat: &Heartbeat, now: Instant) {
        for (contest, batch) in &heartbeat.holds {
            if *contest == self.contest.secret.contest {
                self.out.note_holder(batch, &heartbeat.worker, &heartbeat.name, now);
            }
        }
    }

    /// How to send these matches to a class, after workers were lost with them.
    pub(super) fn doubt_of(&self, class: &str, works: &[MatchJob]) -> Option<Hint> {
        let [job] = works else { return None };
        let lost = self.poison_suspects.of.get(&job.number)?.iter().cloned().collect();
        // Where all there are were lost with it, one of them tries it again.
        Some(Hint { purpose: Purpose::SuspectAlone, not: self.roster.past(class, lost) })
    }

    /// Takes a batch back that is neither leased nor waiting. If workers had it, it may be the
    /// reason why they were lost.
    pub(super) fn take_lost_back(&mut self, name: &str) {
        let Some(batch) = self.out.take_back(name) else { return };
        if !batch.holders.is_empty() {
            for number in batch.works.keys() {
                self.poison_suspects.of.entry(*number).or_default();
            }
        }
        self.messages.push(say::lost(batch.works.len()));
        self.waiting.put_back(batch.into_works());
    }

    /// A worker that had a match alone, and does not any more, has failed to play it, if no result
    /// arrives for a while.
    pub(super) fn look_at_suspects(&mut self, now: Instant) {
        if !self.out.has_suspects() {
            return;
        }
        let (contest, silence) = (&self.contest.secret.contest, self.contest.terms.silence);
        let mut failed = Vec::new();
        for (name, batch) in self.out.batches().filter(|(_, batch)| batch.is_suspect) {
            let mut holders = batch.holders.keys();
            let is_held = holders.any(|key| self.roster.holds(key, contest, name));
            let let_go = if is_held { None } else { batch.let_go.or(Some(now)) };
            batch.let_go = let_go.filter(|_| !batch.holders.is_empty());
            if batch.let_go.is_some_and(|at| now.saturating_duration_since(at) >= silence) {
                failed.push(name.clone());
            }
        }
        for name in failed {
            self.fail(&name);
        }
    }

    fn fail(&mut self, name: &str) {
        let Some(batch) = self.out.take_back(name) else { return };
        let OutstandingBatch { class, works, holders, .. } = batch;
        let Some((key, worker)) = holders.into_iter().next() else { return };
        let worker = escaped(&worker);
        for number in works.into_keys() {
            self.poison_suspects.of.entry(number).or_default().insert(key.clone());
            let void = Void::Ours(say::failed_on(&worker, say::fell_silent()));
            let machine = WorkerId { key: key.clone(), name: worker.clone(), class: class.clone() };
            let back = self.back(number, MatchOutcome::Void(void), &machine);
            self.poison_suspects.lost.push(back);
        }
    }
}
