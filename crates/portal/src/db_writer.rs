//! The thread that writes to the database: requests wait in a queue, and those that wait together
//! are committed together.

use crate::PortalError;
use rusqlite::Connection;
use std::{
    collections::VecDeque,
    iter,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc::{self, Receiver, SyncSender},
    thread::{self, JoinHandle},
};

/// At most this many requests wait; further callers block.
const LINE: usize = 256;
/// At most this many are committed together.
const TOGETHER: usize = 64;

/// A write: called with a connection, if there is one that can write, and answered when it is known
/// whether it was committed.
type WriteRequest = Box<dyn FnOnce(Result<&Connection, PortalError>) -> Served + Send>;
type WriteResult = Box<dyn FnOnce(Result<(), PortalError>) + Send>;
/// Opens the connection that writes; again after the state of the previous one is unknown.
type Opening = Box<dyn Fn() -> Result<Connection, PortalError> + Send>;

struct Served {
    answer: WriteResult,
    /// Why it failed, if it did.
    failed: Option<PortalError>,
}

pub(crate) struct DbWriter {
    queue: Option<SyncSender<WriteRequest>>,
    thread: Option<JoinHandle<()>>,
}

impl DbWriter {
    /// A writer through `connection`, which `open` replaces if it is lost.
    pub(crate) fn start(
        connection: Connection,
        open: impl Fn() -> Result<Connection, PortalError> + Send + 'static,
    ) -> DbWriter {
        let (queue, requests) = mpsc::sync_channel(LINE);
        let mut writer = Writer { connection: Some(connection), open: Box::new(open) };
        let thread = thread::spawn(move || writer.attend(&requests));
        DbWriter { queue: Some(queue), thread: Some(thread) }
    }

    /// Has all of `work` written, or nothing of it; it is on the disk when this returns.
    pub(crate) fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, PortalError> + Send + 'static,
    ) -> Result<T, PortalError> {
        let (sender, receiver) = mpsc::sync_channel(1);
        let request: WriteRequest = Box::new(move |connection| {
            let done = connection.and_then(|connection| whole(connection, work));
            let failed = done.as_ref().err().map(PortalError::again);
            let answer: WriteResult = Box::new(move |committed| {
                // The caller may have gone.
                let _ = sender.send(committed.and(done));
            });
            Served { answer, failed }
        });
        let queue = self.queue.as_ref().ok_or(PortalError::Closed)?;
        queue.send(request).map_err(|_| PortalError::Closed)?;
        receiver.recv().map_err(|_| PortalError::Closed)?
    }
}

