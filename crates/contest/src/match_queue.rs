//! The queue of matches to play and in play.
//!
//! Where bots remember earlier matches, these have an order: a match waits for all matches with
//! lower numbers of the same bot, or of the same table.
//!
//! Where all bots of a table are declared deterministic, their first matches are compared before
//! any other is handed out: most of those will only be copies.

use crate::{deterministic::COMPARED, file::Memory};
use certamen_store::{MatchNumber, StoredMatch, SubmissionId};
use std::collections::{BTreeMap, BTreeSet};

/// The matches to be played and in play.
pub(crate) struct MatchQueue {
    memory: Memory,
    waiting: BTreeMap<MatchNumber, StoredMatch>,
    under_way: BTreeMap<MatchNumber, StoredMatch>,
    /// Matches that share a memory, waiting or in play.
    lines: BTreeMap<SerialMatches, BTreeSet<MatchNumber>>,
    /// Matches that wait for no other.
    ready: BTreeSet<MatchNumber>,
    /// Bots that are declared deterministic.
    declared: BTreeSet<SubmissionId>,
    /// Matches that wait until the first matches of their table are compared.
    behind: BTreeMap<SerialMatches, BTreeSet<MatchNumber>>,
}

/// Matches that must be played one after the other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum SerialMatches {
    Bot(SubmissionId),
    Table(Vec<SubmissionId>),
    /// The first matches on these seats, which are played in parallel; others wait for them.
    Compared(Vec<SubmissionId>),
}

impl MatchQueue {
    /// An empty queue; the bots in `declared` are declared deterministic.
    pub(crate) fn new(memory: Memory, declared: BTreeSet<SubmissionId>) -> MatchQueue {
        MatchQueue {
            memory,
            waiting: BTreeMap::new(),
            under_way: BTreeMap::new(),
            lines: BTreeMap::new(),
            ready: BTreeSet::new(),
            declared,
            behind: BTreeMap::new(),
        }
    }

    /// The bots that are declared deterministic from now on; the queue is refilled afterwards.
    pub(crate) fn declare(&mut self, declared: BTreeSet<SubmissionId>) {
        self.declared = declared;
    }

    /// Replaces the waiting matches by those of `matches` that are not in play.
    pub(crate) fn refill(&mut self, matches: impl IntoIterator<Item = StoredMatch>) {
        let waiting = matches.into_iter().map(|stored| (stored.number, stored));
        self.waiting = waiting.filter(|(number, _)| !self.under_way.contains_key(number)).collect();
        self.lines.clear();
        self.behind.clear();
        for stored in self.waiting.values().chain(self.under_way.values()) {
            for line in lines(self.memory, &stored.seats) {
                self.lines.entry(line).or_default().insert(stored.number);
            }
            if let Some(line) = self.compared(stored) {
                let is_first = stored.repeat < COMPARED as u32;
                let numbers = if is_first { &mut self.lines } else { &mut self.behind };
                numbers.entry(line).or_default().insert(stored.number);
            }
        }
        let ready = self.waiting.values().filter(|stored| self.is_first(stored));
        self.ready = ready.map(|stored| stored.number).collect();
    }

    /// The match to be played next, the first one that `may_start`; it is in play from now on.
    pub(crate) fn next(
        &mut self,
        may_start: impl Fn(&MatchQueue, &StoredMatch) -> bool,
    ) -> Option<StoredMatch> {
        let may_start =
            |number: &&MatchNumber| self.waiting.get(number).is_some_and(|it| may_start(self, it));
        let first = *self.ready.iter().find(may_start)?;
        self.take_up(first)
    }

    pub(crate) fn take_up(&mut self, number: MatchNumber) -> Option<StoredMatch> {
        if !self.ready.remove(&number) {
            return None;
        }
        let stored = self.waiting.remove(&number)?;
        self.under_way.insert(number, stored.clone());
        Some(stored)
    }

    pub(crate) fn under_way(&self, number: MatchNumber) -> Option<&StoredMatch> {
        self.under_way.get(&number)
    }

