//! Asks workers for urgent jobs, one at a time, and waits for the result.
//!
//! Nothing of it is stored: a caller that is stopped while it waits asks again when it is
//! restarted.

use crate::{
    AckKind, BundleParts, BusError, ContestSecret, Queue, Terms, Transport,
    layout::{self, LEVELS, URGENT},
    message::{
        BatchBot, ClassQueue, Heartbeat, QueueReport, Signed, UrgentJob, UrgentJobOutcome,
        UrgentJobResult, VERSION, WorkerState, mark_of, pack, read_signed,
    },
    ping, say,
    transport::unique_name,
};
use certamen_game::Language;
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

#[derive(Clone, Debug)]
pub struct JobRequest {
    /// The job, in a format agreed with the workers.
    pub what: Value,
    /// The bot it is about, and its bundle, if it is a program.
    pub bot: Option<(BatchBot, BundleParts)>,
    pub tier: String,
}

pub struct UrgentJobs {
    transport: Arc<dyn Transport>,
    secret: ContestSecret,
    terms: Terms,
    results: Queue,
}

#[derive(Default)]
struct FailedJobs {
    unable: BTreeMap<String, String>,
    failed: BTreeSet<String>,
    tries: usize,
}

struct SentJob {
    name: String,
    class: String,
    token: String,
    at: Instant,
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
        transport.prepare()?;
        let results = layout::result_queue(&secret.contest, &terms);
        transport.open(&results)?;
        transport.purge(&layout::work_of(&secret.contest))?;
        Ok(UrgentJobs { transport, secret, terms, results })
    }

    /// The result of `wish`; `None` if the caller does not want to `go_on` waiting.
    pub fn run(
        &self,
        wish: &JobRequest,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Value>, BusError> {
        let mut lost = FailedJobs::default();
        while let Some(class) = self.class(wish, &lost, go_on)? {
            let Some(sent) = self.bear(self.send(wish, &class, &lost))? else { continue };
            let answer = self.answer(&sent, go_on);
            self.send_report(Vec::new());
            match answer? {
                Some((_, UrgentJobOutcome::Done(found))) => return Ok(Some(found)),
                Some((_, UrgentJobOutcome::Unable(why))) => drop(lost.unable.insert(class, why)),
                Some((worker, UrgentJobOutcome::Void(why))) => {
                    lost.failed.insert(worker);
                    lost.count(why)?;
                }
                // The worker that had it may have crashed because of it.
                None => lost.count(say::no_answer().get(Language::En))?,
            }
        }
        // Do not let workers do what is not waited for.
        let _ = self.transport.purge(&layout::work_of(&self.secret.contest));
        Ok(None)
    }

    /// The class that is asked next: the one with most slots, among those that may be able to.
    fn class(
        &self,
        wish: &JobRequest,
        lost: &FailedJobs,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<String>, BusError> {
        let until = Instant::now() + self.terms.reach;
        while go_on() {
            let beats = self.bear(ping(&*self.transport))?.unwrap_or_default();
            let works = |heartbeat: &&Heartbeat| {
                heartbeat.state == WorkerState::Works
                    && heartbeat.tier <= wish.tier
                    && layout::is_name(&heartbeat.class)
            };
            let mut slots: BTreeMap<&String, usize> = BTreeMap::new();
            for heartbeat in
                beats.iter().filter(works).filter(|one| !lost.failed.contains(&one.worker))
            {
                *slots.entry(&heartbeat.class).or_default() += heartbeat.slots.min(1024);
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

    fn send(&self, wish: &JobRequest, class: &str, lost: &FailedJobs) -> Result<SentJob, BusError> {
        if let Some((_, bundle)) = &wish.bot {
            bundle.put(&*self.transport)?;
        }
        let name = unique_name(&*self.transport)?;
        let token = self.secret.token(&name, class, &[]);
        let urgent_job = UrgentJob {
            v: VERSION,
            contest: self.secret.contest.clone(),
            job: name.clone(),
            class: class.to_owned(),
            tier: wish.tier.clone(),
            bot: wish.bot.as_ref().map(|(bot, _)| bot.clone()),
            what: wish.what.clone(),
            not: lost.failed.iter().map(|key| mark_of(&name, key)).collect(),
            token: token.clone(),
        };
        for level in LEVELS {
            self.transport.open(&layout::work_queue(class, level, &self.terms))?;
        }
        let subject = layout::work(class, URGENT, &self.secret.contest);
        self.transport.publish(&subject, &name, pack(&urgent_job))?;
        Ok(SentJob { name, class: class.to_owned(), token, at: Instant::now() })
    }

    /// The result of what was sent, and the key of the worker that reports it; `None` if it was
    /// lost in transit, or the caller does not want to go on waiting.
    fn answer(
        &self,
        sent: &SentJob,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<(String, UrgentJobOutcome)>, BusError> {
        let (mut looked, mut was_away) = (Instant::now(), false);
        while go_on() {
            if !was_away {
                self.report(sent);
            }
            let Some(taken) = self.bear(self.transport.fetch(&self.results, 1, PATIENCE))? else {
                was_away = true;
                continue;
            };
            for delivery in taken {
                // If this is lost, the result comes again, and is not waited for.
                let _ = self.transport.settle(&delivery.ticket, AckKind::Done);
                let found = read_signed::<UrgentJobResult>(&delivery.bytes);
                if let Ok(Signed { worker, user, what: result }) = found
                    && delivery.subject == layout::result(&self.secret.contest, &user)
                    && result.job == sent.name
                    && result.class == sent.class
                    && result.token == sent.token
                {
                    return Ok(Some((worker, result.came)));
                }
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
    fn report(&self, sent: &SentJob) {
        let queue = layout::work_queue(&sent.class, URGENT, &self.terms);
        let Ok(batches) = self.transport.waiting(&queue) else { return };
        let age = if batches > 0 { sent.at.elapsed() } else { Duration::ZERO };
        let oldest_ms = u64::try_from(age.as_millis()).unwrap_or(u64::MAX);
        let class = sent.class.clone();
        self.send_report(vec![ClassQueue { class, batches, oldest_ms }]);
    }

    fn send_report(&self, classes: Vec<ClassQueue>) {
        let contest = self.secret.contest.clone();
        let waits =
            QueueReport { v: VERSION, contest, level: URGENT, classes, ..QueueReport::default() };
        // Observers get the next one.
        let _ = self.transport.send(&layout::event(&waits.contest), pack(&waits));
    }

    /// Whether no worker has it, and it does not wait for one either. A job that is just being
    /// submitted looks like that, too: then it is done twice, and the first answer counts.
    fn is_lost(&self, sent: &SentJob) -> Result<bool, BusError> {
        let queue = layout::work_queue(&sent.class, URGENT, &self.terms);
        if self.bear(self.transport.waiting(&queue))?.unwrap_or_default() > 0 {
            return Ok(false);
        }
        let beats = self.bear(ping(&*self.transport))?.unwrap_or_default();
        let mut held = beats.iter().flat_map(|heartbeat| &heartbeat.holds);
        Ok(!held.any(|(contest, name)| *contest == self.secret.contest && *name == sent.name))
    }

    /// The answer; `None` while the server is unreachable, or has lost its data, which is then
    /// stored again.
    fn bear<T>(&self, answer: Result<T, BusError>) -> Result<Option<T>, BusError> {
        match answer {
            Ok(found) => Ok(Some(found)),
            Err(error) if error.may_pass() => {
                self.transport.rest(PATIENCE);
                let again =
                    self.transport.prepare().and_then(|_| self.transport.open(&self.results));
                match again {
                    Err(error) if !error.may_pass() => Err(error),
                    _ => Ok(None),
                }
            }
            Err(error) => Err(error),
        }
    }
}
