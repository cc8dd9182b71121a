//! Matches that are played a second time on another worker, to compare them. Moves are compared,
//! never times, and the result of the replay does not count.

use super::{
    Coordinator,
    outstanding::OutstandingBatch,
    results::accept,
    sending::{Hint, Purpose},
};
use crate::{
    BusError, layout,
    message::{
        BatchResult, Heartbeat, VERSION, WorkerCommand, WorkerCommandKind, WorkerState, pack,
    },
    say,
};
use certamen_game::{
    Language, MatchRecord,
    job::{MatchJob, MatchNumber, SubmissionId, WorkerId},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Instant,
};

/// This many of a worker's first batches are replayed more often.
const FIRST: u64 = 100;
/// By this factor.
const MORE: f64 = 5.0;
/// What was neither waiting nor leased for this many lease times is sent once more.
const LEASES: u32 = 6;
/// How many lease times to wait for replays when all matches are played.
const LAST_PATIENCE: u32 = 2;
/// The maximum number of workers that are asked how the same matches went.
const MOST_ANSWERS: usize = 5;

/// An event about a worker, or about replayed matches, to be logged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrustRecord {
    /// Matches were replayed: which, by which worker, and the result.
    Audited(String),
    Suspended {
        machine: WorkerId,
        why: String,
    },
}

#[derive(Debug, Default)]
pub(crate) struct AuditQueue {
    open: Vec<ReplayAudit>,
    /// The names of the batches that are out for it.
    names: BTreeSet<String>,
    /// How many batches each worker submitted, by its key.
    batches: BTreeMap<String, u64>,
}

impl AuditQueue {
    /// The replay batches that are out, each with its class.
    pub(super) fn out(&self) -> impl Iterator<Item = (&str, &str)> {
        self.open.iter().filter_map(|again| Some((&*again.out.as_ref()?.0, &*again.class)))
    }

    /// Records which batches are known to exist `now`.
    pub(super) fn note_seen(&mut self, now: Instant, is_there: &mut dyn FnMut(&str, &str) -> bool) {
        for again in &mut self.open {
            if let Some((name, seen)) = &mut again.out
                && is_there(name, &again.class)
            {
                *seen = now;
            }
        }
    }

    pub(super) fn is_out(&self, batch: &str) -> bool {
        self.names.contains(batch)
    }

    /// The result of this batch is not waited for any more: other workers are asked.
    pub(super) fn release(&mut self, batch: &str) {
        if !self.names.remove(batch) {
            return;
        }
        for again in &mut self.open {
            again.out.take_if(|(name, _)| name == batch);
        }
    }
}

#[derive(Debug)]
struct ReplayAudit {
    class: String,
    works: Vec<MatchJob>,
    answers: Vec<WorkerAnswer>,
    /// The batch that is out for it, and when it was last known to be somewhere.
    out: Option<(String, Instant)>,
    not: Vec<String>,
}

/// The moves of some matches, as one worker reports them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WorkerAnswer {
    machine: WorkerId,
    user: String,
    moves: BTreeMap<MatchNumber, Option<blake3::Hash>>,
}

/// The consensus of some answers.
#[derive(Clone, PartialEq, Eq, Debug)]
enum AnswerConsensus {
    Alike,
    AskAnother,
    /// Others agree, and these do not.
    Alone(Vec<usize>),
    /// Three workers gave three answers: the bots play differently each time.
    Disagreement,
}

impl WorkerAnswer {
    /// An empty answer of this worker.
    pub(super) fn of(machine: &WorkerId, user: &str) -> WorkerAnswer {
        WorkerAnswer { machine: machine.clone(), user: user.to_owned(), moves: BTreeMap::new() }
    }

    pub(super) fn add(&mut self, number: MatchNumber, record: &MatchRecord) {
        self.moves.insert(number, moves(record));
    }

    pub(super) fn know(&mut self, number: MatchNumber, went: blake3::Hash) {
        self.moves.insert(number, Some(went));
    }

