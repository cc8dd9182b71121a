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
    fs, io,
    ops::ControlFlow,
    os::unix::{
        fs::{MetadataExt, PermissionsExt},
        net::{UnixListener, UnixStream},
    },
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

/// How soon the other side is tried again.
const AGAIN: Duration = Duration::from_secs(1);

/// Connects to a site again and again until the stop signal, and serves it.
pub(super) fn serve_sites(folder: &Path, hosting: &Hosting<'_>) {
    // Decisions are carried out by the site itself.
    let permissions = SitePermissions { decisions: false, tables: true };
    while !hosting.stop.is_set() {
        if let Some(site) = connect(folder)
            && let Ok(input) = site.try_clone()
        {
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
    let Some(listener) = listen_until(&path, stop) else { return };
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
    // Later attempts to connect fail at once. The file stays: it may be the next site's already.
}

/// Listens as soon as the socket is free: a site that was killed may still be ending.
fn listen_until(path: &Path, stop: &StopSignal) -> Option<UnixListener> {
    let mut is_reported = false;
    while !stop.is_set() {
        match listen(path) {
            Ok(listener) => return Some(listener),
            // The site still works: files are shared.
            Err(error) if !is_reported => {
                let socket = path.display();
                tracing::error!(%socket, %error, "hosts that were started apart cannot connect");
                is_reported = true;
            }
            Err(_) => {}
        }
        stop.rest(AGAIN);
    }
    None
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
    Ok(listener)
}
