//! The coordinator's side: matches go out in batches, and results are accepted or rejected.
//!
//! A match that was given in comes back once, whatever happens to workers, messages and the server:
//! as played, or as void. What arrives for a match that is not out any more is reported separately,
//! and does not count.
//!
//! The coordinator has four parts, each with its own state: `Leases` (what is out, and goes out
//! again), `Trust` (which workers are believed), `Workers` (which are there, and what they can) and
//! `WorkerAnnouncements` (what lies on the server). It wires them, and none of them knows another's state.

mod announcements;
mod batching;
mod drift;
mod leases;
mod plausible;
mod secret;
#[cfg(test)]
pub(crate) mod trial;
mod trust;
mod workers;

pub(crate) use announcements::WorkerAnnouncements;
pub(crate) use plausible::CLASS;
pub use plausible::ImplausibleMatch;
pub use secret::{ContestSecret, SecretError};
pub use trust::TrustRecord;

use crate::{
    BusError, ContestJob, Delivery, Signal, Transport, blob, layout,
    message::{
        Batch, BatchResult, BlobRef, ClassQueue, CoordinatorInfo, Heartbeat, QueueReport,
        RejectedResult, SignedResult, VoidMatch, WorkerState, WritePolicy,
    },
    say,
};
use announcements::{Presence, class_queue};
use batching::{kept, ranges};
use certamen_game::{
    Language, Void, escaped,
    job::{JobResult, MatchJob, MatchNumber, SubmissionId, WorkerId},
};
use certamen_i18n::{Localize, Message};
use leases::{FailedAlone, Leases};
use plausible::accept;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, mpsc::Receiver},
    time::{Duration, Instant},
};
use trust::{DueReplay, Trust, Verdict};
use workers::Workers;

/// How long to wait for more results of an earlier run.
const EARLIER: Duration = Duration::from_millis(200);
/// Workers do not unpack larger folders.
const MOST_CARRIED: usize = 46 << 20;
/// The maximum size, compressed, of a record and the standard error of one match, where bots keep
/// no files.
const MOST_PLAIN: usize = 8 << 20;
/// At most this many characters of a worker's name are reported.
const MAX_NAME_CHARS: usize = 64;
/// At most this many workers are named in a message whose results differ, or that are suspended.
const MAX_NAMED: usize = 256;

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

/// Hands out the matches of a contest to workers and accepts their results.
pub struct Coordinator {
    contest: ContestJob,
    leases: Leases,
    trust: Trust,
    workers: Workers,
    announcements: WorkerAnnouncements,
    presence: Presence,
    heartbeats: Receiver<Signal>,
    /// Matches that became void because their workers were lost.
    lost: Vec<MatchReturn>,
    messages: Vec<Message>,
    /// Whether it was reported that the contest cannot use all slots.
    is_shortage_reported: bool,
}

/// Why a batch is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Results,
    /// To compare the moves with earlier answers.
    Replay,
    /// One match during which workers were lost.
    SuspectAlone,
}

impl Coordinator {
    /// Starts with no match of the contest out. What an earlier run handed out and no worker began
    /// is not played any more; results of the rest are accepted as any other result.
    pub fn begin(
        transport: Arc<dyn Transport>,
        contest: ContestJob,
    ) -> Result<Coordinator, BusError> {
        let ContestJob { secret, level, terms, bundles, .. } = &contest;
        let announcements =
            WorkerAnnouncements::begin(transport, secret.clone(), *level, *terms, bundles.clone())?;
        let presence = Presence::begin(&announcements)?;
        let heartbeats = announcements.transport().subscribe(&layout::all_heartbeats())?;
        announcements.transport().send(layout::ROLL, Vec::new())?;
        Ok(Coordinator {
            leases: Leases::of(&contest),
            trust: Trust::default(),
            workers: Workers::of(&contest, announcements.now()),
            contest,
            announcements,
            presence,
            heartbeats,
            lost: Vec::new(),
            messages: Vec::new(),
            is_shortage_reported: false,
        })
    }

    /// How many matches should be queued or out so that no worker waits; one if there is no worker.
    pub fn wanted(&self) -> usize {
        self.leases.wanted(&self.workers)
    }

