//! Opening the file, making it, bringing it up to date.

use crate::StoreError;
use rusqlite::{Connection, OpenFlags};
use std::{fs, path::Path, time::Duration};

/// The migrations, oldest first: the version of a store is how many it has seen.
pub(crate) const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001_first.sql"),
    include_str!("migrations/0002_last_words.sql"),
    include_str!("migrations/0003_phases.sql"),
];

/// How long a reader waits for a writer before it gives up.
const PATIENCE: Duration = Duration::from_secs(10);

/// The store of a contest.
#[derive(Debug)]
pub struct Store {
    pub(crate) connection: Connection,
}

impl Store {
    /// Opens the store at `path` for writing; makes it if there is none.
    pub fn create(path: &Path) -> Result<Store, StoreError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|_| StoreError::Missing { path: path.to_owned() })?;
        }
        let connection = Connection::open(path)?;
        prepare(&connection, path)?;
        migrate(&connection, path)?;
        Ok(Store { connection })
    }

    /// Opens the store at `path`, which must be there, without ever writing to it.
    pub fn read(path: &Path) -> Result<Store, StoreError> {
        if !path.is_file() {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(PATIENCE)?;
        if version(&connection, path)? == 0 {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        Ok(Store { connection })
    }
}

fn prepare(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    connection.busy_timeout(PATIENCE)?;
    version(connection, path)?;
    // Durable against the death of any process; a power cut may cost the last transactions.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

/// The version of the store; refuses what is newer and what is no store.
fn version(connection: &Connection, path: &Path) -> Result<i64, StoreError> {
    let damaged = |error| StoreError::Damaged { path: path.to_owned(), error };
    let found: i64 =
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(damaged)?;
    let known = MIGRATIONS.len() as i64;
    if found > known {
        return Err(StoreError::Newer { path: path.to_owned(), found, known });
    }
    Ok(found)
}

fn migrate(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let seen = version(connection, path)? as usize;
    for (index, migration) in MIGRATIONS.iter().enumerate().skip(seen) {
        let transaction = connection.unchecked_transaction()?;
        transaction.execute_batch(migration)?;
        transaction.pragma_update(None, "user_version", index as i64 + 1)?;
        transaction.commit()?;
    }
    Ok(())
}
