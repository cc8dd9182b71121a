//! The workers: which are there, by their heartbeats, which of them are suspended, what their
//! classes can play, and to which class the contest keeps.

use crate::{
    BusError, Terms,
    layout::is_name,
    message::{Heartbeat, WorkerState},
    say,
};
use crate::{ClassBinding, ContestJob};
use certamen_game::job::{MatchJob, SubmissionId};
use certamen_i18n::Message;
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

/// After this time all available workers have answered.
const ANSWER_TIME: Duration = Duration::from_millis(500);
/// A class whose workers have all gone may come back within this many times the silence after which
/// a worker counts as gone.
const GONE_AFTER_SILENCES: u32 = 4;

/// The registered workers.
///
/// There may be ten thousand of them, and each match needs these numbers: all is counted when it
/// changes.
pub(crate) struct Workers {
    weakest: String,
    terms: Terms,
    /// Whether all matches are to be played by workers of one class, and of which.
    binding: Option<ClassBinding>,
    began: Instant,
    /// When silent workers were last removed.
    forgot: Instant,
    /// Whether it was reported that no worker may play.
    is_absence_reported: bool,
    /// When a worker of each class was last seen.
    seen: BTreeMap<String, Instant>,
    build_failures: BuildFailures,
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

impl Workers {
    /// No worker yet. Those that the contest has suspended are known, and those with too low an
    /// isolation level are given nothing.
    pub(super) fn of(contest: &ContestJob, now: Instant) -> Workers {
        Workers {
            weakest: contest.weakest.clone(),
            terms: contest.terms,
            binding: contest.class_binding.clone(),
            began: now,
            forgot: now,
            is_absence_reported: false,
            seen: BTreeMap::new(),
            build_failures: BuildFailures::default(),
            heard: BTreeMap::new(),
            users: BTreeMap::new(),
            owned: BTreeMap::new(),
            idle: BTreeMap::new(),
            suspended: contest.suspended.clone(),
            slots: BTreeMap::new(),
            machines: BTreeMap::new(),
            of_users: BTreeMap::new(),
        }
    }

