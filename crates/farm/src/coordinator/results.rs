//! Unpacks and checks the results that workers submit.

use super::{Coordinator, MatchOutcome, MatchReturn, replay_audit::WorkerAnswer};
use crate::{
    BusError, Delivery,
    blob::{self, BlobParts},
    layout,
    message::{
        BatchResult, BlobRef, PlayedMatch, RejectedResult, SignedResult, VoidMatch, WritePolicy,
    },
    say,
};
use certamen_game::{
    DynGame, Language, Map, MatchRecord, Table, Void,
    job::{JobResult, MatchJob, MatchNumber, WorkerId},
    record::{RecordError, Seal},
    replay::{Difference, ReplayError, compare, replay},
};
use certamen_i18n::Localize;
use data_encoding::BASE64;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    time::{Duration, SystemTime},
};

/// At most this many characters of a worker's name are reported.
const MAX_NAME_CHARS: usize = 64;

impl Coordinator {
    /// Checks a result, and returns the matches that are accepted.
    pub(super) fn accept_result(
        &mut self,
        read: Result<SignedResult, RejectedResult>,
    ) -> Vec<MatchReturn> {
        let SignedResult { worker, user, result } = match read {
            Ok(signed) => signed,
            Err(error) => {
                self.messages.push(error.message());
                return Vec::new();
            }
        };
        let name: String =
            certamen_game::escaped(&result.name).chars().take(MAX_NAME_CHARS).collect();
        if !self.is_ours(&result) || !self.roster.is_of(&worker, &user) {
            self.messages.push(say::foreign_token(name));
            return Vec::new();
        }
        let _batch = tracing::info_span!("batch", id = result.batch, worker = name).entered();
        tracing::debug!(played = result.played.len(), void = result.void.len(), "a result arrived");
        let machine = WorkerId { key: worker, name, class: result.class.clone() };
        let back = self.process_result(&result, &machine);
        if !self.out.has(&result.batch) {
            self.forget_parts(&result.batch);
        }
        back
    }

    fn process_result(&mut self, result: &BatchResult, machine: &WorkerId) -> Vec<MatchReturn> {
        if self.roster.is_suspended(&machine.key) {
            self.refuse(result, machine);
            return Vec::new();
        }
        if self.compare(result, machine) {
            return Vec::new();
        }
        let took = result.played.iter().map(|played| played.us).fold(0, u64::saturating_add);
        if let Some(took) = self.at_most(&result.batch, Duration::from_micros(took)) {
            let sizing = self.sizing.entry(machine.class.clone()).or_default();
            sizing.learn(took, result.played.len());
        }
        let mut back = self.played(result, machine);
        back.extend(result.void.iter().filter_map(|void| self.void(result, machine, void)));
        self.note_unable(&result.class, &result.numbers, &machine.key, &result.unable);
        self.put_again(&result.gone);
        // What the worker did not begin.
        for number in result.left.iter().rev() {
            self.put_back(MatchNumber(*number), &result.batch);
        }
        back
    }

