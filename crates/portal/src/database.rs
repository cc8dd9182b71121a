//! The database of a site: opening, creating and updating its file, columns with typed values, and
//! errors.

use crate::{db_writer::DbWriter, say};
use certamen_i18n::{Language, Localize, UnknownLanguage, quoted};
use jiff::Timestamp;
use rusqlite::{
    Connection, ErrorCode, OpenFlags, OptionalExtension, Params, Row, RowIndex, types::Type,
};
use std::{
    error::Error,
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError, atomic::AtomicI64},
    time::Duration,
};

/// The tables of a site.
const SCHEMA: &str = include_str!("schema.sql");
/// The version of [`SCHEMA`].
const VERSION: i64 = 1;
/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(10);
/// At most this many readers are kept for reuse.
const READERS: usize = 4;

/// The row of an account, which nearly all tables name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AccountId(pub i64);

pub struct Portal {
    path: PathBuf,
    db_writer: DbWriter,
    readers: Mutex<Vec<Connection>>,
    /// When expired rows were last deleted, in seconds.
    pub(crate) swept: AtomicI64,
}

impl Portal {
    /// The path of the database of the site in `folder`.
    pub fn path_in(folder: &Path) -> PathBuf {
        folder.join(".site").join("site.sqlite")
    }

    /// The database of the site in `folder`, if it has one.
    pub fn open(folder: &Path) -> Result<Option<Portal>, PortalError> {
        if Portal::path_in(folder).exists() { Portal::create(folder).map(Some) } else { Ok(None) }
    }

    /// The database of the site in `folder`, which is created if necessary.
    pub fn create(folder: &Path) -> Result<Portal, PortalError> {
        let path = Portal::path_in(folder);
        let io = |error| PortalError::Unreachable { path: path.clone(), error };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(io)?;
            keep_to_owner(folder, 0o700).map_err(io)?;
        }
        let connection = writer(&path)?;
        keep_to_owner(&path, 0o600).map_err(io)?;
        create_tables(&connection, &path)?;
        let again = path.clone();
        let db_writer = DbWriter::start(connection, move || writer(&again));
        Ok(Portal { db_writer, path, readers: Mutex::default(), swept: AtomicI64::default() })
    }

    pub fn site_folder(&self) -> &Path {
        self.own_folder().parent().unwrap_or(Path::new("."))
    }

    pub(crate) fn own_folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }

    /// Writes all that `work` writes, or nothing; it is on the disk when this returns.
    pub(crate) fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, PortalError> + Send + 'static,
    ) -> Result<T, PortalError> {
        self.db_writer.write(work)
    }

    /// Whether anything could be written now; nothing is written. It waits for the writer for up to
    /// ten seconds.
    pub fn try_to_write(&self) -> Result<(), PortalError> {
        self.write(|_| Ok(()))
    }

    pub(crate) fn read<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, PortalError>,
    ) -> Result<T, PortalError> {
        let free = || self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = free().pop();
        let connection = match waiting {
            Some(connection) => connection,
            None => reader(&self.path)?,
        };
        let done = work(&connection)?;
        let mut free = free();
        if free.len() < READERS {
            free.push(connection);
        }
        Ok(done)
    }
}

/// A read-only connection to the database at `path`.
pub(crate) fn reader(path: &Path) -> Result<Connection, PortalError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

fn writer(path: &Path) -> Result<Connection, PortalError> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    Ok(connection)
}

/// Creates the tables of a new file; refuses a file of another version.
fn create_tables(connection: &Connection, path: &Path) -> Result<(), PortalError> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let done = match connection.pragma_query_value(None, "user_version", |row| row.get(0))? {
        0 => connection
            .execute_batch(SCHEMA)
            .and_then(|()| connection.pragma_update(None, "user_version", VERSION))
            .map_err(PortalError::from),
        VERSION => Ok(()),
        _ => Err(PortalError::Newer { path: path.to_owned() }),
    };
    connection.execute_batch(if done.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
    done
}

/// It contains secrets: only its owner can read it.
fn keep_to_owner(path: &Path, mode: u32) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

