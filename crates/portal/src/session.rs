//! How users stay signed in: sessions of browsers, and tokens with which an author's program
//! submits in the author's name. Their secrets are stored as hashes, from which they cannot be
//! recovered.

use crate::{
    AccountId, AuditAction, Grants, Portal, PortalError, audit,
    database::{first_row, language, rows, time},
    rights::grants_of,
};
use certamen_i18n::Language;
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, Row};
use std::{fmt, sync::atomic::Ordering};

/// How long a session lasts in which nothing is done, and how long at most.
const IDLE: SignedDuration = SignedDuration::from_hours(14 * 24);
const LONGEST: SignedDuration = SignedDuration::from_hours(90 * 24);
/// How long one of a host or an admin lasts.
const OF_HOSTS: SignedDuration = SignedDuration::from_hours(12);
/// How often it is noted that something was done in it.
const NOTED: SignedDuration = SignedDuration::from_mins(10);
/// How often expired rows are deleted.
const SWEPT: SignedDuration = SignedDuration::from_hours(1);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CurrentUser {
    pub id: AccountId,
    pub handle: String,
    pub language: Language,
    pub grants: Grants,
}

impl Portal {
    pub fn sign_in(&self, account: AccountId, now: Timestamp) -> Result<Secret, PortalError> {
        let secret = Secret::draw()?;
        let (hash, is_due) = (secret.hash(), self.is_to_sweep(now));
        self.write(move |connection| {
            if is_due {
                sweep(connection, now)?;
            }
            connection.execute(
                "INSERT INTO session (hash, account, created, seen) VALUES (?1, ?2, ?3, ?3)",
                (hash, account.0, now.as_second()),
            )?;
            audit::note(connection, (now, Some(account)), AuditAction::SignedIn, "", "")
        })?;
        Ok(secret)
    }

    pub fn sign_out(&self, secret: &Secret) -> Result<(), PortalError> {
        let hash = secret.hash();
        self.write(move |connection| {
            connection.execute("DELETE FROM session WHERE hash = ?1", [hash])?;
            Ok(())
        })
    }

    /// Ends all sessions of an account, and its tokens: they sign in, too.
    pub fn sign_out_everywhere(&self, account: AccountId) -> Result<(), PortalError> {
        self.write(move |connection| {
            connection.execute("DELETE FROM session WHERE account = ?1", [account.0])?;
            end_all(connection, account)
        })
    }

    /// The user of a session, while it lasts.
    pub fn member(
        &self,
        secret: &Secret,
        now: Timestamp,
    ) -> Result<Option<CurrentUser>, PortalError> {
        let hash = secret.hash();
        let found = self.read(|connection| {
            let sql = "SELECT account.id, handle, language, session.created, seen
                 FROM session JOIN account ON account.id = session.account
                 WHERE session.hash = ?1 AND state = 'open'";
            let found = first_row(connection, sql, [hash], |row| {
                let times: (i64, i64) = (row.get(3)?, row.get(4)?);
                Ok((user(row)?, times))
            })?;
            let Some((mut member, times)) = found else { return Ok(None) };
            member.grants = grants_of(connection, member.id)?;
            Ok(Some((member, times)))
        })?;
        let Some((member, (created, seen))) = found else { return Ok(None) };
        let age = SignedDuration::from_secs(now.as_second() - created);
        let idle = SignedDuration::from_secs(now.as_second() - seen);
        let longest = if member.grants.is_any() { OF_HOSTS } else { LONGEST };
        if age >= longest || idle >= IDLE {
            return Ok(None);
        }
        if idle >= NOTED {
            let is_due = self.is_to_sweep(now);
            let noted = self.write(move |connection| {
                if is_due {
                    sweep(connection, now)?;
                }
                let now = now.as_second();
                connection.execute("UPDATE session SET seen = ?2 WHERE hash = ?1", (hash, now))?;
                Ok(())
            });
            // Pages can be read where nothing can be written: the session ends earlier, that is
            // all.
            if let Err(error) = noted {
                tracing::warn!(%error, "the use of a session is not noted");
            }
        }
        Ok(Some(member))
    }

