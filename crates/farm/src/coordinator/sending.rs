//! Batches, as they go out.

use super::{ContestJob, Coordinator, SecretError};
use crate::{
    BusError,
    layout::{self, LEVELS},
    message::{Batch, BatchCommon, WritePolicy, mark_of, pack},
};
use certamen_game::job::{MatchJob, SubmissionId};
use std::collections::BTreeSet;

/// Matches whose folders are larger together go out one by one.
const MOST_KEPT: usize = 1 << 20;
/// Larger folders are more than a worker unpacks.
const MOST_CARRIED: usize = 46 << 20;
/// At most this many suspended workers are named in a batch.
const MOST_NOT: usize = 256;

/// The same bots in one order of seats after the other.
#[derive(Default)]
struct SeatBlock {
    /// Its bots, in order of their numbers.
    bots: Vec<SubmissionId>,
    /// How they sat so far.
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

/// How a batch is meant.
pub(super) enum Hint {
    /// As any other.
    Plain,
    /// Not for workers with these keys, which cannot play all of it.
    Past {
        /// The keys.
        not: Vec<String>,
    },
    /// To be compared, and not for workers with these keys.
    Again {
        /// The keys.
        not: Vec<String>,
    },
    /// One match during which workers were lost, those with these keys among them.
    Alone {
        /// The keys.
        not: Vec<String>,
    },
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

    /// Sends a batch out; whether the server has it.
    pub(super) fn send_batch<E: From<BusError>>(
        &mut self,
        class: &str,
        works: Vec<MatchJob>,
        note: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<bool, E> {
        let hint = match self.doubt_of(class, &works) {
            Hint::Plain => self.unable_of(class, &works),
            doubt => doubt,
        };
        let wary = matches!(hint, Hint::Alone { .. });
        // If the server does not confirm it, it may or may not have arrived: it goes out once more.
        let Some(name) = self.publish_batch(class, &works, hint, note)? else {
            return Ok(false);
        };
        for job in &works {
            self.waiting.remove(job.number);
        }
        self.sizing.entry(class.to_owned()).or_default().sent(works.len());
        self.out.add((&name, class), works, wary, self.transport.now());
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
        let name = self.transport.new_name().map_err(|error| {
            BusError::Secret(SecretError::Io { path: "/dev/urandom".into(), error })
        })?;
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
        let how = match hint {
            Hint::Plain => "",
            Hint::Past { not } => {
                batch.not = not;
                ""
            }
            Hint::Again { not } => {
                batch.not = not;
                " again"
            }
            Hint::Alone { not } => {
                (batch.not, batch.wary) = (not, true);
                " alone"
            }
        };
        batch.not.extend(self.past_holders(class, works));
        // A suspended worker would only be rejected, and be given it again before other workers.
        batch.not.extend(self.roster.suspended_in(class).take(MOST_NOT));
        // A reader must not learn which workers are suspended.
        batch.not = batch.not.iter().map(|key| mark_of(&name, key)).collect();
        let subject = layout::work(class, *level, &secret.contest);
        note(&format!("{name} {class} {}{how}", ranges(&numbers)))?;
        // A worker looks at all.
        let queues = LEVELS.map(|at| layout::work_queue(class, at, &self.contest.terms));
        let laid = self.laid_out(&name, pack(&batch));
        let sent = laid.and_then(|bytes| {
            queues.iter().try_for_each(|queue| self.transport.open(queue))?;
            self.transport.publish(&subject, &name, bytes)
        });
        Ok(self.bear(sent)?.map(|()| name))
    }
}

/// The size of the bots' folders of a match.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_the_same_bots_in_one_order_after_the_other() {
        let mut block = SeatBlock::default();
        let seats = [[1, 2], [2, 1], [1, 2], [1, 3], [3, 1], [1, 3]];
        let goes_on = seats.map(|ids| block.goes_on_with(&ids.map(SubmissionId)));
        assert_eq!(goes_on, [false, true, false, false, true, false]);
    }

    #[test]
    fn numbers_are_written_as_people_do() {
        assert_eq!(ranges(&[1, 2, 3, 4, 7, 9, 10]), "1-4,7,9-10");
        assert_eq!(ranges(&[]), "");
    }
}
