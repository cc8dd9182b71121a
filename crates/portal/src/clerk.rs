//! The one who writes: orders wait in line before him, and those that wait together are put on the
//! disk together.

use crate::PortalError;
use rusqlite::Connection;
use std::{
    iter,
    sync::mpsc::{self, Receiver, SyncSender},
    thread::{self, JoinHandle},
};

/// So many orders wait; whoever comes then waits before the door.
const LINE: usize = 256;
/// So many are put on the disk together.
const TOGETHER: usize = 64;

/// What is to be written: done with a connection, if there is one that can write, and answered when
/// it is known whether it was kept.
type ClerkOrder = Box<dyn FnOnce(Result<&Connection, PortalError>) -> ClerkAnswer + Send>;
type ClerkAnswer = Box<dyn FnOnce(Result<(), PortalError>) + Send>;

/// The one who writes.
pub(crate) struct Clerk {
    door: Option<SyncSender<ClerkOrder>>,
    thread: Option<JoinHandle<()>>,
}

impl Clerk {
    /// Lets him write through `connection`.
    pub(crate) fn start(connection: Connection) -> Clerk {
        let (door, orders) = mpsc::sync_channel(LINE);
        let thread = thread::spawn(move || attend(&connection, &orders));
        Clerk { door: Some(door), thread: Some(thread) }
    }

    /// Has all of `work` written, or nothing of it; it is on the disk when this returns.
    pub(crate) fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, PortalError> + Send + 'static,
    ) -> Result<T, PortalError> {
        let (tell, told) = mpsc::sync_channel(1);
        let order: ClerkOrder = Box::new(move |connection| {
            let done = connection.and_then(|connection| whole(connection, work));
            Box::new(move |kept| {
                // Whoever asked may have gone.
                let _ = tell.send(kept.and(done));
            })
        });
        let door = self.door.as_ref().ok_or(PortalError::Closed)?;
        door.send(order).map_err(|_| PortalError::Closed)?;
        told.recv().map_err(|_| PortalError::Closed)?
    }
}

impl Drop for Clerk {
    fn drop(&mut self) {
        // He goes when the door is closed and everybody was served.
        drop(self.door.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn attend(connection: &Connection, orders: &Receiver<ClerkOrder>) {
    while let Ok(first) = orders.recv() {
        let waiting = iter::from_fn(|| orders.try_recv().ok());
        let together = iter::once(first).chain(waiting).take(TOGETHER);
        let begun = connection.execute_batch("BEGIN IMMEDIATE");
        if let Err(error) = begun {
            let why = PortalError::from(error);
            together.for_each(|order| order(Err(why.again()))(Ok(())));
            continue;
        }
        let answers: Vec<ClerkAnswer> = together.map(|order| order(Ok(connection))).collect();
        let kept = connection.execute_batch("COMMIT").map_err(PortalError::from);
        if kept.is_err() {
            // Nothing of it may stay; if even that fails, the next beginning says so.
            let _ = connection.execute_batch("ROLLBACK");
        }
        for answer in answers {
            answer(kept.as_ref().copied().map_err(PortalError::again));
        }
    }
}

/// Does all of `work` or nothing, inside of what is written together.
fn whole<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, PortalError>,
) -> Result<T, PortalError> {
    connection.execute_batch("SAVEPOINT one")?;
    let done = work(connection);
    let end = if done.is_ok() { "RELEASE one" } else { "ROLLBACK TO one; RELEASE one" };
    connection.execute_batch(end)?;
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_who_fails_spoils_nobody_else_s_order() {
        let connection = Connection::open_in_memory().expect("memory is there");
        connection.execute_batch("CREATE TABLE t (n INTEGER UNIQUE) STRICT").expect("it is SQL");
        let clerk = Clerk::start(connection);
        let insert = |n: i64| {
            clerk.write(move |connection| {
                connection.execute("INSERT INTO t VALUES (?1)", [n])?;
                connection.execute("INSERT INTO t VALUES (?1)", [n + 100])?;
                Ok(())
            })
        };
        thread::scope(|scope| {
            for n in 0..50 {
                scope.spawn(move || insert(n).expect("nobody else has it"));
            }
        });
        assert!(insert(7).is_err());
        assert!(insert(-75).is_err(), "its second row is taken");
        let count = clerk.write(|connection| {
            Ok(connection.query_one("SELECT count(*) FROM t", [], |row| row.get::<_, i64>(0))?)
        });
        assert_eq!(count.expect("it is read"), 100);
    }
}
