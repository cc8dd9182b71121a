//! Opening and creating the file.

use crate::{StoreError, records::RecordPacker};
use rusqlite::{Connection, ErrorCode, OpenFlags, Params, Row, Transaction};
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    time::Duration,
};

/// The tables of a store.
const SCHEMA: &str = include_str!("schema.sql");
/// The version of [`SCHEMA`].
const VERSION: i64 = 1;

/// The time that a reader waits for a writer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The number of attempts to fold the log into the file, each with the timeout above.
const CHECKPOINTS: u32 = 3;

#[derive(Debug)]
pub struct Store {
    pub(crate) connection: Connection,
    pub(crate) packer: RecordPacker,
}

impl Store {
    /// Opens the store at `path` for writing; creates it if it is missing.
    pub fn create(path: &Path) -> Result<Store, StoreError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| StoreError::Unreachable { path: folder.to_owned(), error })?;
        }
        let connection = Connection::open(path)?;
        prepare(&connection, path)?;
        create_tables(&connection, path)?;
        Ok(Store { packer: RecordPacker::of(&connection)?, connection })
    }

    /// Opens the existing store at `path` read-only.
    pub fn read(path: &Path) -> Result<Store, StoreError> {
        look_at(path)?;
        let mut connection = Connection::open_with_flags(path, READING)?;
        connection.busy_timeout(PATIENCE)?;
        let found = match version(&connection, path) {
            Err(StoreError::Damaged { error, .. }) if is_read_only(&error) => {
                connection = at_rest(path)?;
                version(&connection, path)
            }
            found => found,
        };
        let version = found?;
        if version == 0 {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        Ok(Store { packer: RecordPacker::of(&connection)?, connection })
    }

    /// Closes the store with all data in its one file, which may then be renamed. Otherwise the
    /// last writes stay in the log next to the file while another process has it open.
    pub fn close_in_one_file(self) -> Result<(), StoreError> {
        // Waits for a reader in the middle of its work; the result says whether it ended.
        for _ in 0..CHECKPOINTS {
            let busy = self
                .connection
                .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0))?;
            if !busy {
                return Ok(());
            }
        }
        Err(StoreError::Read { path: self.path() })
    }

    /// Reads all rows of a query.
    pub(crate) fn rows<T>(
        &self,
        query: &str,
        values: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let mut query = self.connection.prepare_cached(query)?;
        let rows = query.query_map(values, read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The number that a query counts.
    pub(crate) fn count(&self, query: &str) -> Result<u64, StoreError> {
        let mut query = self.connection.prepare_cached(query)?;
        Ok(query.query_row([], |row| row.get::<_, i64>(0))? as u64)
    }

    /// Runs `work` in a transaction.
    pub(crate) fn write<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>, &mut RecordPacker) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let done = self.try_write(work);
        if done.is_err() {
            // After a rollback the packer's state is not in the store.
            self.packer = RecordPacker::of(&self.connection)?;
        }
        done.map_err(|error| self.named(error))
    }

    fn try_write<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>, &mut RecordPacker) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let transaction = self.connection.transaction()?;
        let done = work(&transaction, &mut self.packer)?;
        transaction.commit()?;
        Ok(done)
    }

    /// Adds the file to the error of a full disk.
    fn named(&self, error: StoreError) -> StoreError {
        let full = matches!(&error, StoreError::Database(error)
            if error.sqlite_error_code() == Some(ErrorCode::DiskFull));
        if full { StoreError::Full { path: self.path() } } else { error }
    }

    fn path(&self) -> PathBuf {
        self.connection.path().unwrap_or_default().into()
    }
}

const READING: OpenFlags = OpenFlags::SQLITE_OPEN_READ_ONLY.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// Whether a reader cannot even write the shared-memory file next to the store.
fn is_read_only(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen))
}

/// Opens a store in a read-only folder. No process changes it, provided that the log next to it is
/// empty.
fn at_rest(path: &Path) -> Result<Connection, StoreError> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if fs::metadata(&log).is_ok_and(|found| found.len() > 0) {
        let error = io::ErrorKind::ReadOnlyFilesystem.into();
        return Err(StoreError::Unreachable { path: path.to_owned(), error });
    }
    let escaped = path.to_string_lossy().replace('%', "%25");
    let escaped = escaped.replace('?', "%3f").replace('#', "%23");
    let address = format!("file:{escaped}?immutable=1");
    Ok(Connection::open_with_flags(address, READING | OpenFlags::SQLITE_OPEN_URI)?)
}

