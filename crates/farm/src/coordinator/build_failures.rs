//! Bots that workers cannot build: which class cannot play which bot, and when no worker can.
//!
//! One worker may be broken, or lie: where a class has several, another one is asked, too.

use super::{Coordinator, sending::Hint};
use crate::{BusError, layout};
use certamen_game::job::{MatchJob, MatchNumber, SubmissionId};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

/// This many workers of a class must report it, or all of them.
const ENOUGH: usize = 2;
/// A class whose workers have all gone may come back within this many times the silence after which
/// a worker counts as gone.
const SILENCES: u32 = 4;
/// At most this many reports are kept: a client with a key of the server may report under any
/// number of names.
const MOST: usize = 16;
/// At most this many bytes of a reason are kept.
const LONGEST: usize = 2_000;

/// Reports of workers about bots that they cannot build.
#[derive(Debug, Default)]
pub(super) struct BuildFailures {
    said: BTreeMap<(String, SubmissionId), BuildFailure>,
}

/// Reports about one bot in one class.
#[derive(Debug, Default)]
struct BuildFailure {
    /// The keys of the workers that reported it, or of their users where there are several.
    by: BTreeSet<String>,
    /// The reason, as last reported.
    why: String,
}

impl BuildFailures {
    /// Records a report of a worker.
    fn note(&mut self, (class, id): (&str, SubmissionId), key: &str, why: &str) {
        let word = self.said.entry((class.to_owned(), id)).or_default();
        if word.by.len() < MOST {
            word.by.insert(key.to_owned());
        }
        word.why = why.chars().take(LONGEST).collect();
    }

    /// A worker of this class has played them.
    pub(super) fn forget(&mut self, class: &str, seats: &[SubmissionId]) {
        if !self.said.is_empty() {
            self.said.retain(|(of, id), _| of != class || !seats.contains(id));
        }
    }

    /// Why a class with this number of workers cannot play a bot, if the reports are believed.
    fn why(&self, class: &str, id: SubmissionId, machines: usize) -> Option<&str> {
        let word = self.said.get(&(class.to_owned(), id))?;
        (word.by.len() >= ENOUGH.min(machines.max(1))).then_some(&*word.why)
    }

    /// The workers of a class that cannot play all bots of these matches.
    pub(super) fn by(&self, class: &str, works: &[MatchJob]) -> Vec<String> {
        if self.said.is_empty() {
            return Vec::new();
        }
        let ids: BTreeSet<SubmissionId> =
            works.iter().flat_map(|job| job.seats.iter().copied()).collect();
        let words = ids.into_iter().filter_map(|id| self.said.get(&(class.to_owned(), id)));
        let keys: BTreeSet<&String> = words.flat_map(|word| &word.by).collect();
        keys.into_iter().cloned().collect()
    }
}

impl Coordinator {
    /// Records bots of a batch that a worker cannot build; it knows nothing of others.
    pub(super) fn note_unable(
        &mut self,
        (class, numbers): (&str, &[i64]),
        key: &str,
        said: &[(i64, String)],
    ) {
        for (id, why) in said.iter().map(|(id, why)| (SubmissionId(*id), why)) {
            let mut works = numbers.iter().filter_map(|number| {
                let number = MatchNumber(*number);
                self.out.work(number).or_else(|| self.waiting.get(number))
            });
            if works.any(|job| job.seats.contains(&id)) {
                let voter = self.roster.voter(class, key);
                self.build_failures.note((class, id), &voter, why);
            }
        }
    }

    /// Whether workers of a class cannot play these.
    pub(super) fn is_unable(&self, class: &str, seats: &[SubmissionId]) -> bool {
        seats.iter().any(|id| self.why_unable(class, *id).is_some())
    }

    /// Fails if no worker that is or recently was available can play what waits.
    pub(super) fn check_playable(&mut self) -> Result<(), BusError> {
        let now = self.transport.now();
        let there: Vec<String> = self.classes().map(|(class, _)| class.clone()).collect();
        self.seen.extend(there.into_iter().map(|class| (class, now)));
        let grace: Duration = SILENCES * self.contest.terms.silence;
        let is_gone = |seen: &Instant| now.saturating_duration_since(*seen) >= grace;
        let gone = self.seen.iter().filter(|(_, seen)| is_gone(seen));
        for class in gone.map(|(class, _)| class.clone()).collect::<Vec<_>>() {
            self.seen.remove(&class);
            // Others play what waits for it: workers that come back would play it for nothing.
            let (contest, level) = (&self.contest.secret.contest, self.contest.level);
            // If this is lost, what they play is late.
            let _ = self.transport.purge(&layout::work(&class, level, contest));
        }
        let Some(job) = self.waiting.front() else { return Ok(()) };
        let mut found = None;
        for class in self.seen.keys() {
            let whys = job.seats.iter().zip(&job.table.seats);
            let mut whys = whys.filter_map(|(id, entry)| {
                Some((entry.bot.clone(), self.why_unable(class, *id)?.to_owned()))
            });
            let Some((bot, why)) = whys.next() else { return Ok(()) };
            found = Some(BusError::Unable { bot, class: class.clone(), why });
        }
        found.map_or(Ok(()), Err)
    }

    /// How these go out to workers of a class: past those that cannot play all of them, if there
    /// are others.
    pub(super) fn unable_of(&self, class: &str, works: &[MatchJob]) -> Hint {
        let not = self.roster.past(class, self.build_failures.by(class, works));
        if not.is_empty() { Hint::Plain } else { Hint::Past { not } }
    }

    fn why_unable(&self, class: &str, id: SubmissionId) -> Option<&str> {
        self.build_failures.why(class, id, self.roster.voters(class))
    }
}
