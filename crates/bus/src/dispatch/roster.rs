//! Which machines there are, as far as was heard.

use crate::{
    Terms,
    layout::is_name,
    message::{Beat, WorkerState},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Instant,
};

/// So many matches one machine plays side by side at most.
const MOST_SLOTS: usize = 1024;
/// So many machines are listened to at most: whoever speaks here may speak for any number of them.
const MOST_MACHINES: usize = 1 << 16;
/// So many batches one machine holds at most.
const MOST_HELD: usize = 2 * MOST_SLOTS;

/// The machines that were heard of.
///
/// There may be ten thousand of them, and what is asked here is asked for each match: all is counted
/// when it changes.
#[derive(Default)]
pub(crate) struct Roster {
    /// The weakest tier that will do.
    weakest: String,
    heard: BTreeMap<String, (Beat, Instant)>,
    /// Those whom nobody believes any more, by their keys.
    suspended: BTreeSet<String>,
    /// By class, how many matches are played side by side where they are isolated well enough.
    slots: BTreeMap<String, usize>,
    /// By class, how many machines take work.
    machines: BTreeMap<String, usize>,
}

impl Roster {
    /// Nobody was heard of yet, nobody believes those with these keys, and who isolates less than
    /// `weakest` is given nothing.
    pub(crate) fn of(weakest: &str, suspended: BTreeSet<String>) -> Roster {
        Roster { weakest: weakest.to_owned(), suspended, ..Roster::default() }
    }

    /// Takes note of a machine.
    pub(crate) fn hear(&mut self, beat: Beat, now: Instant) {
        // Whoever may say anything here may say that it has a million slots.
        let is_heard = self.heard.contains_key(&beat.worker);
        let is_crowded = self.heard.len() >= MOST_MACHINES && !is_heard;
        let is_much = beat.slots > MOST_SLOTS || beat.holds.len() > MOST_HELD;
        if is_crowded || is_much || !is_name(&beat.class) {
            return;
        }
        self.forget_one(&beat.worker);
        if beat.state != WorkerState::Leaves {
            self.count(&beat);
            self.heard.insert(beat.worker.clone(), (beat, now));
        }
    }

    /// Forgets those who were silent for too long.
    pub(crate) fn forget(&mut self, terms: &Terms, now: Instant) {
        let is_gone = |heard: &Instant| now.saturating_duration_since(*heard) >= terms.silence;
        let gone = self.heard.iter().filter(|(_, (_, heard))| is_gone(heard));
        for key in gone.map(|(key, _)| key.clone()).collect::<Vec<_>>() {
            self.forget_one(&key);
        }
    }

    /// Nobody believes the machine with this key any more; whether that is news.
    pub(crate) fn suspend(&mut self, key: &str) -> bool {
        let found = self.heard.get(key).cloned();
        self.forget_one(key);
        let is_news = self.suspended.insert(key.to_owned());
        self.heard.extend(found.map(|found| (key.to_owned(), found)));
        is_news
    }

    /// Whether nobody believes the machine with this key.
    pub(crate) fn is_suspended(&self, key: &str) -> bool {
        self.suspended.contains(key)
    }

    /// The keys of the machines that nobody believes.
    pub(crate) fn suspended(&self) -> impl Iterator<Item = &String> {
        self.suspended.iter()
    }

    /// The keys of those of `class` whom nobody believes and who are there all the same.
    pub(crate) fn suspended_in(&self, class: &str) -> impl Iterator<Item = String> {
        let is_there =
            move |key: &&String| self.heard.get(*key).is_some_and(|(beat, _)| beat.class == class);
        self.suspended.iter().filter(is_there).cloned()
    }

    /// The classes in which somebody takes work, and how many matches are played side by side there.
    pub(crate) fn slots(&self) -> &BTreeMap<String, usize> {
        &self.slots
    }

    /// How many machines of `class` take work.
    pub(crate) fn machines(&self, class: &str) -> usize {
        self.machines.get(class).copied().unwrap_or_default()
    }

    /// How many machines of `class` take work, but for those with these keys.
    pub(crate) fn others(&self, class: &str, keys: &[&str]) -> usize {
        let is_own = |key: &&&str| {
            let heard = self.heard.get(**key);
            heard.is_some_and(|(beat, _)| beat.class == class && self.works(beat))
        };
        let keys: BTreeSet<&str> = keys.iter().copied().collect();
        self.machines(class) - keys.iter().filter(is_own).count()
    }

    /// Those with these keys, if `class` has others: none otherwise.
    pub(crate) fn past(&self, class: &str, keys: Vec<String>) -> Vec<String> {
        let own: Vec<&str> = keys.iter().map(String::as_str).collect();
        if self.others(class, &own) > 0 { keys } else { Vec::new() }
    }