    /// The first match that went differently in another answer.
    fn differs(&self, other: &WorkerAnswer) -> Option<MatchNumber> {
        let differs = |(number, own): (&MatchNumber, &Option<blake3::Hash>)| {
            let theirs = other.moves.get(number)?.as_ref()?;
            (own.as_ref()? != theirs).then_some(*number)
        };
        self.moves.iter().find_map(differs)
    }
}

impl Coordinator {
    /// Whether a batch that this worker submits is replayed: a random draw that only the
    /// coordinator can predict.
    pub(super) fn draws_again(&mut self, result: &BatchResult, machine: &WorkerId) -> bool {
        let batches = self.audit_queue.batches.entry(machine.key.clone()).or_default();
        *batches += 1;
        let more = if *batches <= FIRST { MORE } else { 1.0 };
        let others = self.roster.others(&machine.class, &[&machine.key]);
        others > 0 && self.contest.secret.lot(&result.batch) < more * self.contest.audit
    }

    /// Whether all bots of a match play the same on every worker.
    pub(super) fn is_repeatable(&self, job: &MatchJob) -> bool {
        job.seats.iter().all(|id| self.contest.repeatable.contains(id))
    }

    /// Queues matches for replay.
    pub(super) fn play_again(&mut self, class: &str, works: Vec<MatchJob>, first: WorkerAnswer) {
        if !works.is_empty() {
            let class = class.to_owned();
            self.audit_queue.open.push(ReplayAudit {
                class,
                works,
                answers: vec![first],
                out: None,
                not: Vec::new(),
            });
        }
    }

    /// Whether it is worth waiting, now that all is played, for what is still to be compared: for a
    /// while.
    pub fn still_compares(&mut self) -> bool {
        let now = self.transport.now();
        let since = *self.all_played.get_or_insert(now);
        let patience = LAST_PATIENCE * self.contest.terms.lease;
        !self.audit_queue.open.is_empty() && now.saturating_duration_since(since) < patience
    }

    /// The events about workers to be logged, once.
    pub fn trust(&mut self) -> Vec<TrustRecord> {
        std::mem::take(&mut self.trust_records)
    }

    /// Sends out what is to be replayed, to workers that have not played it yet.
    pub(super) fn send_again<E: From<BusError>>(
        &mut self,
        note: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let (now, patience) = (self.transport.now(), LEASES * self.contest.terms.lease);
        for mut again in std::mem::take(&mut self.audit_queue.open) {
            let is_late = |since: Instant| now.saturating_duration_since(since) >= patience;
            if again.out.as_ref().is_some_and(|(_, since)| !is_late(*since)) {
                self.audit_queue.open.push(again);
                continue;
            }
            let keys = again.answers.iter().map(|answer| answer.machine.key.clone()).collect();
            let not = self.roster.past(&again.class, keys);
            if not.is_empty() || again.answers.len() >= MOST_ANSWERS {
                if let Some((late, _)) = &again.out {
                    self.audit_queue.names.remove(late);
                }
                self.leave_open(&again);
                continue;
            }
            again.not.clone_from(&not);
            let hint = Hint { purpose: Purpose::Replay, not };
            let sent = self.publish_batch(&again.class, &again.works, hint, note)?;
            if let Some((late, _)) = again.out.take() {
                self.audit_queue.names.remove(&late);
            }
            self.audit_queue.names.extend(sent.clone());
            again.out = sent.map(|name| (name, now));
            self.audit_queue.open.push(again);
        }
        Ok(())
    }

    /// Gives up: no worker is left to decide.
    fn leave_open(&mut self, again: &ReplayAudit) {
        if let [one, .., other] = &*again.answers {
            let names = format!("{} {}", one.machine.name, other.machine.name);
            self.trust_records
                .push(TrustRecord::Audited(format!("{} {names} undecided", numbers(again))));
            self.messages.push(say::undecided(&one.machine.name, &other.machine.name));
        }
    }