/// All rows that a query finds.
pub(crate) fn rows<T>(
    connection: &Connection,
    sql: &str,
    parameters: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, PortalError> {
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map(parameters, read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The first row that a query finds.
pub(crate) fn first_row<T>(
    connection: &Connection,
    sql: &str,
    parameters: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, PortalError> {
    Ok(connection.prepare_cached(sql)?.query_row(parameters, read).optional()?)
}

/// A time, in seconds.
pub(crate) fn time(row: &Row<'_>, column: impl RowIndex) -> rusqlite::Result<Timestamp> {
    let column = column.idx(row.as_ref())?;
    Timestamp::from_second(row.get(column)?).map_err(|error| damaged(column, Type::Integer, error))
}

/// A time, in milliseconds.
pub(crate) fn exact_time(row: &Row<'_>, column: impl RowIndex) -> rusqlite::Result<Timestamp> {
    let column = column.idx(row.as_ref())?;
    let time = Timestamp::from_millisecond(row.get(column)?);
    time.map_err(|error| damaged(column, Type::Integer, error))
}

/// A language, by its code.
pub(crate) fn language(row: &Row<'_>, column: impl RowIndex) -> rusqlite::Result<Language> {
    let column = column.idx(row.as_ref())?;
    let code: String = row.get(column)?;
    code.parse().map_err(|error: UnknownLanguage| damaged(column, Type::Text, error))
}

fn damaged(
    column: usize,
    kind: Type,
    error: impl Error + Send + Sync + 'static,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, kind, Box::new(error))
}

#[derive(Debug, Localize)]
#[localize(error)]
pub enum PortalError {
    /// The file or its folder cannot be reached.
    #[localize(say::unreachable(path, quoted(error)))]
    Unreachable {
        path: PathBuf,
        error: io::Error,
    },
    Newer {
        path: PathBuf,
    },
    Full,
    Database(String),
    /// The database is closed.
    Closed,
    /// A change failed because of a bug; nothing of it is stored.
    Panicked,
    /// There is no source of random numbers.
    #[localize(say::luck())]
    NoRandomness,
    #[localize(say::bad_handle(_0))]
    Handle(String),
    Taken(String),
    UnknownUser(String),
    #[localize(say::password_length(crate::password::SHORTEST, crate::password::LONGEST))]
    PasswordLength,
    /// A one-time link that was used, is too old, or never was.
    Spent,
    /// Not a valid e-mail address.
    #[localize(say::bad_mail(_0))]
    Mail(String),
    /// A line of an e-mail that would be read as two.
    #[localize(say::controls_in_letter())]
    Controls,
}

impl PortalError {
    /// The same error for another caller that waited for the same commit.
    pub(crate) fn again(&self) -> PortalError {
        match self {
            PortalError::Full => PortalError::Full,
            PortalError::Panicked => PortalError::Panicked,
            other => PortalError::Database(other.to_string()),
        }
    }
}

impl From<rusqlite::Error> for PortalError {
    fn from(error: rusqlite::Error) -> PortalError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => PortalError::Full,
            _ => PortalError::Database(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

    #[test]
    fn what_a_newer_version_wrote_is_not_touched() {
        let folder = tempfile::tempdir().expect("there is room");
        drop(Portal::create(folder.path()).expect("it is new"));
        let connection = Connection::open(Portal::path_in(folder.path())).expect("it is there");
        connection.pragma_update(None, "user_version", 99).expect("it is ours");
        drop(connection);
        let error = Portal::open(folder.path()).err();
        assert!(matches!(error, Some(PortalError::Newer { .. })), "{error:?}");
    }

    #[test]
    fn what_was_logged_is_neither_changed_nor_deleted() {
        let folder = tempfile::tempdir().expect("there is room");
        let portal = Portal::create(folder.path()).expect("it is new");
        let done = Connection::open(Portal::path_in(folder.path())).expect("it is there");
        let kept = "INSERT INTO audit (time, act, subject, detail) VALUES (1, 'role', 'ana', '')";
        done.execute_batch(kept).expect("it is added");
        for change in [
            "UPDATE audit SET subject = 'bea'",
            "DELETE FROM audit",
            "REPLACE INTO audit
             (id, time, act, subject, detail) VALUES (1, 1, 'role', 'bea', '')",
        ] {
            // Replacing is deleting where triggers hear of it.
            done.pragma_update(None, "recursive_triggers", "ON").expect("it is ours");
            let refused = done.execute_batch(change).expect_err(change).to_string();
            assert!(refused.contains("the log is added to only"), "{change}: {refused}");
        }
        drop(portal);
    }

    #[test]
    fn only_the_owner_can_read_the_database() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("there is room");
        assert!(Portal::open(folder.path()).expect("nothing is wrong").is_none());
        let _portal = Portal::create(folder.path()).expect("it is new");
        let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode();
        assert_eq!(mode(&Portal::path_in(folder.path())) & 0o777, 0o600);
        assert_eq!(mode(&folder.path().join(".site")) & 0o777, 0o700);
    }

    #[test]
    fn a_damaged_value_is_an_error_and_no_other_value() {
        let connection = Connection::open_in_memory().unwrap();
        let read = |value: &str| {
            let row = |row: &Row<'_>| {
                Ok((time(row, 0).is_ok(), exact_time(row, 0).is_ok(), language(row, 1)))
            };
            connection.query_one(&format!("SELECT {value}"), [], row).unwrap()
        };
        assert_eq!(read("1, 'es'"), (true, true, Ok(Language::Es)));
        let (seconds, milliseconds, unknown) = read("9223372036854775807, 'xx'");
        assert!(!seconds && !milliseconds);
        assert!(unknown.unwrap_err().to_string().contains("xx"));
    }
}
