//! Opening the file, making it, bringing it up to date.

use crate::{StoreError, records::Packer};
use rusqlite::{Connection, OpenFlags};
use std::{fs, path::Path, time::Duration};
use tempfile::TempPath;

/// The migrations, oldest first: the version of a store is how many it has seen.
pub(crate) const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001_first.sql"),
    include_str!("migrations/0002_last_words.sql"),
    include_str!("migrations/0003_phases.sql"),
    include_str!("migrations/0004_scale.sql"),
];

/// How long a reader waits for a writer before it gives up.
const PATIENCE: Duration = Duration::from_secs(10);

/// The store of a contest.
#[derive(Debug)]
pub struct Store {
    pub(crate) connection: Connection,
    pub(crate) packer: Packer,
    /// The copy that it is read from, if the file itself is of an older version.
    _copy: Option<TempPath>,
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
        Ok(Store { packer: Packer::of(&connection)?, connection, _copy: None })
    }

    /// Opens the store at `path`, which must be there, without ever writing to it. One of an older
    /// version is read from a copy that is brought up to date.
    pub fn read(path: &Path) -> Result<Store, StoreError> {
        if !path.is_file() {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(PATIENCE)?;
        let version = version(&connection, path)?;
        if version == 0 {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        if version < MIGRATIONS.len() as i64 {
            return read_copy(&connection, path);
        }
        Ok(Store { packer: Packer::of(&connection)?, connection, _copy: None })
    }
}

fn read_copy(connection: &Connection, path: &Path) -> Result<Store, StoreError> {
    let io = |error| StoreError::Copy { path: path.to_owned(), error };
    let copy = tempfile::NamedTempFile::new().map_err(io)?.into_temp_path();
    connection.execute("VACUUM INTO ?", [copy.to_string_lossy()])?;
    let connection = Connection::open(&copy)?;
    migrate(&connection, path)?;
    Ok(Store { packer: Packer::of(&connection)?, connection, _copy: Some(copy) })
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
