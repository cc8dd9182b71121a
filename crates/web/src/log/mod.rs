//! The operator's log: a line of JSON for each answered request, and for each change of a contest's
//! activity. It names no users; their actions are in the audit log of accounts.
//!
//! Logging does not block: lines go through a queue to one thread that writes. Lines that find the
//! queue or the disk full are lost, and the next line says how many were.
//!
//! The file is opened again when it was moved away.

mod line;

pub(crate) use line::{RequestLog, known, without_secrets};

use crate::address::Slug;
use certamen_portal::check_job::ContestActivity;
use jiff::Timestamp;
use line::{LogEntry, LogEvent};
use rustix::{fs::OFlags, io::Errno};
use std::{
    fs::{File, Metadata, OpenOptions, metadata},
    io::{self, Write},
    os::unix::fs::{MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

const MAX_QUEUED_LINES: usize = 1024;
/// How long to wait for the last lines.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

pub struct Log {
    send: Option<SyncSender<LogEntry>>,
    lost: Arc<AtomicU64>,
    /// Disconnected once the last line is written.
    written: Mutex<Receiver<()>>,
}

impl Log {
    /// Appends to the file at `path`, which is created readable by its owner only. An error if it
    /// cannot be opened, or is not a regular file.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = LogFile::open(path)?;
        Log::begin(move |line| file.add(line))
    }

    /// Starts a thread that writes each line by `add`.
    fn begin(add: impl FnMut(&[u8]) -> io::Result<()> + Send + 'static) -> io::Result<Self> {
        let (send, entries) = sync_channel(MAX_QUEUED_LINES);
        let lost = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&lost);
        let (writing, written) = sync_channel(0);
        let thread = thread::Builder::new().name("log".to_owned());
        thread.spawn(move || {
            write(&entries, &counted, add);
            drop(writing);
        })?;
        Ok(Log { send: Some(send), lost, written: Mutex::new(written) })
    }

    pub(crate) fn answered(&self, answered: &RequestLog) {
        self.note(LogEvent::request(answered));
    }

    pub(crate) fn doing(&self, contest: &Slug, doing: &ContestActivity) {
        self.note(LogEvent::activity(contest, doing));
    }

    fn note(&self, event: LogEvent) {
        let entry = LogEntry { time: Timestamp::now(), event, lost: None };
        if self.send.as_ref().is_none_or(|send| send.try_send(entry).is_err()) {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.send = None;
        // A disk that does not respond must not prevent the exit. Nothing is ever sent.
        let written = self.written.get_mut().unwrap_or_else(PoisonError::into_inner);
        let _ = written.recv_timeout(EXIT_TIMEOUT);
    }
}

/// Writes lines until all senders are gone.
fn write(
    entries: &Receiver<LogEntry>,
    lost: &AtomicU64,
    mut add: impl FnMut(&[u8]) -> io::Result<()>,
) {
    for mut entry in entries {
        let missing = lost.swap(0, Ordering::Relaxed);
        entry.lost = (missing > 0).then_some(missing);
        if add(&entry.to_line()).is_err() {
            lost.fetch_add(missing + 1, Ordering::Relaxed);
        }
    }
}

const FILE_CHECK_INTERVAL: Duration = Duration::from_secs(1);

struct LogFile {
    /// Its absolute path, to open it again.
    path: PathBuf,
    file: File,
    checked: Instant,
}

impl LogFile {
    /// Opens it, or creates it readable by its owner only. An error if it is not a regular file.
    fn open(path: &Path) -> io::Result<Self> {
        let path = std::path::absolute(path)?;
        let file = open_file(&path)?;
        Ok(LogFile { path, file, checked: Instant::now() })
    }

    /// Appends a line, as a whole or not at all.
    fn add(&mut self, line: &[u8]) -> io::Result<()> {
        if self.checked.elapsed() >= FILE_CHECK_INTERVAL {
            self.reopen_if_moved();
        }
        let written = self.file.write(line)?;
        if written == line.len() {
            return Ok(());
        }
        // The disk is full: a partial line would spoil the next one, too.
        let long = self.file.metadata()?.len();
        self.file.set_len(long.saturating_sub(written as u64))?;
        Err(Errno::NOSPC.into())
    }

    /// Opens the file at the path; until that works, lines go on to the old file.
    fn reopen_if_moved(&mut self) {
        self.checked = Instant::now();
        let name = |known: Metadata| (known.dev(), known.ino());
        let there = metadata(&self.path).ok().map(name);
        if there.is_some() && there == self.file.metadata().ok().map(name) {
            return;
        }
        if let Ok(file) = open_file(&self.path) {
            self.file = file;
        }
    }
}

fn open_file(path: &Path) -> io::Result<File> {
    // Opening a pipe without a reader would block.
    let at_once = OFlags::NONBLOCK.bits() as i32;
    let mut options = OpenOptions::new();
    let file = options.append(true).create(true).mode(0o600).custom_flags(at_once).open(path)?;
    let is_regular = file.metadata()?.is_file();
    is_regular.then_some(file).ok_or_else(|| Errno::INVAL.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::{
        fs::{read_to_string, rename},
        sync::mpsc::channel,
    };

    fn go() -> Slug {
        Slug::read("go").unwrap()
    }

    fn read(line: &[u8]) -> Value {
        serde_json::from_slice(line).unwrap()
    }

    #[test]
    fn a_slow_disk_delays_no_caller_and_lost_lines_are_counted() {
        let (written, lines) = channel::<Vec<u8>>();
        let (release, blocked) = channel::<()>();
        let log = Log::begin(move |line| {
            written.send(line.to_vec()).unwrap();
            // Until the other end is dropped, this acts as a disk that does not respond.
            let _ = blocked.recv();
            Ok(())
        });
        let log = log.unwrap();
        log.doing(&go(), &ContestActivity::Opening);
        let first = lines.recv().unwrap();
        for _ in 0..MAX_QUEUED_LINES + 7 {
            log.doing(&go(), &ContestActivity::Finished);
        }
        drop(release);
        assert!(read(&first).get("lost").is_none());
        let next = read(&lines.recv().unwrap());
        assert_eq!((&next["lost"], &next["state"]), (&7.into(), &"finished".into()));
        drop(log);
        let rest: Vec<Vec<u8>> = lines.iter().collect();
        assert_eq!(rest.len(), MAX_QUEUED_LINES - 1);
        assert!(rest.iter().all(|line| read(line).get("lost").is_none()), "it is reported once");
    }

    #[test]
    fn lines_lost_to_a_full_disk_are_counted_in_the_next_line() {
        let (written, lines) = channel::<Vec<u8>>();
        let mut room = [false, false, true, true].into_iter();
        let log = Log::begin(move |line| {
            if !room.next().unwrap() {
                return Err(io::ErrorKind::StorageFull.into());
            }
            written.send(line.to_vec()).unwrap();
            Ok(())
        });
        let log = log.unwrap();
        for _ in 0..4 {
            log.doing(&go(), &ContestActivity::Elsewhere);
        }
        drop(log);
        let lines: Vec<Value> = lines.iter().map(|line| read(&line)).collect();
        assert_eq!((lines.len(), &lines[0]["lost"]), (2, &2.into()));
        assert!(lines[1].get("lost").is_none());
    }

    #[test]
    fn a_disk_that_does_not_respond_does_not_block_the_exit() {
        let (release, blocked) = channel::<()>();
        let log = Log::begin(move |_| {
            let _ = blocked.recv();
            Ok(())
        });
        let log = log.unwrap();
        log.doing(&go(), &ContestActivity::Opening);
        // It returns although the writer still waits.
        drop(log);
        assert!(release.send(()).is_ok());
    }

    #[test]
    fn it_is_appended_to_and_private_to_its_owner() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("log");
        for line in ["one\n", "two\n"] {
            LogFile::open(&path).unwrap().add(line.as_bytes()).unwrap();
        }
        assert_eq!(read_to_string(&path).unwrap(), "one\ntwo\n");
        assert_eq!(metadata(&path).unwrap().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_file_that_was_moved_away_is_created_again() {
        let place = tempfile::tempdir().unwrap();
        let (path, old) = (place.path().join("log"), place.path().join("log.1"));
        let mut log = LogFile::open(&path).unwrap();
        log.add(b"one\n").unwrap();
        rename(&path, &old).unwrap();
        log.reopen_if_moved();
        log.add(b"two\n").unwrap();
        assert_eq!(read_to_string(&old).unwrap(), "one\n");
        assert_eq!(read_to_string(&path).unwrap(), "two\n");
        assert_eq!(metadata(&path).unwrap().mode() & 0o777, 0o600);
    }

    #[test]
    fn only_regular_files_are_opened() {
        let place = tempfile::tempdir().unwrap();
        let pipe = place.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        for path in [&pipe, Path::new("/dev/null"), place.path(), Path::new("/nowhere/log")] {
            assert!(LogFile::open(path).is_err(), "{}", path.display());
        }
    }
}
