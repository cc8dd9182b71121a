//! The coordinator's side: matches go out in batches, and results are accepted or rejected.
//!
//! A match that was given in comes back once, whatever happens to workers, messages and the server:
//! as played, or as void. What arrives for a match that is not out any more is reported separately,
//! and does not count.

mod outstanding;
mod replay_audit;
mod residuals;
mod results;
mod roster;
mod secret;
mod sending;
#[cfg(test)]
mod trial;

pub use replay_audit::TrustRecord;
pub(crate) use results::CLASS;
pub use results::ImplausibleMatch;
pub use secret::{ContestSecret, SecretError};

use crate::{
    AckKind, AckTicket, BundleParts, BusError, Queue, Signal, Terms, Transport,
    blob::BlobParts,
    layout,
    message::{
        ClassQueue, CoordinatorInfo, Heartbeat, PlayerSource, QueueReport, VERSION, WritePolicy,
        pack, unpack,
    },
    say,
    transport::unique_name,
};
use certamen_game::{
    DynGame, Void,
    job::{JobResult, MatchJob, MatchNumber, SubmissionId},
};
use certamen_i18n::Message;
use outstanding::{Outstanding, Overdue, PoisonSuspects};
use replay_audit::{AuditQueue, Compared};
use residuals::ResultDrift;
use roster::WorkerRegistry;
use sending::{BuildFailures, PendingMatches, Sizing};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, mpsc::Receiver},
    time::{Duration, Instant},
};

const RESULTS: usize = 64;
/// At most this many matches are queued or out at a time: a client may claim millions of slots.
const MOST_UNDER_WAY: usize = 200_000;
/// How long to wait for more results of an earlier run.
const EARLIER: Duration = Duration::from_millis(200);

#[derive(Debug)]
pub struct MatchReturn {
    pub number: MatchNumber,
    pub came: MatchOutcome,
    /// The key of the worker that had it, or of its user where there are several: a worker chooses
    /// its name itself.
    pub machine: String,
    /// How many workers or users could have been given it.
    pub of: usize,
}

#[derive(Debug)]
pub enum MatchOutcome {
    Played(Box<JobResult>),
    Void(Void),
    /// It was not expected any more: this is its record, as a worker reports it.
    Late(String),
}