    pub(crate) fn playing(&self) -> impl Iterator<Item = SubmissionId> + '_ {
        self.under_way.values().flat_map(|stored| stored.seats.iter().copied())
    }

    /// How many matches of a bot are in play.
    pub(crate) fn in_play(&self, id: SubmissionId) -> usize {
        self.under_way.values().filter(|stored| stored.seats.contains(&id)).count()
    }

    pub(crate) fn finish(&mut self, number: MatchNumber) -> Option<StoredMatch> {
        let stored = self.under_way.remove(&number)?;
        for line in lines(self.memory, &stored.seats) {
            let Some(rest) = self.lines.get_mut(&line) else { continue };
            rest.remove(&number);
            let next = rest.first().and_then(|next| self.waiting.get(next));
            if let Some(next) = next.filter(|next| self.is_first(next)) {
                self.ready.insert(next.number);
            }
        }
        if let Some(line) = self.compared(&stored) {
            let rest = self.lines.get_mut(&line);
            let is_last = rest.is_some_and(|rest| rest.remove(&number) && rest.is_empty());
            let behind = is_last.then(|| self.behind.remove(&line)).flatten().unwrap_or_default();
            self.ready.extend(behind.iter().filter(|next| self.waiting.contains_key(next)));
        }
        Some(stored)
    }

    /// Puts back a match that must be played again.
    pub(crate) fn put_back(&mut self, number: MatchNumber) {
        if let Some(stored) = self.under_way.remove(&number) {
            self.ready.insert(number);
            self.waiting.insert(number, stored);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.under_way.is_empty()
    }

    /// The queue that a match shares with those that it may repeat.
    fn compared(&self, stored: &StoredMatch) -> Option<SerialMatches> {
        let alike = stored.seats.iter().all(|seat| self.declared.contains(seat));
        alike.then(|| SerialMatches::Compared(stored.seats.clone()))
    }

    fn is_first(&self, stored: &StoredMatch) -> bool {
        if stored.repeat >= COMPARED as u32
            && let Some(line) = self.compared(stored)
            && self.lines.get(&line).is_some_and(|first| !first.is_empty())
        {
            return false;
        }
        let mut lines = lines(self.memory, &stored.seats).into_iter();
        lines.all(|line| self.lines.get(&line).and_then(BTreeSet::first) == Some(&stored.number))
    }
}