    /// Whether the next write should delete expired rows.
    fn is_to_sweep(&self, now: Timestamp) -> bool {
        let now = now.as_second();
        let last = self.swept.load(Ordering::Relaxed);
        let is_due = now.saturating_sub(last).unsigned_abs() >= SWEPT.as_secs().unsigned_abs();
        // Of several which see that it is due, one does it.
        is_due
            && self.swept.compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// A new token; its secret is shown once.
    pub fn make_token(
        &self,
        account: AccountId,
        label: &str,
        now: Timestamp,
    ) -> Result<Secret, PortalError> {
        let (secret, label) = (Secret::draw()?, label.to_owned());
        let hash = secret.hash();
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO token (hash, account, label, created) VALUES (?1, ?2, ?3, ?4)",
                (hash, account.0, &label, now.as_second()),
            )?;
            audit::note(connection, (now, Some(account)), AuditAction::TokenMade, &label, "")
        })?;
        Ok(secret)
    }

    /// The tokens of a user, the newest first.
    pub fn tokens(&self, account: AccountId) -> Result<Vec<TokenRow>, PortalError> {
        self.read(|connection| {
            rows(
                connection,
                "SELECT lower(hex(substr(hash, 1, 8))), label, created FROM token
                 WHERE account = ?1 ORDER BY created DESC",
                [account.0],
                |row| {
                    let created = time(row, 2)?;
                    Ok(TokenRow { key: row.get(0)?, label: row.get(1)?, created })
                },
            )
        })
    }

    pub fn end_token(
        &self,
        account: AccountId,
        key: &str,
        now: Timestamp,
    ) -> Result<(), PortalError> {
        let key = key.to_owned();
        self.write(move |connection| {
            connection.execute(
                "DELETE FROM token WHERE account = ?1 AND lower(hex(substr(hash, 1, 8))) = ?2",
                (account.0, &key),
            )?;
            audit::note(connection, (now, Some(account)), AuditAction::TokenEnded, &key, "")
        })
    }

    pub fn bearer(&self, secret: &Secret) -> Result<Option<CurrentUser>, PortalError> {
        let hash = secret.hash();
        self.read(|connection| {
            let sql = "SELECT account.id, handle, language FROM token
                 JOIN account ON account.id = token.account
                 WHERE token.hash = ?1 AND state = 'open'";
            let Some(mut owner) = first_row(connection, sql, [hash], user)? else {
                return Ok(None);
            };
            owner.grants = grants_of(connection, owner.id)?;
            Ok(Some(owner))
        })
    }
}

/// The user in the first three columns, without grants.
fn user(row: &Row<'_>) -> rusqlite::Result<CurrentUser> {
    let (id, grants) = (AccountId(row.get(0)?), Grants::default());
    Ok(CurrentUser { id, handle: row.get(1)?, language: language(row, 2)?, grants })
}

/// Deletes expired sessions, links and invitations.
fn sweep(connection: &Connection, now: Timestamp) -> Result<(), PortalError> {
    let [idle, longest] = [IDLE, LONGEST].map(|life| (now - life).as_second());
    connection.execute("DELETE FROM session WHERE seen <= ?1 OR created <= ?2", (idle, longest))?;
    for table in ["reset_link", "invitation"] {
        connection
            .execute(&format!("DELETE FROM {table} WHERE expires <= ?1"), [now.as_second()])?;
    }
    Ok(())
}

/// Letters and digits that are not easily confused.
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// The number of random bytes in a secret, and in a name that cannot be guessed.
const SECRET: usize = 32;
const ID: usize = 10;

/// 256 secret bits: the holder is authenticated.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn draw() -> Result<Secret, PortalError> {
        drawn::<SECRET>().map(Secret)
    }

    /// A secret that a client presents.
    pub fn given(text: &str) -> Secret {
        Secret(text.to_owned())
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The form in which it is stored.
    pub(crate) fn hash(&self) -> [u8; 32] {
        *blake3::hash(self.0.as_bytes()).as_bytes()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Whether two secrets are equal; the time does not depend on where they differ.
pub fn same_secret(one: &str, other: &str) -> bool {
    // Hashes have the same length and are compared in constant time.
    blake3::hash(one.as_bytes()) == blake3::hash(other.as_bytes())
}

/// A name of 80 bits for something new.
pub fn fresh_id() -> Result<String, PortalError> {
    drawn::<ID>()
}

fn drawn<const BYTES: usize>() -> Result<String, PortalError> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|_| PortalError::NoRandomness)?;
    Ok(base32(&bytes))
}

/// Five bits a character, from the highest on.
fn base32(bytes: &[u8]) -> String {
    let (mut text, mut buffer, mut bits) = (String::new(), 0_u32, 0);
    for byte in bytes {
        buffer = buffer << 8 | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(char::from(ALPHABET[(buffer >> bits & 31) as usize]));
        }
    }
    if bits > 0 {
        text.push(char::from(ALPHABET[(buffer << (5 - bits) & 31) as usize]));
    }
    text
}

/// A token; its secret is not stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenRow {
    pub key: String,
    pub label: String,
    pub created: Timestamp,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OldTokens {
    Delete,
    /// Its owner wants to use them further.
    Keep,
}

