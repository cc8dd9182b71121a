//! The workers of which heartbeats have arrived.

use crate::{
    Terms,
    layout::is_name,
    message::{Heartbeat, WorkerState},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

/// At most this many matches are played at a time by one worker.
const MOST_SLOTS: usize = 1024;
/// At most this many workers are registered: one client may announce any number of them.
const MOST_MACHINES: usize = 1 << 16;
/// The most of them that one user has.
const MOST_OF_USER: usize = 1 << 12;
/// At most this many batches are leased to one worker.
const MOST_HELD: usize = 2 * MOST_SLOTS;

/// The registered workers.
///
/// There may be ten thousand of them, and each match needs these numbers: all is counted when it
/// changes.
#[derive(Default)]
pub(crate) struct WorkerRegistry {
    weakest: String,
    heard: BTreeMap<String, (Heartbeat, Instant)>,
    /// The users of workers, by the keys of both; a worker that is not here is its own user.
    users: BTreeMap<String, String>,
    /// How many workers each user has.
    owned: BTreeMap<String, usize>,
    /// Since when workers have had free slots.
    idle: BTreeMap<String, Instant>,
    suspended: BTreeSet<String>,
    /// By class, how many matches are played at a time with a sufficient isolation level.
    slots: BTreeMap<String, usize>,
    /// By class, how many workers take work.
    machines: BTreeMap<String, usize>,
    /// By class and user, how many of its workers take work.
    of_users: BTreeMap<String, BTreeMap<String, usize>>,
}

impl WorkerRegistry {
    /// An empty registry; workers with these keys are suspended, and those with an isolation level
    /// below `weakest` are given nothing.
    pub(crate) fn of(weakest: &str, suspended: BTreeSet<String>) -> WorkerRegistry {
        WorkerRegistry { weakest: weakest.to_owned(), suspended, ..WorkerRegistry::default() }
    }

    /// Records the user of a worker; false if the worker belongs to another user already.
    pub(crate) fn is_of(&mut self, worker: &str, user: &str) -> bool {
        if worker == user {
            return !self.users.contains_key(worker);
        }
        if let Some(known) = self.users.get(worker) {
            return known == user;
        }
        let owned = self.owned.entry(user.to_owned()).or_default();
        let is_new = *owned < MOST_OF_USER;
        if is_new {
            *owned += 1;
            self.users.insert(worker.to_owned(), user.to_owned());
        }
        is_new
    }

    pub(crate) fn user<'a>(&'a self, key: &'a str) -> &'a str {
        self.users.get(key).map_or(key, String::as_str)
    }

    /// The voter for a worker of `class`: its user, where there are several users. A single user's
    /// workers vote for themselves.
    pub(crate) fn voter(&self, class: &str, key: &str) -> String {
        let user = self.user(key);
        let is_alone = self.of_users.get(class).is_none_or(|users| users.len() < 2);
        if is_alone { key.to_owned() } else { user.to_owned() }
    }

    pub(crate) fn voters(&self, class: &str) -> usize {
        match self.of_users.get(class) {
            Some(users) if users.len() > 1 => users.len(),
            _ => self.machines(class),
        }
    }

    pub(crate) fn hear(&mut self, heartbeat: Heartbeat, now: Instant) {
        // A client may claim to have a million slots.
        let is_heard = self.heard.contains_key(&heartbeat.worker);
        let is_crowded = self.heard.len() >= MOST_MACHINES && !is_heard;
        let is_much = heartbeat.slots > MOST_SLOTS || heartbeat.holds.len() > MOST_HELD;
        if is_crowded || is_much || !is_name(&heartbeat.class) {
            return;
        }
        self.forget_one(&heartbeat.worker);
        if heartbeat.state == WorkerState::Works && heartbeat.busy < heartbeat.for_matches() {
            self.idle.entry(heartbeat.worker.clone()).or_insert(now);
        } else {
            self.idle.remove(&heartbeat.worker);
        }
        if heartbeat.state != WorkerState::Leaves {
            self.count(&heartbeat);
            self.heard.insert(heartbeat.worker.clone(), (heartbeat, now));
        }
    }

    /// Forgets workers that have been silent for too long.
    pub(crate) fn forget(&mut self, terms: &Terms, now: Instant) {
        let is_gone = |heard: &Instant| now.saturating_duration_since(*heard) >= terms.silence;
        let gone = self.heard.iter().filter(|(_, (_, heard))| is_gone(heard));
        for key in gone.map(|(key, _)| key.clone()).collect::<Vec<_>>() {
            self.forget_one(&key);
            self.idle.remove(&key);
        }
    }

    /// Suspends the worker or user with this key; returns whether it was not suspended before.
    pub(crate) fn suspend(&mut self, key: &str) -> bool {
        let own = |machine: &&String| *machine == key || self.user(machine) == key;
        let keys: Vec<String> = self.heard.keys().filter(own).cloned().collect();
        let found = keys.into_iter().map(|key| (key.clone(), self.heard[&key].clone()));
        let found: Vec<_> = found.collect();
        for (key, _) in &found {
            self.forget_one(key);
        }
        let is_new = self.suspended.insert(key.to_owned());
        self.heard.extend(found);
        is_new
    }

    pub(crate) fn is_suspended(&self, key: &str) -> bool {
        self.suspended.contains(key) || self.suspended.contains(self.user(key))
    }

    /// The keys of the suspended workers, and of their users.
    pub(crate) fn suspended(&self) -> impl Iterator<Item = &String> {
        let is_of_user = |key: &&String| !self.suspended.contains(*key) && self.is_suspended(key);
        self.suspended.iter().chain(self.heard.keys().filter(is_of_user))
    }

    /// The keys of the suspended workers of `class` that are connected all the same.
    pub(crate) fn suspended_in(&self, class: &str) -> impl Iterator<Item = String> {
        let is_there = move |(key, (heartbeat, _)): &(&String, &(Heartbeat, Instant))| {
            heartbeat.class == class && self.is_suspended(key)
        };
        // A user may have any number of workers.
        let keys = self.heard.iter().filter(is_there).map(|(key, _)| match self.user(key) {
            user if self.suspended.contains(user) => user.to_owned(),
            _ => key.clone(),
        });
        keys.collect::<BTreeSet<String>>().into_iter()
    }

    /// The classes in which workers take work, and how many matches are played at a time there.
    pub(crate) fn slots(&self) -> &BTreeMap<String, usize> {
        &self.slots
    }

    /// How many workers of `class` take work.
    pub(crate) fn machines(&self, class: &str) -> usize {
        self.machines.get(class).copied().unwrap_or_default()
    }

    /// How many workers of `class` take work, except those with these keys, or of these users.
    pub(crate) fn others(&self, class: &str, keys: &[&str]) -> usize {
        let keys: BTreeSet<&str> = keys.iter().copied().collect();
        let is_own = |key: &&&str| {
            let heard = self.heard.get(**key);
            let is_of_user = **key != self.user(key) && keys.contains(self.user(key));
            heard.is_some_and(|(heartbeat, _)| heartbeat.class == class && self.works(heartbeat))
                && !is_of_user
        };
        let users = self.of_users.get(class);
        let of_user = |key: &&str| {
            let is_machine = self.heard.contains_key(*key);
            users.and_then(|users| users.get(*key)).filter(|_| !is_machine).copied()
        };
        let own = keys.iter().filter(is_own).count();
        self.machines(class) - own - keys.iter().filter_map(of_user).sum::<usize>()
    }

    /// The users of those with these keys, if `class` has workers of others; else those themselves,
    /// if it has others; else none.
    pub(crate) fn past(&self, class: &str, keys: Vec<String>) -> Vec<String> {
        let users: BTreeSet<&str> = keys.iter().map(|key| self.user(key)).collect();
        let users: Vec<&str> = users.into_iter().collect();
        if keys.is_empty() || self.others(class, &users) > 0 {
            return users.into_iter().map(str::to_owned).collect();
        }
        let own: Vec<&str> = keys.iter().map(String::as_str).collect();
        if self.others(class, &own) > 0 { keys } else { Vec::new() }
    }

    /// The keys of the workers that have found nothing to play for `patience`. One that is between
    /// two batches is not idle.
    pub(crate) fn idle(&self, now: Instant, patience: Duration) -> Vec<&String> {
        let is_idle = |since: &Instant| now.saturating_duration_since(*since) >= patience;
        let works = |key: &str| {
            let heard = self.heard.get(key);
            heard.is_some_and(|(heartbeat, _)| self.works(heartbeat) && self.isolates(heartbeat))
        };
        let idle = self.idle.iter().filter(|(key, since)| is_idle(since) && works(key));
        idle.map(|(key, _)| key).collect()
    }

    /// The batches of `contest` that workers have leased, except suspended ones.
    pub(crate) fn held<'a>(&'a self, contest: &'a str) -> BTreeSet<&'a str> {
        let believed = self.heard.iter().filter(|(key, _)| !self.is_suspended(key));
        let holds = believed.flat_map(|(_, (beat, _))| &beat.holds);
        holds.filter(|(of, _)| of == contest).map(|(_, batch)| batch.as_str()).collect()
    }

    /// Whether the worker with this key reported in its last heartbeat that it has this batch.
    pub(crate) fn holds(&self, key: &str, contest: &str, batch: &str) -> bool {
        let is_it = |(of, name): &(String, String)| of == contest && name == batch;
        self.heard.get(key).is_some_and(|(beat, _)| beat.holds.iter().any(is_it))
    }

    fn forget_one(&mut self, key: &str) {
        let Some((beat, _)) = self.heard.remove(key) else { return };
        if self.works(&beat) {
            let slots = if self.isolates(&beat) { beat.for_matches() } else { 0 };
            lessen(&mut self.slots, &beat.class, slots);
            lessen(&mut self.machines, &beat.class, 1);
            let user = self.user(key).to_owned();
            if let Some(users) = self.of_users.get_mut(&beat.class) {
                lessen(users, &user, 1);
            }
        }
    }

    fn count(&mut self, beat: &Heartbeat) {
        if !self.works(beat) {
            return;
        }
        if self.isolates(beat) {
            *self.slots.entry(beat.class.clone()).or_default() += beat.for_matches();
        }
        *self.machines.entry(beat.class.clone()).or_default() += 1;
        let user = self.user(&beat.worker).to_owned();
        *self.of_users.entry(beat.class.clone()).or_default().entry(user).or_default() += 1;
    }

    fn works(&self, beat: &Heartbeat) -> bool {
        beat.state == WorkerState::Works && !self.is_suspended(&beat.worker)
    }

    fn isolates(&self, beat: &Heartbeat) -> bool {
        *beat.tier <= *self.weakest
    }
}

/// Subtracts a number of slots from a class; a class without any is removed.
fn lessen(counts: &mut BTreeMap<String, usize>, class: &str, by: usize) {
    let Some(count) = counts.get_mut(class) else { return };
    *count -= by;
    if *count == 0 {
        counts.remove(class);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heartbeat(worker: &str, tier: &str, state: WorkerState) -> Heartbeat {
        Heartbeat {
            state,
            holds: vec![("c".to_owned(), format!("of {worker}")), ("d".to_owned(), "x".to_owned())],
            ..Heartbeat::of(worker.to_owned(), [worker, "k", tier], 4)
        }
    }

    #[test]
    fn silent_and_leaving_workers_are_not_counted() {
        let (terms, start) = (Terms::usual(), Instant::now());
        for (weakest, slots) in [("D", 8), ("B", 4)] {
            let mut roster = WorkerRegistry::of(weakest, BTreeSet::new());
            let later = start + terms.silence / 2;
            roster.hear(heartbeat("one", "A", WorkerState::Works), start);
            roster.hear(heartbeat("two", "D", WorkerState::Rests), start);
            roster.hear(heartbeat("two", "D", WorkerState::Works), later);
            roster.hear(heartbeat("three", "A", WorkerState::Drains), later);
            assert_eq!(roster.slots(), &[("k".to_owned(), slots)].into(), "{weakest}");
            assert_eq!((roster.machines("k"), roster.machines("other")), (2, 0));
            let others = |keys: &[&str]| roster.others("k", keys);
            assert_eq!((others(&["one"]), others(&["one", "two", "three", "four"])), (1, 0));
            assert_eq!(others(&["one", "one", "one"]), 1, "each is one machine");
            assert_eq!(roster.held("c").len(), 3);
            roster.forget(&terms, start + terms.silence);
            assert_eq!(roster.slots().values().sum::<usize>(), slots - 4);
            roster
                .hear(heartbeat("two", "D", WorkerState::Leaves), start + Duration::from_secs(20));
            assert!(roster.slots().is_empty());
            assert_eq!(roster.held("c"), ["of three"].into());
        }
    }

    #[test]
    fn workers_of_one_user_have_one_vote_where_there_are_other_users() {
        let start = Instant::now();
        let mut roster = WorkerRegistry::of("D", BTreeSet::new());
        for (name, user) in [("a1", "A"), ("a2", "A"), ("b1", "B"), ("own", "own")] {
            assert!(roster.is_of(name, user) && roster.is_of(name, user), "{name}");
            roster.hear(heartbeat(name, "A", WorkerState::Works), start);
        }
        assert!(!roster.is_of("a1", "B") && !roster.is_of("a1", "a1"), "it is another's");
        assert_eq!((roster.machines("k"), roster.voters("k")), (4, 3));
        let others = |keys: &[&str]| roster.others("k", keys);
        assert_eq!((others(&["A"]), others(&["a1"]), others(&["A", "a1", "own"])), (2, 3, 1));
        let voter = |key: &str| roster.voter("k", key);
        assert_eq!([voter("a1"), voter("own")], ["A", "own"]);
        let past = |keys: &[&str]| roster.past("k", keys.iter().map(ToString::to_string).collect());
        assert_eq!(past(&["a1"]), ["A"]);
        assert_eq!(past(&["a1", "b1", "own"]), ["a1", "b1", "own"], "its other machine is left");
        assert!(past(&["a1", "a2", "b1", "own"]).is_empty() && past(&[]).is_empty());
        assert!(roster.suspend("A"));
        assert!(roster.is_of("a3", "A"));
        roster.hear(heartbeat("a3", "A", WorkerState::Works), start);
        assert!(roster.is_suspended("a3"), "a new key is no new user");
        assert_eq!((roster.machines("k"), roster.slots()["k"], roster.voters("k")), (2, 8, 2));
        assert_eq!(roster.suspended_in("k").collect::<Vec<_>>(), ["A"]);
    }

    #[test]
    fn suspended_workers_are_not_counted() {
        let start = Instant::now();
        let mut roster = WorkerRegistry::of("D", ["two".to_owned()].into());
        for name in ["one", "two", "three"] {
            roster.hear(heartbeat(name, "A", WorkerState::Works), start);
        }
        assert_eq!((roster.machines("k"), roster.others("k", &["one", "two"])), (2, 1));
        assert!(roster.suspend("three") && !roster.suspend("three") && !roster.suspend("two"));
        roster.hear(heartbeat("three", "A", WorkerState::Works), start);
        assert_eq!((roster.machines("k"), roster.slots()["k"]), (1, 4));
        assert!(roster.is_suspended("three") && !roster.is_suspended("one"));
        assert_eq!(
            roster.held("c"),
            ["of one"].into(),
            "what others say that they hold is ignored"
        );
        let boaster = Heartbeat { slots: 1 << 20, ..heartbeat("four", "A", WorkerState::Works) };
        let holder = Heartbeat {
            holds: vec![("c".to_owned(), "b".to_owned()); 1 << 12],
            ..heartbeat("holder", "A", WorkerState::Works)
        };
        roster.hear(holder, start);
        let nowhere =
            Heartbeat { class: "a.>".to_owned(), ..heartbeat("five", "A", WorkerState::Works) };
        roster.hear(boaster, start);
        roster.hear(nowhere, start);
        assert_eq!(roster.slots(), &[("k".to_owned(), 4)].into(), "no worker has a million slots");
        roster.hear(Heartbeat { reserve: 3, ..heartbeat("six", "A", WorkerState::Works) }, start);
        roster.hear(Heartbeat { reserve: 9, ..heartbeat("seven", "A", WorkerState::Works) }, start);
        assert_eq!(roster.slots()["k"], 5, "what is kept for what is urgent plays no matches");
    }
}
