//! Which machines there are, as far as was heard.

use crate::{
    Terms,
    message::{Beat, WorkerState},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Instant,
};

/// The machines that were heard of.
#[derive(Default)]
pub(crate) struct Roster {
    heard: BTreeMap<String, (Beat, Instant)>,
    /// Those whom nobody believes any more, by their keys.
    pub(crate) suspended: BTreeSet<String>,
}

impl Roster {
    /// Nobody was heard of yet, and nobody believes those with these keys.
    pub(crate) fn without(suspended: BTreeSet<String>) -> Roster {
        Roster { suspended, ..Roster::default() }
    }

    /// Takes note of a machine.
    pub(crate) fn hear(&mut self, beat: Beat, now: Instant) {
        if beat.state == WorkerState::Leaves {
            self.heard.remove(&beat.worker);
        } else {
            self.heard.insert(beat.worker.clone(), (beat, now));
        }
    }

    /// Forgets those who were silent for too long.
    pub(crate) fn forget(&mut self, terms: &Terms, now: Instant) {
        self.heard.retain(|_, (_, heard)| now.saturating_duration_since(*heard) < terms.silence);
    }

    /// The classes in which somebody takes work, and how many matches are played side by side there.
    pub(crate) fn slots(&self, weakest: &str) -> BTreeMap<String, usize> {
        let mut slots = BTreeMap::new();
        for beat in self.working(weakest) {
            *slots.entry(beat.class.clone()).or_default() += beat.slots;
        }
        slots
    }

    /// How many machines of `class` take work.
    pub(crate) fn machines(&self, class: &str) -> usize {
        self.working("D").filter(|beat| beat.class == class).count()
    }

    /// How many machines of `class` take work, but for those with these keys.
    pub(crate) fn others(&self, class: &str, keys: &[&str]) -> usize {
        let own = self.working("D").filter(|beat| beat.class == class);
        own.filter(|beat| !keys.contains(&&*beat.worker)).count()
    }

    /// The batches of `contest` that somebody holds.
    pub(crate) fn held<'a>(&'a self, contest: &'a str) -> BTreeSet<&'a str> {
        let holds = self.heard.values().flat_map(|(beat, _)| &beat.holds);
        holds.filter(|(of, _)| of == contest).map(|(_, batch)| batch.as_str()).collect()
    }

    fn working(&self, weakest: &str) -> impl Iterator<Item = &Beat> {
        let beats = self.heard.values().map(|(beat, _)| beat);
        let beats = beats.filter(|beat| !self.suspended.contains(&beat.worker));
        beats.filter(move |beat| beat.state == WorkerState::Works && *beat.tier <= *weakest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn who_is_silent_or_leaves_is_not_counted_on() {
        let (terms, start) = (Terms::usual(), Instant::now());
        let mut roster = Roster::default();
        let beat = |worker: &str, tier: &str, state| Beat {
            v: 1,
            worker: worker.to_owned(),
            name: worker.to_owned(),
            class: "k".to_owned(),
            tier: tier.to_owned(),
            version: String::new(),
            state,
            slots: 4,
            busy: 0,
            played: 0,
            voids: 0,
            holds: vec![("c".to_owned(), format!("of {worker}")), ("d".to_owned(), "x".to_owned())],
        };
        roster.hear(beat("one", "A", WorkerState::Works), start);
        roster.hear(beat("two", "D", WorkerState::Works), start + terms.silence / 2);
        roster.hear(beat("three", "A", WorkerState::Drains), start + terms.silence / 2);
        assert_eq!(roster.slots("D"), [("k".to_owned(), 8)].into());
        assert_eq!(roster.slots("B"), [("k".to_owned(), 4)].into(), "two isolates too little");
        assert_eq!((roster.machines("k"), roster.machines("other")), (2, 0));
        assert_eq!((roster.others("k", &["one"]), roster.others("k", &["one", "two"])), (1, 0));
        roster.suspended.insert("two".to_owned());
        assert_eq!((roster.others("k", &["one"]), roster.machines("k")), (0, 1));
        roster.suspended.clear();
        assert_eq!(roster.held("c").len(), 3);
        roster.forget(&terms, start + terms.silence);
        assert_eq!(roster.slots("D"), [("k".to_owned(), 4)].into());
        roster.hear(beat("two", "D", WorkerState::Leaves), start + Duration::from_secs(20));
        assert!(roster.slots("D").is_empty());
        assert_eq!(roster.held("c"), ["of three"].into());
    }
}
