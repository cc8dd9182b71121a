//! Which entry is processed next. Contests take turns, and so do the authors in a contest; of an
//! author's entries the oldest comes first. Entries of one bot are never processed at the same time
//! or out of order: the latest version must stay the latest.

use jiff::Timestamp;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Bound::{Excluded, Included, Unbounded},
};

/// An entry in the inbox of a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PendingEntry {
    pub(super) id: String,
    pub(super) entrant: String,
    pub(super) author: String,
    pub(super) received: Timestamp,
    /// When it may be processed, if not at once.
    pub(super) due: Option<Timestamp>,
}

/// The right to process an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ticket {
    pub(super) contest: String,
    pub(super) id: String,
    /// The number of the worker: the lowest that no other has now.
    pub(super) worker: usize,
    entrant: String,
}

/// How many entries are processed at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Capacity {
    /// The number of workers for all contests; no contest may have all of them.
    pub(super) workers: usize,
    /// The maximum number of temporary workers beyond those, for contests of which nothing is being
    /// processed.
    pub(super) temporary: usize,
}

impl Capacity {
    /// How many entries of a contest may be processed at a time, for another one to be taken while
    /// `running` are.
    fn of_contest(self, running: usize) -> usize {
        if running < self.workers {
            self.workers.saturating_sub(1).max(1)
        } else {
            usize::from(running < self.workers + self.temporary)
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct FairQueue {
    lanes: BTreeMap<String, Lane>,
    running: Vec<Ticket>,
    /// The contest that had the last turn.
    last: String,
}

/// The entries of a contest, the oldest first.
#[derive(Debug, Default)]
struct Lane {
    entries: Vec<PendingEntry>,
    /// When entries are due again of which not even the delay could be stored, by id.
    paused: BTreeMap<String, Timestamp>,
    /// The author who had the last turn.
    last: String,
}

impl FairQueue {
    /// Replaces what is known of the inbox of `contest`.
    pub(super) fn refresh(&mut self, contest: &str, mut entries: Vec<PendingEntry>) {
        entries.sort_by(|one, other| (one.received, &one.id).cmp(&(other.received, &other.id)));
        let lane = self.lanes.entry(contest.to_owned()).or_default();
        lane.paused.retain(|id, _| entries.iter().any(|entry| entry.id == *id));
        for entry in &mut entries {
            entry.due = entry.due.max(lane.paused.get(&entry.id).copied());
        }
        lane.entries = entries;
    }

    /// The next entry that is due and for which there is a worker, if there is one.
    pub(super) fn take(&mut self, now: Timestamp, capacity: Capacity) -> Option<Ticket> {
        let most = capacity.of_contest(self.running.len());
        let after = self.lanes.range::<str, _>((Excluded(&*self.last), Unbounded));
        let before = self.lanes.range::<str, _>((Unbounded, Included(&*self.last)));
        let found = after.chain(before).find_map(|(contest, lane)| {
            let running = self.running.iter().filter(|ticket| ticket.contest == *contest);
            let busy: BTreeSet<&str> = running.map(|ticket| &*ticket.entrant).collect();
            let entry = (busy.len() < most).then(|| lane.next(&busy, now)).flatten()?;
            Some((contest.clone(), entry.clone()))
        });
        let (contest, PendingEntry { id, entrant, author, .. }) = found?;
        self.lanes.get_mut(&contest)?.last = author;
        self.last.clone_from(&contest);
        let worker = (0..=self.running.len())
            .find(|n| self.running.iter().all(|ticket| ticket.worker != *n))?;
        let ticket = Ticket { contest, id, worker, entrant };
        self.running.push(ticket.clone());
        Some(ticket)
    }

    /// The entry is decided on, or is due again at a later time.
    pub(super) fn finish(&mut self, ticket: &Ticket, due: Option<Timestamp>) {
        self.running.retain(|running| running != ticket);
        let Some(lane) = self.lanes.get_mut(&ticket.contest) else { return };
        lane.paused.remove(&ticket.id);
        if due.is_none() {
            lane.entries.retain(|entry| entry.id != ticket.id);
        } else {
            let mut entries = lane.entries.iter_mut();
            if let Some(entry) = entries.find(|entry| entry.id == ticket.id) {
                entry.due = due;
            }
        }
    }

    /// The entry is due again at `until`, whatever its files say; false if it was paused before, too.
    pub(super) fn pause(&mut self, ticket: &Ticket, until: Timestamp) -> bool {
        let paused = self.lanes.get(&ticket.contest).map(|lane| &lane.paused);
        let was_paused = paused.is_some_and(|paused| paused.contains_key(&ticket.id));
        self.finish(ticket, Some(until));
        if let Some(lane) = self.lanes.get_mut(&ticket.contest) {
            lane.paused.insert(ticket.id.clone(), until);
        }
        !was_paused
    }

    /// When an entry becomes due that is not due at `now`.
    pub(super) fn next_due(&self, now: Timestamp) -> Option<Timestamp> {
        let entries = self.lanes.values().flat_map(|lane| &lane.entries);
        entries.filter_map(|entry| entry.due).filter(|due| *due > now).min()
    }

    pub(super) fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    #[cfg(test)]
    pub(super) fn knows(&self, contest: &str, id: &str) -> bool {
        self.lanes.get(contest).is_some_and(|lane| lane.entries.iter().any(|one| one.id == id))
    }
}

impl Lane {
    /// The oldest entry of the author whose turn it is, without those of `busy` bots.
    fn next(&self, busy: &BTreeSet<&str>, now: Timestamp) -> Option<&PendingEntry> {
        let mut seen = busy.clone();
        let mut of_author: BTreeMap<&str, &PendingEntry> = BTreeMap::new();
        for entry in &self.entries {
            // Later entries of the same bot wait for this one.
            let is_first = seen.insert(&entry.entrant);
            if is_first && entry.due.is_none_or(|due| due <= now) {
                of_author.entry(&entry.author).or_insert(entry);
            }
        }
        let mut after = of_author.range::<str, _>((Excluded(&*self.last), Unbounded));
        after.next().or_else(|| of_author.iter().next()).map(|(_, entry)| *entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn entry(id: &str, entrant: &str, author: &str, second: i64) -> PendingEntry {
        let [id, entrant, author] = [id, entrant, author].map(str::to_owned);
        PendingEntry { id, entrant, author, received: at(second), due: None }
    }

    /// As many as the tests need.
    const MANY: Capacity = Capacity { workers: 10, temporary: 0 };

    fn taken(queue: &mut FairQueue, capacity: Capacity) -> Vec<Ticket> {
        std::iter::from_fn(|| queue.take(at(100), capacity)).collect()
    }

    fn ids(queue: &mut FairQueue, capacity: Capacity) -> Vec<String> {
        taken(queue, capacity).into_iter().map(|ticket| ticket.id).collect()
    }

    #[test]
    fn contests_take_turns_and_so_do_authors() {
        let mut queue = FairQueue::default();
        let entries = [("a1", "ana"), ("a2", "ana"), ("b1", "bea"), ("a3", "ana")];
        let entries = entries.iter().zip(1..);
        queue.refresh("go", entries.map(|((id, author), n)| entry(id, id, author, n)).collect());
        queue.refresh("nim", vec![entry("n1", "n1", "ana", 50), entry("n2", "n2", "ana", 60)]);
        assert_eq!(ids(&mut queue, MANY), ["a1", "n1", "b1", "n2", "a2", "a3"]);
    }

    #[test]
    fn versions_of_a_bot_are_processed_one_after_the_other() {
        let mut queue = FairQueue::default();
        let mut delayed = entry("v1", "uno", "ana", 1);
        delayed.due = Some(at(200));
        let rest = [
            entry("v2", "uno", "ana", 2),
            entry("w1", "dos", "ana", 3),
            entry("w2", "dos", "ana", 4),
        ];
        queue.refresh("go", [&[delayed][..], &rest].concat());
        let first = queue.take(at(100), MANY).unwrap();
        assert_eq!(first.id, "w1", "v1 waits, and v2 for it");
        assert_eq!(queue.take(at(100), MANY), None);
        assert_eq!(queue.next_due(at(100)), Some(at(200)));
        queue.finish(&first, None);
        assert_eq!(ids(&mut queue, MANY), ["w2"]);
        assert_eq!(queue.take(at(200), MANY).unwrap().id, "v1");
    }

    #[test]
    fn an_entry_that_is_paused_waits_though_its_files_do_not_say_so() {
        let mut queue = FairQueue::default();
        let uno = || vec![entry("a1", "uno", "ana", 1)];
        for is_new in [true, false] {
            queue.refresh("go", uno());
            let ticket = queue.take(at(300), MANY).unwrap();
            assert_eq!(queue.pause(&ticket, at(200)), is_new);
            queue.refresh("go", uno());
            assert_eq!((queue.take(at(100), MANY), queue.next_due(at(100))), (None, Some(at(200))));
        }
        let ticket = queue.take(at(200), MANY).unwrap();
        queue.finish(&ticket, None);
        queue.refresh("go", uno());
        assert_eq!(ids(&mut queue, MANY), ["a1"], "it is another one of that name");
    }

    #[test]
    fn a_contest_leaves_a_worker_to_the_others() {
        let mut queue = FairQueue::default();
        let many = (1..=5).map(|n| entry(&format!("a{n}"), &format!("a{n}"), "ana", n));
        queue.refresh("go", many.collect());
        let three = Capacity { workers: 3, temporary: 0 };
        assert_eq!(ids(&mut queue, three).len(), 2);
        queue.refresh("nim", vec![entry("n1", "n1", "bea", 9)]);
        assert_eq!(ids(&mut queue, three), ["n1"]);
    }

    #[test]
    fn temporary_workers_are_for_contests_of_which_nothing_is_being_processed() {
        let mut queue = FairQueue::default();
        let contests: Vec<String> = ('a'..='n').map(String::from).collect();
        for contest in &contests {
            let two = [1, 2].map(|n| format!("{contest}{n}"));
            queue.refresh(
                contest,
                two.iter().zip(1..).map(|(id, n)| entry(id, id, id, n)).collect(),
            );
        }
        let capacity = Capacity { workers: 3, temporary: 8 };
        let running = taken(&mut queue, capacity);
        let firsts = contests.iter().map(|contest| format!("{contest}1"));
        let due: Vec<(String, usize)> = firsts.clone().take(11).zip(0..).collect();
        let begun = running.iter().map(|ticket| (ticket.id.clone(), ticket.worker));
        assert_eq!(begun.collect::<Vec<_>>(), due);
        // Those that waited follow in order, with the number that is free.
        queue.finish(&running[4], None);
        let next = taken(&mut queue, capacity);
        assert_eq!(next.iter().map(|one| (&*one.id, one.worker)).collect::<Vec<_>>(), [("l1", 4)]);
        // A contest gets a second one only of the workers that are for all.
        for ticket in &running[5..] {
            queue.finish(ticket, None);
        }
        assert_eq!(ids(&mut queue, capacity), ["m1", "n1", "e2", "f2", "g2", "h2"]);
    }

    /// What is submitted: the contest, the author, the bot of the author, when, and the seconds that
    /// it takes.
    type Upload = (u8, u8, u8, i64, i64);

    /// Runs workers on a simulated clock; the start and the end of each upload, in order of start.
    fn simulate(uploads: &[Upload], capacity: Capacity) -> Vec<(usize, i64, i64)> {
        let mut queue = FairQueue::default();
        let (mut running, mut done): (Vec<(Ticket, i64)>, Vec<_>) = (Vec::new(), Vec::new());
        for now in 0.. {
            running.retain(|(ticket, end)| {
                let is_over = *end <= now;
                if is_over {
                    queue.finish(ticket, None);
                }
                !is_over
            });
            let arrived: Vec<usize> = (0..uploads.len()).filter(|n| uploads[*n].3 <= now).collect();
            for contest in 0..4 {
                let waiting = arrived.iter().filter(|n| uploads[**n].0 == contest);
                let waiting = waiting
                    .filter(|n| !done.iter().any(|(known, _, end)| known == *n && *end <= now));
                let entries = waiting.map(|n| {
                    let (_, author, bot, second, _) = uploads[*n];
                    entry(&n.to_string(), &format!("{author}-{bot}"), &author.to_string(), second)
                });
                queue.refresh(&contest.to_string(), entries.collect());
            }
            while let Some(ticket) = queue.take(at(now), capacity) {
                let n: usize = ticket.id.parse().unwrap();
                let end = now + uploads[n].4;
                done.push((n, now, end));
                running.push((ticket, end));
            }
            if done.len() == uploads.len() && running.is_empty() {
                break;
            }
            assert!(now < 10_000, "all are processed");
        }
        done
    }

    proptest! {
        #[test]
        fn every_entry_is_processed_once_and_in_order_and_no_one_waits_for_ever(
            uploads in prop::collection::vec((0..4_u8, 0..3_u8, 0..2_u8, 0..30_i64, 1..20_i64), 1..40),
            workers in 2..5_usize,
            temporary in 0..3_usize,
        ) {
            let done = simulate(&uploads, Capacity { workers, temporary });
            let mut once: Vec<usize> = done.iter().map(|(n, _, _)| *n).collect();
            once.sort_unstable();
            prop_assert_eq!(once, (0..uploads.len()).collect::<Vec<_>>());
            for (n, start, end) in &done {
                let (contest, author, bot, arrived, _) = uploads[*n];
                prop_assert!(*start >= arrived);
                for (other, before, until) in &done {
                    let is_same_bot = (contest, author, bot) == (uploads[*other].0, uploads[*other].1, uploads[*other].2);
                    if is_same_bot && (uploads[*other].3, other.to_string()) < (arrived, n.to_string()) {
                        prop_assert!(until <= start, "{} before {}", other, n);
                    }
                    let _ = (before, end);
                }
                // While the only entry of an author and a contest waits, no other contest gets two
                // turns more than it has workers.
                let is_alone = uploads.iter().filter(|upload| upload.0 == contest).count() == 1;
                if is_alone {
                    for other in (0..4).filter(|other| *other != contest) {
                        let turns = done.iter().filter(|(known, begun, _)| {
                            uploads[*known].0 == other && (arrived..*start).contains(begun)
                        });
                        prop_assert!(turns.count() <= 1, "contest {} before {}", other, n);
                    }
                    for waits in arrived..*start {
                        let busy = done.iter().filter(|(_, from, to)| (*from..*to).contains(&waits));
                        prop_assert_eq!(busy.count(), workers + temporary, "{} at {}", n, waits);
                    }
                }
            }
        }
    }
}
