//! Which workers are believed: matches that are played a second time on another worker, first
//! matches of deterministic bots that are compared, and results that differ in their statistics.
//!
//! Moves are compared, never times, and the result of a replay does not count. What is decided here
//! is a `Verdict`; the coordinator carries it out.

use super::{batching::ranges, drift::ResultDrift, plausible::accept, workers::Workers};
use crate::ContestJob;
use crate::{message::BatchResult, say};
use certamen_game::{
    Language, MatchRecord,
    job::{MatchJob, MatchNumber, SubmissionId, WorkerId},
};
use certamen_i18n::Message;
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
/// At most this many differences are checked with other workers: with a game of chance results
/// always differ.
const MAX_DIFFERENCES: u32 = 64;
/// After this many implausible records a worker is suspended.
const MAX_REJECTED: u32 = 32;

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

/// A reason to suspend a worker, and its user with all other workers, if it is the user's fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Verdict {
    pub(super) machine: WorkerId,
    pub(super) why: String,
    pub(super) is_user: bool,
}

#[derive(Default)]
pub(super) struct Trust {
    replays: Vec<ReplayedMatches>,
    /// The names of the batches that are out for them.
    names: BTreeSet<String>,
    /// How many batches each worker submitted, by its key.
    batches: BTreeMap<String, u64>,
    /// The first match on each order of seats, as far as it came back to this coordinator; `None`
    /// once it was compared with the second.
    first: BTreeMap<Vec<SubmissionId>, Option<FirstPlayed>>,
    /// How many differences between first matches are checked.
    differences: u32,
    drift: ResultDrift,
    /// How many records of each worker were rejected, by its key.
    rejected: BTreeMap<String, u32>,
    records: Vec<TrustRecord>,
    /// Since when only replays are still open.
    all_played: Option<Instant>,
}

/// Matches that are played again, and how they went so far.
#[derive(Debug)]
struct ReplayedMatches {
    class: String,
    works: Vec<MatchJob>,
    answers: Vec<WorkerAnswer>,
    /// The batch that is out for it, and when it was last known to be somewhere.
    out: Option<(String, Instant)>,
    not: Vec<String>,
}

/// A replay that is to be sent to workers that have not played it yet.
pub(super) struct DueReplay {
    /// Its place, for `replay_sent`.
    pub(super) place: usize,
    pub(super) class: String,
    pub(super) works: Vec<MatchJob>,
    pub(super) not: Vec<String>,
}

/// The moves of some matches, as one worker reports them.
#[derive(Clone, PartialEq, Eq, Debug)]
struct WorkerAnswer {
    machine: WorkerId,
    user: String,
    moves: BTreeMap<MatchNumber, Option<blake3::Hash>>,
}

/// The first match on an order of seats.
struct FirstPlayed {
    job: MatchJob,
    went: blake3::Hash,
    by: WorkerId,
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

impl Trust {
    /// The events about workers to be logged, once.
    pub(super) fn take_records(&mut self) -> Vec<TrustRecord> {
        std::mem::take(&mut self.records)
    }

    /// Whether it is worth waiting, now that all is played, for what is still to be compared: for a
    /// while.
    pub(super) fn still_compares(&mut self, contest: &ContestJob, now: Instant) -> bool {
        let since = *self.all_played.get_or_insert(now);
        let patience = LAST_PATIENCE * contest.terms.lease;
        !self.replays.is_empty() && now.saturating_duration_since(since) < patience
    }

    /// Records that a worker, or its user, was suspended.
    pub(super) fn note_suspended(&mut self, machine: WorkerId, why: String) {
        self.records.push(TrustRecord::Suspended { machine, why });
    }

    /// Whether a batch that this worker submits is replayed: a random draw that only the
    /// coordinator can predict.
    pub(super) fn draws_replay(
        &mut self,
        contest: &ContestJob,
        result: &BatchResult,
        machine: &WorkerId,
        workers: &Workers,
    ) -> bool {
        let batches = self.batches.entry(machine.key.clone()).or_default();
        *batches += 1;
        let more = if *batches <= FIRST { MORE } else { 1.0 };
        let others = workers.others(&machine.class, &[&machine.key]);
        others > 0 && contest.secret.lot(&result.batch) < more * contest.audit
    }

    /// Whether how a match went is to be compared with others: the batch it is of `is_drawn`, or its
    /// bots are declared deterministic.
    pub(super) fn is_compared(&self, contest: &ContestJob, job: &MatchJob, is_drawn: bool) -> bool {
        is_drawn && are_all_in(job, &contest.repeatable)
            || are_all_in(job, &contest.declared)
                && !matches!(self.first.get(&job.seats), Some(None))
    }