#[derive(Clone)]
pub struct ContestJob {
    /// Known to its coordinator only.
    pub secret: ContestSecret,
    pub game: &'static dyn DynGame,
    pub weakest: String,
    pub policy: WritePolicy,
    pub bots: BTreeMap<SubmissionId, PlayerSource>,
    /// The bundles of those that are programs.
    pub bundles: Vec<BundleParts>,
    /// Bots that play alike on every worker.
    pub repeatable: BTreeSet<SubmissionId>,
    /// Bots declared deterministic, so that their first matches are compared.
    pub declared: BTreeSet<SubmissionId>,
    /// How much of what they play is played again elsewhere, from 0 to 1.
    pub audit: f64,
    pub suspended: BTreeSet<String>,
    pub level: u8,
    /// Whether all are to be played by workers of one class, and of which, if some were played
    /// before.
    pub class_binding: Option<ClassBinding>,
    pub terms: Terms,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClassBinding {
    /// The one with most slots when it begins.
    Largest,
    Class(String),
}

/// Hands out the matches of a contest to workers and accepts their results.
pub struct Coordinator {
    transport: Arc<dyn Transport>,
    contest: ContestJob,
    results: Queue,
    beats: Receiver<Signal>,
    /// Requests for the queue status.
    roll: Receiver<Signal>,
    /// The unique name of this coordinator.
    id: String,
    events: Receiver<Signal>,
    /// Other coordinators, and when they were first seen: a last message of one that is gone may
    /// come late.
    rivals: BTreeMap<String, Instant>,
    /// When the queue status was last reported.
    reported_at: Option<Instant>,
    roster: WorkerRegistry,
    sizing: BTreeMap<String, Sizing>,
    waiting: PendingMatches,
    out: Outstanding,
    build_failures: BuildFailures,
    /// When a worker of each class was last seen.
    seen: BTreeMap<String, Instant>,
    /// Results that are being stored, and their blobs, if they are large.
    unstored: Vec<(AckTicket, Option<BlobParts>)>,
    /// The blobs of large batches.
    large: BTreeMap<String, BlobParts>,
    /// When bundles were stored again, by their hashes.
    put_again: BTreeMap<String, Instant>,
    audit_queue: AuditQueue,
    compared: Compared,
    watch: ResultDrift,
    poison_suspects: PoisonSuspects,
    overdue: Overdue,
    trust_records: Vec<TrustRecord>,
    messages: Vec<Message>,
    began: Instant,
    looked: Instant,
    /// When silent workers were last removed.
    forgot: Instant,
    is_away: bool,
    /// Whether the server has lost what was stored there.
    is_forgotten: bool,
    /// Since when only audits are still open.
    all_played: Option<Instant>,
    reported_once: ReportedOnce,
}

/// Conditions that are reported once.
#[derive(Debug, Default)]
struct ReportedOnce {
    full: bool,
    too_little: bool,
    no_worker: bool,
}

impl Coordinator {
    /// Starts with no match of the contest out. What an earlier run handed out and no worker began
    /// is not played any more; results of the rest are accepted as any other result.
    pub fn begin(
        transport: Arc<dyn Transport>,
        contest: ContestJob,
    ) -> Result<Coordinator, BusError> {
        transport.prepare()?;
        let results = layout::result_queue(&contest.secret.contest, &contest.terms);
        transport.open(&results)?;
        for bundle in &contest.bundles {
            bundle.put(&*transport)?;
        }
        transport.purge(&layout::work_of(&contest.secret.contest))?;
        let id = unique_name(&*transport)?;
        let events = transport.subscribe(&layout::event(&contest.secret.contest))?;
        let beats = transport.subscribe(&layout::all_beats())?;
        let roll = transport.subscribe(layout::ROLL)?;
        transport.send(layout::ROLL, Vec::new())?;
        let now = transport.now();
        Ok(Coordinator {
            transport,
            results,
            beats,
            roll,
            id,
            events,
            rivals: BTreeMap::new(),
            reported_at: None,
            roster: WorkerRegistry::of(&contest.weakest, contest.suspended.clone()),
            sizing: BTreeMap::new(),
            waiting: PendingMatches::default(),
            out: Outstanding::default(),
            build_failures: BuildFailures::default(),
            seen: BTreeMap::new(),
            unstored: Vec::new(),
            large: BTreeMap::new(),
            put_again: BTreeMap::new(),
            audit_queue: AuditQueue::default(),
            compared: Compared::default(),
            watch: ResultDrift::default(),
            poison_suspects: PoisonSuspects::default(),
            overdue: Overdue::default(),
            trust_records: Vec::new(),
            messages: Vec::new(),
            began: now,
            looked: now,
            forgot: now,
            is_away: false,
            is_forgotten: false,
            all_played: None,
            reported_once: ReportedOnce::default(),
            contest,
        })
    }

    /// How many matches should be queued or out so that no worker waits; one if there is no worker.
    pub fn wanted(&self) -> usize {
        let terms = &self.contest.terms;
        let wanted = self.classes().map(|(class, slots)| {
            let sizing = self.sizing.get(class).copied().unwrap_or_default();
            terms.batches * slots * sizing.next(terms, u64::MAX, *slots)
        });
        wanted.sum::<usize>().clamp(1, MOST_UNDER_WAY)
    }

    pub fn give(&mut self, job: MatchJob) {
        self.waiting.push(job);
    }

    /// Some results of matches that an earlier run handed out, to be stored before there are more;
    /// `None` if that was all: `take_up` gives those that are still to be played.
    pub fn earlier<E: From<BusError>>(
        &mut self,
        take_up: &mut dyn FnMut(MatchNumber) -> Result<Option<MatchJob>, E>,
    ) -> Result<Option<Vec<MatchReturn>>, E> {
        let taken = self.transport.fetch(&self.results, RESULTS, EARLIER)?;
        if taken.is_empty() {
            return Ok(None);
        }
        let mut back = Vec::new();
        for delivery in taken {
            let Some(read) = self.whole(delivery, true)? else { continue };
            for number in self.numbers_of(&read) {
                if let Some(job) = take_up(number)? {
                    self.waiting.push(job);
                }
            }
            back.extend(self.accept_result(read));
        }
        Ok(Some(back))
    }