    fn played(&mut self, result: &BatchResult, machine: &WorkerId) -> Vec<MatchReturn> {
        let mut back = Vec::new();
        let is_drawn = self.draws_again(result, machine);
        let mut again = Vec::new();
        let mut answer = WorkerAnswer::of(machine, self.roster.user(&machine.key));
        let (mut compared, mut is_misbehaving) = (Vec::new(), false);
        let mut open: BTreeSet<i64> = result.numbers.iter().copied().collect();
        for claim in &result.played {
            let number = MatchNumber(claim.n);
            // Each once: whatever arrives for one that is over is logged.
            if !open.remove(&claim.n) {
                self.messages.push(say::foreign_number(&machine.name, claim.n));
                continue;
            }
            let found = self.out.work(number).or_else(|| self.waiting.get(number));
            let Some(job) = found else {
                back.push(self.back(number, MatchOutcome::Late(claim.record.clone()), machine));
                continue;
            };
            let accepted = accept(self.contest.game, job, claim, machine, &self.contest.weakest);
            match accepted {
                Ok(played) => {
                    self.build_failures.forget(&machine.class, &job.seats);
                    self.watch.add(job, &played.record, machine, self.roster.user(&machine.key));
                    compared.extend(
                        self.is_declared(job).then(|| (job.clone(), played.record.clone())),
                    );
                    if is_drawn && self.is_repeatable(job) {
                        again.push(job.clone());
                        answer.add(number, &played.record);
                    }
                    // The first result counts, even if another worker has the match now.
                    self.out.remove(number);
                    self.waiting.remove(number);
                    self.poison_suspects.forget(number);
                    self.overdue.forget(number);
                    back.push(self.back(number, MatchOutcome::Played(Box::new(played)), machine));
                }
                Err(error) => {
                    self.messages.push(say::not_believed(&machine.name, error.message()));
                    is_misbehaving |= self.note_refused(number, &machine.key);
                }
            }
        }
        if is_misbehaving {
            self.suspend(machine.clone(), &say::cannot_be_true().get(Language::En), true);
        }
        self.play_again(&machine.class, again, answer);
        for (job, record) in compared {
            self.note_compared(job, &record, machine);
        }
        back
    }

    /// Rejects a result of a suspended worker: its matches go out again.
    fn refuse(&mut self, result: &BatchResult, machine: &WorkerId) {
        self.messages.push(say::refused_result(&machine.name));
        self.audit_queue.release(&result.batch);
        for number in result.numbers.iter().rev().map(|number| MatchNumber(*number)) {
            self.put_back(number, &result.batch);
        }
    }

    fn void(
        &mut self,
        result: &BatchResult,
        machine: &WorkerId,
        void: &VoidMatch,
    ) -> Option<MatchReturn> {
        let number = MatchNumber(void.n);
        if !self.out.is_in(number, &result.batch) {
            return None;
        }
        self.out.remove(number)?;
        let why: String = void.why.chars().take(200).collect();
        let why = Void::Ours(say::failed_on(&machine.name, certamen_game::escaped(&why)));
        Some(self.back(number, MatchOutcome::Void(why), machine))
    }

    /// A match of this batch goes out again before anything else.
    fn put_back(&mut self, number: MatchNumber, batch: &str) {
        if self.out.is_in(number, batch)
            && let Some(job) = self.out.remove(number)
        {
            self.waiting.put_back(vec![job]);
        }
    }

    /// The matches of which a result contains a record, if we handed them out.
    pub(super) fn numbers_of(
        &self,
        read: &Result<SignedResult, RejectedResult>,
    ) -> Vec<MatchNumber> {
        let Ok(SignedResult { result, .. }) = read else { return Vec::new() };
        if !self.is_ours(result) {
            return Vec::new();
        }
        let played = result.played.iter().map(|played| played.n);
        played.filter(|number| result.numbers.contains(number)).map(MatchNumber).collect()
    }

    pub(super) fn is_ours(&self, result: &BatchResult) -> bool {
        let BatchResult { contest, batch, class, numbers, token, .. } = result;
        let secret = &self.contest.secret;
        *contest == secret.contest && secret.has_handed_out(token, batch, class, numbers)
    }

    pub(super) fn back(
        &self,
        number: MatchNumber,
        came: MatchOutcome,
        machine: &WorkerId,
    ) -> MatchReturn {
        let of = self.roster.voters(&machine.class).max(1);
        MatchReturn { number, came, machine: self.roster.voter(&machine.class, &machine.key), of }
    }
}

// Checks whether a worker's record of a match is plausible: a worker can invent answers in matches
// that it was given, and nothing else.

/// The key under which the conditions of a match name the class of the worker that played it.
pub(crate) const CLASS: &str = "class";

/// The longest duration that is accepted from a worker.
const MAX_DURATION: Duration = Duration::from_secs(7 * 24 * 3600);

