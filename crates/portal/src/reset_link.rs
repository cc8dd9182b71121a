//! One-time links: the holder of one may set a password once.

use crate::{AccountId, AuditAction, Portal, PortalError, Secret, audit, password, token};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension};

/// How long a link is good.
pub(crate) const LIFE: SignedDuration = SignedDuration::from_hours(7 * 24);

impl Portal {
    /// A link for a user who has no password, or lost it; earlier links are no longer valid.
    pub fn reset_link(&self, account: AccountId, now: Timestamp) -> Result<Secret, PortalError> {
        let secret = Secret::draw()?;
        let hash = secret.hash();
        self.write(move |connection| insert(connection, account, hash, now))?;
        Ok(secret)
    }

    /// The username that the link is for, while it is valid.
    pub fn whose_link(&self, secret: &Secret, now: Timestamp) -> Result<String, PortalError> {
        let hash = secret.hash();
        let found = self.read(|connection| {
            let mut row = connection.prepare_cached(
                "SELECT handle FROM one_time JOIN account ON account.id = one_time.account
                 WHERE one_time.hash = ?1 AND used IS NULL AND expires > ?2 AND state = 'open'",
            )?;
            Ok(row.query_row((hash, now.as_second()), |row| row.get(0)).optional()?)
        })?;
        found.ok_or(PortalError::Spent)
    }

    /// Sets the password of the account that the link is for. The link is then used up, and all
    /// earlier sessions and tokens are ended.
    pub fn redeem(
        &self,
        secret: &Secret,
        given: &str,
        now: Timestamp,
    ) -> Result<AccountId, PortalError> {
        password::check(given)?;
        self.whose_link(secret, now)?;
        let (hash, kept) = (secret.hash(), password::hash(given)?);
        self.write(move |connection| {
            let account = connection
                .query_row(
                    "UPDATE one_time SET used = ?2
                     WHERE hash = ?1 AND used IS NULL AND expires > ?2 RETURNING account",
                    (hash, now.as_second()),
                    |row| row.get(0),
                )
                .optional()?;
            let account = account.ok_or(PortalError::Spent)?;
            connection.execute("UPDATE account SET hash = ?2 WHERE id = ?1", (account, kept))?;
            connection.execute("DELETE FROM session WHERE account = ?1", [account])?;
            let id = AccountId(account);
            token::end_all(connection, id)?;
            audit::note(connection, (now, Some(id)), AuditAction::PasswordSet, "", "one-time")?;
            Ok(id)
        })
    }
}

/// A link with this hash; earlier ones are no longer valid.
pub(crate) fn insert(
    connection: &Connection,
    account: AccountId,
    hash: [u8; 32],
    now: Timestamp,
) -> Result<(), PortalError> {
    let expires = (now + LIFE).as_second();
    connection.execute(
        "UPDATE one_time SET used = ?2 WHERE account = ?1 AND used IS NULL",
        (account.0, now.as_second()),
    )?;
    connection.execute(
        "INSERT INTO one_time (hash, account, created, expires) VALUES (?1, ?2, ?3, ?4)",
        (hash, account.0, now.as_second(), expires),
    )?;
    audit::note(connection, (now, Some(account)), AuditAction::LinkMade, "", "")
}