    /// Records matches of one batch that were accepted. If the batch `is_drawn`, those whose bots
    /// play alike everywhere are replayed.
    pub(super) fn note_played(
        &mut self,
        contest: &ContestJob,
        played: Vec<(MatchJob, MatchRecord)>,
        is_drawn: bool,
        machine: &WorkerId,
        workers: &Workers,
    ) {
        let (mut works, mut answer) = (Vec::new(), WorkerAnswer::of(machine, workers));
        for (job, record) in &played {
            if is_drawn && are_all_in(job, &contest.repeatable) {
                works.push(job.clone());
                answer.moves.insert(job.number, moves(record));
            }
        }
        self.queue_replay(works, answer);
        for (job, record) in played {
            if are_all_in(&job, &contest.declared) {
                self.note_compared(job, &record, machine, workers);
            }
        }
    }

    fn queue_replay(&mut self, works: Vec<MatchJob>, first: WorkerAnswer) {
        if !works.is_empty() {
            let class = first.machine.class.clone();
            let (answers, out, not) = (vec![first], None, Vec::new());
            self.replays.push(ReplayedMatches { class, works, answers, out, not });
        }
    }

    /// The replays that are to be sent now. Those for which no worker is left to decide are given
    /// up.
    pub(super) fn replays_due(
        &mut self,
        contest: &ContestJob,
        now: Instant,
        workers: &Workers,
        messages: &mut Vec<Message>,
    ) -> Vec<DueReplay> {
        let patience = LEASES * contest.terms.lease;
        let mut due = Vec::new();
        for mut replay in std::mem::take(&mut self.replays) {
            let is_late = |since: Instant| now.saturating_duration_since(since) >= patience;
            if replay.out.as_ref().is_some_and(|(_, since)| !is_late(*since)) {
                self.replays.push(replay);
                continue;
            }
            let keys = replay.answers.iter().map(|answer| answer.machine.key.clone()).collect();
            replay.not = workers.past(&replay.class, keys);
            if !replay.not.is_empty() && replay.answers.len() < MOST_ANSWERS {
                let (class, works) = (replay.class.clone(), replay.works.clone());
                let (place, not) = (self.replays.len(), replay.not.clone());
                due.push(DueReplay { place, class, works, not });
                self.replays.push(replay);
                continue;
            }
            if let Some((late, _)) = &replay.out {
                self.names.remove(late);
            }
            if let [one, .., other] = &*replay.answers {
                let names = [&*one.machine.name, &other.machine.name];
                self.records.push(replay.record(&names, "undecided"));
                messages.push(say::undecided(&one.machine.name, &other.machine.name));
            }
        }
        due
    }

    /// Records under which name the replay at this place was sent; it has none if the server did not
    /// confirm it.
    pub(super) fn replay_sent(&mut self, place: usize, name: Option<String>, now: Instant) {
        let replay = &mut self.replays[place];
        if let Some((late, _)) = replay.out.take() {
            self.names.remove(&late);
        }
        self.names.extend(name.clone());
        replay.out = name.map(|name| (name, now));
    }