    pub fn give(&mut self, job: MatchJob) {
        self.leases.push(job);
    }

    /// Some results of matches that an earlier run handed out, to be stored before there are more;
    /// `None` if that was all: `take_up` gives those that are still to be played.
    pub fn earlier<E: From<BusError>>(
        &mut self,
        take_up: &mut dyn FnMut(MatchNumber) -> Result<Option<MatchJob>, E>,
    ) -> Result<Option<Vec<MatchReturn>>, E> {
        let taken = self.announcements.results(EARLIER)?;
        if taken.is_empty() {
            return Ok(None);
        }
        let mut back = Vec::new();
        for delivery in taken {
            let Some(read) = self.whole(delivery, true)? else { continue };
            for number in self.numbers_of(&read) {
                if let Some(job) = take_up(number)? {
                    self.leases.push(job);
                }
            }
            back.extend(self.accept_result(read));
        }
        Ok(Some(back))
    }

    /// How many matches are queued or out.
    pub fn under_way(&self) -> usize {
        self.leases.under_way()
    }

    /// Messages to report, once.
    pub fn take_messages(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.messages)
    }

    /// How many matches are played at a time, as far as known.
    pub fn slots(&self) -> usize {
        self.workers.slots()
    }

    /// Records a match that was played before this coordinator began, and is stored: its bots by
    /// seat and its scores.
    pub fn remember(
        &mut self,
        machine: &WorkerId,
        seats: &[SubmissionId],
        scores: &[f64],
        is_late: bool,
    ) {
        self.trust.remember(machine, seats, scores, is_late, &self.workers);
    }

    /// Compares the results of each worker with those of the others. Where coordinators end sooner
    /// than they do this by themselves, this is when what was recorded is judged.
    pub fn judge(&mut self) {
        for verdict in self.trust.judge(&self.workers, &mut self.messages) {
            self.suspend(verdict);
        }
        for key in self.trust.pause_slow(&self.workers, &mut self.messages) {
            self.announcements.order_pause(&key);
        }
    }

    /// Whether it is worth waiting, now that all is played, for what is still to be compared: for a
    /// while.
    pub fn still_compares(&mut self) -> bool {
        self.trust.still_compares(&self.contest, self.announcements.now())
    }

    /// The events about workers to be logged, once.
    pub fn trust(&mut self) -> Vec<TrustRecord> {
        self.trust.take_records()
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
        if has > 0 && has < slots && left > has as u64 && !self.is_shortage_reported {
            self.is_shortage_reported = true;
            self.messages.push(say::fills(has, slots));
        }
        let was_empty = self.workers.classes().next().is_none();
        self.listen();
        let (now, waits) = (self.announcements.now(), self.leases.first_waiting().is_some());
        self.messages.extend(self.workers.choose_class(now));
        self.messages.extend(self.workers.report_absence(now, waits));
        if self.announcements.restore(&mut self.messages)? {
            self.leases.put_all_back();
        }
        self.check_playable(now)?;
        let is_less = self.under_way() < self.wanted();
        // A worker has appeared that was not planned for: half a block would go out.
        if was_empty && is_less && self.workers.classes().next().is_some() {
            return Ok(());
        }
        // The format may take long to give more: the end of a wave is spread.
        let left = if is_less { left.min(self.under_way() as u64) } else { left };
        while let Some((class, works)) = self.leases.next_out(&self.workers, left) {
            if !self.send_batch(&class, works, note)? {
                break;
            }
        }
        self.send_replays(note)
    }

    /// Fails if no worker that is or recently was available can play what waits.
    fn check_playable(&mut self, now: Instant) -> Result<(), BusError> {
        for class in self.workers.note_classes(now) {
            // Others play what waits for it: workers that come back would play it for nothing.
            self.announcements.purge_class(&class);
        }
        self.leases.first_waiting().map_or(Ok(()), |job| self.workers.check_playable(job))
    }

    /// Sends a batch; returns whether the server confirmed it.
    fn send_batch<E: From<BusError>>(
        &mut self,
        class: &str,
        works: Vec<MatchJob>,
        note: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<bool, E> {
        let (purpose, not) = match self.leases.lost_with(&works) {
            // Where all there are were lost with it, one of them tries it again.
            Some(lost) => (Purpose::SuspectAlone, self.workers.past(class, lost)),
            None => (Purpose::Results, self.workers.unable_to_play(class, &works)),
        };
        // If the server does not confirm it, it may or may not have arrived: it goes out once more.
        let Some(name) = self.publish_batch(class, &works, purpose, not, note)? else {
            return Ok(false);
        };
        let is_suspect = purpose == Purpose::SuspectAlone;
        self.leases.sent(name, class, works, is_suspect, self.announcements.now());
        Ok(true)
    }

    /// Sends out what is to be replayed, to workers that have not played it yet.
    fn send_replays<E: From<BusError>>(
        &mut self,
        note: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let now = self.announcements.now();
        let due = self.trust.replays_due(&self.contest, now, &self.workers, &mut self.messages);
        for replay in due {
            let DueReplay { place, class, works, not } = replay;
            let name = self.publish_batch(&class, &works, Purpose::Replay, not, note)?;
            self.trust.replay_sent(place, name, now);
        }
        Ok(())
    }

    /// Publishes a batch for workers of a class, but not for those with the keys `not`; returns its
    /// name, if the server confirms it.
    fn publish_batch<E: From<BusError>>(
        &mut self,
        class: &str,
        works: &[MatchJob],
        purpose: Purpose,
        mut not: Vec<String>,
        note: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<Option<String>, E> {
        if let Some(job) = works.iter().find(|job| kept(job) > MOST_CARRIED) {
            return Err(BusError::Heavy { number: job.number, bytes: kept(job) }.into());
        }
        let name = self.announcements.new_name()?;
        let Some(mut batch) = Batch::of(name, class, works, &self.contest) else {
            return Ok(None);
        };
        batch.suspect = purpose == Purpose::SuspectAlone;
        not.extend(self.workers.past(class, self.leases.past_holders(works)));
        // A suspended worker would only be rejected, and be given it again before other workers.
        not.extend(self.workers.suspended_in(class).take(MAX_NAMED));
        self.announcements.seal(&mut batch, &not);
        let how = match purpose {
            Purpose::Results => "",
            Purpose::Replay => " again",
            Purpose::SuspectAlone => " alone",
        };
        note(&format!("{} {class} {}{how}", batch.batch, ranges(&batch.numbers())))?;
        let sent = self.announcements.publish(&batch);
        Ok(self.announcements.bear(sent, &mut self.messages)?.map(|()| batch.batch))
    }

    /// Results that have arrived, after waiting for at most `patience`. Those taken before are
    /// stored.
    pub fn take(&mut self, patience: Duration) -> Result<Vec<MatchReturn>, BusError> {
        self.listen();
        self.presence.check_rivals(&self.announcements)?;
        if self.presence.takes_report(&self.announcements) {
            let now = self.announcements.now();
            self.announcements.report(self.report(now));
        }
        self.look_now_and_then()?;
        let taken = self.announcements.reopened_results(patience);
        let Some(taken) = self.announcements.bear(taken, &mut self.messages)? else {
            self.announcements.transport().rest(patience);
            return Ok(Vec::new());
        };
        let mut back = std::mem::take(&mut self.lost);
        for delivery in taken {
            let Some(read) = self.whole(delivery, false)? else { continue };
            back.extend(self.accept_result(read));
        }
        Ok(back)
    }

    /// Acknowledges all results taken so far, which the caller has stored.
    pub fn stored(&mut self) -> Result<(), BusError> {
        self.announcements.stored(&mut self.messages)
    }

    /// Ends the contest: batches that no worker has begun are removed.
    pub fn end(&mut self) {
        let last = self.report_of(Vec::new(), None);
        self.announcements.end(last);
    }

    /// What is reported to observers: what waits, and which workers are not believed.
    fn report(&self, now: Instant) -> QueueReport {
        let queues = self.leases.sent_by_class().into_iter().filter_map(|(class, sent)| {
            let waiting = self.announcements.queue_length(&class)?;
            Some(class_queue(class, waiting, sent, now))
        });
        self.report_of(queues.collect(), Some(self.presence.holder(now)))
    }

    fn report_of(&self, classes: Vec<ClassQueue>, holder: Option<CoordinatorInfo>) -> QueueReport {
        let residuals = self.trust.deviations(MAX_NAMED);
        let suspended = self.workers.suspended().take(MAX_NAMED).cloned().collect();
        QueueReport { classes, residuals, suspended, holder, ..QueueReport::default() }
    }

    /// Reads the heartbeats of workers.
    fn listen(&mut self) {
        let now = self.announcements.now();
        while let Ok(signal) = self.heartbeats.try_recv() {
            if let Some((heartbeat, user)) = Heartbeat::heard(&signal)
                && self.workers.is_of(&heartbeat.worker, &user)
            {
                self.note_heartbeat(&heartbeat, now);
                self.workers.hear(heartbeat, now);
            }
        }
        if self.workers.forget_silent(now) {
            for failed in self.leases.take_failed_alone(now, &self.workers) {
                let FailedAlone { number, class, key, name } = failed;
                let name = escaped(&name);
                let void = Void::Ours(say::failed_on(&name, say::fell_silent()));
                let machine = WorkerId { key, name, class };
                let back = self.back(number, MatchOutcome::Void(void), &machine);
                self.lost.push(back);
            }
        }
    }

    /// Records what a worker has, and commands it to pause if it is suspended: it may have
    /// restarted since it was told to, and so may the coordinator.
    fn note_heartbeat(&mut self, heartbeat: &Heartbeat, now: Instant) {
        let is_suspended = self.workers.is_suspended(&heartbeat.worker);
        let own = |(contest, _): &&(String, String)| *contest == self.contest.secret.contest;
        let batches = heartbeat.holds.iter().filter(own).map(|(_, batch)| batch.clone());
        let batches: Vec<String> = batches.collect();
        for batch in &batches {
            self.leases.note_holder(batch, &heartbeat.worker, &heartbeat.name, now);
        }
        if is_suspended {
            if heartbeat.state == WorkerState::Works {
                self.announcements.order_pause(&heartbeat.worker);
            }
            for batch in &batches {
                self.reassign_if_suspended(batch);
            }
        }
    }

    /// Compares what is out with what is leased and what waits, now and then: what is neither is
    /// lost and goes out again.
    fn look_now_and_then(&mut self) -> Result<(), BusError> {
        let now = self.announcements.now();
        if !self.announcements.is_look_due(now) {
            return Ok(());
        }
        self.judge();
        if !self.announcements.begin_look(now, &mut self.messages)? {
            return Ok(());
        }
        let held = self.workers.held(&self.contest.secret.contest);
        let held: BTreeSet<String> = held.into_iter().map(str::to_owned).collect();
        let mut held_by_class: BTreeMap<String, usize> = BTreeMap::new();
        for class in self.leases.out_among(&held).chain(self.trust.out_among(&held)) {
            *held_by_class.entry(class.to_owned()).or_default() += 1;
        }
        let mut queued: BTreeMap<String, bool> = BTreeMap::new();
        let announcements = &self.announcements;
        let mut waits_for = |class: &str| {
            *queued.entry(class.to_owned()).or_insert_with(|| {
                let held = held_by_class.get(class).copied().unwrap_or_default();
                announcements.has_waiting(class, held)
            })
        };
        // A match takes as long as it takes, the second time, too.
        self.trust.note_seen(now, &mut |name, class| held.contains(name) || waits_for(class));
        self.leases.look(now, &held, &mut waits_for, &mut self.messages);
        self.leases.put_overdue_back(now, &self.workers, &mut self.messages);
        Ok(())
    }

    /// Suspends a worker: it is told to pause, and what it submits is rejected. If its user is
    /// suspended, so are the user's other workers.
    fn suspend(&mut self, verdict: Verdict) {
        let Verdict { machine, why, is_user } = verdict;
        let user = self.workers.user(&machine.key).to_owned();
        if self.workers.suspend(&machine.key) {
            self.announcements.order_pause(&machine.key);
            self.messages.push(say::suspended(&machine.name, &why));
            self.trust.note_suspended(machine.clone(), why.clone());
        }
        if is_user && user != machine.key && self.workers.suspend(&user) {
            // Users have no name of their own.
            let name = format!("user-of-{}", machine.name);
            self.messages.push(say::user_suspended(&name));
            self.trust.note_suspended(WorkerId { key: user, name, ..machine }, why);
        }
        for batch in self.leases.with_suspended(&self.workers) {
            self.reassign_if_suspended(&batch);
        }
    }

    /// A batch that only suspended workers have leased goes out again.
    fn reassign_if_suspended(&mut self, batch: &str) {
        // Replays are sent to other workers.
        self.trust.release(batch);
        if !self.leases.is_held(batch, &self.workers) {
            self.leases.put_batch_back(batch);
            self.announcements.forget_parts(batch);
        }
    }

    /// A complete result, to be settled when it is stored; `None` if the server does not answer.
    /// `is_earlier` says that an earlier run handed its batch out.
    fn whole(
        &mut self,
        delivery: Delivery,
        is_earlier: bool,
    ) -> Result<Option<Result<SignedResult, RejectedResult>>, BusError> {
        let Delivery { ticket, subject, bytes, .. } = delivery;
        let mut read = SignedResult::read(&subject, &bytes);
        let mut parts = None;
        if let Ok(small) = &read
            && let Some(lies) = small.result.lies.clone()
        {
            parts = Some(blob::parts_of(Some(&small.user), &lies));
            if self.is_wanted(small, is_earlier) {
                match self.fetch_large(small, &lies) {
                    Ok(large) => read = Ok(large),
                    Err(BusError::Gone) => {
                        let SignedResult { worker, result, .. } = small;
                        for number in result.numbers.iter().copied().map(MatchNumber) {
                            if self.leases.is_in(number, &result.batch) {
                                self.trust.note_rejected(worker);
                                self.leases.put_back_from(number, worker);
                            }
                        }
                    }
                    // The server gives the message out again.
                    Err(error) => return self.announcements.bear(Err(error), &mut self.messages),
                }
            }
        }
        self.announcements.note_unstored(ticket, parts);
        Ok(Some(read))
    }

    /// Whether a result is worth fetching: one that is not waited for is not.
    fn is_wanted(&mut self, small: &SignedResult, is_earlier: bool) -> bool {
        let SignedResult { worker, user, result } = small;
        let is_out = self.leases.has(&result.batch) || self.trust.is_out(&result.batch);
        (is_earlier || is_out)
            && self.is_ours(result)
            && self.workers.is_of(worker, user)
            && !self.workers.is_suspended(worker)
    }

    /// A result that does not fit into one message, which is of one match: not longer than one can
    /// be.
    fn fetch_large(&self, small: &SignedResult, lies: &BlobRef) -> Result<SignedResult, BusError> {
        let is_kept = self.contest.policy == WritePolicy::Kept;
        let most = if is_kept { blob::MOST } else { MOST_PLAIN };
        self.announcements.fetch_large(small, lies, most)
    }

    fn is_ours(&self, result: &BatchResult) -> bool {
        let BatchResult { contest, batch, class, numbers, token, .. } = result;
        let secret = &self.contest.secret;
        *contest == secret.contest && secret.has_handed_out(token, batch, class, numbers)
    }

    /// The matches of which a result contains a record, if we handed them out.
    fn numbers_of(&self, read: &Result<SignedResult, RejectedResult>) -> Vec<MatchNumber> {
        let Ok(SignedResult { result, .. }) = read else { return Vec::new() };
        if !self.is_ours(result) {
            return Vec::new();
        }
        let played = result.played.iter().map(|played| played.n);
        played.filter(|number| result.numbers.contains(number)).map(MatchNumber).collect()
    }

    /// Checks a result, and returns the matches that are accepted.
    fn accept_result(&mut self, read: Result<SignedResult, RejectedResult>) -> Vec<MatchReturn> {
        let SignedResult { worker, user, result } = match read {
            Ok(signed) => signed,
            Err(error) => {
                self.messages.push(error.message());
                return Vec::new();
            }
        };
        let name: String = escaped(&result.name).chars().take(MAX_NAME_CHARS).collect();
        if !self.is_ours(&result) || !self.workers.is_of(&worker, &user) {
            self.messages.push(say::foreign_token(name));
            return Vec::new();
        }
        let _batch = tracing::info_span!("batch", id = result.batch, worker = name).entered();
        tracing::debug!(played = result.played.len(), void = result.void.len(), "a result arrived");
        let machine = WorkerId { key: worker, name, class: result.class.clone() };
        let back = self.process_result(&result, &machine);
        if !self.leases.has(&result.batch) {
            self.announcements.forget_parts(&result.batch);
        }
        back
    }

    fn process_result(&mut self, result: &BatchResult, machine: &WorkerId) -> Vec<MatchReturn> {
        if self.workers.is_suspended(&machine.key) {
            // Its matches go out again.
            self.messages.push(say::refused_result(&machine.name));
            self.trust.release(&result.batch);
            self.put_back(&result.numbers, &result.batch);
            return Vec::new();
        }
        let (trust, messages) = (&mut self.trust, &mut self.messages);
        let compared = trust.compare(&self.contest, result, machine, &self.workers, messages);
        if let Some(verdicts) = compared {
            for verdict in verdicts {
                self.suspend(verdict);
            }
            return Vec::new();
        }
        let took = result.played.iter().map(|played| played.us).fold(0, u64::saturating_add);
        let (took, now) = (Duration::from_micros(took), self.announcements.now());
        self.leases.learn(&result.batch, &machine.class, took, result.played.len(), now);
        let mut back = self.played(result, machine);
        back.extend(result.void.iter().filter_map(|void| self.void(result, machine, void)));
        self.note_unable(result, machine);
        self.announcements.put_again(&result.gone);
        // What the worker did not begin.
        self.put_back(&result.left, &result.batch);
        back
    }

    fn played(&mut self, result: &BatchResult, machine: &WorkerId) -> Vec<MatchReturn> {
        let is_drawn = self.trust.draws_replay(&self.contest, result, machine, &self.workers);
        let (mut back, mut compared, mut is_misbehaving) = (Vec::new(), Vec::new(), false);
        let mut open: BTreeSet<i64> = result.numbers.iter().copied().collect();
        for claim in &result.played {
            let number = MatchNumber(claim.n);
            // Each once: whatever arrives for one that is over is logged.
            if !open.remove(&claim.n) {
                self.messages.push(say::foreign_number(&machine.name, claim.n));
                continue;
            }
            let Some(job) = self.leases.work(number) else {
                back.push(self.back(number, MatchOutcome::Late(claim.record.clone()), machine));
                continue;
            };
            match accept(&self.contest, job, claim, machine) {
                Ok(played) => {
                    self.workers.note_able(&machine.class, &job.seats);
                    self.trust.note_result(job, &played.record, machine, &self.workers);
                    if self.trust.is_compared(&self.contest, job, is_drawn) {
                        compared.push((job.clone(), played.record.clone()));
                    }
                    self.leases.finish(number);
                    back.push(self.back(number, MatchOutcome::Played(Box::new(played)), machine));
                }
                Err(error) => {
                    if let Some(void) = error.void() {
                        let void = Void::Ours(say::failed_here(void.message()));
                        if self.leases.end_void(number, &result.batch) {
                            back.push(self.back(number, MatchOutcome::Void(void), machine));
                        }
                        continue;
                    }
                    self.messages.push(say::not_believed(&machine.name, error.message()));
                    is_misbehaving |= self.trust.note_rejected(&machine.key);
                    self.leases.put_back_from(number, &machine.key);
                }
            }
        }
        if is_misbehaving {
            let why = say::cannot_be_true().get(Language::En);
            self.suspend(Verdict { machine: machine.clone(), why, is_user: true });
        }
        self.trust.note_played(&self.contest, compared, is_drawn, machine, &self.workers);
        back
    }

    fn void(
        &mut self,
        result: &BatchResult,
        machine: &WorkerId,
        void: &VoidMatch,
    ) -> Option<MatchReturn> {
        let number = MatchNumber(void.n);
        if !self.leases.end_void(number, &result.batch) {
            return None;
        }
        let why: String = void.why.chars().take(200).collect();
        let why = escaped(&why);
        tracing::warn!(number = void.n, reason = %why, "a match is void");
        let why = Void::Ours(say::failed_on(&machine.name, why));
        Some(self.back(number, MatchOutcome::Void(why), machine))
    }

    /// Records bots of a batch that a worker cannot build; it knows nothing of others.
    fn note_unable(&mut self, result: &BatchResult, machine: &WorkerId) {
        for (id, why) in result.unable.iter().map(|(id, why)| (SubmissionId(*id), why)) {
            let numbers = result.numbers.iter().copied().map(MatchNumber);
            let mut works = numbers.filter_map(|number| self.leases.work(number));
            if works.any(|job| job.seats.contains(&id)) {
                self.workers.note_unable(&result.class, &machine.key, id, why);
            }
        }
    }

    /// Matches of this batch go out again before anything else, in their order.
    fn put_back(&mut self, numbers: &[i64], batch: &str) {
        for number in numbers.iter().rev() {
            self.leases.put_back(MatchNumber(*number), batch);
        }
    }

    fn back(&self, number: MatchNumber, came: MatchOutcome, machine: &WorkerId) -> MatchReturn {
        let of = self.workers.voters(&machine.class).max(1);
        MatchReturn { number, came, machine: self.workers.voter(&machine.class, &machine.key), of }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        BundleParts, BusError, ContestJob, Coordinator, Transport,
        coordinator::trial::coordination,
        identity::PrivateKey,
        layout,
        message::{BatchResult, Signer, VERSION, pack},
        nats::{
            Nats,
            real_server::{RealServer, terms},
        },
    };
    use std::{sync::Arc, time::Duration};

    fn begun(nats: &Arc<Nats>, bundle: &BundleParts) -> Coordinator {
        let bundles = vec![bundle.clone()];
        let contest = ContestJob { bundles, terms: terms(), ..coordination(0.0) };
        Coordinator::begin(Arc::clone(nats) as Arc<dyn Transport>, contest).unwrap()
    }

    fn hears(dispatch: &mut Coordinator, nats: &Nats, user: &str, said: Vec<u8>) {
        let contest = dispatch.contest.secret.contest.clone();
        nats.publish(&layout::result(&contest, user), "said", said).unwrap();
        dispatch.take(Duration::from_secs(20)).unwrap();
        dispatch.stored().unwrap();
    }

    #[test]
    fn a_result_that_refers_to_a_bundle_does_not_remove_it() {
        let server = RealServer::start();
        let nats = Arc::new(server.client());
        let bundle = BundleParts::of(b"{}".to_vec());
        let mut dispatch = begun(&nats, &bundle);
        let part = layout::bundle_part(&bundle.id, 0);
        assert_eq!(nats.part(&part).unwrap(), b"{}");
        let said = serde_json::json!({
            "v": VERSION, "elsewhere": bundle.id, "parts": 1, "bytes": 2, "key": "0".repeat(64),
        });
        hears(&mut dispatch, &nats, "UA", pack(&said));
        assert_eq!(nats.part(&part).unwrap(), b"{}");
    }

    #[test]
    fn a_missing_bundle_is_stored_again() {
        let server = RealServer::start();
        let nats = Arc::new(server.client());
        let bundle = BundleParts::of(b"{}".to_vec());
        let mut dispatch = begun(&nats, &bundle);
        let part = layout::bundle_part(&bundle.id, 0);
        nats.remove_parts(&part).unwrap();
        assert!(matches!(nats.part(&part), Err(BusError::Gone)));
        let secret = dispatch.contest.secret.clone();
        let own = Signer::from(PrivateKey::draw());
        let said = BatchResult {
            v: VERSION,
            contest: secret.contest.clone(),
            batch: "b".to_owned(),
            class: "k".to_owned(),
            numbers: vec![1],
            token: secret.token("b", "k", &[1]),
            name: "lab".to_owned(),
            left: vec![1],
            gone: vec![bundle.id],
            ..BatchResult::default()
        };
        hears(&mut dispatch, &nats, own.user(), said.signed(&own));
        assert_eq!(nats.part(&part).unwrap(), b"{}");
    }
}
