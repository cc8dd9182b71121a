//! The matches of a contest that are to be played, and the batches in which they are out: what is
//! out with whom, until when, and what goes out next, for the first time or again.

use super::{
    batching::{PendingMatches, SeatBlock, Sizing, kept},
    workers::Workers,
};
use crate::ContestJob;
use crate::{Terms, layout, message::WritePolicy, say};
use certamen_game::job::{MatchJob, MatchNumber};
use certamen_i18n::Message;
use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

/// At most this many matches are queued or out at a time: a client may claim millions of slots.
const MOST_UNDER_WAY: usize = 200_000;
/// Matches whose folders are larger together go out one by one.
const MOST_KEPT: usize = 1 << 20;
/// A batch that was found neither leased nor waiting this many times is lost.
const LOST_AFTER_LOOKS: u32 = 2;
/// And so is one that was leased, and then had no lease for this many lease times: it is not given
/// out any more.
const LOST_AFTER_LEASES: u32 = layout::DELIVERIES.unsigned_abs() as u32 + 1;
/// A batch may take this many times as long as expected,
const MAX_TIMES_EXPECTED: u32 = 10;
/// and this many leases in any case; with idle workers, no longer.
const MIN_LEASES: u32 = 6;
/// Each time a match is taken back it may take twice as long the next time, up to 2 to this power:
/// it may simply be a long one.
const DOUBLINGS: u32 = 10;

/// The matches that are to be played, and the batches that are out.
pub(super) struct Leases {
    /// The contest, as the server calls it.
    contest: String,
    terms: Terms,
    policy: WritePolicy,
    waiting: PendingMatches,
    batches: BTreeMap<String, LeasedOut>,
    /// In which batch each match is out.
    of: BTreeMap<MatchNumber, String>,
    /// How many batches are out by class.
    counts: BTreeMap<String, usize>,
    sizing: BTreeMap<String, Sizing>,
    /// Matches that some workers are not to be given again.
    returned: BTreeMap<MatchNumber, Returned>,
    /// Matches during which workers were lost, each with the keys of those that were lost while
    /// they played it alone. They go out alone, each to one worker at a time.
    suspects: BTreeMap<MatchNumber, BTreeSet<String>>,
}

/// A batch that was handed out, without a result so far.
#[derive(Debug)]
struct LeasedOut {
    class: String,
    /// Its matches that did not come back, as they were handed out.
    works: BTreeMap<MatchNumber, MatchJob>,
    sent: Instant,
    /// How often it was found neither leased nor waiting, one look after the other.
    missed: u32,
    /// When a worker first reported that it has it.
    held: Option<Instant>,
    /// The workers that reported that they have it, by their keys, each with its name.
    holders: BTreeMap<String, String>,
    /// Since when no worker reports it any more.
    let_go: Option<Instant>,
    /// Whether it is a single match during which workers were lost.
    is_suspect: bool,
}

#[derive(Debug, Default)]
struct Returned {
    times: u32,
    /// The keys of the workers that had it.
    from: BTreeSet<String>,
    /// The classes whose workers did not finish it.
    classes: BTreeSet<String>,
}

/// A match that a worker failed to play: it was lost while it played it alone.
pub(super) struct FailedAlone {
    pub(super) number: MatchNumber,
    pub(super) class: String,
    pub(super) key: String,
    pub(super) name: String,
}

impl Leases {
    pub(super) fn of(contest: &ContestJob) -> Leases {
        Leases {
            contest: contest.secret.contest.clone(),
            terms: contest.terms,
            policy: contest.policy,
            waiting: PendingMatches::default(),
            batches: BTreeMap::new(),
            of: BTreeMap::new(),
            counts: BTreeMap::new(),
            sizing: BTreeMap::new(),
            returned: BTreeMap::new(),
            suspects: BTreeMap::new(),
        }
    }

    /// Takes a match that is to be played.
    pub(super) fn push(&mut self, job: MatchJob) {
        self.waiting.push(job);
    }

