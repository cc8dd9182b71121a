//! Batches, as they go out.

use super::{ContestJob, Coordinator};
use crate::{
    BusError, Terms,
    layout::{self, LEVELS},
    message::{Batch, BatchCommon, WritePolicy, mark_of, pack},
    transport::unique_name,
};
use certamen_game::job::{MatchJob, MatchNumber, SubmissionId};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

/// Matches whose folders are larger together go out one by one.
const MOST_KEPT: usize = 1 << 20;
/// Workers do not unpack larger folders.
const MOST_CARRIED: usize = 46 << 20;
/// At most this many suspended workers are named in a batch.
const MOST_NOT: usize = 256;

/// Consecutive matches of the same bots in different orders of seats.
#[derive(Default)]
struct SeatBlock {
    /// Its bots, in order of their numbers.
    bots: Vec<SubmissionId>,
    /// Their orders of seats so far.
    orders: BTreeSet<Vec<SubmissionId>>,
}

impl SeatBlock {
    /// Takes the next match; whether it is of the same block, or begins another.
    fn goes_on_with(&mut self, seats: &[SubmissionId]) -> bool {
        let mut bots = seats.to_vec();
        bots.sort_unstable();
        let goes_on = bots == self.bots && !self.orders.contains(seats);
        if !goes_on {
            (self.bots, self.orders) = (bots, BTreeSet::new());
        }
        self.orders.insert(seats.to_vec());
        goes_on
    }
}

/// Why a batch is sent, and the keys of the workers that are not to play it.
pub(super) struct Hint {
    pub(super) purpose: Purpose,
    pub(super) not: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Results,
    /// To compare the moves with earlier answers.
    Replay,
    /// One match during which workers were lost.
    SuspectAlone,
}

impl Coordinator {
    /// The next batch, for the class with the most room that can play any of what waits.
    pub(super) fn next_out(&self, left: u64) -> Option<(String, Vec<MatchJob>)> {
        let most = self.contest.terms.batches;
        let room = self.classes().filter_map(|(class, slots)| {
            let out = self.out.of_class(class);
            Some(((most * slots).checked_sub(out)?, class)).filter(|(room, _)| *room > 0)
        });
        let mut room: Vec<(usize, &String)> = room.collect();
        room.sort_unstable_by(|one, other| other.cmp(one));
        room.into_iter().find_map(|(_, class)| {
            let works = self.next_batch(class, left);
            (!works.is_empty()).then(|| (class.clone(), works))
        })
    }