    /// Handles the result of a replay; returns whether the batch was one.
    pub(super) fn compare(&mut self, result: &BatchResult, machine: &WorkerId) -> bool {
        let is_it =
            |again: &ReplayAudit| again.out.as_ref().is_some_and(|(name, _)| *name == result.batch);
        if !self.audit_queue.is_out(&result.batch) {
            return false;
        }
        let Some(at) = self.audit_queue.open.iter().position(is_it) else { return false };
        self.audit_queue.names.remove(&result.batch);
        let mut again = self.audit_queue.open.swap_remove(at);
        again.out = None;
        let user = self.roster.user(&machine.key).to_owned();
        let is_same = again.answers.iter().any(|answer| answer.machine.key == machine.key);
        if is_same || again.not.contains(&user) {
            // No worker and no user confirms its own answer: others are asked once more.
            self.messages.push(say::answers_itself(&machine.name));
            self.audit_queue.open.push(again);
            return true;
        }
        let answer = self.answer_of(result, machine, &again.works);
        if !answer.moves.is_empty() {
            again.answers.push(answer);
        }
        match agreement(&again.answers) {
            AnswerConsensus::AskAnother => self.audit_queue.open.push(again),
            AnswerConsensus::Alike => self.audited(&again, "alike"),
            AnswerConsensus::Disagreement => self.audited(&again, "three ways"),
            AnswerConsensus::Alone(places) => {
                self.audited(&again, "different");
                let others = again.answers.iter().enumerate();
                let others = others.filter(|(at, _)| !places.contains(at)).map(|(_, other)| other);
                let others: Vec<&WorkerAnswer> = others.collect();
                for at in places {
                    let WorkerAnswer { machine, user, .. } = &again.answers[at];
                    let first = others.iter().find_map(|other| again.answers[at].differs(other));
                    let why = say::moves_differ(first.map_or(0, |number| number.0));
                    // If its user's other workers agree with the others, only this worker is
                    // broken.
                    let is_user = others.iter().all(|other| other.user != *user);
                    self.suspend(machine.clone(), &why.get(Language::En), is_user);
                }
            }
        }
        true
    }

    /// A worker's report of these matches, as far as it is plausible.
    fn answer_of(
        &mut self,
        result: &BatchResult,
        machine: &WorkerId,
        works: &[MatchJob],
    ) -> WorkerAnswer {
        let mut answer = WorkerAnswer::of(machine, self.roster.user(&machine.key));
        for claim in &result.played {
            let Some(job) = works.iter().find(|job| job.number.0 == claim.n) else { continue };
            let (game, weakest) = (self.contest.game, &self.contest.weakest);
            match accept(game, job, claim, machine, weakest) {
                Ok(played) => answer.add(job.number, &played.record),
                Err(error) => self.messages.push(say::not_believed(&machine.name, error)),
            }
        }
        answer
    }

    fn audited(&mut self, again: &ReplayAudit, how: &str) {
        let names: Vec<&str> =
            again.answers.iter().map(|answer| answer.machine.name.as_str()).collect();
        let line = format!("{} {} {how}", numbers(again), names.join(" "));
        self.trust_records.push(TrustRecord::Audited(line));
    }

    /// Suspends a worker: it is told to pause, and what it submits is rejected. If its user is
    /// suspended, so are the user's other workers.
    pub(super) fn suspend(&mut self, machine: WorkerId, why: &str, is_user: bool) {
        let user = self.roster.user(&machine.key).to_owned();
        let is_new = self.roster.suspend(&machine.key);
        if is_new {
            self.command_pause(&machine.key);
            self.messages.push(say::suspended(&machine.name, why));
            self.trust_records
                .push(TrustRecord::Suspended { machine: machine.clone(), why: why.to_owned() });
        }
        if is_user && user != machine.key && self.roster.suspend(&user) {
            let machine = WorkerId { key: user, name: user_of(&machine.name), ..machine };
            self.messages.push(say::user_suspended(&machine.name));
            self.trust_records.push(TrustRecord::Suspended { machine, why: why.to_owned() });
        }
        self.reassign_all_of_suspended();
    }
}

/// The name of a worker's user in messages: users have no name of their own.
fn user_of(name: &str) -> String {
    format!("user-of-{name}")
}

fn numbers(again: &ReplayAudit) -> String {
    let numbers: Vec<i64> = again.works.iter().map(|job| job.number.0).collect();
    super::sending::ranges(&numbers)
}

