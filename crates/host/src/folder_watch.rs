//! Reports changes in folders as they happen, by inotify: files that come by hand or from another
//! process.

use rustix::{
    event::{EventfdFlags, PollFd, PollFlags, eventfd, poll},
    fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags},
};
use std::{
    collections::BTreeMap,
    ffi::CStr,
    io,
    mem::MaybeUninit,
    os::fd::OwnedFd,
    path::Path,
    sync::{Mutex, PoisonError},
};

/// Room for at least one event with the longest name.
const BUFFER: usize = 4096;

pub(crate) struct FolderWatch {
    events: OwnedFd,
    /// Readable once the watch has ended.
    ended: OwnedFd,
    /// What each watched folder belongs to.
    keys: Mutex<BTreeMap<i32, String>>,
}

impl FolderWatch {
    pub(crate) fn new() -> io::Result<FolderWatch> {
        Ok(FolderWatch {
            events: inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK)?,
            ended: eventfd(0, EventfdFlags::CLOEXEC)?,
            keys: Mutex::default(),
        })
    }

    /// Watches what appears in the folder at `path`; its changes are reported as those of `key`.
    /// Succeeds without effect if it is watched.
    pub(crate) fn add(&self, path: &Path, key: &str) -> io::Result<()> {
        let complete = WatchFlags::CREATE | WatchFlags::MOVED_TO | WatchFlags::CLOSE_WRITE;
        let watch = inotify::add_watch(&self.events, path, complete | WatchFlags::ONLYDIR)?;
        self.keys.lock().unwrap_or_else(PoisonError::into_inner).insert(watch, key.to_owned());
        Ok(())
    }

    /// Calls `changed` with the key of each folder in which something appears, until `end`. Hidden
    /// files are incomplete.
    pub(crate) fn run(&self, changed: impl Fn(&str)) -> io::Result<()> {
        let mut buffer = [MaybeUninit::uninit(); BUFFER];
        loop {
            let mut ready =
                [PollFd::new(&self.events, PollFlags::IN), PollFd::new(&self.ended, PollFlags::IN)];
            match poll(&mut ready, None) {
                Err(rustix::io::Errno::INTR) => continue,
                polled => polled?,
            };
            if !ready[1].revents().is_empty() {
                return Ok(());
            }
            let mut reader = Reader::new(&self.events, &mut buffer);
            loop {
                match reader.next() {
                    Ok(event) => {
                        let name = event.file_name().map(CStr::to_bytes);
                        if !name.is_some_and(|name| name.starts_with(b".")) {
                            self.report(event.wd(), event.events(), &changed);
                        }
                    }
                    Err(rustix::io::Errno::AGAIN) => break,
                    Err(rustix::io::Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
    }

    fn report(&self, watch: i32, what: ReadFlags, changed: &impl Fn(&str)) {
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        let found: Vec<String> = if what.contains(ReadFlags::QUEUE_OVERFLOW) {
            keys.values().cloned().collect()
        } else if what.contains(ReadFlags::IGNORED) {
            keys.remove(&watch).into_iter().collect()
        } else {
            keys.get(&watch).cloned().into_iter().collect()
        };
        drop(keys);
        found.iter().for_each(|key| changed(key));
    }

    pub(crate) fn end(&self) {
        // It fails only if it was called four billion times.
        let _ = rustix::io::write(&self.ended, &1_u64.to_ne_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, sync::mpsc::channel, thread, time::Duration};

    #[test]
    fn what_appears_is_reported_until_the_end() {
        let place = tempfile::tempdir().unwrap();
        let watch = FolderWatch::new().unwrap();
        for name in ["one", "two"] {
            fs::create_dir(place.path().join(name)).unwrap();
            for _ in 0..2 {
                watch.add(&place.path().join(name), name).unwrap();
            }
        }
        assert!(watch.add(&place.path().join("none"), "none").is_err());
        let (sender, changes) = channel();
        thread::scope(|scope| {
            let watch = &watch;
            let runner = scope.spawn(move || watch.run(|key| sender.send(key.to_owned()).unwrap()));
            let wait = || changes.recv_timeout(Duration::from_secs(60)).unwrap();
            fs::write(place.path().join("one/.hidden"), "x").unwrap();
            fs::rename(place.path().join("one/.hidden"), place.path().join("two/shown")).unwrap();
            assert_eq!(wait(), "two");
            fs::create_dir(place.path().join("one/folder")).unwrap();
            assert_eq!(wait(), "one");
            watch.end();
            runner.join().unwrap().unwrap();
        });
        assert!(changes.try_recv().is_err());
    }
}