    /// The next matches that wait: whole blocks, in which the same bots change seats. Where bots
    /// find what an earlier match left in their folders, each match goes by itself.
    pub(super) fn next_batch(&self, class: &str, left: u64) -> Vec<MatchJob> {
        let slots = self.roster.slots().get(class).copied().unwrap_or(1);
        let sizing = self.sizing.get(class).copied().unwrap_or_default();
        let size = sizing.next(&self.contest.terms, left, slots);
        let can = |job: &&MatchJob| {
            !self.is_unable(class, &job.seats) && !self.is_left_by(class, job.number)
        };
        let (mut works, mut bytes, mut block) = (Vec::<MatchJob>::new(), 0, SeatBlock::default());
        for job in self.waiting.iter().filter(can) {
            if self.poison_suspects.is_of(job.number) {
                // Whatever it does to workers, it affects no match but its own.
                if works.is_empty() {
                    works.push(job.clone());
                }
                break;
            }
            bytes += kept(job);
            let goes_on = block.goes_on_with(&job.seats);
            let is_full = match self.contest.policy {
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

    /// Sends a batch; returns whether the server confirmed it.
    pub(super) fn send_batch<E: From<BusError>>(
        &mut self,
        class: &str,
        works: Vec<MatchJob>,
        note: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<bool, E> {
        let hint = self.doubt_of(class, &works).unwrap_or_else(|| {
            let not = self.roster.past(class, self.build_failures.by(class, &works));
            Hint { purpose: Purpose::Results, not }
        });
        let is_suspect = hint.purpose == Purpose::SuspectAlone;
        // If the server does not confirm it, it may or may not have arrived: it goes out once more.
        let Some(name) = self.publish_batch(class, &works, hint, note)? else {
            return Ok(false);
        };
        for job in &works {
            self.waiting.remove(job.number);
        }
        self.sizing.entry(class.to_owned()).or_default().sent(works.len());
        self.out.add(name, class, works, is_suspect, self.transport.now());
        Ok(true)
    }

    /// Stores a batch on the server, for workers of a class; returns its name, if the server
    /// confirms it.
    pub(super) fn publish_batch<E: From<BusError>>(
        &mut self,
        class: &str,
        works: &[MatchJob],
        hint: Hint,
        note: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<Option<String>, E> {
        let ContestJob { secret, weakest, policy, bots, level, .. } = &self.contest;
        if let Some(job) = works.iter().find(|job| kept(job) > MOST_CARRIED) {
            return Err(BusError::Heavy { number: job.number, bytes: kept(job) }.into());
        }
        let name = unique_name(&*self.transport)?;
        let batch_common = BatchCommon {
            contest: &secret.contest,
            class,
            level: *level,
            tier: weakest,
            policy: *policy,
        };
        let Some(mut batch) = Batch::of(name.clone(), &batch_common, works, bots) else {
            return Ok(None);
        };
        let numbers = batch.numbers();
        batch.token = secret.token(&name, class, &numbers);
        batch.suspect = hint.purpose == Purpose::SuspectAlone;
        let how = match hint.purpose {
            Purpose::Results => "",
            Purpose::Replay => " again",
            Purpose::SuspectAlone => " alone",
        };
        batch.not = hint.not;
        batch.not.extend(self.past_holders(class, works));
        // A suspended worker would only be rejected, and be given it again before other workers.
        batch.not.extend(self.roster.suspended_in(class).take(MOST_NOT));
        // A reader must not learn which workers are suspended.
        batch.not = batch.not.iter().map(|key| mark_of(&name, key)).collect();
        let subject = layout::work(class, *level, &secret.contest);
        note(&format!("{name} {class} {}{how}", ranges(&numbers)))?;
        // A worker looks at all.
        let queues = LEVELS.map(|at| layout::work_queue(class, at, &self.contest.terms));
        let laid = self.split_if_large(&name, pack(&batch));
        let sent = laid.and_then(|bytes| {
            queues.iter().try_for_each(|queue| self.transport.open(queue))?;
            self.transport.publish(&subject, &name, bytes)
        });
        Ok(self.bear(sent)?.map(|()| name))
    }
}

fn kept(job: &MatchJob) -> usize {
    job.folders.iter().map(Vec::len).sum()
}

/// Numbers as ranges: 1-4,7.
pub(super) fn ranges(numbers: &[i64]) -> String {
    let mut found: Vec<(i64, i64)> = Vec::new();
    for &number in numbers {
        match found.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => found.push((number, number)),
        }
    }
    let shown = |(first, last): &(i64, i64)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    found.iter().map(shown).collect::<Vec<_>>().join(",")
}

// How many matches go out together.

/// The weight of the last batch against those before it.
const LAST_WEIGHT: f64 = 0.3;

/// The measured duration of matches of one class.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Sizing {
    /// How long a match takes, in seconds; `None` until one has been played.
    mean: Option<f64>,
    last: usize,
}

impl Sizing {
    /// Updates the estimate with the total duration of some matches.
    pub(crate) fn learn(&mut self, took: Duration, matches: usize) {
        if matches == 0 {
            return;
        }
        let now = took.as_secs_f64() / matches as f64;
        self.mean = Some(self.mean.map_or(now, |mean| mean + LAST_WEIGHT * (now - mean)));
    }

    /// How many matches go into the next batch, with `left` matches left for `slots` slots.
    pub(crate) fn next(&self, terms: &Terms, left: u64, slots: usize) -> usize {
        let Some(mean) = self.mean else { return 1 };
        let fitting = (terms.batch.as_secs_f64() / mean.max(1e-9)) as usize;
        let spread = usize::try_from(left).unwrap_or(usize::MAX) / (2 * slots.max(1));
        let grown = self.last.max(1).saturating_mul(terms.growth);
        fitting.min(grown).min(terms.matches).min(spread).max(1)
    }

    /// How long these matches take, if that is known.
    pub(crate) fn expected(&self, matches: usize) -> Option<Duration> {
        let seconds = self.mean? * matches as f64;
        Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }

    pub(crate) fn sent(&mut self, matches: usize) {
        self.last = matches;
    }
}

// Matches that are to go out, in order.

/// Matches that are to go out, in order; each is found by its number.
#[derive(Debug, Default)]
pub(crate) struct PendingMatches {
    queue: BTreeMap<i64, MatchJob>,
    places: BTreeMap<MatchNumber, i64>,
}

impl PendingMatches {
    /// Puts a match behind all others.
    pub(crate) fn push(&mut self, job: MatchJob) {
        let place = self.queue.last_key_value().map_or(0, |(last, _)| last + 1);
        self.put(place, job);
    }

    /// Puts matches that were out before all others, in their order.
    pub(crate) fn put_back(&mut self, works: Vec<MatchJob>) {
        for job in works.into_iter().rev() {
            let place = self.queue.first_key_value().map_or(0, |(first, _)| first - 1);
            self.put(place, job);
        }
    }

    pub(crate) fn get(&self, number: MatchNumber) -> Option<&MatchJob> {
        self.queue.get(self.places.get(&number)?)
    }

    pub(crate) fn remove(&mut self, number: MatchNumber) -> Option<MatchJob> {
        self.queue.remove(&self.places.remove(&number)?)
    }

    pub(crate) fn front(&self) -> Option<&MatchJob> {
        self.iter().next()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &MatchJob> {
        self.queue.values()
    }

    pub(crate) fn len(&self) -> usize {
        self.queue.len()
    }

    fn put(&mut self, place: i64, job: MatchJob) {
        self.places.insert(job.number, place);
        self.queue.insert(place, job);
    }
}

// Bots that workers cannot build: which class cannot play which bot, and when no worker can.
//
// One worker may be broken, or lie: where a class has several, another one is asked, too.

/// This many workers of a class must report it, or all of them.
const REPORTS_NEEDED: usize = 2;
/// A class whose workers have all gone may come back within this many times the silence after which
/// a worker counts as gone.
const GONE_AFTER_SILENCES: u32 = 4;
/// At most this many reports are kept: a client with a key of the server may report under any
/// number of names.
const MAX_REPORTS: usize = 16;
/// At most this many bytes of a reason are kept.
const MAX_REASON_CHARS: usize = 2_000;

/// Reports of workers about bots that they cannot build.
#[derive(Debug, Default)]
pub(super) struct BuildFailures {
    reports: BTreeMap<(String, SubmissionId), BuildFailure>,
}

#[derive(Debug, Default)]
struct BuildFailure {
    /// The keys of the workers that reported it, or of their users where there are several.
    by: BTreeSet<String>,
    why: String,
}

impl BuildFailures {
    fn note(&mut self, class: &str, id: SubmissionId, key: &str, why: &str) {
        let word = self.reports.entry((class.to_owned(), id)).or_default();
        if word.by.len() < MAX_REPORTS {
            word.by.insert(key.to_owned());
        }
        word.why = why.chars().take(MAX_REASON_CHARS).collect();
    }

    /// Drops reports about bots that a worker of this class has just played.
    pub(super) fn forget(&mut self, class: &str, seats: &[SubmissionId]) {
        if !self.reports.is_empty() {
            self.reports.retain(|(of, id), _| of != class || !seats.contains(id));
        }
    }

    /// Why a class with this number of workers cannot play a bot, if the reports are believed.
    fn why(&self, class: &str, id: SubmissionId, machines: usize) -> Option<&str> {
        let word = self.reports.get(&(class.to_owned(), id))?;
        (word.by.len() >= REPORTS_NEEDED.min(machines.max(1))).then_some(&*word.why)
    }

    /// The workers of a class that cannot play all bots of these matches.
    pub(super) fn by(&self, class: &str, works: &[MatchJob]) -> Vec<String> {
        if self.reports.is_empty() {
            return Vec::new();
        }
        let ids: BTreeSet<SubmissionId> =
            works.iter().flat_map(|job| job.seats.iter().copied()).collect();
        let words = ids.into_iter().filter_map(|id| self.reports.get(&(class.to_owned(), id)));
        let keys: BTreeSet<&String> = words.flat_map(|word| &word.by).collect();
        keys.into_iter().cloned().collect()
    }
}

impl Coordinator {
    /// Records bots of a batch that a worker cannot build; it knows nothing of others.
    pub(super) fn note_unable(
        &mut self,
        class: &str,
        numbers: &[i64],
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
                self.build_failures.note(class, id, &voter, why);
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
        let grace: Duration = GONE_AFTER_SILENCES * self.contest.terms.silence;
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

    fn why_unable(&self, class: &str, id: SubmissionId) -> Option<&str> {
        self.build_failures.why(class, id, self.roster.voters(class))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_has_the_same_bots_in_each_order_once() {
        let mut block = SeatBlock::default();
        let seats = [[1, 2], [2, 1], [1, 2], [1, 3], [3, 1], [1, 3]];
        let goes_on = seats.map(|ids| block.goes_on_with(&ids.map(SubmissionId)));
        assert_eq!(goes_on, [false, true, false, false, true, false]);
    }

    #[test]
    fn numbers_are_written_as_ranges() {
        assert_eq!(ranges(&[1, 2, 3, 4, 7, 9, 10]), "1-4,7,9-10");
        assert_eq!(ranges(&[]), "");
    }

    #[test]
    fn batches_grow_to_their_time_and_shrink_to_the_end() {
        let terms = Terms::usual();
        let mut sizing = Sizing::default();
        assert_eq!(sizing.next(&terms, 100_000, 2), 1, "nothing is known");
        sizing.sent(2);
        sizing.learn(Duration::from_millis(2), 2);
        let mut sizes = Vec::new();
        for _ in 0..6 {
            sizes.push(sizing.next(&terms, 100_000, 2));
            sizing.sent(*sizes.last().unwrap());
        }
        assert_eq!(sizes, [8, 32, 128, 512, 1500, 1500]);
        assert_eq!(sizing.next(&terms, 100, 2), 25, "the end is spread");
        assert_eq!(sizing.next(&terms, 0, 2), 1);
        sizing.learn(Duration::from_secs(300), 10);
        assert_eq!(sizing.next(&terms, 100_000, 2), 1);
        sizing.learn(Duration::ZERO, 0);
        let mut quick = Sizing { mean: Some(0.0), last: 100_000 };
        quick.learn(Duration::ZERO, 1);
        assert_eq!(quick.next(&terms, 1 << 40, 2), terms.matches);
    }
}