pub(crate) fn end_all(connection: &Connection, account: AccountId) -> Result<(), PortalError> {
    connection.execute("DELETE FROM token WHERE account = ?1", [account.0])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;
    use certamen_i18n::Language;

    #[test]
    fn sessions_end_by_themselves() {
        let folder = tempfile::tempdir().expect("there is room");
        let portal = Portal::create(folder.path()).expect("it is new");
        let begun = Timestamp::from_second(1_700_000_000).expect("it is a time");
        let account = |handle| portal.add_account(handle, Language::Es, begun).expect("it is new");
        let (author, host) = (account("ana"), account("host"));
        portal.grant(host, (Role::Host, "open"), begun).expect("it is kept");
        let session = |account| portal.sign_in(account, begun).expect("it is kept");
        let after = |secret: &Secret, hours: i64| {
            let then = begun + SignedDuration::from_hours(hours);
            portal.member(secret, then).expect("it is read").is_some()
        };
        let idle = session(author);
        assert!(!after(&idle, 14 * 24), "nothing was done in it for a fortnight");
        let busy = session(author);
        for day in (0..90).step_by(10) {
            assert!(after(&busy, day * 24), "day {day}");
        }
        assert!(!after(&busy, 90 * 24), "it lasts 90 days, whatever is done in it");
        let deciding = session(host);
        assert!(after(&deciding, 11));
        assert!(!after(&deciding, 12), "those of hosts last half a day");
        assert!(!after(&Secret::given("unknown"), 0));
    }

    #[test]
    fn a_page_is_read_where_nothing_can_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let portal = Portal::create(folder.path()).unwrap();
        let begun = Timestamp::from_second(1_700_000_000).unwrap();
        let ana = portal.add_account("ana", Language::Es, begun).unwrap();
        let session = portal.sign_in(ana, begun).unwrap();
        let other = Connection::open(Portal::path_in(folder.path())).unwrap();
        other
            .execute_batch(
                "CREATE TRIGGER full BEFORE UPDATE ON session
                 BEGIN SELECT RAISE(ROLLBACK, 'as on a full disk'); END",
            )
            .unwrap();
        let later = begun + SignedDuration::from_hours(2);
        let member = portal.member(&session, later).unwrap();
        assert_eq!(member.map(|member| member.handle).as_deref(), Some("ana"));
    }

    #[test]
    fn what_has_expired_is_deleted_once_an_hour() {
        let folder = tempfile::tempdir().unwrap();
        let portal = Portal::create(folder.path()).unwrap();
        let begun = Timestamp::from_second(1_700_000_000).unwrap();
        let day = |days: i64| begun + SignedDuration::from_hours(24 * days);
        let ana = portal.add_account("ana", Language::Es, begun).unwrap();
        portal.sign_in(ana, begun).unwrap();
        portal.reset_link(ana, begun).unwrap();
        portal.invite(None, "open", begun).unwrap();
        let rows = || {
            let sum = "SELECT (SELECT count(*) FROM session), (SELECT count(*) FROM reset_link),
                 (SELECT count(*) FROM invitation)";
            let row =
                |row: &rusqlite::Row<'_>| Ok([row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?]);
            portal.read(|connection| Ok(connection.query_one(sum, [], row)?)).unwrap()
        };
        let last = portal.sign_in(ana, day(6)).unwrap();
        assert_eq!(rows(), [2, 1, 1], "all are good still");
        portal.sign_in(ana, day(7)).unwrap();
        assert_eq!(rows(), [3, 0, 0], "links are good for a week");
        assert!(portal.member(&last, day(15)).unwrap().is_some());
        assert_eq!(rows(), [2, 0, 0], "nothing was done in the first for a fortnight");
    }

    #[test]
    fn base32_matches_the_published_vectors() {
        // RFC 4648, section 10.
        for (bytes, text) in [("f", "my"), ("fo", "mzxq"), ("foobar", "mzxw6ytboi")] {
            assert_eq!(base32(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn a_secret_is_long_and_not_shown_by_debug() {
        let (one, other) =
            (Secret::draw().expect("random bytes"), Secret::draw().expect("random bytes"));
        assert_eq!(one.reveal().len(), 52);
        assert_ne!(one.reveal(), other.reveal());
        assert_eq!(format!("{one:?}"), "Secret");
        assert_eq!(fresh_id().expect("random bytes").len(), 16);
    }

    #[test]
    fn tokens_end_with_what_they_were_made_by() {
        type Change = fn(&Portal, AccountId, Timestamp);
        let changes: [(Change, usize); 5] = [
            (
                |portal, id, now| {
                    portal.set_password(id, "correct horse", OldTokens::Delete, now).unwrap();
                },
                0,
            ),
            (
                |portal, id, now| {
                    portal.set_password(id, "correct horse", OldTokens::Keep, now).unwrap();
                },
                1,
            ),
            (|portal, id, _| portal.sign_out_everywhere(id).unwrap(), 0),
            (
                |portal, id, now| {
                    let link = portal.reset_link(id, now).unwrap();
                    assert_eq!(portal.redeem(&link, "correct horse", now).unwrap(), id);
                },
                0,
            ),
            (|portal, id, now| portal.close_account(id, now).unwrap(), 0),
        ];
        for (nth, (change, left)) in changes.into_iter().enumerate() {
            let folder = tempfile::tempdir().unwrap();
            let (portal, now) = (Portal::create(folder.path()).unwrap(), Timestamp::UNIX_EPOCH);
            let [ana, bea] =
                ["ana", "bea"].map(|name| portal.add_account(name, Language::Es, now).unwrap());
            let token = portal.make_token(ana, "ci", now).unwrap();
            let other = portal.make_token(bea, "ci", now).unwrap();
            assert!(portal.bearer(&token).unwrap().is_some());
            change(&portal, ana, now);
            assert_eq!(portal.tokens(ana).unwrap().len(), left, "change {nth}");
            assert_eq!(portal.bearer(&token).unwrap().is_some(), left == 1, "change {nth}");
            assert!(portal.bearer(&other).unwrap().is_some(), "another account's stays");
        }
    }
}