/// The moves of a match; `None` if there was a fault, which may depend on the clock.
pub(super) fn moves(record: &MatchRecord) -> Option<blake3::Hash> {
    let mut hasher = blake3::Hasher::new();
    for entry in record.turns.iter().flat_map(|turn| &turn.moves) {
        if entry.fault.is_some() {
            return None;
        }
        let bytes = serde_json::to_vec(&(entry.seat, &entry.action)).expect("moves are plain data");
        hasher.update(&bytes);
    }
    Some(hasher.finalize())
}

/// The consensus of the answers. Each user has one vote, or each worker where all are of one user.
fn agreement(answers: &[WorkerAnswer]) -> AnswerConsensus {
    let mut opinions: Vec<Vec<usize>> = Vec::new();
    for (at, answer) in answers.iter().enumerate() {
        let agrees = |opinion: &&mut Vec<usize>| {
            opinion.iter().all(|other| answers[*other].differs(answer).is_none())
        };
        let mut fitting = opinions.iter_mut().filter(agrees);
        match (fitting.next(), fitting.next()) {
            (Some(_), Some(_)) => return AnswerConsensus::Disagreement,
            (Some(opinion), None) => opinion.push(at),
            (None, _) => opinions.push(vec![at]),
        }
    }
    let users: BTreeSet<&str> = answers.iter().map(|answer| &*answer.user).collect();
    let votes = |opinion: &[usize]| match users.len() {
        1 => opinion.len(),
        _ => opinion.iter().map(|at| &*answers[*at].user).collect::<BTreeSet<_>>().len(),
    };
    match &*opinions {
        [all] if all.len() > 1 => AnswerConsensus::Alike,
        [_] | [] => AnswerConsensus::AskAnother,
        [one, other] => match (votes(one), votes(other)) {
            (ones, others) if others > 1 && others > ones => AnswerConsensus::Alone(one.clone()),
            (ones, others) if ones > 1 && ones > others => AnswerConsensus::Alone(other.clone()),
            _ => AnswerConsensus::AskAnother,
        },
        _ => AnswerConsensus::Disagreement,
    }
}

// Matches of bots that are declared deterministic. The first two on each order of seats are
// compared where they are stored. If two workers report a difference, a third is asked, so that a
// worker that is alone is found.
//
// Nothing is declared here.

/// At most this many differences are checked with other workers: with a game of chance results
/// always differ.
const MAX_DIFFERENCES: u32 = 64;

/// The first matches on each order of seats, as far as they came back to this coordinator.
#[derive(Default)]
pub(super) struct Compared {
    /// The first match; `None` once it was compared with the second.
    first: BTreeMap<Vec<SubmissionId>, Option<FirstPlayed>>,
    asked: u32,
}

/// The first match on an order of seats.
struct FirstPlayed {
    job: MatchJob,
    went: blake3::Hash,
    by: WorkerId,
}

impl Coordinator {
    pub(super) fn is_declared(&self, job: &MatchJob) -> bool {
        job.seats.iter().all(|id| self.contest.declared.contains(id))
    }

    /// Records a match that is back. If it differs from the first one on another worker, further
    /// workers replay both.
    pub(super) fn note_compared(
        &mut self,
        job: MatchJob,
        record: &MatchRecord,
        machine: &WorkerId,
    ) {
        let Some(went) = moves(record) else { return };
        let by = machine.clone();
        let second = FirstPlayed { job, went, by };
        let Some(first) = self.compared.first.get_mut(&second.job.seats) else {
            self.compared.first.insert(second.job.seats.clone(), Some(second));
            return;
        };
        let Some(first) = first.take() else { return };
        let is_alike = first.went == second.went || first.by.key == second.by.key;
        if is_alike || self.compared.asked >= MAX_DIFFERENCES {
            return;
        }
        self.compared.asked += 1;
        for FirstPlayed { job, went, by } in [first, second] {
            let mut answer = WorkerAnswer::of(&by, self.roster.user(&by.key));
            answer.know(job.number, went);
            self.play_again(&by.class, vec![job], answer);
        }
    }
}

// Suspended workers: they are told to pause whenever they report that they work, and their batches
// are not waited for.

