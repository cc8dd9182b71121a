//! Accounts: usernames, and how users authenticate.

use crate::{
    AccountId, AuditAction, OldTokens, Portal, PortalError, audit,
    database::{self, first_row, rows},
    email, password, session,
};
use certamen_i18n::Language;
use jiff::Timestamp;
use rusqlite::{Connection, Row, named_params};

/// The maximum length of a username.
const LONGEST_HANDLE: usize = 30;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    pub id: AccountId,
    /// The username: typed to sign in, and shown next to the user's bots.
    pub handle: String,
    pub name: String,
    /// The language of the pages for this user.
    pub language: Language,
    pub state: AccountState,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccountState {
    Open,
    /// No one can sign in, and the owner's personal data is erased.
    Closed,
}

/// Whether `handle` can be typed, and is harmless in a web address: 1 to 30 lower-case letters,
/// digits and hyphens, the first not a hyphen.
pub fn check_handle(handle: &str) -> Result<(), PortalError> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let fits = (1..=LONGEST_HANDLE).contains(&handle.len()) && !handle.starts_with('-');
    if fits && handle.chars().all(plain) {
        Ok(())
    } else {
        Err(PortalError::Handle(handle.escape_debug().take(LONGEST_HANDLE).collect()))
    }
}

impl Portal {
    /// Creates an account without a password.
    pub fn add_account(
        &self,
        handle: &str,
        language: Language,
        now: Timestamp,
    ) -> Result<AccountId, PortalError> {
        check_handle(handle)?;
        let handle = handle.to_owned();
        self.write(move |connection| insert(connection, &handle, language, now))
    }

    /// Creates an account for a user who registers, with a password.
    pub fn roster(
        &self,
        handle: &str,
        given: &str,
        language: Language,
        now: Timestamp,
    ) -> Result<AccountId, PortalError> {
        check_handle(handle)?;
        password::check(given)?;
        let (handle, hash) = (handle.to_owned(), password::hash(given)?);
        self.write(move |connection| {
            let id = insert(connection, &handle, language, now)?;
            connection.execute("UPDATE account SET hash = ?2 WHERE id = ?1", (id.0, hash))?;
            Ok(id)
        })
    }

    pub fn account(&self, handle: &str) -> Result<Account, PortalError> {
        let found = self.read(|connection| by_handle(connection, handle))?;
        found.ok_or_else(|| PortalError::UnknownUser(handle.to_owned()))
    }

    pub fn accounts(&self) -> Result<Vec<Account>, PortalError> {
        self.read(|connection| {
            rows(
                connection,
                "SELECT id, handle, name, language, state FROM account ORDER BY handle",
                [],
                account,
            )
        })
    }

    /// The account with this username and password; the answer takes as long for an unknown
    /// username.
    pub fn verify_password(
        &self,
        handle: &str,
        given: &str,
    ) -> Result<Option<AccountId>, PortalError> {
        let found: Option<(i64, Option<String>)> = self.read(|connection| {
            first_row(
                connection,
                "SELECT id, hash FROM account WHERE handle = ?1 AND state = 'open'",
                [handle],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
        })?;
        let stored_hash = found.as_ref().and_then(|(_, hash)| hash.as_deref());
        let is_right = password::is_right(given, stored_hash)?;
        Ok(found.filter(|_| is_right).map(|(id, _)| AccountId(id)))
    }

    /// Sets a password; ends all earlier sessions, and the tokens if requested.
    pub fn set_password(
        &self,
        id: AccountId,
        given: &str,
        tokens: OldTokens,
        now: Timestamp,
    ) -> Result<(), PortalError> {
        password::check(given)?;
        let hash = password::hash(given)?;
        self.write(move |connection| {
            connection.execute("UPDATE account SET hash = ?2 WHERE id = ?1", (id.0, hash))?;
            connection.execute("DELETE FROM session WHERE account = ?1", [id.0])?;
            if tokens == OldTokens::Delete {
                session::end_all(connection, id)?;
            }
            audit::note(connection, (now, Some(id)), AuditAction::PasswordSet, "", "")
        })
    }

    /// Closes an account: no one can sign in any more, and the owner's personal data is erased.
    pub fn close_account(&self, id: AccountId, now: Timestamp) -> Result<(), PortalError> {
        let emails = self.write(move |connection| {
            connection.execute(
                "UPDATE account SET state = 'closed', name = '', hash = NULL WHERE id = ?1",
                [id.0],
            )?;
            let emails = email::forget(connection, id)?;
            for table in ["session", "token", "reset_link", "granted"] {
                connection.execute(&format!("DELETE FROM {table} WHERE account = ?1"), [id.0])?;
            }
            audit::note(connection, (now, Some(id)), AuditAction::AccountClosed, "", "")?;
            Ok(emails)
        })?;
        // Only now: deleted files do not come back if the change is not committed.
        emails.iter().try_for_each(|email| self.drop_email(email))
    }
}

pub(crate) fn insert(
    connection: &Connection,
    handle: &str,
    language: Language,
    now: Timestamp,
) -> Result<AccountId, PortalError> {
    if by_handle(connection, handle)?.is_some() {
        return Err(PortalError::Taken(handle.to_owned()));
    }
    connection.execute(
        "INSERT INTO account (handle, name, language, state, created)
         VALUES (:handle, :handle, :language, 'open', :now)",
        named_params! { ":handle": handle, ":language": language.code(), ":now": now.as_second() },
    )?;
    let id = AccountId(connection.last_insert_rowid());
    audit::note(connection, (now, None), AuditAction::AccountMade, handle, "")?;
    Ok(id)
}

fn by_handle(connection: &Connection, handle: &str) -> Result<Option<Account>, PortalError> {
    first_row(
        connection,
        "SELECT id, handle, name, language, state FROM account WHERE handle = ?1",
        [handle],
        account,
    )
}

fn account(row: &Row<'_>) -> rusqlite::Result<Account> {
    let state: String = row.get("state")?;
    Ok(Account {
        id: AccountId(row.get("id")?),
        handle: row.get("handle")?,
        name: row.get("name")?,
        language: database::language(row, "language")?,
        state: if state == "open" { AccountState::Open } else { AccountState::Closed },
    })
}
