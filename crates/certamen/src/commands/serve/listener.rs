//! The socket `.site/hall`, by which a site and a host that run as separate commands connect. The
//! site listens. The messages are those between the two processes of one `serve`.
//!
//! The site listens and not the host, because the host may be root: it may connect to sockets in
//! other users' folders and accepts no connections itself. A site without accounts has no `.site`
//! folder; then both share files only.

use super::event_sink::hear;
use certamen_host::StopSignal;
use certamen_portal::{HostEvent, PlayTableRequest, PlayTables, Portal};
use certamen_web::{People, Site};
use std::{
    fs,
    io::{self, BufRead, BufReader, Write},
    net::Shutdown,
    os::unix::{
        fs::{MetadataExt, PermissionsExt},
        net::{UnixListener, UnixStream},
    },
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

/// How often new connections and the stop signal are checked.
const LOOK: Duration = Duration::from_millis(50);
/// How long writing a line to the host may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The listening side, with the connected host, if there is one.
#[derive(Clone, Default)]
pub(super) struct HostListener(Arc<Mutex<Option<UnixStream>>>);

impl HostListener {
    /// Has the connected host play tables with people; none are played while no host is connected.
    pub(super) fn tables(&self) -> PlayTables {
        let door = self.clone();
        Arc::new(move |order: PlayTableRequest| {
            let mut inside = door.inside();
            let Some(hall) = &mut *inside else { return false };
            let is_heard = hall.write_all(order.to_line().as_bytes()).is_ok();
            if !is_heard {
                // The line may be incomplete: nothing more is sent on this connection.
                let _ = hall.shutdown(Shutdown::Both);
            }
            is_heard
        })
    }

    /// Accepts hosts, one after the other, and shows their events, until the stop signal.
    pub(super) fn open(&self, folder: &Path, (site, people): (&Site, &People), stop: &StopSignal) {
        let path = path_in(folder);
        people.note_hall(false);
        let listener = match listen(&path) {
            Ok(listener) => listener,
            // The site still works: files are shared.
            Err(error) => return eprintln!("{}: {error}", path.display()),
        };
        while !stop.is_set() {
            match listener.accept() {
                // A connection that fails is closed.
                Ok((hall, _)) => drop(self.host(&hall, (site, people), stop)),
                Err(_) => thread::sleep(LOOK),
            }
        }
        // Later attempts to connect fail at once.
        let _ = fs::remove_file(path);
    }

    /// Reads events from a host until it closes the connection or the stop signal.
    fn host(
        &self,
        hall: &UnixStream,
        (site, people): (&Site, &People),
        stop: &StopSignal,
    ) -> io::Result<()> {
        hall.set_nonblocking(false)?;
        hall.set_write_timeout(Some(PATIENCE))?;
        let heard = BufReader::new(hall.try_clone()?);
        *self.inside() = Some(hall.try_clone()?);
        people.note_hall(true);
        thread::scope(|scope| {
            let hears = scope.spawn(move || {
                let lines = heard.lines().map_while(Result::ok);
                for news in lines.map_while(|line| HostEvent::of_line(&line)) {
                    hear(site, Some(people), &news);
                }
            });
            while !stop.is_set() && !hears.is_finished() {
                thread::sleep(LOOK);
            }
            // The host may have closed it already.
            let _ = hall.shutdown(Shutdown::Both);
        });
        *self.inside() = None;
        site.mark_host_gone();
        people.note_hall(false);
        Ok(())
    }

    fn inside(&self) -> MutexGuard<'_, Option<UnixStream>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Connects to the site in `folder`; none if there is no site or the listening process belongs to
/// another user than the folder.
pub(super) fn connect(folder: &Path) -> Option<UnixStream> {
    let path = path_in(folder);
    let owner = fs::symlink_metadata(path.parent()?).ok()?.uid();
    let site = UnixStream::connect(path).ok()?;
    let listens = rustix::net::sockopt::socket_peercred(&site).ok()?;
    (listens.uid.as_raw() == owner).then_some(site)
}

fn path_in(folder: &Path) -> PathBuf {
    Portal::path_in(folder).with_file_name("hall")
}

/// Listens, unless another process already does.
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