    /// How many matches are queued or out.
    pub(super) fn under_way(&self) -> usize {
        self.waiting.len() + self.of.len()
    }

    /// The match that goes out next.
    pub(super) fn first_waiting(&self) -> Option<&MatchJob> {
        self.waiting.iter().next()
    }

    /// How many matches should be queued or out so that no worker waits; one if there is no worker.
    pub(super) fn wanted(&self, workers: &Workers) -> usize {
        let wanted = workers.classes().map(|(class, slots)| {
            let size = self.sizing_of(class).next(&self.terms, u64::MAX, *slots);
            self.terms.batches * slots * size
        });
        wanted.sum::<usize>().clamp(1, MOST_UNDER_WAY)
    }

    /// A match that is queued or out.
    pub(super) fn work(&self, number: MatchNumber) -> Option<&MatchJob> {
        let out = self.of.get(&number).and_then(|name| self.batches.get(name)?.works.get(&number));
        out.or_else(|| self.waiting.get(number))
    }

    /// Whether any match of this batch is out.
    pub(super) fn has(&self, batch: &str) -> bool {
        self.batches.contains_key(batch)
    }

    /// Whether this match is out in this batch.
    pub(super) fn is_in(&self, number: MatchNumber, batch: &str) -> bool {
        self.of.get(&number).is_some_and(|own| own == batch)
    }