    /// How many matches are queued or out.
    pub fn under_way(&self) -> usize {
        self.waiting.len() + self.out.len()
    }

    /// Messages to report, once.
    pub fn take_messages(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.messages)
    }

    /// How many matches are played at a time, as far as known.
    pub fn slots(&self) -> usize {
        self.classes().map(|(_, slots)| slots).sum()
    }

    /// Sends as many batches out as there is room for, while `left` matches are to be played;
    /// `note` is called with each before.
    pub fn send<E: From<BusError>>(
        &mut self,
        left: u64,
        note: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        // All that can be played now is queued or out, more is left, and workers are idle.
        let (has, slots) = (self.under_way(), self.slots());
        if has > 0 && has < slots && left > has as u64 && !self.reported_once.too_little {
            self.reported_once.too_little = true;
            self.messages.push(say::fills(has, slots));
        }
        let was_empty = self.classes().next().is_none();
        self.listen();
        self.choose_class();
        self.report_no_worker();
        self.send_all_again()?;
        self.check_playable()?;
        let is_less = self.under_way() < self.wanted();
        // A worker has appeared that was not planned for: half a block would go out.
        if was_empty && is_less && self.classes().next().is_some() {
            return Ok(());
        }
        // The format may take long to give more: the end of a wave is spread.
        let left = if is_less { left.min(self.under_way() as u64) } else { left };
        while let Some((class, works)) = self.next_out(left) {
            if !self.send_batch(&class, works, note)? {
                break;
            }
        }
        self.send_again(note)
    }

    /// Results that have arrived, after waiting for at most `patience`. Those taken before are
    /// stored.
    pub fn take(&mut self, patience: Duration) -> Result<Vec<MatchReturn>, BusError> {
        self.listen();
        self.check_rivals()?;
        self.report_queues();
        self.look_now_and_then()?;
        // A server may have lost the queue only.
        let there = self.transport.open(&self.results);
        let taken = there.and_then(|()| self.transport.fetch(&self.results, RESULTS, patience));
        let Some(taken) = self.bear(taken)? else {
            self.transport.rest(patience);
            return Ok(Vec::new());
        };
        let mut back = self.poison_suspects.lost();
        for delivery in taken {
            let Some(read) = self.whole(delivery, false)? else { continue };
            back.extend(self.accept_result(read));
        }
        Ok(back)
    }

    /// Acknowledges all results taken so far, which the caller has stored.
    pub fn stored(&mut self) -> Result<(), BusError> {
        while let Some((ticket, parts)) = self.unstored.pop() {
            let settled = self.transport.settle(&ticket, AckKind::Done);
            // If the server did not get it, it is given out once more, and the result is not waited
            // for.
            if let Err(error) = self.bear(settled) {
                self.unstored.push((ticket, parts));
                return Err(error);
            }
            self.remove(parts);
        }
        Ok(())
    }

    /// Ends the contest: batches that no worker has begun are removed.
    pub fn end(&mut self) {
        // What cannot be removed now is removed when the contest goes on.
        let _ = self.transport.purge(&layout::work_of(&self.contest.secret.contest));
        self.send_report(Vec::new(), None);
        for parts in std::mem::take(&mut self.large).into_values() {
            self.remove(Some(parts));
        }
    }

    fn listen(&mut self) {
        let now = self.transport.now();
        while let Ok(signal) = self.beats.try_recv() {
            if let Some((heartbeat, user)) = Heartbeat::heard(&signal)
                && self.roster.is_of(&heartbeat.worker, &user)
            {
                self.note_holder(&heartbeat, now);
                self.pause_if_suspended(&heartbeat);
                self.roster.hear(heartbeat, now);
            }
        }
        let terms = &self.contest.terms;
        // There may be many, and they are asked for again and again.
        if now.saturating_duration_since(self.forgot) >= terms.silence / 20 {
            self.forgot = now;
            self.roster.forget(terms, now);
            self.look_at_suspects(now);
        }
    }
}