    /// The classes of the replay batches that are out among these.
    pub(super) fn out_among<'a>(
        &'a self,
        names: &'a BTreeSet<String>,
    ) -> impl Iterator<Item = &'a str> {
        self.replays.iter().filter_map(|replay| {
            let (name, _) = replay.out.as_ref()?;
            names.contains(name).then_some(&*replay.class)
        })
    }

    /// Records which replay batches are known to exist `now`, by name and class.
    pub(super) fn note_seen(&mut self, now: Instant, is_there: &mut dyn FnMut(&str, &str) -> bool) {
        for replay in &mut self.replays {
            if let Some((name, seen)) = &mut replay.out
                && is_there(name, &replay.class)
            {
                *seen = now;
            }
        }
    }

    /// Whether this batch is a replay that is out.
    pub(super) fn is_out(&self, batch: &str) -> bool {
        self.names.contains(batch)
    }

    /// The result of this batch is not waited for any more: other workers are asked.
    pub(super) fn release(&mut self, batch: &str) {
        if self.names.remove(batch) {
            for replay in &mut self.replays {
                replay.out.take_if(|(name, _)| name == batch);
            }
        }
    }

    /// Handles the result of a replay; returns who is to be suspended for it, and `None` if the
    /// batch was none.
    pub(super) fn compare(
        &mut self,
        contest: &ContestJob,
        result: &BatchResult,
        machine: &WorkerId,
        workers: &Workers,
        messages: &mut Vec<Message>,
    ) -> Option<Vec<Verdict>> {
        if !self.is_out(&result.batch) {
            return None;
        }
        let is_it = |replay: &ReplayedMatches| {
            replay.out.as_ref().is_some_and(|(name, _)| *name == result.batch)
        };
        let at = self.replays.iter().position(is_it)?;
        self.names.remove(&result.batch);
        let mut replay = self.replays.swap_remove(at);
        replay.out = None;
        let is_same = replay.answers.iter().any(|answer| answer.machine.key == machine.key);
        if is_same || replay.not.iter().any(|key| key == workers.user(&machine.key)) {
            // No worker and no user confirms its own answer: others are asked once more.
            messages.push(say::answers_itself(&machine.name));
            self.replays.push(replay);
            return Some(Vec::new());
        }
        let mut answer = WorkerAnswer::of(machine, workers);
        for claim in &result.played {
            let works = &replay.works;
            let Some(job) = works.iter().find(|job| job.number.0 == claim.n) else { continue };
            match accept(contest, job, claim, machine) {
                Ok(played) => drop(answer.moves.insert(job.number, moves(&played.record))),
                Err(error) => messages.push(say::not_believed(&machine.name, error)),
            }
        }
        if !answer.moves.is_empty() {
            replay.answers.push(answer);
        }
        let how = match agreement(&replay.answers) {
            AnswerConsensus::AskAnother => {
                self.replays.push(replay);
                return Some(Vec::new());
            }
            AnswerConsensus::Alike => "alike",
            AnswerConsensus::Disagreement => "three ways",
            AnswerConsensus::Alone(places) => {
                self.records.push(replay.audited("different"));
                return Some(replay.verdicts(&places));
            }
        };
        self.records.push(replay.audited(how));
        Some(Vec::new())
    }

    /// Records a match of bots that are declared deterministic. The first two on each order of
    /// seats are compared where they are stored; nothing is declared here. If two workers report a
    /// difference, further workers replay both, so that a worker that is alone is found.
    fn note_compared(
        &mut self,
        job: MatchJob,
        record: &MatchRecord,
        machine: &WorkerId,
        workers: &Workers,
    ) {
        let Some(went) = moves(record) else { return };
        let second = FirstPlayed { job, went, by: machine.clone() };
        let Some(first) = self.first.get_mut(&second.job.seats) else {
            self.first.insert(second.job.seats.clone(), Some(second));
            return;
        };
        let Some(first) = first.take() else { return };
        let is_alike = first.went == second.went || first.by.key == second.by.key;
        if is_alike || self.differences >= MAX_DIFFERENCES {
            return;
        }
        self.differences += 1;
        for FirstPlayed { job, went, by } in [first, second] {
            let mut answer = WorkerAnswer::of(&by, workers);
            answer.moves.insert(job.number, Some(went));
            self.queue_replay(vec![job], answer);
        }
    }

    /// Counts an implausible record against the worker that submitted it; whether it has submitted
    /// too many.
    pub(super) fn note_rejected(&mut self, key: &str) -> bool {
        let rejected = self.rejected.entry(key.to_owned()).or_default();
        *rejected += 1;
        *rejected >= MAX_REJECTED
    }

    /// Records how a match of a worker ended.
    pub(super) fn note_result(
        &mut self,
        job: &MatchJob,
        record: &MatchRecord,
        machine: &WorkerId,
        workers: &Workers,
    ) {
        self.drift.add(job, record, machine, workers.user(&machine.key));
    }

    /// Records a match that was played before this coordinator began.
    pub(super) fn remember(
        &mut self,
        machine: &WorkerId,
        seats: &[SubmissionId],
        scores: &[f64],
        is_late: bool,
        workers: &Workers,
    ) {
        self.drift.remember(machine, workers.user(&machine.key), seats, scores, is_late);
    }

    /// Compares the results of each worker with those of the others; returns who is to be
    /// suspended.
    pub(super) fn judge(&mut self, workers: &Workers, messages: &mut Vec<Message>) -> Vec<Verdict> {
        self.drift.judge(workers, messages)
    }

    /// The keys of workers that are to pause, because they have timeouts that others do not have.
    pub(super) fn pause_slow(
        &mut self,
        workers: &Workers,
        messages: &mut Vec<Message>,
    ) -> Vec<String> {
        let mut keys = Vec::new();
        for (machine, message) in self.drift.take_slow(workers) {
            self.records.push(TrustRecord::Audited(message.get(Language::En)));
            messages.push(message);
            keys.push(machine.key);
        }
        keys
    }

    /// By how many standard deviations the results of workers differ, by their keys: at most `most`
    /// of the largest.
    pub(super) fn deviations(&self, most: usize) -> BTreeMap<String, f64> {
        self.drift.largest(most)
    }
}