/// Why a match cannot have been played as its record says.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum ImplausibleMatch {
    #[localize(transparent)]
    Record(RecordError),
    /// Its record has no digest, or another's.
    #[localize(say::broken_digest())]
    Digest,
    /// It is a record of another match, or under other conditions.
    #[localize(say::other_header(*_0))]
    Header(&'static str),
    /// The moves break the rules.
    #[localize(transparent)]
    Replay(ReplayError),
    /// It ended differently, or not at all.
    #[localize(_0.as_ref().map_or_else(say::no_end, certamen_i18n::Localize::message))]
    End(Option<Box<Difference>>),
    /// What was sent with it is not in base 64, or belongs to other seats.
    Beside,
}

/// The result of `work`, if it is plausible for `machine`, whose isolation level is `weakest` or
/// better.
pub(super) fn accept(
    game: &dyn DynGame,
    job: &MatchJob,
    claim: &PlayedMatch,
    machine: &WorkerId,
    weakest: &str,
) -> Result<JobResult, ImplausibleMatch> {
    let read = MatchRecord::read(claim.record.as_bytes());
    let (record, seal) = read.map_err(ImplausibleMatch::Record)?;
    if seal != Seal::Sound {
        return Err(ImplausibleMatch::Digest);
    }
    if let Some(key) = other_header(&record.table, &job.table, machine, weakest) {
        return Err(ImplausibleMatch::Header(key));
    }
    let end = replay(game, &record, &mut |_| {}).map_err(ImplausibleMatch::Replay)?;
    let (Some(told_end), Some(end)) = (&record.outcome, end.outcome()) else {
        return Err(ImplausibleMatch::End(None));
    };
    if let Some(first) = compare(told_end, end).into_iter().next() {
        return Err(ImplausibleMatch::End(Some(Box::new(first))));
    }
    let seats = job.seats.len();
    let errors = beside(&claim.errors, seats, |one| BASE64.decode(one.as_bytes()).ok())?;
    let folder = |one: &Option<String>| match one {
        Some(one) => BASE64.decode(one.as_bytes()).ok().map(Some),
        None => Some(None),
    };
    let folders = beside(&claim.folders, seats, folder)?;
    let took = Duration::from_micros(claim.us).min(MAX_DURATION);
    // Of another machine's clock only durations are usable.
    let began = SystemTime::now().checked_sub(took).or(Some(SystemTime::UNIX_EPOCH));
    let (number, machine) = (job.number, Some(machine.clone()));
    Ok(JobResult { number, record, began, took, folders, errors, machine })
}

/// What was sent with a record: one item for each seat, or none at all.
fn beside<T, U>(
    claim: &[T],
    seats: usize,
    read: impl Fn(&T) -> Option<U>,
) -> Result<Vec<U>, ImplausibleMatch> {
    let read: Option<Vec<U>> = claim.iter().map(read).collect();
    read.filter(|read| read.is_empty() || read.len() == seats).ok_or(ImplausibleMatch::Beside)
}

/// The first key of a header that differs from what was handed out, except for what the worker
/// reports about itself.
fn other_header(
    claim: &Table,
    given: &Table,
    machine: &WorkerId,
    weakest: &str,
) -> Option<&'static str> {
    let (mut theirs, ours) = (claim.conditions.clone(), given.conditions.clone());
    let class = theirs.extra.remove(CLASS);
    let checks = [
        ("certamen", claim.certamen == given.certamen),
        ("game", claim.game == given.game),
        ("rules", claim.rules == given.rules),
        ("options", claim.options == given.options),
        ("seed", claim.seed == given.seed),
        ("seats", claim.seats == given.seats),
        ("conditions.class", class == Some(Value::from(machine.class.as_str()))),
        (
            "conditions.tier",
            ["A", "B", "C", "D"].contains(&&*theirs.tier) && *theirs.tier <= *weakest,
        ),
        ("conditions", {
            theirs.tier.clone_from(&ours.tier);
            theirs == ours
        }),
        ("", claim.extra == Map::new()),
    ];
    checks.into_iter().find(|(_, is_ours)| !is_ours).map(|(key, _)| key)
}

