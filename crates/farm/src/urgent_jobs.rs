//! Asks workers for urgent checks, one at a time, and waits for the result.
//!
//! A check is a batch without matches. Nothing of it is stored: a caller that is stopped while it
//! waits asks again when it is restarted.

use crate::{
    AckKind, BundleParts, BusError, ContestSecret, Delivery, Terms, Transport,
    coordinator::WorkerAnnouncements,
    layout::{self, URGENT},
    message::{
        Batch, BatchBot, BatchResult, BatchRules, ClassQueue, Heartbeat, QueueReport, SignedResult,
        VERSION, WITH_RULES, WorkerState, WritePolicy,
    },
    ping, say,
};
use certamen_game::{Conditions, Language, Map};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::{Duration, Instant},
};

/// Maximum number of failed attempts.
const TRIES: usize = 3;
/// How long an answer is waited for before one looks whether it is still wanted.
const PATIENCE: Duration = Duration::from_millis(200);
/// At most this many characters of a reason are kept.
const MAX_REASON_CHARS: usize = 2_000;
/// A worker counts with at most this many slots: it may claim millions.
const MOST_SLOTS: usize = 1024;

/// What is to be found out: about a bot, if there is one, or about a game.
#[derive(Clone, Debug)]
pub struct JobRequest {
    pub game: String,
    pub rules: u32,
    /// The program that the rules are, if they are one, and its bundle.
    pub program: Option<(BatchRules, BundleParts)>,
    pub options: Map,
    /// Under which conditions; the isolation level is that of the worker.
    pub conditions: Conditions,
    pub writing: WritePolicy,
    /// The question, in a format agreed with the workers.
    pub check: Value,
    /// The bot it is about, and its bundle, if it is a program.
    pub bot: Option<(BatchBot, BundleParts)>,
    pub tier: String,
}

pub struct UrgentJobs {
    secret: ContestSecret,
    terms: Terms,
    announcements: WorkerAnnouncements,
}

#[derive(Default)]
struct FailedJobs {
    unable: BTreeMap<String, String>,
    failed: BTreeSet<String>,
    tries: usize,
}

struct SentJob {
    batch: Batch,
    at: Instant,
}

/// What a worker answered.
enum JobAnswer {
    Found(Value),
    /// The bot cannot be built on workers of this class: the reason.
    Unable(String),
    /// The worker with this key failed: the reason.
    Void(String, String),
}

impl FailedJobs {
    /// Counts a failure; an error after the last attempt.
    fn count(&mut self, why: String) -> Result<(), BusError> {
        self.tries += 1;
        if self.tries >= TRIES { Err(BusError::Undone { why }) } else { Ok(()) }
    }
}

impl UrgentJobs {
    /// Starts with no job out under the name of `secret`; the results of earlier jobs are not
    /// waited for any more.
    pub fn begin(
        transport: Arc<dyn Transport>,
        secret: ContestSecret,
        terms: Terms,
    ) -> Result<UrgentJobs, BusError> {
        let announcements =
            WorkerAnnouncements::begin(transport, secret.clone(), URGENT, terms, Vec::new())?;
        Ok(UrgentJobs { secret, terms, announcements })
    }