    /// The batches of these that are out, each with its class.
    pub(super) fn out_among<'a>(
        &'a self,
        names: &'a BTreeSet<String>,
    ) -> impl Iterator<Item = &'a str> {
        let out = self.batches.iter().filter(|(name, _)| names.contains(*name));
        out.map(|(_, batch)| &*batch.class)
    }

    /// When the batches that are out were sent, by class.
    pub(super) fn sent_by_class(&self) -> BTreeMap<String, Vec<Instant>> {
        let mut sent: BTreeMap<String, Vec<Instant>> = BTreeMap::new();
        for batch in self.batches.values() {
            sent.entry(batch.class.clone()).or_default().push(batch.sent);
        }
        sent
    }

    /// The next batch, for the class with the most room that can play any of what waits, while
    /// `left` matches are to be played.
    pub(super) fn next_out(&self, workers: &Workers, left: u64) -> Option<(String, Vec<MatchJob>)> {
        let room = workers.classes().filter_map(|(class, slots)| {
            let out = self.counts.get(class).copied().unwrap_or_default();
            let room = (self.terms.batches * slots).checked_sub(out)?;
            (room > 0).then_some((room, class))
        });
        let mut room: Vec<(usize, &String)> = room.collect();
        room.sort_unstable_by(|one, other| other.cmp(one));
        room.into_iter().find_map(|(_, class)| {
            let works = self.next_batch(workers, class, left);
            (!works.is_empty()).then(|| (class.clone(), works))
        })
    }

    /// The next matches that wait: whole blocks, in which the same bots change seats. Where bots
    /// find what an earlier match left in their folders, each match goes by itself.
    fn next_batch(&self, workers: &Workers, class: &str, left: u64) -> Vec<MatchJob> {
        let slots = workers.slots_of(class).unwrap_or(1);
        let size = self.sizing_of(class).next(&self.terms, left, slots);
        let can = |job: &&MatchJob| {
            !workers.is_unable(class, &job.seats) && !self.is_left_by(class, job.number, workers)
        };
        let (mut works, mut bytes, mut block) = (Vec::<MatchJob>::new(), 0, SeatBlock::default());
        for job in self.waiting.iter().filter(can) {
            if self.suspects.contains_key(&job.number) {
                // Whatever it does to workers, it affects no match but its own.
                if works.is_empty() {
                    works.push(job.clone());
                }
                break;
            }
            bytes += kept(job);
            let goes_on = block.goes_on_with(&job.seats);
            let is_full = match self.policy {
                WritePolicy::Kept => !works.is_empty(),
                WritePolicy::Nowhere | WritePolicy::Match => works.len() >= size && !goes_on,
            };
            if is_full || !works.is_empty() && bytes > MOST_KEPT {
                break;
            }
            works.push(job.clone());
        }
        works
    }

    /// Whether workers of a class did not finish a match, and there are others.
    fn is_left_by(&self, class: &str, number: MatchNumber, workers: &Workers) -> bool {
        self.returned.get(&number).is_some_and(|returned| {
            returned.classes.contains(class)
                && workers.classes().any(|(other, _)| !returned.classes.contains(other))
        })
    }

    /// The workers that were lost with a single match, if these are one that goes out alone.
    pub(super) fn lost_with(&self, works: &[MatchJob]) -> Option<Vec<String>> {
        let [job] = works else { return None };
        Some(self.suspects.get(&job.number)?.iter().cloned().collect())
    }

    /// The keys of the workers that had any of these matches and did not finish it.
    pub(super) fn past_holders(&self, works: &[MatchJob]) -> Vec<String> {
        let own = works.iter().filter_map(|job| self.returned.get(&job.number));
        let all: BTreeSet<&String> = own.flat_map(|returned| &returned.from).collect();
        all.into_iter().cloned().collect()
    }

    /// Records a batch that the server has.
    pub(super) fn sent(
        &mut self,
        name: String,
        class: &str,
        works: Vec<MatchJob>,
        is_suspect: bool,
        now: Instant,
    ) {
        for job in &works {
            self.waiting.remove(job.number);
        }
        self.sizing.entry(class.to_owned()).or_default().sent(works.len());
        let works: BTreeMap<_, _> = works.into_iter().map(|job| (job.number, job)).collect();
        self.of.extend(works.keys().map(|number| (*number, name.clone())));
        *self.counts.entry(class.to_owned()).or_default() += 1;
        let out = LeasedOut {
            class: class.to_owned(),
            works,
            sent: now,
            missed: 0,
            held: None,
            holders: BTreeMap::new(),
            let_go: None,
            is_suspect,
        };
        self.batches.insert(name, out);
    }

    /// Records that the worker with this key has a batch.
    pub(super) fn note_holder(&mut self, batch: &str, key: &str, name: &str, now: Instant) {
        if let Some(batch) = self.batches.get_mut(batch)
            && !batch.holders.contains_key(key)
        {
            batch.held.get_or_insert(now);
            batch.holders.insert(key.to_owned(), name.to_owned());
        }
    }

    /// Records how long a worker claims to have played these matches of a batch: it cannot have
    /// worked on it for longer than it was out.
    pub(super) fn learn(
        &mut self,
        batch: &str,
        class: &str,
        took: Duration,
        matches: usize,
        now: Instant,
    ) {
        let Some(sent) = self.batches.get(batch).map(|batch| batch.sent) else { return };
        let took = took.min(now.saturating_duration_since(sent));
        self.sizing.entry(class.to_owned()).or_default().learn(took, matches);
    }

    /// A match is over: the first result counts, even if another worker has it now.
    pub(super) fn finish(&mut self, number: MatchNumber) {
        self.take_out(number);
        self.waiting.remove(number);
        self.suspects.remove(&number);
        self.returned.remove(&number);
    }

    /// A match of this batch became void; returns whether it was out there.
    pub(super) fn end_void(&mut self, number: MatchNumber, batch: &str) -> bool {
        self.is_in(number, batch) && self.take_out(number).is_some()
    }

    /// A match of this batch goes out again before anything else.
    pub(super) fn put_back(&mut self, number: MatchNumber, batch: &str) {
        if self.is_in(number, batch)
            && let Some(job) = self.take_out(number)
        {
            self.waiting.put_back(vec![job]);
        }
    }

    /// A match goes out again, to other workers than this one.
    pub(super) fn put_back_from(&mut self, number: MatchNumber, key: &str) {
        self.returned.entry(number).or_default().from.insert(key.to_owned());
        if let Some(job) = self.take_out(number) {
            self.waiting.put_back(vec![job]);
        }
    }

    /// All that is out goes out again.
    pub(super) fn put_all_back(&mut self) {
        for name in self.batches.keys().cloned().collect::<Vec<_>>() {
            self.put_batch_back(&name);
        }
    }

    /// A batch goes out again.
    pub(super) fn put_batch_back(&mut self, name: &str) {
        if let Some(batch) = self.take_batch(name) {
            self.waiting.put_back(batch.works.into_values().collect());
        }
    }

    /// The batches that any of the suspended workers has.
    pub(super) fn with_suspended(&self, workers: &Workers) -> Vec<String> {
        let is_suspended = |key: &String| workers.is_suspended(key);
        let held = self.batches.iter().filter(|(_, batch)| batch.holders.keys().any(is_suspended));
        held.map(|(name, _)| name.clone()).collect()
    }

    /// Whether a worker that is not suspended has this batch.
    pub(super) fn is_held(&self, name: &str, workers: &Workers) -> bool {
        self.batches.get(name).is_some_and(|batch| {
            let mut holders = batch.holders.keys();
            holders.any(|key| !workers.is_suspended(key) && workers.holds(key, &self.contest, name))
        })
    }

    /// Compares what is out with the batches that workers say that they have, and with the classes
    /// in whose queues batches of this contest wait: what is neither is lost and goes out again.
    pub(super) fn look(
        &mut self,
        now: Instant,
        held: &BTreeSet<String>,
        waits_for: &mut dyn FnMut(&str) -> bool,
        messages: &mut Vec<Message>,
    ) {
        let mut lost = Vec::new();
        for (name, batch) in &mut self.batches {
            let is_held = held.contains(name);
            let waits = waits_for(&batch.class);
            batch.missed = if waits || is_held { 0 } else { batch.missed + 1 };
            batch.note_let_go(is_held, now);
            // The queue may never be empty: what was given out too often is not in it any more.
            let given_up = batch.let_go.is_some_and(|since| {
                now.saturating_duration_since(since) >= LOST_AFTER_LEASES * self.terms.lease
            });
            if batch.missed >= LOST_AFTER_LOOKS || given_up {
                lost.push(name.clone());
            }
        }
        for name in lost {
            messages.extend(self.put_lost_back(&name));
        }
    }

    /// Takes a batch back that is neither leased nor waiting. If workers had it, it may be the
    /// reason why they were lost.
    fn put_lost_back(&mut self, name: &str) -> Option<Message> {
        let batch = self.take_batch(name)?;
        if !batch.holders.is_empty() {
            for number in batch.works.keys() {
                self.suspects.entry(*number).or_default();
            }
        }
        let message = say::lost(batch.works.len());
        self.waiting.put_back(batch.works.into_values().collect());
        Some(message)
    }

    /// Takes back batches that have been out for too long: those of a class whose workers have
    /// gone, and those of a worker that only claims to work on them. Their matches go out again, to
    /// other workers.
    pub(super) fn put_overdue_back(
        &mut self,
        now: Instant,
        workers: &Workers,
        messages: &mut Vec<Message>,
    ) {
        let (idle, held) = (workers.idle(now), workers.held(&self.contest));
        let (mut gone, mut overdue) = (Vec::new(), Vec::new());
        for (name, batch) in &self.batches {
            if !workers.is_seen(&batch.class) && !held.contains(&**name) {
                gone.push(name.clone());
                continue;
            }
            let times = batch.works.keys().filter_map(|number| self.returned.get(number));
            let times = times.map(|returned| returned.times).max().unwrap_or_default();
            let least = (MIN_LEASES * self.terms.lease) * (1 << times.min(DOUBLINGS));
            let expected = self.sizing_of(&batch.class).expected(batch.works.len());
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
            messages.extend(self.put_lost_back(&name));
        }
        for name in overdue {
            let Some(batch) = self.take_batch(&name) else { continue };
            for number in batch.works.keys() {
                let returned = self.returned.entry(*number).or_default();
                returned.times += 1;
                returned.from.extend(batch.holders.keys().cloned());
                returned.classes.extend(batch.holders.is_empty().then(|| batch.class.clone()));
            }
            messages.push(say::overdue(batch.works.len()));
            self.waiting.put_back(batch.works.into_values().collect());
        }
    }

    /// Takes back single matches whose workers were lost. A worker that had a match alone, and does
    /// not any more, has failed to play it, if no result arrives for a while. It may be lost for
    /// other reasons: how many it takes until a match is deferred is decided where void matches are
    /// counted.
    pub(super) fn take_failed_alone(
        &mut self,
        now: Instant,
        workers: &Workers,
    ) -> Vec<FailedAlone> {
        let mut lost = Vec::new();
        for (name, batch) in self.batches.iter_mut().filter(|(_, batch)| batch.is_suspect) {
            let mut holders = batch.holders.keys();
            let is_held = holders.any(|key| workers.holds(key, &self.contest, name));
            batch.note_let_go(is_held, now);
            let silence = self.terms.silence;
            if batch.let_go.is_some_and(|at| now.saturating_duration_since(at) >= silence) {
                lost.push(name.clone());
            }
        }
        let mut failed = Vec::new();
        for batch in lost.iter().filter_map(|name| self.take_batch(name)).collect::<Vec<_>>() {
            let LeasedOut { class, works, holders, .. } = batch;
            let Some((key, name)) = holders.into_iter().next() else { continue };
            for number in works.into_keys() {
                self.suspects.entry(number).or_default().insert(key.clone());
                let (class, key, name) = (class.clone(), key.clone(), name.clone());
                failed.push(FailedAlone { number, class, key, name });
            }
        }
        failed
    }

    #[cfg(test)]
    pub(super) fn sizing_mut(&mut self, class: &str) -> &mut Sizing {
        self.sizing.entry(class.to_owned()).or_default()
    }

    /// How many matches are out.
    #[cfg(test)]
    pub(super) fn out(&self) -> usize {
        self.of.len()
    }

    /// How many batches are out for a class.
    #[cfg(test)]
    pub(super) fn out_of(&self, class: &str) -> usize {
        self.counts.get(class).copied().unwrap_or_default()
    }

    fn sizing_of(&self, class: &str) -> Sizing {
        self.sizing.get(class).copied().unwrap_or_default()
    }

    /// Removes a match from the batch in which it is out.
    fn take_out(&mut self, number: MatchNumber) -> Option<MatchJob> {
        let name = self.of.remove(&number)?;
        let batch = self.batches.get_mut(&name)?;
        let job = batch.works.remove(&number);
        if batch.works.is_empty() {
            self.take_batch(&name);
        }
        job
    }

    fn take_batch(&mut self, name: &str) -> Option<LeasedOut> {
        let batch = self.batches.remove(name)?;
        for number in batch.works.keys() {
            self.of.remove(number);
        }
        if let Some(count) = self.counts.get_mut(&batch.class) {
            *count -= 1;
        }
        Some(batch)
    }
}