// Batches and results that are too large for one message.

/// The maximum size, compressed, of a record and the standard error of one match, where bots keep
/// no files.
const MOST_PLAIN: usize = 8 << 20;

impl Coordinator {
    /// A complete result, to be settled when it is stored; `None` if the server does not answer.
    /// `is_earlier` says that an earlier run handed its batch out.
    pub(super) fn whole(
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
                        let key = small.worker.clone();
                        for number in small.result.numbers.clone() {
                            let number = MatchNumber(number);
                            if self.out.is_in(number, &small.result.batch) {
                                self.note_refused(number, &key);
                            }
                        }
                    }
                    // The server gives the message out again.
                    Err(error) => return self.bear(Err(error)),
                }
            }
        }
        self.unstored.push((ticket, parts));
        Ok(Some(read))
    }

    /// Whether a result is worth fetching: one that is not waited for is not.
    fn is_wanted(&mut self, small: &SignedResult, is_earlier: bool) -> bool {
        let SignedResult { worker, user, result } = small;
        let is_out = self.out.has(&result.batch) || self.audit_queue.is_out(&result.batch);
        (is_earlier || is_out)
            && self.is_ours(result)
            && self.roster.is_of(worker, user)
            && !self.roster.is_suspended(worker)
    }

    /// A result that a worker stored in parts, if it is of the same batch, and not longer than one
    /// can be. One that is larger than a message is of one match.
    fn fetch_large(&self, small: &SignedResult, lies: &BlobRef) -> Result<SignedResult, BusError> {
        let most = if self.contest.policy == WritePolicy::Kept { blob::MOST } else { MOST_PLAIN };
        if lies.bytes > most {
            return Err(BusError::Gone);
        }
        let bytes = blob::fetched(&*self.transport, Some(&small.user), lies)?;
        let subject = layout::result(&small.result.contest, &small.user);
        let found = SignedResult::read(&subject, &bytes).map_err(|_| BusError::Gone)?;
        let is_same = found.worker == small.worker && found.result.token == small.result.token;
        if is_same { Ok(found) } else { Err(BusError::Gone) }
    }

    pub(super) fn split_if_large(
        &mut self,
        batch: &str,
        bytes: Vec<u8>,
    ) -> Result<Vec<u8>, BusError> {
        let (sent, parts) = blob::split_if_large(&*self.transport, bytes)?;
        self.large.extend(parts.map(|parts| (batch.to_owned(), parts)));
        Ok(sent)
    }

    /// Removes the stored parts of a batch.
    pub(super) fn forget_parts(&mut self, batch: &str) {
        let parts = self.large.remove(batch);
        self.remove(parts);
    }

    /// Stores bundles again that are reported as gone, each now and then: the server keeps them for
    /// a week, and workers that come later need them.
    pub(super) fn put_again(&mut self, gone: &[String]) {
        let (now, look) = (self.transport.now(), self.contest.terms.look);
        let bundles = self.contest.bundles.iter().filter(|bundle| gone.contains(&bundle.id));
        for bundle in bundles {
            let put = self.put_again.get(&bundle.id);
            if put.is_none_or(|put| now.saturating_duration_since(*put) >= look) {
                self.put_again.insert(bundle.id.clone(), now);
                // If this is lost, a worker reports again that it is missing.
                let _ = bundle.put(&*self.transport);
            }
        }
    }

    pub(super) fn remove(&self, parts: Option<BlobParts>) {
        if let Some(BlobParts(subjects)) = parts {
            // Remaining parts expire after a week.
            let _ = self.transport.remove_parts(&subjects);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        BundleParts, BusError, ContestJob, Coordinator, Transport,
        coordinator::trial::coordination,
        identity::WorkerKey,
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
        let own = Signer::from(WorkerKey::draw());
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