    /// Records the user of a worker; false if the worker belongs to another user already.
    pub(super) fn is_of(&mut self, worker: &str, user: &str) -> bool {
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

    pub(super) fn user<'a>(&'a self, key: &'a str) -> &'a str {
        self.users.get(key).map_or(key, String::as_str)
    }

    /// The voter for a worker of `class`: its user, where there are several users. A single user's
    /// workers vote for themselves.
    pub(super) fn voter(&self, class: &str, key: &str) -> String {
        let user = self.user(key);
        let is_alone = self.of_users.get(class).is_none_or(|users| users.len() < 2);
        if is_alone { key.to_owned() } else { user.to_owned() }
    }

    pub(super) fn voters(&self, class: &str) -> usize {
        match self.of_users.get(class) {
            Some(users) if users.len() > 1 => users.len(),
            _ => self.machines(class),
        }
    }

    pub(super) fn hear(&mut self, heartbeat: Heartbeat, now: Instant) {
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

    /// Forgets workers that have been silent for too long; whether it was time to look. There may be
    /// many, and this is called again and again.
    pub(super) fn forget_silent(&mut self, now: Instant) -> bool {
        let silence = self.terms.silence;
        if now.saturating_duration_since(self.forgot) < silence / 20 {
            return false;
        }
        self.forgot = now;
        let is_gone = |heard: &Instant| now.saturating_duration_since(*heard) >= silence;
        let gone = self.heard.iter().filter(|(_, (_, heard))| is_gone(heard));
        for key in gone.map(|(key, _)| key.clone()).collect::<Vec<_>>() {
            self.forget_one(&key);
            self.idle.remove(&key);
        }
        true
    }

    /// Suspends the worker or user with this key; returns whether it was not suspended before.
    pub(super) fn suspend(&mut self, key: &str) -> bool {
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

    pub(super) fn is_suspended(&self, key: &str) -> bool {
        self.suspended.contains(key) || self.suspended.contains(self.user(key))
    }

    /// The keys of the suspended workers, and of their users.
    pub(super) fn suspended(&self) -> impl Iterator<Item = &String> {
        let is_of_user = |key: &&String| !self.suspended.contains(*key) && self.is_suspended(key);
        self.suspended.iter().chain(self.heard.keys().filter(is_of_user))
    }

    /// The keys of the suspended workers of `class` that are connected all the same.
    pub(super) fn suspended_in(&self, class: &str) -> impl Iterator<Item = String> {
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

    /// The classes that may play, and how many matches are played at a time there.
    pub(super) fn classes(&self) -> impl Iterator<Item = (&String, &usize)> {
        self.slots.iter().filter(|(class, _)| match &self.binding {
            None => true,
            Some(ClassBinding::Class(own)) => own == *class,
            Some(ClassBinding::Largest) => false,
        })
    }

    /// How many matches are played at a time, by workers that may play.
    pub(super) fn slots(&self) -> usize {
        self.classes().map(|(_, slots)| slots).sum()
    }

    /// How many matches the workers of a class play at a time.
    pub(super) fn slots_of(&self, class: &str) -> Option<usize> {
        self.slots.get(class).copied()
    }

    /// Keeps to the class with most slots from now on, if that is what is wanted: all matches of
    /// the contest are comparable then.
    pub(super) fn choose_class(&mut self, now: Instant) -> Option<Message> {
        // Wait until all available workers have answered.
        let is_early = now.saturating_duration_since(self.began) < ANSWER_TIME;
        if self.binding != Some(ClassBinding::Largest) || is_early {
            return None;
        }
        let (class, _) = self.slots.iter().max_by_key(|(_, slots)| **slots)?;
        let message = say::keeps_to(class);
        self.binding = Some(ClassBinding::Class(class.clone()));
        Some(message)
    }

    /// Reports once that work waits because no worker may play it, after all workers have had time
    /// to announce themselves.
    pub(super) fn report_absence(
        &mut self,
        now: Instant,
        is_work_waiting: bool,
    ) -> Option<Message> {
        let is_empty = self.classes().next().is_none();
        let is_early = now.saturating_duration_since(self.began) < self.terms.heartbeat;
        if is_empty && !self.is_absence_reported && (!is_work_waiting || is_early) {
            return None;
        }
        let is_new = is_empty && !self.is_absence_reported;
        self.is_absence_reported = is_empty;
        is_new.then(|| match &self.binding {
            Some(ClassBinding::Class(class)) => say::waits_for_class(class),
            Some(ClassBinding::Largest) | None => say::no_worker(&self.weakest),
        })
    }

    /// Records which classes have workers now; returns those whose workers have all been gone for
    /// for a time after which they are not waited for.
    pub(super) fn note_classes(&mut self, now: Instant) -> Vec<String> {
        let there: Vec<String> = self.classes().map(|(class, _)| class.clone()).collect();
        self.seen.extend(there.into_iter().map(|class| (class, now)));
        let grace = GONE_AFTER_SILENCES * self.terms.silence;
        let is_gone = |seen: &Instant| now.saturating_duration_since(*seen) >= grace;
        let gone = self.seen.iter().filter(|(_, seen)| is_gone(seen)).map(|(class, _)| class);
        let gone: Vec<String> = gone.cloned().collect();
        self.seen.retain(|_, seen| !is_gone(seen));
        gone
    }

    /// Whether workers of a class are there, or were recently.
    pub(super) fn is_seen(&self, class: &str) -> bool {
        self.seen.contains_key(class)
    }

    /// Fails if no worker that is or recently was available can build the bots of a match.
    pub(super) fn check_playable(&self, job: &MatchJob) -> Result<(), BusError> {
        let mut found = Ok(());
        for class in self.seen.keys() {
            let mut bots = job.seats.iter().zip(&job.table.seats);
            let unable = bots.find_map(|(id, entry)| Some((entry, self.why_unable(class, *id)?)));
            let Some((entry, why)) = unable else { return Ok(()) };
            let (bot, class, why) = (entry.bot.clone(), class.clone(), why.to_owned());
            found = Err(BusError::Unable { bot, class, why });
        }
        found
    }

    /// Whether workers of a class cannot play these.
    pub(super) fn is_unable(&self, class: &str, seats: &[SubmissionId]) -> bool {
        seats.iter().any(|id| self.why_unable(class, *id).is_some())
    }

    fn why_unable(&self, class: &str, id: SubmissionId) -> Option<&str> {
        self.build_failures.why(class, id, self.voters(class))
    }

    /// Records that a worker of this class cannot build a bot.
    pub(super) fn note_unable(&mut self, class: &str, key: &str, id: SubmissionId, why: &str) {
        let voter = self.voter(class, key);
        self.build_failures.note(class, id, &voter, why);
    }

    /// Drops reports about bots that a worker of this class has just played.
    pub(super) fn note_able(&mut self, class: &str, seats: &[SubmissionId]) {
        self.build_failures.forget(class, seats);
    }

    /// The keys of the workers that are not to get these matches of a class, if there are others:
    /// they cannot build all their bots.
    pub(super) fn unable_to_play(&self, class: &str, works: &[MatchJob]) -> Vec<String> {
        self.past(class, self.build_failures.by(class, works))
    }

    /// How many workers of `class` take work.
    pub(super) fn machines(&self, class: &str) -> usize {
        self.machines.get(class).copied().unwrap_or_default()
    }

    /// How many workers of `class` take work, except those with these keys, or of these users.
    pub(super) fn others(&self, class: &str, keys: &[&str]) -> usize {
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
    pub(super) fn past(&self, class: &str, keys: Vec<String>) -> Vec<String> {
        let users: BTreeSet<&str> = keys.iter().map(|key| self.user(key)).collect();
        let users: Vec<&str> = users.into_iter().collect();
        if keys.is_empty() || self.others(class, &users) > 0 {
            return users.into_iter().map(str::to_owned).collect();
        }
        let own: Vec<&str> = keys.iter().map(String::as_str).collect();
        if self.others(class, &own) > 0 { keys } else { Vec::new() }
    }

    /// The keys of the workers that have found nothing to play for a while. One that is between
    /// two batches is not idle.
    pub(super) fn idle(&self, now: Instant) -> Vec<&String> {
        let patience = self.terms.silence;
        let is_idle = |since: &Instant| now.saturating_duration_since(*since) >= patience;
        let works = |key: &str| {
            let heard = self.heard.get(key);
            heard.is_some_and(|(heartbeat, _)| self.works(heartbeat) && self.isolates(heartbeat))
        };
        let idle = self.idle.iter().filter(|(key, since)| is_idle(since) && works(key));
        idle.map(|(key, _)| key).collect()
    }

    /// The batches of `contest` that workers have leased, except suspended ones.
    pub(super) fn held<'a>(&'a self, contest: &'a str) -> BTreeSet<&'a str> {
        let believed = self.heard.iter().filter(|(key, _)| !self.is_suspended(key));
        let holds = believed.flat_map(|(_, (heartbeat, _))| &heartbeat.holds);
        holds.filter(|(of, _)| of == contest).map(|(_, batch)| batch.as_str()).collect()
    }

    /// Whether the worker with this key reported in its last heartbeat that it has this batch.
    pub(super) fn holds(&self, key: &str, contest: &str, batch: &str) -> bool {
        let is_it = |(of, name): &(String, String)| of == contest && name == batch;
        self.heard.get(key).is_some_and(|(heartbeat, _)| heartbeat.holds.iter().any(is_it))
    }

    fn forget_one(&mut self, key: &str) {
        let Some((heartbeat, _)) = self.heard.remove(key) else { return };
        if self.works(&heartbeat) {
            let slots = if self.isolates(&heartbeat) { heartbeat.for_matches() } else { 0 };
            lessen(&mut self.slots, &heartbeat.class, slots);
            lessen(&mut self.machines, &heartbeat.class, 1);
            let user = self.user(key).to_owned();
            if let Some(users) = self.of_users.get_mut(&heartbeat.class) {
                lessen(users, &user, 1);
            }
        }
    }

    fn count(&mut self, heartbeat: &Heartbeat) {
        if !self.works(heartbeat) {
            return;
        }
        if self.isolates(heartbeat) {
            *self.slots.entry(heartbeat.class.clone()).or_default() += heartbeat.for_matches();
        }
        *self.machines.entry(heartbeat.class.clone()).or_default() += 1;
        let user = self.user(&heartbeat.worker).to_owned();
        *self.of_users.entry(heartbeat.class.clone()).or_default().entry(user).or_default() += 1;
    }

    fn works(&self, heartbeat: &Heartbeat) -> bool {
        heartbeat.state == WorkerState::Works && !self.is_suspended(&heartbeat.worker)
    }

    fn isolates(&self, heartbeat: &Heartbeat) -> bool {
        *heartbeat.tier <= *self.weakest
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

// Bots that workers cannot build: which class cannot play which bot, and when no worker can.
//
// One worker may be broken, or lie: where a class has several, another one is asked, too.

/// This many workers of a class must report it, or all of them.
const REPORTS_NEEDED: usize = 2;
/// At most this many reports are kept: a client with a key of the server may report under any
/// number of names.
const MAX_REPORTS: usize = 16;
/// At most this many bytes of a reason are kept.
const MAX_REASON_CHARS: usize = 2_000;

/// Reports of workers about bots that they cannot build.
#[derive(Debug, Default)]
struct BuildFailures {
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

    fn forget(&mut self, class: &str, seats: &[SubmissionId]) {
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
    fn by(&self, class: &str, works: &[MatchJob]) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinator::trial::coordination;

    fn workers(now: Instant, weakest: &str, suspended: &[&str]) -> Workers {
        let (weakest, suspended) =
            (weakest.to_owned(), suspended.iter().copied().map(str::to_owned));
        let suspended = suspended.collect();
        Workers::of(&ContestJob { weakest, suspended, ..coordination(0.0) }, now)
    }

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
            let mut workers = workers(start, weakest, &[]);
            let later = start + terms.silence / 2;
            workers.hear(heartbeat("one", "A", WorkerState::Works), start);
            workers.hear(heartbeat("two", "D", WorkerState::Rests), start);
            workers.hear(heartbeat("two", "D", WorkerState::Works), later);
            workers.hear(heartbeat("three", "A", WorkerState::Drains), later);
            assert_eq!(workers.slots, [("k".to_owned(), slots)].into(), "{weakest}");
            assert_eq!((workers.machines("k"), workers.machines("other")), (2, 0));
            let others = |keys: &[&str]| workers.others("k", keys);
            assert_eq!((others(&["one"]), others(&["one", "two", "three", "four"])), (1, 0));
            assert_eq!(others(&["one", "one", "one"]), 1, "each is one machine");
            assert_eq!(workers.held("c").len(), 3);
            workers.forget_silent(start + terms.silence);
            assert_eq!(workers.slots.values().sum::<usize>(), slots - 4);
            workers
                .hear(heartbeat("two", "D", WorkerState::Leaves), start + Duration::from_secs(20));
            assert!(workers.slots.is_empty());
            assert_eq!(workers.held("c"), ["of three"].into());
        }
    }

    #[test]
    fn a_class_without_workers_is_waited_for_a_while() {
        let (terms, start) = (Terms::usual(), Instant::now());
        let mut workers = workers(start, "D", &[]);
        workers.hear(heartbeat("one", "A", WorkerState::Works), start);
        assert!(workers.note_classes(start).is_empty() && workers.is_seen("k"));
        let message = |workers: &mut Workers, at| workers.report_absence(at, true).is_some();
        assert!(!message(&mut workers, start + terms.heartbeat), "there is one");
        workers.hear(heartbeat("one", "A", WorkerState::Leaves), start);
        let later = start + GONE_AFTER_SILENCES * terms.silence;
        assert!(workers.report_absence(start + terms.heartbeat, false).is_none(), "nothing waits");
        assert!(message(&mut workers, later) && !message(&mut workers, later), "once");
        assert_eq!(workers.note_classes(later), ["k"]);
        assert!(!workers.is_seen("k"));
    }

    #[test]
    fn workers_of_one_user_have_one_vote_where_there_are_other_users() {
        let start = Instant::now();
        let mut workers = workers(start, "D", &[]);
        for (name, user) in [("a1", "A"), ("a2", "A"), ("b1", "B"), ("own", "own")] {
            assert!(workers.is_of(name, user) && workers.is_of(name, user), "{name}");
            workers.hear(heartbeat(name, "A", WorkerState::Works), start);
        }
        assert!(!workers.is_of("a1", "B") && !workers.is_of("a1", "a1"), "it is another's");
        assert_eq!((workers.machines("k"), workers.voters("k")), (4, 3));
        let others = |keys: &[&str]| workers.others("k", keys);
        assert_eq!((others(&["A"]), others(&["a1"]), others(&["A", "a1", "own"])), (2, 3, 1));
        let voter = |key: &str| workers.voter("k", key);
        assert_eq!([voter("a1"), voter("own")], ["A", "own"]);
        let past =
            |keys: &[&str]| workers.past("k", keys.iter().map(ToString::to_string).collect());
        assert_eq!(past(&["a1"]), ["A"]);
        assert_eq!(past(&["a1", "b1", "own"]), ["a1", "b1", "own"], "its other machine is left");
        assert!(past(&["a1", "a2", "b1", "own"]).is_empty() && past(&[]).is_empty());
        assert!(workers.suspend("A"));
        assert!(workers.is_of("a3", "A"));
        workers.hear(heartbeat("a3", "A", WorkerState::Works), start);
        assert!(workers.is_suspended("a3"), "a new key is no new user");
        assert_eq!((workers.machines("k"), workers.slots["k"], workers.voters("k")), (2, 8, 2));
        assert_eq!(workers.suspended_in("k").collect::<Vec<_>>(), ["A"]);
    }

    #[test]
    fn suspended_workers_are_not_counted() {
        let start = Instant::now();
        let mut workers = workers(start, "D", &["two"]);
        for name in ["one", "two", "three"] {
            workers.hear(heartbeat(name, "A", WorkerState::Works), start);
        }
        assert_eq!((workers.machines("k"), workers.others("k", &["one", "two"])), (2, 1));
        assert!(workers.suspend("three") && !workers.suspend("three") && !workers.suspend("two"));
        workers.hear(heartbeat("three", "A", WorkerState::Works), start);
        assert_eq!((workers.machines("k"), workers.slots["k"]), (1, 4));
        assert!(workers.is_suspended("three") && !workers.is_suspended("one"));
        assert_eq!(
            workers.held("c"),
            ["of one"].into(),
            "what others say that they hold is ignored"
        );
        let boaster = Heartbeat { slots: 1 << 20, ..heartbeat("four", "A", WorkerState::Works) };
        let holder = Heartbeat {
            holds: vec![("c".to_owned(), "b".to_owned()); 1 << 12],
            ..heartbeat("holder", "A", WorkerState::Works)
        };
        workers.hear(holder, start);
        let nowhere =
            Heartbeat { class: "a.>".to_owned(), ..heartbeat("five", "A", WorkerState::Works) };
        workers.hear(boaster, start);
        workers.hear(nowhere, start);
        assert_eq!(workers.slots, [("k".to_owned(), 4)].into(), "no worker has a million slots");
        workers.hear(Heartbeat { reserve: 3, ..heartbeat("six", "A", WorkerState::Works) }, start);
        workers
            .hear(Heartbeat { reserve: 9, ..heartbeat("seven", "A", WorkerState::Works) }, start);
        assert_eq!(workers.slots["k"], 5, "what is kept for what is urgent plays no matches");
    }
}