    /// The keys of the machines that could play more than they do.
    pub(crate) fn idle(&self) -> Vec<&String> {
        let is_idle =
            |beat: &Beat| self.works(beat) && self.isolates(beat) && beat.busy < beat.for_matches();
        self.heard.iter().filter(|(_, (beat, _))| is_idle(beat)).map(|(key, _)| key).collect()
    }

    /// The batches of `contest` that a machine holds that is believed.
    pub(crate) fn held<'a>(&'a self, contest: &'a str) -> BTreeSet<&'a str> {
        let believed = self.heard.iter().filter(|(key, _)| !self.is_suspended(key));
        let holds = believed.flat_map(|(_, (beat, _))| &beat.holds);
        holds.filter(|(of, _)| of == contest).map(|(_, batch)| batch.as_str()).collect()
    }

    /// Whether the machine with this key was heard to hold this batch when it was last heard.
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
        }
    }

    fn count(&mut self, beat: &Beat) {
        if !self.works(beat) {
            return;
        }
        if self.isolates(beat) {
            *self.slots.entry(beat.class.clone()).or_default() += beat.for_matches();
        }
        *self.machines.entry(beat.class.clone()).or_default() += 1;
    }

    fn works(&self, beat: &Beat) -> bool {
        beat.state == WorkerState::Works && !self.suspended.contains(&beat.worker)
    }

    fn isolates(&self, beat: &Beat) -> bool {
        *beat.tier <= *self.weakest
    }
}

/// Takes so many of a class away; a class without any is none.
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
    use std::time::Duration;

    fn beat(worker: &str, tier: &str, state: WorkerState) -> Beat {
        Beat {
            state,
            holds: vec![("c".to_owned(), format!("of {worker}")), ("d".to_owned(), "x".to_owned())],
            ..Beat::of(worker.to_owned(), [worker, "k", tier], 4)
        }
    }

    #[test]
    fn who_is_silent_or_leaves_is_not_counted_on() {
        let (terms, start) = (Terms::usual(), Instant::now());
        for (weakest, slots) in [("D", 8), ("B", 4)] {
            let mut roster = Roster::of(weakest, BTreeSet::new());
            let later = start + terms.silence / 2;
            roster.hear(beat("one", "A", WorkerState::Works), start);
            roster.hear(beat("two", "D", WorkerState::Rests), start);
            roster.hear(beat("two", "D", WorkerState::Works), later);
            roster.hear(beat("three", "A", WorkerState::Drains), later);
            assert_eq!(roster.slots(), &[("k".to_owned(), slots)].into(), "{weakest}");
            assert_eq!((roster.machines("k"), roster.machines("other")), (2, 0));
            let others = |keys: &[&str]| roster.others("k", keys);
            assert_eq!((others(&["one"]), others(&["one", "two", "three", "four"])), (1, 0));
            assert_eq!(others(&["one", "one", "one"]), 1, "each is one machine");
            assert_eq!(roster.held("c").len(), 3);
            roster.forget(&terms, start + terms.silence);
            assert_eq!(roster.slots().values().sum::<usize>(), slots - 4);
            roster.hear(beat("two", "D", WorkerState::Leaves), start + Duration::from_secs(20));
            assert!(roster.slots().is_empty());
            assert_eq!(roster.held("c"), ["of three"].into());
        }
    }

    #[test]
    fn who_is_not_believed_is_not_counted_on_either() {
        let start = Instant::now();
        let mut roster = Roster::of("D", ["two".to_owned()].into());
        for name in ["one", "two", "three"] {
            roster.hear(beat(name, "A", WorkerState::Works), start);
        }
        assert_eq!((roster.machines("k"), roster.others("k", &["one", "two"])), (2, 1));
        assert!(roster.suspend("three") && !roster.suspend("three") && !roster.suspend("two"));
        roster.hear(beat("three", "A", WorkerState::Works), start);
        assert_eq!((roster.machines("k"), roster.slots()["k"]), (1, 4));
        assert!(roster.is_suspended("three") && !roster.is_suspended("one"));
        assert_eq!(
            roster.held("c"),
            ["of one"].into(),
            "what others say that they hold is ignored"
        );
        let boaster = Beat { slots: 1 << 20, ..beat("four", "A", WorkerState::Works) };
        let holder = Beat {
            holds: vec![("c".to_owned(), "b".to_owned()); 1 << 12],
            ..beat("holder", "A", WorkerState::Works)
        };
        roster.hear(holder, start);
        let nowhere = Beat { class: "a.>".to_owned(), ..beat("five", "A", WorkerState::Works) };
        roster.hear(boaster, start);
        roster.hear(nowhere, start);
        assert_eq!(roster.slots(), &[("k".to_owned(), 4)].into(), "nobody has a million slots");
        roster.hear(Beat { reserve: 3, ..beat("six", "A", WorkerState::Works) }, start);
        roster.hear(Beat { reserve: 9, ..beat("seven", "A", WorkerState::Works) }, start);
        assert_eq!(roster.slots()["k"], 5, "what is kept for what is urgent plays no matches");
    }
}
