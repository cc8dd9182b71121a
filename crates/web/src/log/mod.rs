//! The operator's log: a line of JSON for each answered request, and for each change of a contest's
//! activity. It names no users; their actions are in the audit log of accounts.
//!
//! Logging does not block: lines go through a queue to one thread that writes. Lines that find the
//! queue or the disk full are lost, and the next line says how many were.

mod file;
mod line;

use crate::slug::Slug;
use certamen_portal::check_job::ContestActivity;
use file::LogFile;
use jiff::Timestamp;
pub(crate) use line::RequestLog;
use line::{LogEntry, LogEvent};
use std::{
    io,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// The maximum number of queued lines.
const BACKLOG: usize = 1024;
/// How long to wait for the last lines.
const FAREWELL: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(5);

/// The log.
pub struct Log {
    /// None once it ends.
    send: Option<SyncSender<LogEntry>>,
    lost: Arc<AtomicU64>,
    writes: JoinHandle<()>,
}

impl Log {
    /// Appends to the file at `path`, which is created readable by its owner only. An error if it
    /// cannot be opened, or is not a regular file.
    pub fn open(path: &Path) -> io::Result<Log> {
        let mut file = LogFile::open(path)?;
        Log::begin(move |line| file.add(line))
    }

    /// Starts a thread that writes each line by `add`.
    fn begin(add: impl FnMut(&[u8]) -> io::Result<()> + Send + 'static) -> io::Result<Log> {
        let (send, entries) = sync_channel(BACKLOG);
        let lost = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&lost);
        let thread = thread::Builder::new().name("log".to_owned());
        let writes = thread.spawn(move || write(&entries, &counted, add))?;
        Ok(Log { send: Some(send), lost, writes })
    }

    /// Logs an answered request.
    pub(crate) fn answered(&self, answered: RequestLog) {
        self.note(LogEvent::Answered(answered));
    }

    /// Logs the activity of a contest.
    pub(crate) fn doing(&self, contest: &Slug, doing: ContestActivity) {
        self.note(LogEvent::Doing(contest.clone(), doing));
    }

    fn note(&self, told: LogEvent) {
        let entry = LogEntry { time: Timestamp::now(), told };
        if self.send.as_ref().is_none_or(|send| send.try_send(entry).is_err()) {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.send = None;
        let begun = Instant::now();
        // A disk that does not respond must not prevent the exit.
        while !self.writes.is_finished() && begun.elapsed() < FAREWELL {
            thread::sleep(LOOK);
        }
    }
}

/// Writes lines until all senders are gone.
fn write(
    entries: &Receiver<LogEntry>,
    lost: &AtomicU64,
    mut add: impl FnMut(&[u8]) -> io::Result<()>,
) {
    for entry in entries {
        let missing = lost.swap(0, Ordering::Relaxed);
        if add(&entry.to_line(missing)).is_err() {
            lost.fetch_add(missing + 1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::sync::mpsc::channel;

    fn go() -> Slug {
        Slug::read("go").unwrap()
    }

    fn read(line: &[u8]) -> Value {
        serde_json::from_slice(line).unwrap()
    }

    #[test]
    fn nobody_waits_for_a_slow_disk_and_what_it_missed_is_counted() {
        let (written, lines) = channel::<Vec<u8>>();
        let (release, held) = channel::<()>();
        let log = Log::begin(move |line| {
            written.send(line.to_vec()).unwrap();
            // Until the other end is dropped, this acts as a disk that does not respond.
            let _ = held.recv();
            Ok(())
        });
        let log = log.unwrap();
        log.doing(&go(), ContestActivity::Opening);
        let first = lines.recv().unwrap();
        for _ in 0..BACKLOG + 7 {
            log.doing(&go(), ContestActivity::Finished);
        }
        drop(release);
        assert!(read(&first).get("lost").is_none());
        let next = read(&lines.recv().unwrap());
        assert_eq!((&next["lost"], &next["state"]), (&7.into(), &"finished".into()));
        drop(log);
        let rest: Vec<Vec<u8>> = lines.iter().collect();
        assert_eq!(rest.len(), BACKLOG - 1);
        assert!(rest.iter().all(|line| read(line).get("lost").is_none()), "it is said once");
    }

    #[test]
    fn what_a_full_disk_did_not_take_is_counted_in_the_next_line() {
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
            log.doing(&go(), ContestActivity::Elsewhere);
        }
        drop(log);
        let lines: Vec<Value> = lines.iter().map(|line| read(&line)).collect();
        assert_eq!((lines.len(), &lines[0]["lost"]), (2, &2.into()));
        assert!(lines[1].get("lost").is_none());
    }

    #[test]
    fn a_disk_that_does_not_answer_keeps_nobody_from_ending() {
        let (release, held) = channel::<()>();
        let log = Log::begin(move |_| {
            let _ = held.recv();
            Ok(())
        });
        let log = log.unwrap();
        log.doing(&go(), ContestActivity::Opening);
        // It returns although the writer still waits.
        drop(log);
        assert!(release.send(()).is_ok());
    }
}