// Binds a contest to workers of one class, so that all its matches are comparable.

/// After this time all available workers have answered.
const ANSWER_TIME: Duration = Duration::from_millis(500);

impl Coordinator {
    /// The classes that may play, and how many matches are played at a time there.
    fn classes(&self) -> impl Iterator<Item = (&String, &usize)> {
        self.roster.slots().iter().filter(|(class, _)| match &self.contest.class_binding {
            None => true,
            Some(ClassBinding::Class(own)) => own == *class,
            Some(ClassBinding::Largest) => false,
        })
    }

    /// Keeps to the class with most slots from now on, if that is what is wanted.
    fn choose_class(&mut self) {
        let Some(class_binding) = &self.contest.class_binding else { return };
        if *class_binding == ClassBinding::Largest {
            // Wait until all available workers have answered.
            if self.transport.now().saturating_duration_since(self.began) < ANSWER_TIME {
                return;
            }
            let most = self.roster.slots().iter().max_by_key(|(_, slots)| **slots);
            let Some((class, _)) = most else { return };
            self.messages.push(say::keeps_to(class));
            self.contest.class_binding = Some(ClassBinding::Class(class.clone()));
        }
    }

    /// Reports once that work waits because no worker may play it, after all workers have had time
    /// to announce themselves.
    fn report_no_worker(&mut self) {
        let is_empty = self.classes().next().is_none();
        let age = self.transport.now().saturating_duration_since(self.began);
        if is_empty && !self.reported_once.no_worker {
            if self.waiting.len() == 0 || age < self.contest.terms.beat {
                return;
            }
            self.messages.push(match &self.contest.class_binding {
                Some(ClassBinding::Class(class)) => say::waits_for_class(class),
                Some(ClassBinding::Largest) | None => say::no_worker(&self.contest.weakest),
            });
        }
        self.reported_once.no_worker = is_empty;
    }
}

// What waits in a contest, reported to observers: now and then, and on a ping.

/// At most this many workers are named whose results differ, or that are suspended.
const MAX_NAMED: usize = 256;

impl Coordinator {
    /// Reports the queue status when it is due or requested.
    fn report_queues(&mut self) {
        let now = self.transport.now();
        let asked = self.roll.try_iter().count() > 0;
        let is_due = |last: Instant| now.saturating_duration_since(last) >= self.contest.terms.beat;
        // Without a server each request would wait.
        if self.is_away || !(asked || self.reported_at.is_none_or(is_due)) {
            return;
        }
        self.reported_at = Some(now);
        let classes = self.class_waits(now);
        self.send_report(classes, Some(self.holder()));
    }

    fn send_report(&self, classes: Vec<ClassQueue>, holder: Option<CoordinatorInfo>) {
        let waits = QueueReport {
            v: VERSION,
            contest: self.contest.secret.contest.clone(),
            level: self.contest.level,
            classes,
            residuals: self.watch.largest(MAX_NAMED),
            suspended: self.roster.suspended().take(MAX_NAMED).cloned().collect(),
            holder,
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

// Detects a second coordinator of a contest. One started in a copied folder, for example, would
// take its results away, and remove what it handed out.

/// If two began within this time, neither is known to be first.
const SAME_TIME: Duration = Duration::from_secs(1);

impl Coordinator {
    /// How this coordinator announces itself.
    fn holder(&self) -> CoordinatorInfo {
        let held = self.transport.now().saturating_duration_since(self.began);
        let held_ms = u64::try_from(held.as_millis()).unwrap_or(u64::MAX);
        CoordinatorInfo { id: self.id.clone(), held_ms }
    }

    /// Fails if another coordinator ran the contest before this one and still does: the later one
    /// is wrong. Clocks are not compared, only for how long each has run it.
    fn check_rivals(&mut self) -> Result<(), BusError> {
        let now = self.transport.now();
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
                    let _ = self.transport.send(layout::ROLL, Vec::new());
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_batches_sent_last_are_waiting() {
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
