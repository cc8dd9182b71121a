//! Overdue batches: those of a class whose workers have gone, and those of a worker that only
//! claims to work on them. Their matches go out again, to other workers.

use super::Coordinator;
use crate::say;
use certamen_game::job::{MatchJob, MatchNumber};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

/// A batch may take this many times as long as expected,
const TIMES: u32 = 10;
/// and this many leases in any case; with idle workers, no longer.
const LEASES: u32 = 6;
/// Each time a match is taken back it may take twice as long the next time, up to 2 to this power:
/// it may simply be a long one.
const DOUBLINGS: u32 = 10;
/// After this many implausible records a worker is suspended.
const REFUSED: u32 = 32;

/// Matches that some workers are not to be given again, and workers that submit implausible
/// records.
#[derive(Debug, Default)]
pub(super) struct Overdue {
    matches: BTreeMap<MatchNumber, Returned>,
    /// How many records of each worker were rejected, by its key.
    refused: BTreeMap<String, u32>,
}

/// A match that was taken back.
#[derive(Debug, Default)]
struct Returned {
    times: u32,
    /// The keys of the workers that had it.
    from: BTreeSet<String>,
    /// The classes whose workers did not finish it.
    classes: BTreeSet<String>,
}

impl Overdue {
    /// It was played.
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
    /// Takes back what has been out for too long.
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
            let least = (LEASES * self.contest.terms.lease) * (1 << times.min(DOUBLINGS));
            let sizing = self.sizing.get(&batch.class).copied().unwrap_or_default();
            let expected = sizing.expected(batch.works.len());
            let most = expected.map(|expected| least.max(expected.saturating_mul(TIMES)));
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
        self.news.push(say::overdue(batch.works.len()));
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
        *refused >= REFUSED
    }

    /// The keys of workers of a class that are not to get these matches, if there are others.
    pub(super) fn past_holders(&self, class: &str, works: &[MatchJob]) -> Vec<String> {
        let keys = self.overdue.holders(works);
        self.roster.past(class, keys)
    }

    /// The maximum time that a worker can have worked on a batch that is out, whatever it reports.
    pub(super) fn at_most(&self, batch: &str, told: Duration) -> Option<Duration> {
        let sent = self.out.sent(batch)?;
        Some(self.transport.now().saturating_duration_since(sent).min(told))
    }
}