fn lines(memory: Memory, seats: &[SubmissionId]) -> Vec<SerialMatches> {
    match memory {
        Memory::None | Memory::Match => Vec::new(),
        Memory::Contest => seats.iter().map(|seat| SerialMatches::Bot(*seat)).collect(),
        Memory::Pair => {
            let mut seats = seats.to_vec();
            seats.sort_unstable();
            vec![SerialMatches::Table(seats)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn match_queue(memory: Memory, matches: &[(i64, [i64; 2])]) -> MatchQueue {
        let mut queue = MatchQueue::new(memory, BTreeSet::new());
        queue.refill(matches.iter().map(|(number, seats)| stored(*number, *seats)));
        queue
    }

    fn stored(number: i64, seats: [i64; 2]) -> StoredMatch {
        StoredMatch {
            number: MatchNumber(number),
            seats: seats.map(SubmissionId).to_vec(),
            repeat: 0,
            seed: 0,
            outcome: None,
            turns: 0,
            faults: 0,
        }
    }

    fn given(queue: &mut MatchQueue) -> Vec<i64> {
        std::iter::from_fn(|| queue.next(|_, _| true)).map(|stored| stored.number.0).collect()
    }

    const MATCHES: [(i64, [i64; 2]); 6] =
        [(1, [1, 2]), (2, [2, 1]), (3, [3, 4]), (4, [3, 1]), (5, [4, 2]), (6, [1, 3])];

    #[test]
    fn without_memory_everything_is_played_side_by_side() {
        assert_eq!(given(&mut match_queue(Memory::Match, &MATCHES)), [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn matches_that_may_not_start_yet_are_passed_over() {
        let mut queue = match_queue(Memory::Match, &MATCHES);
        let at_most_one = |queue: &MatchQueue, stored: &StoredMatch| {
            !stored.seats.contains(&SubmissionId(1)) || queue.in_play(SubmissionId(1)) == 0
        };
        let next = |queue: &mut MatchQueue| queue.next(at_most_one).map(|stored| stored.number.0);
        let given: Vec<Option<i64>> = (0..4).map(|_| next(&mut queue)).collect();
        assert_eq!(given, [Some(1), Some(3), Some(5), None]);
        queue.finish(MatchNumber(1));
        assert_eq!([next(&mut queue), next(&mut queue)], [Some(2), None]);
        assert!(!queue.is_empty());
    }

    #[test]
    fn a_pair_plays_one_match_at_a_time_in_order() {
        let mut queue = match_queue(Memory::Pair, &MATCHES);
        assert_eq!(given(&mut queue), [1, 3, 4, 5]);
        assert!(queue.finish(MatchNumber(3)).is_some());
        assert!(given(&mut queue).is_empty());
        queue.finish(MatchNumber(4));
        queue.finish(MatchNumber(1));
        assert_eq!(given(&mut queue), [2, 6]);
        assert!(queue.is_empty() && !queue.is_idle());
    }

    #[test]
    fn a_bot_plays_one_match_at_a_time_in_order() {
        let mut queue = match_queue(Memory::Contest, &MATCHES);
        assert_eq!(given(&mut queue), [1, 3]);
        queue.finish(MatchNumber(3));
        // 4 waits for bot 1 in match 2, 5 for bot 2 there.
        assert!(given(&mut queue).is_empty());
        queue.finish(MatchNumber(1));
        assert_eq!(given(&mut queue), [2]);
        queue.finish(MatchNumber(2));
        assert_eq!(given(&mut queue), [4, 5]);
    }

    #[test]
    fn a_match_that_is_put_back_comes_before_those_that_waited_for_it() {
        let mut queue = match_queue(Memory::Contest, &MATCHES);
        assert_eq!(given(&mut queue), [1, 3]);
        queue.put_back(MatchNumber(1));
        assert_eq!(given(&mut queue), [1]);
        assert!(queue.finish(MatchNumber(2)).is_none(), "it was not under way");
    }

    #[test]
    fn deterministic_bots_are_compared_before_they_meet_a_third_time() {
        let meeting = |(number, seats, repeat)| StoredMatch { repeat, ..stored(number, seats) };
        let matches = [(1, [1, 2], 0), (2, [2, 1], 0), (3, [1, 2], 1), (4, [1, 3], 0)];
        let later = [(5, [1, 2], 2), (6, [1, 3], 2), (7, [1, 2], 3)];
        let mut queue = MatchQueue::new(Memory::Match, [1, 2].map(SubmissionId).into());
        queue.refill(matches.into_iter().chain(later).map(meeting));
        // Bot 3 is not declared to answer alike.
        assert_eq!(given(&mut queue), [1, 2, 3, 4, 6]);
        queue.finish(MatchNumber(3));
        assert!(given(&mut queue).is_empty());
        queue.put_back(MatchNumber(1));
        assert_eq!(given(&mut queue), [1]);
        queue.finish(MatchNumber(1));
        assert_eq!(given(&mut queue), [5, 7]);
    }

    #[test]
    fn matches_in_play_still_count_after_a_refill() {
        let mut queue = match_queue(Memory::Contest, &MATCHES);
        assert_eq!(given(&mut queue), [1, 3]);
        queue.refill(MATCHES.iter().take(4).map(|(number, seats)| stored(*number, *seats)));
        assert!(given(&mut queue).is_empty());
        queue.finish(MatchNumber(1));
        assert_eq!(given(&mut queue), [2]);
        queue.finish(MatchNumber(3));
        queue.finish(MatchNumber(2));
        assert_eq!(given(&mut queue), [4]);
        queue.finish(MatchNumber(4));
        assert!(queue.is_empty() && queue.is_idle());
    }
}
