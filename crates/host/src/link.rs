//! The connection between the host, which plays, and the site, which shows it: a stream of lines in
//! each direction, between two processes or two threads of one.
//!
//! Play never waits for a site. Of events that are outdated by the next one on the same topic only
//! the latest waits; others are few, and their senders wait while a site does not read.

use certamen_portal::{
    HostEvent, HostResponse, PlayTables, RemoteNotices, SiteAction, SiteRequest, of_line, to_line,
};
use serde::de::DeserializeOwned;
use std::{
    collections::BTreeMap,
    io::{self, BufRead, BufReader, Read, Write},
    iter, mem,
    net::Shutdown,
    ops::ControlFlow,
    os::unix::net::UnixStream,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
    time::Duration,
};

/// How many events without a topic wait for a slow site.
const BACKLOG: usize = 256;
/// How long the other side may read nothing while something is written to it.
pub const STALLED: Duration = Duration::from_secs(10);
/// How long the host may take for a request.
const PATIENCE: Duration = Duration::from_secs(10);
/// The maximum length of a line: a request with a whole match, in which each byte may be escaped.
const LONGEST: u64 = 32 << 20;

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The messages that arrive, until the stream ends or a line is none.
pub fn messages<T: DeserializeOwned>(stream: UnixStream) -> impl Iterator<Item = T> {
    let mut input = BufReader::new(stream);
    iter::from_fn(move || {
        let mut line = Vec::new();
        (&mut input).take(LONGEST).read_until(b'\n', &mut line).ok()?;
        of_line(str::from_utf8(line.strip_suffix(b"\n")?).ok()?)
    })
}

/// What the host has to say: to the connected site, if there is one.
#[derive(Default)]
pub struct EventSender(Mutex<SenderState>);

#[derive(Default)]
struct SenderState {
    /// The state of each contest, by topic: a site that connects gets it first.
    latest: BTreeMap<String, HostEvent>,
    site: Option<Arc<EventQueue>>,
    is_ending: bool,
    is_closed: bool,
}

impl EventSender {
    /// Sends an event. Waits only for events without a topic, while a site does not read.
    pub fn send(&self, event: HostEvent) {
        let mut state = lock(&self.0);
        let Some(topic) = event.topic() else {
            let site = state.site.clone();
            drop(state);
            if let Some(site) = site {
                site.push_and_wait(event);
            }
            return;
        };
        match &event {
            HostEvent::Doing { .. } | HostEvent::Cores { .. } => {
                let before = state.latest.insert(topic.clone(), event.clone());
                if before.as_ref() == Some(&event) {
                    return;
                }
            }
            HostEvent::Changed { .. } => drop(state.latest.insert(topic.clone(), event.clone())),
            _ => {}
        }
        if let Some(site) = &state.site {
            site.push(topic, event);
        }
    }

    /// From now on no sender waits for the site any more.
    pub fn end_waiting(&self) {
        let mut state = lock(&self.0);
        state.is_ending = true;
        if let Some(site) = &state.site {
            site.end_waiting();
        }
    }

    /// Nothing more is sent: once the site has what waits for it, the connection is closed.
    pub fn close(&self) {
        let mut state = lock(&self.0);
        state.is_closed = true;
        if let Some(site) = state.site.take() {
            site.close();
        }
    }

    fn connect(&self) -> Arc<EventQueue> {
        let mut state = lock(&self.0);
        let queue = Arc::new(EventQueue::default());
        for (topic, event) in &state.latest {
            queue.push(topic.clone(), event.clone());
        }
        if state.is_ending {
            queue.end_waiting();
        }
        if state.is_closed {
            queue.close();
        }
        state.site = Some(Arc::clone(&queue));
        queue
    }