/// Distinguishes a store that does not exist from one that cannot be read.
fn look_at(path: &Path) -> Result<(), StoreError> {
    let path = || path.to_owned();
    match File::open(path()).and_then(|file| file.metadata()) {
        Ok(found) if found.is_file() => Ok(()),
        Ok(_) => Err(StoreError::Missing { path: path() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(StoreError::Missing { path: path() })
        }
        Err(error) => Err(StoreError::Unreachable { path: path(), error }),
    }
}

fn prepare(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    connection.busy_timeout(PATIENCE)?;
    version(connection, path)?;
    // Survives the death of any process; a power failure may lose the last transactions.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

/// Refuses newer versions and other files.
fn version(connection: &Connection, path: &Path) -> Result<i64, StoreError> {
    let damaged = |error| StoreError::Damaged { path: path.to_owned(), error };
    let found: i64 =
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(damaged)?;
    if found > VERSION {
        return Err(StoreError::Newer { path: path.to_owned(), found, known: VERSION });
    }
    if found == 0 && !is_fresh(connection, path).map_err(damaged)? {
        let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_NOTADB);
        return Err(damaged(rusqlite::Error::SqliteFailure(code, None)));
    }
    Ok(found)
}

/// Whether a store without a version was just created. A file shorter than the header of a database
/// was truncated, and tables of other programs do not belong to a store.
fn is_fresh(connection: &Connection, path: &Path) -> rusqlite::Result<bool> {
    let length = fs::metadata(path).map_or(0, |found| found.len());
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    Ok(tables == 0 && (length == 0 || length >= 512))
}

fn create_tables(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    if version(connection, path)? == 0 {
        let transaction = connection.unchecked_transaction()?;
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BotVersion, Scheduled, SubmissionId};
    use certamen_i18n::{Language, Localize};

    fn nearly_full(folder: &Path, pages: i64) -> Store {
        let mut store = Store::create(&folder.join("store.sqlite")).unwrap();
        store.set_meta(&[("name", "kept".to_owned())]).unwrap();
        let used: i64 =
            store.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
        store.connection.pragma_update(None, "max_page_count", used + pages).unwrap();
        store
    }

    #[test]
    fn a_full_disk_names_the_file_and_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = nearly_full(folder.path(), 1);
        let much = "x".repeat(100_000);
        let error = store.set_meta(&[("name", "new".to_owned()), ("much", much)]).unwrap_err();
        let path = folder.path().join("store.sqlite");
        assert!(matches!(&error, StoreError::Full { path: named } if *named == path), "{error}");
        let text = error.to_string();
        assert_eq!(text.matches("full").count(), 1, "{text}");
        assert!(error.message().get(Language::Es).contains("el disco está lleno"));
        assert_eq!(store.meta("name").unwrap().as_deref(), Some("kept"));
        assert_eq!(store.meta("much").unwrap(), None);
    }

    #[test]
    fn when_there_is_room_again_it_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = nearly_full(folder.path(), 0);
        let entered = |store: &mut Store, count: i64| -> Result<(), StoreError> {
            for place in 0..count {
                let name = format!("{place} {}", "x".repeat(500));
                let (digest, language) = (String::new(), "c".to_owned());
                store.enter(&BotVersion { name, digest, language })?;
            }
            Ok(())
        };
        assert!(matches!(entered(&mut store, 100), Err(StoreError::Full { .. })));
        let before = store.submissions().unwrap().len();
        store.connection.pragma_update(None, "max_page_count", 1_000_000).unwrap();
        entered(&mut store, 100).unwrap();
        assert_eq!((before < 100, store.submissions().unwrap().len()), (true, 100));
    }

    #[test]
    fn what_was_learned_in_a_transaction_that_failed_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::create(&folder.path().join("store.sqlite")).unwrap();
        let failed: Result<(), StoreError> = store.write(|transaction, packer| {
            packer.learn(transaction, &vec![7; 20 << 10])?;
            assert_eq!(packer.pack(&[7; 100]).unwrap().1, Some(1));
            Err(StoreError::NoMatch(crate::MatchNumber(1)))
        });
        assert!(failed.is_err());
        assert_eq!(store.packer.pack(&[7; 100]).unwrap().1, None);
    }

    #[test]
    fn an_error_undoes_all_that_was_written_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::create(&folder.path().join("store.sqlite")).unwrap();
        // There are no entrants, so none can have a seat.
        let seats = vec![SubmissionId(1), SubmissionId(2)];
        assert!(store.schedule(&[Scheduled { seats, repeat: 0, seed: 0 }]).is_err());
        assert_eq!(store.match_count().unwrap(), 0);
        assert!(store.to_be_played().unwrap().is_empty());
    }
}
