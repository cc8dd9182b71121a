//! The connection between a site (`serve --no-play`) and a host (`serve --no-site`) that run as
//! separate commands: the Unix socket `.site/hall`. The messages are those between the two processes
//! of one `serve`.
//!
//! The site listens and not the host, because the host may be root: it may connect to sockets in
//! other users' folders and accepts no connections itself. A site without accounts has no `.site`
//! folder; then both share files only.

use super::site::show_event;
use certamen_host::{HostConnection, Hosting, SitePermissions, StopSignal, messages};
use certamen_portal::Portal;
use certamen_web::{People, Site};
use std::{
    fs::{self, File, TryLockError},
    io,
    ops::ControlFlow,
    os::unix::{
        fs::{MetadataExt, OpenOptionsExt, PermissionsExt},
        net::{UnixListener, UnixStream},
    },
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};

/// How soon the other side is tried again after a connection has ended or failed.
const AGAIN: Duration = Duration::from_secs(1);

/// Connects to a site whenever one listens, until the stop signal, and serves it.
pub(super) fn serve_sites(folder: &Path, hosting: &Hosting<'_>) {
    // Decisions are carried out by the site itself.
    let permissions = SitePermissions { decisions: false, tables: true };
    // As the contests in it are watched.
    let whole = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let folders = || [whole.clone(), whole.join(".site")].into();
    let watcher = hosting.contests.watcher();
    while let Some(site) = watcher.look_until(hosting.stop, folders, || connect(folder)) {
        if let Ok(input) = site.try_clone() {
            // A site that reads nothing would miss events. When it connects again, it gets the full
            // state, also after an error of the connection.
            let stalled = || ControlFlow::Break(());
            let _ = hosting.serve_site(&site, messages(input), permissions, &stalled);
        }
        hosting.stop.rest(AGAIN);
    }
}

/// Accepts hosts, one after the other, and shows their events, until the stop signal.
pub(super) fn accept_hosts(
    folder: &Path,
    connection: &HostConnection,
    (site, people): (&Site, &People),
    stop: &StopSignal,
) {
    let path = socket_path(folder);
    people.note_host(false);
    // The lock is held until the socket is removed.
    let (listener, _lock) = match listen(&path, stop) {
        Ok(Some(listening)) => listening,
        Ok(None) => return,
        // The site still works: files are shared.
        Err(error) => {
            let socket = path.display();
            tracing::error!(%socket, %error, "hosts that were started apart cannot connect");
            return;
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            stop.rest(Duration::MAX);
            // This ends what waits below.
            let _ = rustix::net::shutdown(&listener, rustix::net::Shutdown::Both);
            connection.close();
        });
        while !stop.is_set() {
            match listener.accept() {
                // A connection that fails is closed.
                Ok((host, _)) => drop(show_host(&host, connection, (site, people), stop)),
                Err(_) => stop.rest(AGAIN),
            }
        }
    });
    // Later attempts to connect fail at once.
    let _ = fs::remove_file(path);
}

/// Shows the events of a host until it closes the connection or the stop signal.
fn show_host(
    host: &UnixStream,
    connection: &HostConnection,
    (site, people): (&Site, &People),
    stop: &StopSignal,
) -> io::Result<()> {
    connection.connect(host)?;
    // The signal may just have come.
    if stop.is_set() {
        connection.close();
    }
    people.note_host(true);
    let read = connection.read(host, &mut |event| show_event(site, Some(people), &event));
    site.mark_host_gone();
    people.note_host(false);
    read
}

/// Connects to the site in `folder`; none if there is no site or the listening process belongs to
/// another user than the folder.
fn connect(folder: &Path) -> Option<UnixStream> {
    let path = socket_path(folder);
    let owner = fs::symlink_metadata(path.parent()?).ok()?.uid();
    let site = UnixStream::connect(path).ok()?;
    let listens = rustix::net::sockopt::socket_peercred(&site).ok()?;
    (listens.uid.as_raw() == owner).then_some(site)
}

fn socket_path(folder: &Path) -> PathBuf {
    Portal::path_in(folder).with_file_name("hall")
}

/// Listens for hosts once no other site of the folder does; `None` at the stop signal. The kernel
/// ends the lock with its process, so a socket that no other process has locked was left behind.
fn listen(path: &Path, stop: &StopSignal) -> io::Result<Option<(UnixListener, File)>> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true).mode(0o600);
    let lock = options.open(path.with_extension("lock"))?;
    let lock = match lock.try_lock() {
        Ok(()) => lock,
        Err(TryLockError::Error(error)) => return Err(error),
        Err(TryLockError::WouldBlock) => {
            let (socket, error) = (path.display(), io::Error::from(io::ErrorKind::AddrInUse));
            tracing::error!(%socket, %error, "hosts that were started apart cannot connect");
            let Some(lock) = wait_for(lock, stop) else { return Ok(None) };
            lock?
        }
    };
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    // Other users cannot enter the folder before the permissions are set.
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
    Ok(Some((listener, lock)))
}

/// The file once this process has locked it; `None` at the stop signal. The thread that waits for
/// the lock then ends with the process.
fn wait_for(lock: File, stop: &StopSignal) -> Option<io::Result<File>> {
    let locked = Arc::new(Mutex::new(None));
    let (own, woken) = (Arc::clone(&locked), stop.clone());
    let waiter = thread::Builder::new().name("lock".to_owned()).spawn(move || {
        let result = lock.lock().map(|()| lock);
        *own.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        woken.wake();
    });
    if let Err(error) = waiter {
        return Some(Err(error));
    }
    let taken = || locked.lock().unwrap_or_else(PoisonError::into_inner).take();
    let mut found = None;
    stop.wait(Duration::MAX, || {
        found = taken();
        found.is_some()
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_site_of_a_folder_listens_and_the_next_one_as_soon_as_it_is_gone() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("hall");
        let stop = StopSignal::default();
        let first = listen(&path, &stop).unwrap();
        thread::scope(|scope| {
            let next = scope.spawn(|| listen(&path, &stop));
            assert!(UnixStream::connect(&path).is_ok(), "the first one still listens");
            // As when it is killed: nothing removes its files.
            drop(first);
            assert!(next.join().unwrap().unwrap().is_some() && path.exists());
        });
        let _third = listen(&path, &stop).unwrap();
        stop.set();
        assert!(listen(&path, &stop).unwrap().is_none(), "the signal ends the wait");
        assert!(UnixStream::connect(&path).is_ok());
    }
}
