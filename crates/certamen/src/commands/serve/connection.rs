//! The connection between a site (`serve --no-play`) and a host (`serve --no-site`) that run as
//! separate commands: the Unix socket `.site/hall`. The messages are those between the two processes
//! of one `serve`.
//!
//! The site listens and not the host, because the host may be root: it may connect to sockets in
//! other users' folders and accepts no connections itself. A site without accounts has no `.site`
//! folder; then both share files only.

use super::{
    HostContext,
    event_sink::{EventSink, show_event},
    hosting,
};
use certamen_host::StopSignal;
use certamen_portal::{
    HostEvent, PlayTableRequest, PlayTables, Portal, check_job::ContestActivity,
};
use certamen_web::{People, Site};
use std::{
    collections::BTreeMap,
    fs,
    io::{self, BufRead, BufReader, Write},
    net::Shutdown,
    os::unix::{
        fs::{MetadataExt, PermissionsExt},
        net::{UnixListener, UnixStream},
    },
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, channel, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

/// Number of events that are queued for a slow site.
const BACKLOG: usize = 256;
const AGAIN: Duration = Duration::from_secs(1);
/// How often the stop signal and new connections are checked.
const LOOK: Duration = Duration::from_millis(50);
/// How long writing a line to the other side may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Sends events to whichever site is connected.
#[derive(Default)]
pub(super) struct SiteConnection(Mutex<ConnectionState>);

#[derive(Default)]
struct ConnectionState {
    /// The activity of each contest, sent first to a site that connects.
    doing: BTreeMap<String, ContestActivity>,
    /// The cores of each contest, also sent first.
    cores: BTreeMap<String, Vec<usize>>,
    /// The connected site and the queue of its events.
    site: Option<(SyncSender<HostEvent>, UnixStream)>,
}

impl SiteConnection {
    pub(super) fn send(&self, event: HostEvent) {
        let mut state = self.state();
        match &event {
            HostEvent::Doing(slug, doing) => {
                state.doing.insert(slug.clone(), doing.clone());
            }
            HostEvent::Cores(slug, cores) => {
                state.cores.insert(slug.clone(), cores.clone());
            }
            _ => {}
        }
        let comes_again = event.comes_again();
        let Some((send, site)) = &state.site else { return };
        match send.try_send(event) {
            Ok(()) => {}
            // Events that are repeated may be dropped for a slow reader.
            Err(TrySendError::Full(_)) if comes_again => {}
            // The site would miss an event, so it is disconnected. When it connects again, it gets
            // the full state.
            Err(_) => {
                tracing::warn!("the site is too slow for events and is disconnected");
                let _ = site.shutdown(Shutdown::Both);
                state.site = None;
            }
        }
    }

    /// Connects to a site again and again until the stop signal.
    pub(super) fn run(&self, host_context: &HostContext<'_>) {
        let mut due = Instant::now();
        while !host_context.stop.is_set() {
            if Instant::now() >= due {
                due = Instant::now() + AGAIN;
                if let Some(site) = connect(&host_context.arguments.folder) {
                    self.connection(&site, host_context);
                }
            }
            thread::sleep(LOOK);
        }
    }

    /// Sends events to a site and plays the tables it asks for, until either side closes the
    /// connection.
    fn connection(&self, site: &UnixStream, host_context: &HostContext<'_>) {
        let (Ok(input), Ok(())) = (site.try_clone(), site.set_write_timeout(Some(PATIENCE))) else {
            return;
        };
        let Ok((sender, events)) = self.begin(site) else { return };
        let (ask, orders) = channel();
        thread::scope(|scope| {
            let stop = host_context.stop;
            scope.spawn(move || write_events(site, &events, stop));
            // Ends when the sender of orders is dropped, and leaves all its tables.
            let sink = EventSink::OtherProcess(sender, Arc::default());
            scope.spawn(move || hosting::play_tables(host_context, &orders, &sink));
            let lines = BufReader::new(input).lines().map_while(Result::ok);
            for order in lines.map_while(|line| PlayTableRequest::of_line(&line)) {
                if ask.send(order).is_err() {
                    break;
                }
            }
            drop(ask);
            self.state().site = None;
            // This makes the writing thread fail and end.
            let _ = site.shutdown(Shutdown::Both);
        });
    }

    /// Registers a site, which first gets the activity and the cores of each contest.
    fn begin(&self, site: &UnixStream) -> io::Result<(SyncSender<HostEvent>, Receiver<HostEvent>)> {
        let mut state = self.state();
        let (sender, events) = sync_channel(BACKLOG + state.doing.len() + state.cores.len());
        let doing = state.doing.iter();
        let doing = doing.map(|(slug, doing)| HostEvent::Doing(slug.clone(), doing.clone()));
        let cores = state.cores.iter();
        let cores = cores.map(|(slug, cores)| HostEvent::Cores(slug.clone(), cores.clone()));
        for event in doing.chain(cores) {
            // The queue is large enough for all of them.
            let _ = sender.try_send(event);
        }
        state.site = Some((sender.clone(), site.try_clone()?));
        Ok((sender, events))
    }

    fn state(&self) -> MutexGuard<'_, ConnectionState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes events to the site until the queue is closed, writing fails, or the stop signal.
fn write_events(mut site: &UnixStream, events: &Receiver<HostEvent>, stop: &StopSignal) {
    while !stop.is_set() {
        let written = match events.recv_timeout(LOOK) {
            Ok(event) => site.write_all(event.to_line().as_bytes()),
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if written.is_err() {
            break;
        }
    }
    // This ends the reading thread, too.
    let _ = site.shutdown(Shutdown::Both);
}

#[derive(Clone, Default)]
pub(super) struct HostListener(Arc<Mutex<Option<UnixStream>>>);

impl HostListener {
    /// Has the connected host play tables with people; none are played while no host is connected.
    pub(super) fn tables(&self) -> PlayTables {
        let listener = self.clone();
        Arc::new(move |order: PlayTableRequest| {
            let mut connected = listener.connected();
            let Some(host) = &mut *connected else { return false };
            let is_sent = host.write_all(order.to_line().as_bytes()).is_ok();
            if !is_sent {
                // The line may be incomplete: nothing more is sent on this connection.
                let _ = host.shutdown(Shutdown::Both);
            }
            is_sent
        })
    }

    /// Accepts hosts, one after the other, and shows their events, until the stop signal.
    pub(super) fn open(&self, folder: &Path, (site, people): (&Site, &People), stop: &StopSignal) {
        let path = socket_path(folder);
        people.note_host(false);
        let listener = match listen(&path) {
            Ok(listener) => listener,
            // The site still works: files are shared.
            Err(error) => {
                let socket = path.display();
                tracing::error!(%socket, %error, "hosts that were started apart cannot connect");
                return;
            }
        };
        while !stop.is_set() {
            match listener.accept() {
                // A connection that fails is closed.
                Ok((host, _)) => drop(self.host(&host, (site, people), stop)),
                Err(_) => thread::sleep(LOOK),
            }
        }
        // Later attempts to connect fail at once.
        let _ = fs::remove_file(path);
    }

    /// Reads events from a host until it closes the connection or the stop signal.
    fn host(
        &self,
        host: &UnixStream,
        (site, people): (&Site, &People),
        stop: &StopSignal,
    ) -> io::Result<()> {
        host.set_nonblocking(false)?;
        host.set_write_timeout(Some(PATIENCE))?;
        let input = BufReader::new(host.try_clone()?);
        *self.connected() = Some(host.try_clone()?);
        people.note_host(true);
        thread::scope(|scope| {
            let reader = scope.spawn(move || {
                let lines = input.lines().map_while(Result::ok);
                for event in lines.map_while(|line| HostEvent::of_line(&line)) {
                    show_event(site, Some(people), &event);
                }
            });
            while !stop.is_set() && !reader.is_finished() {
                thread::sleep(LOOK);
            }
            // The host may have closed it already.
            let _ = host.shutdown(Shutdown::Both);
        });
        *self.connected() = None;
        site.mark_host_gone();
        people.note_host(false);
        Ok(())
    }

    fn connected(&self) -> MutexGuard<'_, Option<UnixStream>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Connects to the site in `folder`; none if there is no site or the listening process belongs to
/// another user than the folder.
pub(super) fn connect(folder: &Path) -> Option<UnixStream> {
    let path = socket_path(folder);
    let owner = fs::symlink_metadata(path.parent()?).ok()?.uid();
    let site = UnixStream::connect(path).ok()?;
    let listens = rustix::net::sockopt::socket_peercred(&site).ok()?;
    (listens.uid.as_raw() == owner).then_some(site)
}

fn socket_path(folder: &Path) -> PathBuf {
    Portal::path_in(folder).with_file_name("hall")
}

fn listen(path: &Path) -> io::Result<UnixListener> {
    if UnixStream::connect(path).is_ok() {
        return Err(io::ErrorKind::AddrInUse.into());
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    // Other users cannot enter the folder before the permissions are set.
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn a_slow_site_is_disconnected_and_gets_the_full_state_when_it_reconnects() {
        let connection = SiteConnection::default();
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        connection.send(HostEvent::Doing("first".to_owned(), ContestActivity::Opening));
        let cores = || HostEvent::Cores("first".to_owned(), vec![2, 3]);
        connection.send(cores());
        // The queue is not read here, so it fills up while a sender still exists.
        let (sender, events) = connection.begin(&ours).unwrap();
        assert_eq!(events.try_iter().count(), 2, "activities are sent first");
        for number in 0..2 * BACKLOG as i64 {
            let (slug, record) = ("first".to_owned(), Some(Vec::new()));
            connection.send(HostEvent::Match { slug, number, record });
        }
        assert!(connection.state().site.is_some(), "progress of matches may be missed");
        connection.send(HostEvent::Doing("first".to_owned(), ContestActivity::Finished));
        assert!(connection.state().site.is_none());
        assert_eq!(theirs.read(&mut [0]).unwrap(), 0, "the connection is closed");
        drop(sender);
        let (_sender, events) = connection.begin(&ours).unwrap();
        let first: Vec<HostEvent> = events.try_iter().collect();
        assert_eq!(
            first,
            [HostEvent::Doing("first".to_owned(), ContestActivity::Finished), cores()]
        );
    }
}