impl LeasedOut {
    /// Records whether a worker reports that it has it.
    fn note_let_go(&mut self, is_held: bool, now: Instant) {
        let let_go = if is_held { None } else { self.let_go.or(Some(now)) };
        self.let_go = let_go.filter(|_| !self.holders.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        coordinator::trial::{coordination, work},
        message::Heartbeat,
    };

    /// One worker of each class, with one slot.
    fn workers(contest: &ContestJob, classes: &[&str], now: Instant) -> Workers {
        let mut workers = Workers::of(contest, now);
        for class in classes {
            workers.hear(Heartbeat::of(format!("of {class}"), ["one", class, "D"], 1), now);
        }
        workers.note_classes(now);
        workers
    }

    /// Sends out what there is room for, under these names.
    fn send(leases: &mut Leases, workers: &Workers, names: &[&str], now: Instant) {
        for name in names {
            let (class, works) = leases.next_out(workers, 1_000).expect("there is room");
            leases.sent((*name).to_owned(), &class, works, false, now);
        }
        assert!(leases.next_out(workers, 1_000).is_none());
    }

    fn numbers(works: &[MatchJob]) -> Vec<i64> {
        works.iter().map(|job| job.number.0).collect()
    }

    #[test]
    fn a_match_is_waiting_or_out_until_it_is_finished() {
        let (contest, now) = (coordination(0.0), Instant::now());
        let (mut leases, workers) = (Leases::of(&contest), workers(&contest, &["k"], now));
        (1..=3).for_each(|number| leases.push(work(number)));
        send(&mut leases, &workers, &["a", "b"], now);
        assert_eq!((leases.under_way(), leases.out()), (3, 2));
        assert!(leases.is_in(MatchNumber(1), "a") && !leases.is_in(MatchNumber(1), "b"));
        leases.put_back(MatchNumber(1), "b");
        assert_eq!(leases.out(), 2, "it is not in that batch");
        leases.put_back(MatchNumber(1), "a");
        assert!(!leases.has("a") && leases.work(MatchNumber(1)).is_some());
        assert_eq!(leases.first_waiting().map(|job| job.number), Some(MatchNumber(1)));
        // A result may arrive for a match that waits again.
        leases.finish(MatchNumber(1));
        assert!(!leases.end_void(MatchNumber(2), "a") && leases.end_void(MatchNumber(2), "b"));
        assert!(leases.work(MatchNumber(1)).is_none() && leases.work(MatchNumber(2)).is_none());
        assert_eq!(leases.under_way(), 1);
    }

    #[test]
    fn what_is_neither_leased_nor_waiting_twice_goes_out_again() {
        let (contest, now) = (coordination(0.0), Instant::now());
        let (mut leases, workers) = (Leases::of(&contest), workers(&contest, &["k"], now));
        (1..=2).for_each(|number| leases.push(work(number)));
        send(&mut leases, &workers, &["a", "b"], now);
        leases.note_holder("b", "key", "one", now);
        let (held, mut messages) = (["b".to_owned()].into(), Vec::new());
        for (waits, out) in [(false, 2), (true, 2), (false, 2), (false, 1)] {
            leases.look(now, &held, &mut |_| waits, &mut messages);
            assert_eq!(leases.out(), out);
        }
        assert_eq!(messages.len(), 1);
        assert_eq!(leases.lost_with(&[work(1)]), None, "no worker had it");
        // One that a worker had, and has no more for some leases, may be why it was lost.
        leases.look(now, &BTreeSet::new(), &mut |_| true, &mut messages);
        let later = now + LOST_AFTER_LEASES * contest.terms.lease;
        leases.look(later, &BTreeSet::new(), &mut |_| true, &mut messages);
        assert_eq!((leases.out(), leases.lost_with(&[work(2)])), (0, Some(Vec::new())));
        let (_, works) = leases.next_out(&workers, 1_000).unwrap();
        assert_eq!(numbers(&works), [2], "it goes out alone");
        leases.sent("c".to_owned(), "k", works, true, later);
        leases.note_holder("c", "key", "one", later);
        let silence = contest.terms.silence;
        assert!(leases.take_failed_alone(later, &workers).is_empty(), "its result may arrive");
        let failed = leases.take_failed_alone(later + silence, &workers);
        assert!(matches!(&failed[..], [FailedAlone { key, .. }] if key == "key"));
        assert_eq!(leases.lost_with(&[work(2)]), Some(vec!["key".to_owned()]));
    }

    #[test]
    fn what_a_class_does_not_take_goes_to_another_one() {
        let (contest, now) = (coordination(0.0), Instant::now());
        let (mut leases, workers) = (Leases::of(&contest), workers(&contest, &["k", "l"], now));
        leases.push(work(1));
        let (class, works) = leases.next_out(&workers, 1_000).unwrap();
        leases.sent("a".to_owned(), &class, works, false, now);
        let mut messages = Vec::new();
        let late = now + MIN_LEASES * contest.terms.lease;
        leases.put_overdue_back(late, &workers, &mut messages);
        assert_eq!(leases.out(), 0, "others are idle");
        let (other, _) = leases.next_out(&workers, 1_000).unwrap();
        assert_ne!(other, class);
    }
}