    /// The result of `wish`; `None` if the caller does not want to `go_on` waiting.
    pub fn run(
        &mut self,
        wish: &JobRequest,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Value>, BusError> {
        let mut lost = FailedJobs::default();
        while let Some(class) = self.class(wish, &lost, go_on)? {
            let sent = self.send(wish, &class, &lost);
            let Some(sent) = self.bear(sent)? else { continue };
            let answer = self.answer(&sent, go_on);
            self.report(Vec::new());
            match answer? {
                Some(JobAnswer::Found(found)) => return Ok(Some(found)),
                Some(JobAnswer::Unable(why)) => drop(lost.unable.insert(class, why)),
                Some(JobAnswer::Void(worker, why)) => {
                    lost.failed.insert(worker);
                    lost.count(why)?;
                }
                // The worker that had it may have crashed because of it.
                None => lost.count(say::no_answer().get(Language::En))?,
            }
        }
        // Do not let workers do what is not waited for; if this is lost, it is done for nothing.
        let _ = self.announcements.purge();
        Ok(None)
    }

    /// The class that is asked next: the one with most slots, among those that may be able to.
    fn class(
        &mut self,
        wish: &JobRequest,
        lost: &FailedJobs,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<String>, BusError> {
        let until = Instant::now() + self.terms.reach;
        while go_on() {
            let heartbeats = ping(self.announcements.transport());
            let heartbeats = self.bear(heartbeats)?.unwrap_or_default();
            let may = |heartbeat: &&Heartbeat| {
                heartbeat.state == WorkerState::Works
                    && heartbeat.tier <= wish.tier
                    && layout::is_name(&heartbeat.class)
                    && !lost.failed.contains(&heartbeat.worker)
            };
            let mut slots: BTreeMap<&String, usize> = BTreeMap::new();
            for heartbeat in heartbeats.iter().filter(may) {
                *slots.entry(&heartbeat.class).or_default() += heartbeat.slots.min(MOST_SLOTS);
            }
            let there = slots.len();
            slots.retain(|class, _| !lost.unable.contains_key(*class));
            if let Some((class, _)) = slots.into_iter().max_by_key(|(_, slots)| *slots) {
                return Ok(Some(class.clone()));
            }
            if let Some((class, why)) = lost.unable.iter().next().filter(|_| there > 0) {
                let bot = wish.bot.as_ref().map(|(bot, _)| bot.name.clone()).unwrap_or_default();
                return Err(BusError::Unable { bot, class: class.clone(), why: why.clone() });
            }
            if Instant::now() >= until {
                return Err(BusError::NoWorker { tier: wish.tier.clone() });
            }
        }
        Ok(None)
    }

    fn send(
        &mut self,
        wish: &JobRequest,
        class: &str,
        lost: &FailedJobs,
    ) -> Result<SentJob, BusError> {
        let bot = wish.bot.iter().map(|(_, bundle)| bundle);
        for bundle in bot.chain(wish.program.iter().map(|(_, bundle)| bundle)) {
            self.announcements.put(bundle)?;
        }
        let mut batch = Batch {
            v: if wish.program.is_some() { WITH_RULES } else { VERSION },
            contest: self.secret.contest.clone(),
            batch: self.announcements.new_name()?,
            class: class.to_owned(),
            level: URGENT,
            game: wish.game.clone(),
            rules: wish.rules,
            program: wish.program.as_ref().map(|(rules, _)| rules.clone()),
            options: wish.options.clone(),
            conditions: wish.conditions.clone(),
            tier: wish.tier.clone(),
            writing: wish.writing,
            bots: wish.bot.iter().map(|(bot, _)| bot.clone()).collect(),
            matches: Vec::new(),
            check: Some(wish.check.clone()),
            folders: BTreeMap::new(),
            not: Vec::new(),
            suspect: false,
            token: String::new(),
        };
        self.announcements.seal(&mut batch, &lost.failed.iter().cloned().collect::<Vec<_>>());
        self.announcements.publish(&batch)?;
        Ok(SentJob { batch, at: Instant::now() })
    }

    /// The answer to what was sent; `None` if it was lost in transit, or the caller does not want
    /// to go on waiting.
    fn answer(
        &mut self,
        sent: &SentJob,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<JobAnswer>, BusError> {
        let (mut looked, mut was_away) = (Instant::now(), false);
        while go_on() {
            if !was_away {
                self.report_waiting(sent);
            }
            let taken = self.announcements.results(PATIENCE);
            let Some(taken) = self.bear(taken)? else {
                was_away = true;
                continue;
            };
            let mut found = None;
            for Delivery { ticket, subject, bytes, .. } in taken {
                // If this is lost, the result comes again, and is not waited for.
                let _ = self.announcements.transport().settle(&ticket, AckKind::Done);
                if let Ok(signed) = SignedResult::read(&subject, &bytes) {
                    found = found.or_else(|| answer_to(&sent.batch, signed));
                }
            }
            if found.is_some() {
                return Ok(found);
            }
            if was_away || looked.elapsed() >= self.terms.look {
                (looked, was_away) = (Instant::now(), false);
                if self.is_lost(sent)? {
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }

    /// Reports to observers whether it still waits for a worker.
    fn report_waiting(&self, sent: &SentJob) {
        let Some(batches) = self.announcements.queue_length(&sent.batch.class) else { return };
        let age = if batches > 0 { sent.at.elapsed() } else { Duration::ZERO };
        let oldest_ms = u64::try_from(age.as_millis()).unwrap_or(u64::MAX);
        let class = sent.batch.class.clone();
        self.report(vec![ClassQueue { class, batches, oldest_ms }]);
    }

    fn report(&self, classes: Vec<ClassQueue>) {
        self.announcements.report(QueueReport { classes, ..QueueReport::default() });
    }

    /// Whether no worker has it, and it does not wait for one either. A job that is just being
    /// submitted looks like that, too: then it is done twice, and the first answer counts.
    fn is_lost(&mut self, sent: &SentJob) -> Result<bool, BusError> {
        if self.announcements.queue_length(&sent.batch.class).unwrap_or_default() > 0 {
            return Ok(false);
        }
        let heartbeats = ping(self.announcements.transport());
        let heartbeats = self.bear(heartbeats)?.unwrap_or_default();
        let mut held = heartbeats.iter().flat_map(|heartbeat| &heartbeat.holds);
        let is_it =
            |contest: &str, name: &str| contest == self.secret.contest && name == sent.batch.batch;
        Ok(!held.any(|(contest, name)| is_it(contest, name)))
    }

    /// The answer; `None` while the server is unreachable, or has lost its data, which is then
    /// stored again. The caller has nothing to report meanwhile.
    fn bear<T>(&mut self, answer: Result<T, BusError>) -> Result<Option<T>, BusError> {
        let found = self.announcements.bear(answer, &mut Vec::new())?;
        if found.is_none() {
            self.announcements.transport().rest(PATIENCE);
            self.announcements.restore(&mut Vec::new())?;
        }
        Ok(found)
    }
}

/// What a result says about the check that was sent; `None` if it is the result of another one.
fn answer_to(sent: &Batch, signed: SignedResult) -> Option<JobAnswer> {
    let SignedResult { worker, result, .. } = signed;
    let BatchResult { batch, class, token, found, unable, void, .. } = result;
    if batch != sent.batch || class != sent.class || token != sent.token {
        return None;
    }
    let shortened = |why: String| why.chars().take(MAX_REASON_CHARS).collect();
    Some(match (found, unable.into_iter().next(), void.into_iter().next()) {
        (Some(found), _, _) => JobAnswer::Found(found),
        (None, Some((_, why)), _) => JobAnswer::Unable(shortened(why)),
        (None, None, Some(void)) => JobAnswer::Void(worker, shortened(void.why)),
        // It promises an answer elsewhere, or has none.
        (None, None, None) => JobAnswer::Void(worker, say::no_answer().get(Language::En)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::VoidMatch;
    use serde_json::json;

    #[test]
    fn an_answer_is_that_of_the_check_that_was_sent() {
        let sent: Batch = serde_json::from_value(json!({
            "v": VERSION, "contest": "c", "batch": "b", "class": "k", "level": 0, "game": "coins",
            "rules": 1, "conditions": Conditions::allowing(Duration::ZERO, 1, "D"), "tier": "D",
            "bots": [], "check": "anything", "token": "t",
        }))
        .unwrap();
        let answer = |fill: &dyn Fn(&mut BatchResult)| {
            let mut result = BatchResult::of(&sent, "one");
            fill(&mut result);
            let [worker, user] = ["W", "U"].map(str::to_owned);
            answer_to(&sent, SignedResult { worker, user, result })
        };
        let found = answer(&|result| result.found = Some(json!(7)));
        assert!(matches!(found, Some(JobAnswer::Found(found)) if found == json!(7)));
        let long = "x".repeat(1 << 20);
        let unable = answer(&|result| result.unable = vec![(0, long.clone())]);
        assert!(matches!(unable, Some(JobAnswer::Unable(why)) if why.len() == MAX_REASON_CHARS));
        let void = answer(&|result| result.void = vec![VoidMatch { n: 0, why: "full".to_owned() }]);
        assert!(matches!(void, Some(JobAnswer::Void(key, why)) if key == "W" && why == "full"));
        let nothing = answer(&|result| result.left = vec![1]);
        assert!(matches!(nothing, Some(JobAnswer::Void(..))), "it counts as a failure");
        for change in [
            (|result| result.batch = "other".to_owned()) as fn(&mut BatchResult),
            |result| result.class = "l".to_owned(),
            |result| result.token = String::new(),
        ] {
            assert!(answer(&change).is_none());
        }
    }
}