    /// Talks to a site until either side closes the connection: sends events, and answers each
    /// request. `stalled` is called when the site has read nothing for a while, and says whether to
    /// go on.
    pub fn serve_site(
        &self,
        site: &UnixStream,
        requests: impl Iterator<Item = SiteRequest>,
        answer: &mut dyn FnMut(SiteAction) -> HostResponse,
        stalled: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> io::Result<()> {
        if site.write_timeout()?.is_none() {
            site.set_write_timeout(Some(STALLED))?;
        }
        let queue = self.connect();
        thread::scope(|scope| {
            scope.spawn(|| {
                while let Some(event) = queue.pop() {
                    if write_line(site, &to_line(&event), stalled).is_err() {
                        break;
                    }
                }
                queue.close();
                // This ends the reading below, and the site notices.
                let _ = site.shutdown(Shutdown::Both);
            });
            for SiteRequest { id, action } in requests {
                let response = answer(action);
                queue.push_and_wait(HostEvent::Response { id, response });
            }
            queue.close();
            // The site may be gone already.
            let _ = site.shutdown(Shutdown::Both);
        });
        let mut state = lock(&self.0);
        if state.site.as_ref().is_some_and(|site| Arc::ptr_eq(site, &queue)) {
            state.site = None;
        }
        Ok(())
    }
}

/// Writes a whole line, unless the other side reads nothing and `stalled` breaks it off.
fn write_line(
    mut site: &UnixStream,
    line: &str,
    stalled: &dyn Fn() -> ControlFlow<()>,
) -> io::Result<()> {
    let mut left = line.as_bytes();
    while !left.is_empty() {
        match site.write(left) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => left = &left[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if stalled().is_break() {
                    return Err(error);
                }
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The events that wait to be written to one site.
#[derive(Default)]
struct EventQueue {
    waiting: Mutex<WaitingEvents>,
    changed: Condvar,
}

#[derive(Default)]
struct WaitingEvents {
    /// By the order in which they are sent.
    events: BTreeMap<u64, (Option<String>, HostEvent)>,
    topics: BTreeMap<String, u64>,
    last: u64,
    never_full: bool,
    is_closed: bool,
}

impl WaitingEvents {
    fn push(&mut self, topic: Option<String>, event: HostEvent) {
        if self.is_closed {
            return;
        }
        // An event never overtakes an older one of its kind, so it takes the place of that.
        let older = topic.as_ref().and_then(|topic| self.topics.get(topic).copied());
        let place = older.unwrap_or_else(|| {
            self.last += 1;
            self.last
        });
        if let Some(topic) = &topic {
            self.topics.insert(topic.clone(), place);
        }
        self.events.insert(place, (topic, event));
    }

    fn is_full(&self) -> bool {
        let others = self.events.len() - self.topics.len();
        others >= BACKLOG && !self.never_full && !self.is_closed
    }
}

impl EventQueue {
    fn push(&self, topic: String, event: HostEvent) {
        lock(&self.waiting).push(Some(topic), event);
        self.changed.notify_all();
    }

    /// Waits while too many wait.
    fn push_and_wait(&self, event: HostEvent) {
        let waiting = self.changed.wait_while(lock(&self.waiting), |waiting| waiting.is_full());
        waiting.unwrap_or_else(PoisonError::into_inner).push(None, event);
        self.changed.notify_all();
    }

    /// The next event; `None` once there are none and it is closed.
    fn pop(&self) -> Option<HostEvent> {
        let none = |waiting: &mut WaitingEvents| waiting.events.is_empty() && !waiting.is_closed;
        let waiting = self.changed.wait_while(lock(&self.waiting), none);
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        let (_, (topic, event)) = waiting.events.pop_first()?;
        if let Some(topic) = topic {
            waiting.topics.remove(&topic);
        }
        drop(waiting);
        self.changed.notify_all();
        Some(event)
    }

    fn end_waiting(&self) {
        lock(&self.waiting).never_full = true;
        self.changed.notify_all();
    }

    fn close(&self) {
        lock(&self.waiting).is_closed = true;
        self.changed.notify_all();
    }
}

/// The site's end of the connection. Clones share it.
#[derive(Clone, Default)]
pub struct HostConnection(Arc<ConnectionState>);

#[derive(Default)]
struct ConnectionState {
    host: Mutex<Option<UnixStream>>,
    /// The callers that wait for the responses to these requests.
    pending: Mutex<BTreeMap<u64, Sender<HostResponse>>>,
    last: AtomicU64,
}

impl HostConnection {
    /// From now on, requests go to this host.
    pub fn connect(&self, host: &UnixStream) -> io::Result<()> {
        host.set_write_timeout(Some(STALLED))?;
        *lock(&self.0.host) = Some(host.try_clone()?);
        Ok(())
    }

    /// Passes events to `show` until the connection is closed.
    pub fn read(&self, host: &UnixStream, show: &mut dyn FnMut(HostEvent)) -> io::Result<()> {
        for event in messages(host.try_clone()?) {
            match event {
                HostEvent::Response { id, response } => {
                    // No caller waits for it any more, or ever did.
                    let Some(caller) = lock(&self.0.pending).remove(&id) else { continue };
                    let _ = caller.send(response);
                }
                event => show(event),
            }
        }
        self.close();
        Ok(())
    }

    /// Closes the connection. Requests under way fail at once.
    pub fn close(&self) {
        if let Some(host) = lock(&self.0.host).take() {
            // The host may have closed it already.
            let _ = host.shutdown(Shutdown::Both);
        }
        lock(&self.0.pending).clear();
    }

    /// Notifies the host that the site serves.
    pub fn note_ready(&self) -> io::Result<()> {
        self.send(self.next_id(), SiteAction::Ready)
    }

    /// Has the host do something; `None` if it does not respond.
    pub fn request(&self, action: SiteAction) -> Option<HostResponse> {
        self.request_within(PATIENCE, action)
    }

    fn request_within(&self, patience: Duration, action: SiteAction) -> Option<HostResponse> {
        let (caller, response) = channel();
        let id = self.next_id();
        lock(&self.0.pending).insert(id, caller);
        let response = match self.send(id, action) {
            Ok(()) => response.recv_timeout(patience).ok(),
            Err(_) => None,
        };
        lock(&self.0.pending).remove(&id);
        response
    }

    /// Has the host play tables; none are played while no host is connected. The progress of a
    /// table is an event, so no response is awaited.
    pub fn tables(&self) -> PlayTables {
        let connection = self.clone();
        Arc::new(move |table| {
            connection.send(connection.next_id(), SiteAction::PlayTable(table)).is_ok()
        })
    }

    /// Passes on what players on other machines do; no response is awaited.
    pub fn remote_notices(&self) -> RemoteNotices {
        let connection = self.clone();
        Arc::new(move |notice| {
            connection.send(connection.next_id(), SiteAction::Remote(notice)).is_ok()
        })
    }

    fn next_id(&self) -> u64 {
        self.0.last.fetch_add(1, Ordering::Relaxed)
    }

    fn send(&self, id: u64, action: SiteAction) -> io::Result<()> {
        let line = to_line(&SiteRequest { id, action });
        let mut connected = lock(&self.0.host);
        let host = connected.as_ref().ok_or(io::ErrorKind::NotConnected)?;
        let written = write_line(host, &line, &|| ControlFlow::Break(()));
        if written.is_err()
            && let Some(host) = mem::take(&mut *connected)
        {
            // The line may be incomplete: nothing more is sent on this connection.
            let _ = host.shutdown(Shutdown::Both);
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_contest::ContestProgress;
    use certamen_portal::{
        ContestChange, HostRequest, HostRequestKind, check_job::ContestActivity,
    };
    use std::time::Instant;

    fn doing(doing: ContestActivity) -> HostEvent {
        HostEvent::Doing { slug: "go".to_owned(), doing }
    }

    fn response(id: u64) -> HostEvent {
        HostEvent::Response { id, response: HostResponse::Done(true) }
    }

    fn action(id: &str) -> SiteAction {
        let act = HostRequestKind::Approve { id: id.to_owned() };
        let request = HostRequest { act, time: jiff::Timestamp::UNIX_EPOCH };
        SiteAction::Contest { slug: "go".to_owned(), request }
    }

    #[test]
    fn a_late_response_is_not_taken_for_that_to_the_next_request() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let connection = HostConnection::default();
        connection.connect(&theirs).unwrap();
        let reader = (connection.clone(), theirs.try_clone().unwrap());
        let reads = thread::spawn(move || reader.0.read(&reader.1, &mut |_| ()));
        let mut requests = messages::<SiteRequest>(ours.try_clone().unwrap());
        // The host is too slow for the first request, and then fails to do the second one.
        assert_eq!(connection.request_within(Duration::from_millis(10), action("first")), None);
        let first = requests.next().unwrap();
        let caller = connection.clone();
        let asks = thread::spawn(move || caller.request(action("second")));
        let second = requests.next().unwrap();
        assert_ne!(first.id, second.id);
        for (id, done) in [(first.id, true), (second.id, false)] {
            let response = HostEvent::Response { id, response: HostResponse::Done(done) };
            (&ours).write_all(to_line(&response).as_bytes()).unwrap();
        }
        assert_eq!(asks.join().unwrap(), Some(HostResponse::Done(false)));
        // A host that ends leaves no caller waiting.
        let caller = connection.clone();
        let asks = thread::spawn(move || caller.request(action("third")));
        requests.next().unwrap();
        let begun = Instant::now();
        ours.shutdown(Shutdown::Both).unwrap();
        assert_eq!(asks.join().unwrap(), None);
        assert!(begun.elapsed() < PATIENCE / 2);
        reads.join().unwrap().unwrap();
        assert_eq!(connection.request(action("fourth")), None);
    }

    #[test]
    fn play_does_not_wait_for_a_site_that_reads_nothing_and_it_gets_the_latest_events() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let events = EventSender::default();
        let stalls = AtomicU64::new(0);
        thread::scope(|scope| {
            ours.set_write_timeout(Some(Duration::from_millis(20))).unwrap();
            let (sender, stalls, ours) = (&events, &stalls, &ours);
            let requests = messages(ours.try_clone().unwrap());
            let host = scope.spawn(move || {
                let stalled = || {
                    stalls.fetch_add(1, Ordering::SeqCst);
                    ControlFlow::Continue(())
                };
                let answer = &mut |_| HostResponse::Done(true);
                sender.serve_site(ours, requests, answer, &stalled)
            });
            while lock(&events.0).site.is_none() {
                thread::yield_now();
            }
            // No one reads, far more than a socket takes.
            let (begun, mut finished) = (Instant::now(), 0);
            while finished < 20_000 || stalls.load(Ordering::SeqCst) == 0 {
                assert!(begun.elapsed() < Duration::from_secs(60), "the site is stalled");
                finished += 1;
                let progress = ContestProgress { finished, total: 1 << 40, faults: 0 };
                events.send(doing(ContestActivity::Playing(progress)));
                let (slug, record) = ("go".to_owned(), Some("x".repeat(1000)));
                events.send(HostEvent::Match { slug, number: (finished % 500) as i64, record });
            }
            events.send(HostEvent::Match { slug: "go".to_owned(), number: 7, record: None });
            events.send(doing(ContestActivity::Finished));
            events.close();
            let read: Vec<HostEvent> = messages(theirs).collect();
            let last = |is_one: &dyn Fn(&HostEvent) -> bool| read.iter().rfind(|it| is_one(it));
            let is_doing = |event: &HostEvent| matches!(event, HostEvent::Doing { .. });
            assert_eq!(last(&is_doing), Some(&doing(ContestActivity::Finished)));
            let is_match = |event: &HostEvent| matches!(event, HostEvent::Match { number: 7, .. });
            assert!(matches!(last(&is_match), Some(HostEvent::Match { record: None, .. })));
            host.join().unwrap().unwrap();
        });
    }

    #[test]
    fn a_site_that_connects_gets_the_state_and_what_waits_is_sent_once() {
        let events = EventSender::default();
        events.send(doing(ContestActivity::Opening));
        events.send(response(1));
        let what = ContestChange::Matches;
        let changed = || HostEvent::Changed { slug: "go".to_owned(), what };
        let cores = || HostEvent::Cores { slug: "go".to_owned(), cores: vec![2, 3] };
        events.send(cores());
        events.send(changed());
        events.send(changed());
        let queue = events.connect();
        let now: Vec<HostEvent> = (0..3).filter_map(|_| queue.pop()).collect();
        assert_eq!(now, [changed(), cores(), doing(ContestActivity::Opening)]);
        events.send(doing(ContestActivity::Opening));
        events.send(changed());
        events.send(response(2));
        events.send(changed());
        events.close();
        assert_eq!(
            [queue.pop(), queue.pop(), queue.pop()],
            [Some(changed()), Some(response(2)), None]
        );
    }

    #[test]
    fn a_stalled_site_may_be_disconnected_and_senders_wait_for_it_no_more() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        ours.set_write_timeout(Some(Duration::from_millis(20))).unwrap();
        let events = EventSender::default();
        thread::scope(|scope| {
            let (sender, ours) = (&events, &ours);
            let host = scope.spawn(move || {
                let requests = messages(ours.try_clone().unwrap());
                let answer = &mut |_| HostResponse::Done(true);
                sender.serve_site(ours, requests, answer, &|| ControlFlow::Break(()))
            });
            while lock(&events.0).site.is_none() {
                thread::yield_now();
            }
            for _ in 0..20 * BACKLOG {
                events.send(response(2));
            }
            host.join().unwrap().unwrap();
        });
        assert!(lock(&events.0).site.is_none());
        drop(theirs);
    }
}