impl ReplayedMatches {
    fn audited(&self, how: &str) -> TrustRecord {
        let names = self.answers.iter().map(|answer| answer.machine.name.as_str());
        self.record(&names.collect::<Vec<_>>(), how)
    }

    fn record(&self, names: &[&str], how: &str) -> TrustRecord {
        let numbers: Vec<i64> = self.works.iter().map(|job| job.number.0).collect();
        TrustRecord::Audited(format!("{} {} {how}", ranges(&numbers), names.join(" ")))
    }

    /// The workers whose answers are alone are to be suspended.
    fn verdicts(&self, alone: &[usize]) -> Vec<Verdict> {
        let others = self.answers.iter().enumerate().filter(|(at, _)| !alone.contains(at));
        let others: Vec<&WorkerAnswer> = others.map(|(_, other)| other).collect();
        let verdict = |own: &WorkerAnswer| {
            let first = others.iter().find_map(|other| own.differs(other));
            let why = say::moves_differ(first.map_or(0, |number| number.0)).get(Language::En);
            // If its user's other workers agree with the others, only this worker is broken.
            let is_user = others.iter().all(|other| other.user != own.user);
            Verdict { machine: own.machine.clone(), why, is_user }
        };
        alone.iter().map(|at| verdict(&self.answers[*at])).collect()
    }
}

impl WorkerAnswer {
    /// An empty answer of this worker.
    fn of(machine: &WorkerId, workers: &Workers) -> WorkerAnswer {
        let user = workers.user(&machine.key).to_owned();
        WorkerAnswer { machine: machine.clone(), user, moves: BTreeMap::new() }
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

fn are_all_in(job: &MatchJob, bots: &BTreeSet<SubmissionId>) -> bool {
    job.seats.iter().all(|id| bots.contains(id))
}

/// The moves of a match; `None` if there was a fault, which may depend on the clock.
fn moves(record: &MatchRecord) -> Option<blake3::Hash> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinator::{drift::Since, trial::coordination};

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

    // Workers with timeouts: why and how often they are told to pause.

    const SEATS: [SubmissionId; 2] = [SubmissionId(1), SubmissionId(2)];

    fn worker(name: &str) -> WorkerId {
        WorkerId { key: name.to_owned(), name: name.to_owned(), class: "k".to_owned() }
    }

    /// The workers that are to pause after one played matches: of these the first bot won some, and
    /// some had timeouts.
    fn slow_after(
        trust: &mut Trust,
        name: &str,
        [all, won, late]: [u32; 3],
        since: Since,
    ) -> Vec<String> {
        let workers = Workers::of(&coordination(0.0), Instant::now());
        for number in 0..all {
            let scores = if number < won { [1.0, 0.0] } else { [0.0, 1.0] };
            let (machine, is_late) = (worker(name), number < late);
            match since {
                Since::Earlier => trust.remember(&machine, &SEATS, &scores, is_late, &workers),
                Since::Now => trust.drift.note(&SEATS, &scores, is_late, &machine, name, since),
            }
        }
        let messages = &mut Vec::new();
        assert_eq!(trust.judge(&workers, messages), []);
        trust.pause_slow(&workers, messages)
    }

    #[test]
    fn a_worker_is_paused_for_recent_timeouts_only() {
        let (mut trust, none) = (Trust::default(), [""; 0]);
        let trust = &mut trust;
        assert_eq!(slow_after(trust, "other", [100, 50, 0], Since::Earlier), none);
        let slow = slow_after(trust, "one", [30, 15, 9], Since::Earlier);
        assert_eq!(slow, none, "it may be well again");
        assert_eq!(slow_after(trust, "one", [30, 15, 9], Since::Now), ["one"]);
        let said = format!("{:?}", trust.take_records());
        assert!(said.contains("timeouts in 9 of 30 matches"), "{said}");
        assert_eq!(slow_after(trust, "one", [20, 10, 9], Since::Now), none, "it was told");
        let slow = slow_after(trust, "one", [10, 5, 0], Since::Now);
        assert_eq!(slow, ["one"], "it was resumed, and is as slow");
    }

    #[test]
    fn a_slow_worker_with_differing_results_is_paused() {
        let mut trust = Trust::default();
        slow_after(&mut trust, "two", [100, 80, 0], Since::Now);
        slow_after(&mut trust, "three", [100, 80, 0], Since::Now);
        slow_after(&mut trust, "one", [30, 15, 0], Since::Now);
        assert!(trust.deviations(1).contains_key("one"), "its results differ");
        assert_eq!(slow_after(&mut trust, "one", [30, 15, 18], Since::Now), ["one"]);
    }
}