impl Drop for DbWriter {
    fn drop(&mut self) {
        // It ends when the channel is closed and all requests are done.
        drop(self.queue.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Writer {
    connection: Option<Connection>,
    open: Opening,
}

impl Writer {
    fn attend(&mut self, requests: &Receiver<WriteRequest>) {
        while let Ok(first) = requests.recv() {
            let waiting = iter::from_fn(|| requests.try_recv().ok());
            let mut together: VecDeque<_> =
                iter::once(first).chain(waiting).take(TOGETHER).collect();
            while !together.is_empty() {
                self.serve(&mut together);
            }
        }
    }

    /// Runs requests in one transaction: all of them, unless that ends early.
    fn serve(&mut self, together: &mut VecDeque<WriteRequest>) {
        let begun = self.begin();
        let connection = match (begun, &self.connection) {
            (Ok(()), Some(connection)) => connection,
            (begun, _) => {
                let why = begun.err().unwrap_or(PortalError::Closed);
                together.drain(..).for_each(|request| (request(Err(why.again())).answer)(Ok(())));
                return;
            }
        };
        let (mut answers, mut is_sound, mut committed) = (Vec::new(), true, Ok(()));
        while let Some(request) = together.pop_front() {
            let served = request(Ok(connection));
            answers.push(served.answer);
            is_sound = !matches!(served.failed, Some(PortalError::Panicked));
            // On a full disk, SQLite rolls back the whole transaction, and with it the requests
            // served before. Later ones would be committed at once, whatever their callers are
            // told.
            if connection.is_autocommit() {
                committed = Err(served.failed.unwrap_or(PortalError::Full));
            }
            if committed.is_err() || !is_sound {
                break;
            }
        }
        if committed.is_ok() {
            committed = connection.execute_batch("COMMIT").map_err(PortalError::from);
        }
        if !connection.is_autocommit() && connection.execute_batch("ROLLBACK").is_err() {
            is_sound = false;
        }
        if !is_sound {
            self.connection = None;
        }
        for answer in answers {
            answer(committed.as_ref().copied().map_err(PortalError::again));
        }
    }

    fn begin(&mut self) -> Result<(), PortalError> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => (self.open)()?,
        };
        Ok(self.connection.insert(connection).execute_batch("BEGIN IMMEDIATE")?)
    }
}

/// Does all of `work` or nothing, inside the shared transaction.
fn whole<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, PortalError>,
) -> Result<T, PortalError> {
    connection.execute_batch("SAVEPOINT one")?;
    let done = catch_unwind(AssertUnwindSafe(|| work(connection)));
    let done = done.unwrap_or(Err(PortalError::Panicked));
    // There is no savepoint if SQLite rolled back the whole transaction.
    if done.is_err() && connection.is_autocommit() {
        return done;
    }
    let end = if done.is_ok() { "RELEASE one" } else { "ROLLBACK TO one; RELEASE one" };
    connection.execute_batch(end)?;
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_request_does_not_affect_others() {
        let connection = Connection::open_in_memory().expect("memory is there");
        connection.execute_batch("CREATE TABLE t (n INTEGER UNIQUE) STRICT").expect("it is SQL");
        let db_writer = DbWriter::start(connection, || Err(PortalError::Closed));
        let insert = |n: i64| {
            db_writer.write(move |connection| {
                connection.execute("INSERT INTO t VALUES (?1)", [n])?;
                connection.execute("INSERT INTO t VALUES (?1)", [n + 100])?;
                Ok(())
            })
        };
        thread::scope(|scope| {
            for n in 0..50 {
                scope.spawn(move || insert(n).expect("the number is new"));
            }
        });
        assert!(insert(7).is_err());
        assert!(insert(-75).is_err(), "its second row is taken");
        let count = db_writer.write(|connection| {
            Ok(connection.query_one("SELECT count(*) FROM t", [], |row| row.get::<_, i64>(0))?)
        });
        assert_eq!(count.expect("it is read"), 100);
    }

    /// A table whose `n` is checked by a trigger that gives the whole transaction up.
    fn counted(path: &std::path::Path) -> Result<Connection, PortalError> {
        let connection = Connection::open(path)?;
        connection.execute_batch(
            "CREATE TABLE IF NOT EXISTS t (n INTEGER) STRICT;
             CREATE TRIGGER IF NOT EXISTS full BEFORE INSERT ON t WHEN NEW.n = 0
             BEGIN SELECT RAISE(ROLLBACK, 'as on a full disk'); END",
        )?;
        Ok(connection)
    }

    fn insert(connection: &Connection, n: i64) -> Result<(), PortalError> {
        connection.execute("INSERT INTO t VALUES (?1)", [n])?;
        Ok(())
    }

    #[test]
    fn what_sqlite_gives_up_is_confirmed_to_no_caller_and_what_failed_is_not_written() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("t.sqlite");
        let at = path.clone();
        let mut writer = Writer {
            connection: Some(counted(&path).unwrap()),
            open: Box::new(move || counted(&at)),
        };
        let (queue, requests) = mpsc::sync_channel(9);
        // Together: the second makes SQLite give up what the first wrote.
        let results: Vec<_> = [1, 0, 2]
            .into_iter()
            .map(|n| {
                let (sender, receiver) = mpsc::sync_channel(1);
                let request: WriteRequest = Box::new(move |connection| {
                    let done =
                        connection.and_then(|connection| whole(connection, |own| insert(own, n)));
                    let failed = done.as_ref().err().map(PortalError::again);
                    Served {
                        answer: Box::new(move |stored| sender.send(stored.and(done)).unwrap()),
                        failed,
                    }
                });
                queue.send(request).unwrap();
                receiver
            })
            .collect();
        drop(queue);
        writer.attend(&requests);
        let results: Vec<bool> =
            results.iter().map(|receiver| receiver.recv().unwrap().is_ok()).collect();
        assert_eq!(results, [false, false, true]);
        let stored: Vec<i64> = {
            let connection = counted(&path).unwrap();
            let mut rows = connection.prepare("SELECT n FROM t ORDER BY n").unwrap();
            let rows = rows.query_map([], |row| row.get(0)).unwrap();
            rows.collect::<Result<_, _>>().unwrap()
        };
        assert_eq!(stored, [2]);
    }

    #[test]
    fn a_panic_fails_one_request_and_writing_goes_on() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("t.sqlite");
        let db_writer = DbWriter::start(counted(&path).unwrap(), move || counted(&path));
        db_writer.write(|connection| insert(connection, 1)).unwrap();
        let failed = db_writer.write(|connection| {
            insert(connection, 2)?;
            assert!(insert(connection, 3).is_err(), "an order that breaks off");
            Ok(())
        });
        assert!(matches!(failed, Err(PortalError::Panicked)), "{failed:?}");
        db_writer.write(|connection| insert(connection, 4)).unwrap();
        let count = |connection: &Connection| {
            Ok(connection.query_one("SELECT sum(n) FROM t", [], |row| row.get::<_, i64>(0))?)
        };
        assert_eq!(db_writer.write(count).unwrap(), 5);
    }
}
