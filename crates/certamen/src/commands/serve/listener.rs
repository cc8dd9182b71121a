//! Where a site and a hall that were started by themselves meet: the socket `.site/hall`, at which the
//! site listens. What travels is what travels between the two processes of one `serve`.
//!
//! The site listens, not the hall: the hall may be root, who may knock wherever others live, and lets
//! nobody in. Whoever has no accounts has no `.site`, and both meet in files only.

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

/// How soon it is seen that somebody came, or that we are to stop.
const LOOK: Duration = Duration::from_millis(50);
/// How long a hall has to take a line.
const PATIENCE: Duration = Duration::from_secs(10);

/// The door of a site, and the hall that came in, if one did.
#[derive(Clone, Default)]
pub(super) struct HostListener(Arc<Mutex<Option<UnixStream>>>);

impl HostListener {
    /// Has whoever came play tables with people; nobody does while nobody is there.
    pub(super) fn tables(&self) -> PlayTables {
        let door = self.clone();
        Arc::new(move |order: PlayTableRequest| {
            let mut inside = door.inside();
            let Some(hall) = &mut *inside else { return false };
            let is_heard = hall.write_all(order.to_line().as_bytes()).is_ok();
            if !is_heard {
                // It may have half a line: nothing more is said to it.
                let _ = hall.shutdown(Shutdown::Both);
            }
            is_heard
        })
    }

    /// Lets halls in, one after the other, and shows what they tell, until it is to stop.
    pub(super) fn open(&self, folder: &Path, (site, people): (&Site, &People), stop: &StopSignal) {
        let path = path_in(folder);
        people.note_hall(false);
        let listener = match listen(&path) {
            Ok(listener) => listener,
            // Both still meet in files.
            Err(error) => return eprintln!("{}: {error}", path.display()),
        };
        while !stop.is_set() {
            match listener.accept() {
                // What cannot be spoken with is let go.
                Ok((hall, _)) => drop(self.host(&hall, (site, people), stop)),
                Err(_) => thread::sleep(LOOK),
            }
        }
        // Whoever comes later finds that nobody is there.
        let _ = fs::remove_file(path);
    }

    /// Hears a hall until it leaves, or it is to stop.
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
            // It may have left by itself.
            let _ = hall.shutdown(Shutdown::Both);
        });
        *self.inside() = None;
        site.hear_nobody();
        people.note_hall(false);
        Ok(())
    }

    fn inside(&self) -> MutexGuard<'_, Option<UnixStream>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Knocks at the door of the site in `folder`; none if there is no site, or whoever listens there is
/// not whose site it is.
pub(super) fn connect(folder: &Path) -> Option<UnixStream> {
    let path = path_in(folder);
    let owner = fs::symlink_metadata(path.parent()?).ok()?.uid();
    let site = UnixStream::connect(path).ok()?;
    let listens = rustix::net::sockopt::socket_peercred(&site).ok()?;
    (listens.uid.as_raw() == owner).then_some(site)
}

/// Where the door of the site in `folder` is.
fn path_in(folder: &Path) -> PathBuf {
    Portal::path_in(folder).with_file_name("hall")
}

/// Listens where nobody else does.
fn listen(path: &Path) -> io::Result<UnixListener> {
    if UnixStream::connect(path).is_ok() {
        return Err(io::ErrorKind::AddrInUse.into());
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    // The folder lets nobody else in meanwhile.
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}
