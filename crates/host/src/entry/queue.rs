//! The queue of entries of all hosted contests, and the workers that process them. One thread waits
//! until something appears in an inbox, a delay is over, or the host wakes it, and starts a worker for
//! each entry.

use super::{
    fair::{Capacity, FairQueue, Ticket},
    inbox::Inbox,
    processor::{CheckStep, EntryProcessor},
};
use crate::{
    ExecutionTarget, FolderWatcher, HostError, Sandboxes, StopSignal, link::lock,
    watch::WatchedFolders,
};
use certamen_contest::{
    ContestError, Folder,
    entry::{EntryDelay, SubmissionIndex},
    opening,
};
use certamen_i18n::{Localize, Message};
use certamen_portal::check_job::CheckProgress;
use certamen_runner::{allowed_cores, pin_to_core};
use jiff::{SignedDuration, Timestamp};
use std::{
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
    fs::File,
    io, mem,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// How often all inboxes are looked at though nothing was reported, and the pause after an internal
/// failure.
const CHECK: SignedDuration = SignedDuration::from_secs(30);
/// The minimum number of workers. No contest may have all of them: with three, neither the other
/// contests nor the other authors of a contest wait for one long compilation.
const LEAST_WORKERS: usize = 3;
/// The maximum number of workers beyond those: compilers of other contests may occupy all of them, and
/// an upload does not wait for these.
const MOST_TEMPORARY: usize = 8;
/// How long the end waits for what is being processed. A compiler may take minutes; what is not
/// finished is processed again after the next start.
const GRACE: Duration = Duration::from_secs(2);

/// Receives the name of a contest and what is wrong with it.
type ReportTrouble = Box<dyn Fn(&str, &Message) + Send + Sync>;

/// What the workers need.
pub struct EntryWork {
    pub sandboxes: Sandboxes,
    pub target: ExecutionTarget,
    pub stop: StopSignal,
    /// Reports what appears in the inboxes.
    pub watcher: FolderWatcher,
    /// Receives the progress of each entry.
    pub notify: Box<dyn Fn(CheckProgress) + Send + Sync>,
    /// Receives what is wrong with the files of a contest, once.
    pub trouble: ReportTrouble,
    /// The number of workers, without temporary ones.
    pub workers: usize,
}

impl EntryWork {
    /// Half as many workers as there are cores.
    pub fn default_workers() -> usize {
        (allowed_cores().len() / 2).max(LEAST_WORKERS)
    }

    fn capacity(&self) -> Capacity {
        Capacity { workers: self.workers.max(1), temporary: MOST_TEMPORARY }
    }
}

/// Processes entries until it is dropped.
pub struct EntryQueue {
    shared: Arc<QueueShared>,
    scheduler: Option<JoinHandle<()>>,
}

struct QueueShared {
    work: EntryWork,
    state: Mutex<QueueState>,
    changed: Condvar,
    /// The watched folders of each contest.
    watched: Mutex<BTreeMap<String, WatchedFolders>>,
    /// The locks of the contests whose entries no other process decides on meanwhile.
    held: Mutex<BTreeMap<String, File>>,
}

#[derive(Default)]
struct QueueState {
    queue: FairQueue,
    contests: BTreeMap<String, Folder>,
    /// Contests whose inbox is to be looked at.
    unread: BTreeSet<String>,
    /// Contests whose inbox is being looked at.
    reading: BTreeSet<String>,
    /// When a file in the inbox of a contest may be complete.
    again: BTreeMap<String, Timestamp>,
    /// What was reported of a contest, as long as it lasts.
    troubles: BTreeMap<String, BTreeSet<String>>,
    /// The threads of tasks, of which some may have ended.
    threads: Vec<JoinHandle<()>>,
    next_check: Timestamp,
    has_ended: bool,
}

/// What the scheduler does next.
enum Step {
    Start(Task),
    Wait(SignedDuration),
    End,
}

/// What has a thread of its own.
#[derive(Clone)]
enum Task {
    /// Looks at the inbox of a contest.
    Read(String, Folder),
    Process(Ticket, Folder),
}

impl EntryQueue {
    /// Processes the entries of the contests that are admitted.
    pub fn start(work: EntryWork) -> EntryQueue {
        let shared = Arc::new(QueueShared {
            work,
            state: Mutex::default(),
            changed: Condvar::new(),
            watched: Mutex::default(),
            held: Mutex::default(),
        });
        let own = Arc::clone(&shared);
        EntryQueue { shared, scheduler: Some(thread::spawn(move || own.schedule())) }
    }

    /// Processes the entries of this contest, too, from now on.
    pub fn admit(&self, slug: &str, folder: &Folder) {
        if self.shared.lock().contests.contains_key(slug) {
            return;
        }
        let (queue, own) = (Arc::downgrade(&self.shared), slug.to_owned());
        let watched = self.shared.work.watcher.watch(move |_| {
            if let Some(queue) = queue.upgrade() {
                queue.wake(&own);
            }
        });
        // Not while the state is locked: the thread that changes these waits for observers, which
        // lock it.
        lock(&self.shared.watched).entry(slug.to_owned()).or_insert(watched);
        let mut state = self.shared.lock();
        state.contests.insert(slug.to_owned(), folder.clone());
        state.unread.insert(slug.to_owned());
        self.shared.changed.notify_all();
    }

    /// Has the inbox of a contest looked at.
    pub fn wake(&self, slug: &str) {
        self.shared.wake(slug);
    }
}

impl Drop for EntryQueue {
    fn drop(&mut self) {
        let begun = Instant::now();
        let mut state = self.shared.lock();
        state.has_ended = true;
        self.shared.changed.notify_all();
        while !(state.queue.is_idle() && state.reading.is_empty()) {
            let Some(left) = GRACE.checked_sub(begun.elapsed()) else { break };
            let waited = self.shared.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let is_idle = state.queue.is_idle() && state.reading.is_empty();
        let threads = mem::take(&mut state.threads);
        drop(state);
        // An observer must not be the last that holds the watched folders: it would wait for itself.
        lock(&self.shared.watched).clear();
        // Otherwise the threads end with what they do, or with the process.
        if is_idle {
            for thread in self.scheduler.take().into_iter().chain(threads) {
                // A panic was already reported where it happened.
                let _ = thread.join();
            }
        }
    }
}

impl QueueShared {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        lock(&self.state)
    }

    fn wake(&self, slug: &str) {
        self.lock().unread.insert(slug.to_owned());
        self.changed.notify_all();
    }

    fn schedule(self: &Arc<Self>) {
        let mut state = self.lock();
        loop {
            match state.next(&self.work, Timestamp::now()) {
                Step::End => return,
                Step::Wait(time) => {
                    let time = Duration::try_from(time).unwrap_or(Duration::ZERO);
                    let waited = self.changed.wait_timeout(state, time);
                    state = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                Step::Start(task) => {
                    let (own, started) = (Arc::clone(self), task.clone());
                    let thread = thread::Builder::new().spawn(move || own.run(started));
                    state.threads.retain(|thread| !thread.is_finished());
                    match thread {
                        Ok(thread) => state.threads.push(thread),
                        Err(error) => {
                            tracing::error!(%error, "no thread can be started for an entry");
                            state.put_back(task, Timestamp::now() + CHECK);
                        }
                    }
                }
            }
        }
    }

    fn run(&self, task: Task) {
        match task {
            Task::Read(slug, folder) => {
                let (inbox, troubles) = self.read(&slug, &folder);
                let mut state = self.lock();
                state.note_inbox(&slug, inbox);
                let new = state.note_troubles(&slug, troubles);
                self.changed.notify_all();
                drop(state);
                for why in &new {
                    (self.work.trouble)(&slug, why);
                }
            }
            Task::Process(ticket, folder) => {
                // From the last core on: matches are played from the first on.
                let cores = allowed_cores();
                pin_to_core(cores[cores.len() - 1 - ticket.worker % cores.len()]);
                let done = self.process(&ticket, &folder);
                let mut state = self.lock();
                let is_trouble = match done {
                    Ok(due) => {
                        state.queue.finish(&ticket, due);
                        false
                    }
                    Err(_) => state.queue.pause(&ticket, Timestamp::now() + CHECK),
                };
                // It may be what decides when entries close.
                state.unread.insert(ticket.contest.clone());
                self.changed.notify_all();
                drop(state);
                if let Some(error) = done.err().filter(|_| is_trouble) {
                    let error = HostError::Io { path: EntryDelay::home(&folder), error };
                    (self.work.trouble)(&ticket.contest, &error.message());
                }
            }
        }
    }

    /// Looks at an inbox; also returns what is wrong with the files of the contest.
    fn read(&self, slug: &str, folder: &Folder) -> (Inbox, Vec<Message>) {
        // A folder that is not there yet is watched once it is: it appears in another one.
        let folders = [folder.path().to_owned(), folder.submissions(), EntryDelay::home(folder)];
        if let Some(watched) = lock(&self.watched).get_mut(slug) {
            watched.set(folders.into());
        }
        let hold = || self.hold(slug, folder);
        let (inbox, errors) = Inbox::read(folder, Timestamp::now(), &hold);
        let mut troubles: Vec<Message> = errors.iter().map(Localize::message).collect();
        match SubmissionIndex::read(folder) {
            Ok(index) => troubles.extend(index.damaged().iter().map(|one| one.error.message())),
            Err(error) => troubles.push(error.message()),
        }
        (inbox, troubles)
    }

    /// Keeps other processes from deciding on the entries of a contest.
    fn hold(&self, slug: &str, folder: &Folder) -> Result<(), ContestError> {
        if let Entry::Vacant(free) = lock(&self.held).entry(slug.to_owned()) {
            free.insert(opening::hold_entries(folder)?);
        }
        Ok(())
    }

    /// Processes an entry; returns when it is due again, if it is not decided, or an error if not even
    /// that it failed could be noted.
    fn process(&self, ticket: &Ticket, folder: &Folder) -> io::Result<Option<Timestamp>> {
        let _contest = tracing::info_span!("contest", slug = ticket.contest).entered();
        let EntryWork { sandboxes, target, stop, notify, .. } = &self.work;
        let worker = ticket.worker;
        let processor = EntryProcessor { folder, sandboxes, target, worker, stop, notify };
        let now = Timestamp::now();
        Ok(match processor.attend(&ticket.id, now)? {
            CheckStep::Decided => None,
            CheckStep::Delayed(again) => Some(again),
            CheckStep::Stopped => Some(now),
        })
    }
}

impl QueueState {
    fn next(&mut self, work: &EntryWork, now: Timestamp) -> Step {
        if self.has_ended || work.stop.is_set() {
            return Step::End;
        }
        // A clock that was set back does not make anyone wait longer.
        if self.next_check <= now || self.next_check > now + CHECK {
            self.next_check = now + CHECK;
            self.unread.extend(self.contests.keys().cloned());
        }
        self.again.retain(|slug, again| {
            let is_complete = *again <= now;
            if is_complete {
                self.unread.insert(slug.clone());
            }
            !is_complete
        });
        self.unread.retain(|slug| self.contests.contains_key(slug));
        let unread = self.unread.iter().find(|slug| !self.reading.contains(*slug)).cloned();
        if let Some(slug) = unread.filter(|_| self.reading.len() < work.capacity().workers) {
            self.unread.remove(&slug);
            self.reading.insert(slug.clone());
            let folder = self.contests[&slug].clone();
            return Step::Start(Task::Read(slug, folder));
        }
        if let Some(ticket) = self.queue.take(now, work.capacity()) {
            let folder = self.contests[&ticket.contest].clone();
            return Step::Start(Task::Process(ticket, folder));
        }
        let times = self.again.values().copied().chain(self.queue.next_due(now));
        let next = times.chain([self.next_check]).min().unwrap_or(self.next_check);
        Step::Wait(next.duration_since(now))
    }

    fn note_inbox(&mut self, slug: &str, inbox: Inbox) {
        self.reading.remove(slug);
        self.queue.refresh(slug, inbox.entries);
        match inbox.again {
            Some(again) => self.again.insert(slug.to_owned(), again),
            None => self.again.remove(slug),
        };
    }

    /// Has a task that was not begun done at a later time.
    fn put_back(&mut self, task: Task, again: Timestamp) {
        match task {
            Task::Read(slug, _) => {
                self.reading.remove(&slug);
                self.again.insert(slug, again);
            }
            Task::Process(ticket, _) => {
                self.queue.pause(&ticket, again);
            }
        }
    }

    /// Those that were not there the last time.
    fn note_troubles(&mut self, slug: &str, troubles: Vec<Message>) -> Vec<Message> {
        let text = |why: &Message| why.get(certamen_i18n::Language::En);
        let now: BTreeSet<String> = troubles.iter().map(text).collect();
        let before = self.troubles.insert(slug.to_owned(), now).unwrap_or_default();
        troubles.into_iter().filter(|why| !before.contains(&text(why))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_contest::entry::{Submission, SubmissionState};
    use certamen_portal::check_job::{CheckStage, StageResult};
    use certamen_sandbox::{Launcher, Tier};
    use std::{
        fs,
        sync::mpsc::{Receiver, Sender, channel},
    };

    const CONTEST: &str = "name = \"Open\"\ngame = \"footsteps\"\nbots = []\n\
        [format]\nkind = \"round-robin\"\n[ranking]\nkind = \"points\"\n[entries]\ncloses = \"never\"\n";
    const PATIENCE: Duration = Duration::from_secs(60);

    /// Contests whose entries are all faulty, and a queue in which those named `slow` take until
    /// `release` is called.
    struct Hosted {
        place: tempfile::TempDir,
        stop: StopSignal,
        starts: Sender<String>,
        begun: Receiver<String>,
        release: Arc<(Mutex<bool>, Condvar)>,
        troubles: Arc<Mutex<Vec<String>>>,
        queue: Option<EntryQueue>,
    }

    impl Hosted {
        fn new(before: impl FnOnce(&Hosted)) -> Hosted {
            Hosted::with(&["go", "nim"], 2, before)
        }

        fn with(slugs: &[&str], workers: usize, before: impl FnOnce(&Hosted)) -> Hosted {
            let place = tempfile::tempdir().unwrap();
            for slug in slugs {
                fs::create_dir(place.path().join(slug)).unwrap();
                fs::write(place.path().join(slug).join("contest.toml"), CONTEST).unwrap();
            }
            let (starts, begun) = channel();
            let mut hosted = Hosted {
                place,
                stop: StopSignal::default(),
                starts,
                begun,
                release: Arc::default(),
                troubles: Arc::default(),
                queue: None,
            };
            before(&hosted);
            hosted.queue = Some(hosted.start(slugs, workers));
            hosted
        }

        /// A queue for these contests.
        fn start(&self, slugs: &[&str], workers: usize) -> EntryQueue {
            let (release, troubles) = (Arc::clone(&self.release), Arc::clone(&self.troubles));
            let starts = self.starts.clone();
            let launcher = Launcher::with_program("/nothing".into());
            let queue = EntryQueue::start(EntryWork {
                sandboxes: Sandboxes::new(&launcher, Some(Tier::D)),
                target: ExecutionTarget::Here,
                stop: self.stop.clone(),
                watcher: FolderWatcher::start(|error| panic!("{error}")),
                notify: Box::new(move |progress| {
                    if (progress.stage, progress.result)
                        == (CheckStage::Unpacked, StageResult::Running)
                    {
                        let _ = starts.send(progress.id.clone());
                        let slow = progress.id.starts_with("slow");
                        let (released, changed) = &*release;
                        let wait = released.lock().unwrap();
                        drop(changed.wait_while(wait, |released| slow && !*released).unwrap());
                    }
                }),
                trouble: Box::new(move |slug, why| {
                    troubles.lock().unwrap().push(format!("{slug}: {why}"));
                }),
                workers,
            });
            for slug in slugs {
                queue.admit(slug, &self.folder(slug));
            }
            queue
        }

        fn folder(&self, slug: &str) -> Folder {
            Folder::new(&self.place.path().join(slug))
        }

        /// Hands in an entry as the site does.
        fn send(&self, slug: &str, id: &str) {
            let sent = Submission {
                id: id.to_owned(),
                entrant: id.to_owned(),
                author: "ana".to_owned(),
                file: "bot.zip".to_owned(),
                note: String::new(),
                language: "en".to_owned(),
                received: Timestamp::now(),
                written_by: None,
            };
            let inbox = self.folder(slug).submissions();
            fs::create_dir_all(&inbox).unwrap();
            sent.write_draft(&inbox, b"no archive").unwrap();
            Submission::hand_over(&inbox, id).unwrap();
        }

        fn wait_for(&self, id: &str) {
            assert_eq!(self.begun.recv_timeout(PATIENCE).unwrap(), id);
        }

        /// Waits until the queue is in such a state.
        fn wait_until(&self, is_so: impl Fn(&QueueState) -> bool) {
            let shared = &self.queue.as_ref().unwrap().shared;
            let state = shared.lock();
            let waited = shared.changed.wait_timeout_while(state, PATIENCE, |state| !is_so(state));
            assert!(!waited.unwrap().1.timed_out());
        }

        /// Waits until the entry is decided on.
        fn wait_for_decision(&self, slug: &str, id: &str) {
            let begun = Instant::now();
            let is_there = || self.folder(slug).submissions().join(format!("{id}.sent")).exists();
            while is_there() {
                assert!(begun.elapsed() < PATIENCE, "{id}");
                thread::sleep(Duration::from_millis(5));
            }
            let index = SubmissionIndex::read(&self.folder(slug)).unwrap();
            assert_eq!(index.find(id).unwrap().home, SubmissionState::Rejected);
        }

        fn release(&self) {
            *self.release.0.lock().unwrap() = true;
            self.release.1.notify_all();
        }
    }

    #[test]
    fn an_upload_does_not_wait_for_the_compiler_of_another_contest() {
        let mut hosted = Hosted::new(|_| ());
        hosted.send("go", "slow1");
        hosted.wait_for("slow1");
        hosted.send("go", "slow2");
        for id in ["a", "b", "c"] {
            let begun = Instant::now();
            hosted.send("nim", id);
            hosted.wait_for(id);
            hosted.wait_for_decision("nim", id);
            assert!(begun.elapsed() < Duration::from_secs(25), "before the next regular look");
        }
        hosted.release();
        hosted.wait_for("slow2");
        hosted.wait_for_decision("go", "slow2");
        hosted.queue = None;
    }

    /// The name of the entry that takes long in a contest.
    fn slow(slug: &str) -> String {
        format!("slow{slug}")
    }

    #[test]
    fn an_upload_does_not_wait_for_compilers_of_as_many_contests_as_there_are_workers() {
        let hosted = Hosted::with(&["chess", "coins", "go", "nim"], 3, |_| ());
        for slug in ["chess", "coins", "go"] {
            hosted.send(slug, &slow(slug));
            hosted.wait_for(&slow(slug));
        }
        for id in ["a", "b"] {
            let begun = Instant::now();
            hosted.send("nim", id);
            hosted.wait_for(id);
            hosted.wait_for_decision("nim", id);
            assert!(begun.elapsed() < Duration::from_secs(25), "before the next regular look");
        }
        hosted.release();
        for slug in ["chess", "coins", "go"] {
            hosted.wait_for_decision(slug, &slow(slug));
        }
    }

    #[test]
    fn temporary_workers_are_limited_and_what_waits_for_them_follows() {
        let slugs = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"];
        let hosted = Hosted::with(&slugs, 3, |_| ());
        let (busy, waiting) = slugs.split_at(3 + MOST_TEMPORARY);
        for slug in busy {
            hosted.send(slug, &slow(slug));
            hosted.wait_for(&slow(slug));
        }
        for slug in waiting {
            hosted.send(slug, slug);
            hosted.wait_until(|state| state.queue.knows(slug, slug));
        }
        let shared = &hosted.queue.as_ref().unwrap().shared;
        let next = shared.lock().queue.take(Timestamp::now(), shared.work.capacity());
        assert_eq!(next, None, "all workers are busy");
        assert!(hosted.begun.try_recv().is_err());
        hosted.release();
        for slug in waiting {
            hosted.wait_for_decision(slug, slug);
        }
        for slug in busy {
            hosted.wait_for_decision(slug, &slow(slug));
        }
    }

    /// As if of another process: locks of files are held by those who opened them.
    #[test]
    fn of_two_queues_of_one_contest_the_first_decides_and_the_second_after_its_end() {
        let mut hosted = Hosted::with(&["go"], 2, |_| ());
        hosted.send("go", "a");
        hosted.wait_for("a");
        let second = hosted.start(&["go"], 2);
        let begun = Instant::now();
        while hosted.troubles.lock().unwrap().is_empty() {
            assert!(begun.elapsed() < PATIENCE);
            thread::sleep(Duration::from_millis(5));
        }
        let trouble = hosted.troubles.lock().unwrap().join(" ");
        assert!(trouble.contains("another process is running this contest"), "{trouble}");
        hosted.send("go", "b");
        hosted.wait_for("b");
        hosted.wait_for_decision("go", "b");
        hosted.queue = None;
        hosted.send("go", "c");
        second.wake("go");
        hosted.wait_for("c");
        hosted.wait_for_decision("go", "c");
        assert!(hosted.begun.try_recv().is_err(), "each is decided once");
    }

    #[test]
    fn what_cannot_even_be_delayed_is_not_tried_again_at_once() {
        // No submission has a name with a dash, so nothing is stored of it.
        let hosted = Hosted::new(|hosted| {
            fs::create_dir_all(hosted.folder("go").submissions().join("un-named.sent")).unwrap();
        });
        for id in ["a", "b", "c"] {
            hosted.send("go", id);
            hosted.wait_for_decision("go", id);
        }
        let begun = Instant::now();
        while hosted.troubles.lock().unwrap().is_empty() {
            assert!(begun.elapsed() < PATIENCE);
            thread::sleep(Duration::from_millis(5));
        }
        let troubles = hosted.troubles.lock().unwrap().clone();
        assert!(troubles.len() == 1 && troubles[0].starts_with("go: "), "{troubles:?}");
        let shared = &hosted.queue.as_ref().unwrap().shared;
        let due = shared.lock().queue.next_due(Timestamp::now());
        assert!(due.is_some_and(|due| due <= Timestamp::now() + CHECK), "{due:?}");
    }

    #[test]
    fn what_waits_at_the_start_is_processed_and_a_file_put_there_by_hand() {
        let hosted = Hosted::new(|hosted| hosted.send("go", "a"));
        hosted.wait_for_decision("go", "a");
        let inbox = hosted.folder("go").submissions();
        fs::write(inbox.join("uno.zip"), "no archive either").unwrap();
        let begun = Instant::now();
        let is_rejected = || {
            let index = SubmissionIndex::read(&hosted.folder("go")).unwrap();
            index.all().iter().any(|filed| filed.decided.sent.entrant == "uno")
        };
        while !is_rejected() {
            assert!(begun.elapsed() < Duration::from_secs(25), "before the next regular look");
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn the_end_does_not_wait_for_a_compiler_and_nothing_new_is_begun() {
        let mut hosted = Hosted::new(|_| ());
        hosted.send("go", "slow1");
        hosted.wait_for("slow1");
        hosted.stop.set();
        hosted.send("nim", "a");
        let begun = Instant::now();
        hosted.queue = None;
        assert!(begun.elapsed() < 10 * GRACE);
        assert!(
            hosted.folder("go").submissions().join("slow1.sent").exists(),
            "for the next start"
        );
        assert!(hosted.folder("nim").submissions().join("a.sent").exists());
        hosted.release();
    }

    #[test]
    fn a_damaged_decision_is_reported_once_and_keeps_no_other() {
        let hosted = Hosted::new(|hosted| {
            let home = hosted.folder("go").accepted().join("uno");
            fs::create_dir_all(home.join("0001")).unwrap();
            fs::write(home.join("0001.json"), "{").unwrap();
        });
        for id in ["a", "b"] {
            hosted.send("go", id);
            hosted.wait_for_decision("go", id);
        }
        let troubles = hosted.troubles.lock().unwrap().clone();
        assert!(troubles.len() == 1 && troubles[0].contains("0001.json"), "{troubles:?}");
    }
}