impl Coordinator {
    /// Handles a heartbeat of a suspended worker. It may have restarted since it was told to pause,
    /// and so may the coordinator.
    pub(super) fn pause_if_suspended(&mut self, heartbeat: &Heartbeat) {
        if !self.roster.is_suspended(&heartbeat.worker) {
            return;
        }
        if heartbeat.state == WorkerState::Works {
            self.command_pause(&heartbeat.worker);
        }
        let contest = &self.contest.secret.contest;
        let ours = heartbeat.holds.iter().filter(|(of, _)| of == contest);
        let names: Vec<&String> = ours.map(|(_, batch)| batch).collect();
        for name in names {
            self.reassign_if_suspended(name);
        }
    }

    /// Commands a worker to take no more batches.
    pub(super) fn command_pause(&self, key: &str) {
        let order = WorkerCommand { v: VERSION, what: WorkerCommandKind::Rest };
        // If this is lost, it is sent again as long as there is a reason.
        let _ = self.transport.send(&layout::order(key), pack(&order));
    }

    pub(super) fn reassign_all_of_suspended(&mut self) {
        let is_suspended = |key: &String| self.roster.is_suspended(key);
        let held = self.out.batches().filter(|(_, batch)| batch.holders.keys().any(is_suspended));
        let names: Vec<String> = held.map(|(name, _)| name.clone()).collect();
        for name in names {
            self.reassign_if_suspended(&name);
        }
    }

    /// A batch that only suspended workers have leased goes out again.
    fn reassign_if_suspended(&mut self, name: &str) {
        // Replays are sent to other workers.
        self.audit_queue.release(name);
        let contest = &self.contest.secret.contest;
        let is_held = self
            .out
            .holders(name)
            .any(|key| !self.roster.is_suspended(key) && self.roster.holds(key, contest, name));
        if is_held {
            return;
        }
        let batch = self.out.take_back(name);
        self.waiting.put_back(batch.into_iter().flat_map(OutstandingBatch::into_works).collect());
        self.forget_parts(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(moves: &[(i64, Option<&str>)]) -> WorkerAnswer {
        let machine = WorkerId { key: String::new(), name: String::new(), class: String::new() };
        let user = String::new();
        let hash = |text: &str| blake3::hash(text.as_bytes());
        let moves = moves.iter().map(|(number, text)| (MatchNumber(*number), text.map(hash)));
        WorkerAnswer { machine, user, moves: moves.collect() }
    }

    #[test]
    fn the_worker_that_differs_from_the_others_is_found() {
        let [a, b, c] = ["a", "b", "c"].map(|text| answer(&[(1, Some("same")), (2, Some(text))]));
        let late = answer(&[(1, Some("same")), (2, None)]);
        let check = |answers: &[&WorkerAnswer], expected| {
            let answers: Vec<WorkerAnswer> = answers.iter().map(|own| (*own).clone()).collect();
            assert_eq!(agreement(&answers), expected);
        };
        check(&[&a], AnswerConsensus::AskAnother);
        check(&[&a, &a], AnswerConsensus::Alike);
        check(&[&a, &late], AnswerConsensus::Alike);
        check(&[&a, &b], AnswerConsensus::AskAnother);
        check(&[&a, &b, &a], AnswerConsensus::Alone(vec![1]));
        check(&[&a, &b, &b], AnswerConsensus::Alone(vec![0]));
        check(&[&a, &b, &c], AnswerConsensus::Disagreement);
        check(&[&a, &b, &late], AnswerConsensus::Disagreement);
        assert_eq!(a.differs(&b), Some(MatchNumber(2)));
        // Two workers of one user have one vote next to another user's.
        let of = |answer: &WorkerAnswer, user: &str| WorkerAnswer {
            user: user.to_owned(),
            ..answer.clone()
        };
        let [honest, lie, more] = [of(&a, "H"), of(&b, "L"), of(&b, "L")];
        check(&[&honest, &lie, &more], AnswerConsensus::AskAnother);
        check(&[&honest, &lie, &more, &of(&a, "T")], AnswerConsensus::Alone(vec![1, 2]));
        // A broken worker is found by another one of its user.
        check(&[&lie, &honest, &of(&a, "L")], AnswerConsensus::Alone(vec![0]));
    }
}
