//! One-time links: with one, its holder sets the password of an account, or creates one account.

use crate::{
    AccountId, AuditAction, Portal, PortalError, Secret, account, audit, check_handle,
    database::first_row, password, session,
};
use certamen_i18n::Language;
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, named_params};

/// How long a link is valid.
const LIFE: SignedDuration = SignedDuration::from_hours(7 * 24);

impl Portal {
    /// A link for a user who has no password, or lost it; earlier links are no longer valid.
    pub fn reset_link(&self, account: AccountId, now: Timestamp) -> Result<Secret, PortalError> {
        let secret = Secret::draw()?;
        let hash = secret.hash();
        self.write(move |connection| insert_reset_link(connection, account, hash, now))?;
        Ok(secret)
    }

    /// The username that the link is for, while it is valid.
    pub fn whose_link(&self, secret: &Secret, now: Timestamp) -> Result<String, PortalError> {
        let hash = secret.hash();
        let found = self.read(|connection| {
            first_row(
                connection,
                "SELECT handle FROM reset_link JOIN account ON account.id = reset_link.account
                 WHERE reset_link.hash = ?1 AND used IS NULL AND expires > ?2 AND state = 'open'",
                (hash, now.as_second()),
                |row| row.get(0),
            )
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
        let (hash, password_hash) = (secret.hash(), password::hash(given)?);
        self.write(move |connection| {
            let account = connection
                .query_row(
                    "UPDATE reset_link SET used = ?2
                     WHERE hash = ?1 AND used IS NULL AND expires > ?2 RETURNING account",
                    (hash, now.as_second()),
                    |row| row.get(0),
                )
                .optional()?;
            let account = account.ok_or(PortalError::Spent)?;
            connection
                .execute("UPDATE account SET hash = ?2 WHERE id = ?1", (account, password_hash))?;
            connection.execute("DELETE FROM session WHERE account = ?1", [account])?;
            let id = AccountId(account);
            session::end_all(connection, id)?;
            audit::note(connection, (now, Some(id)), AuditAction::PasswordSet, "", "one-time")?;
            Ok(id)
        })
    }

    /// An invitation by `maker`, or by the owner of the machine, to `contest`, or to no particular
    /// one where that is empty. It is valid for seven days, and as long as its maker may make one.
    pub fn invite(
        &self,
        maker: Option<AccountId>,
        contest: &str,
        now: Timestamp,
    ) -> Result<Secret, PortalError> {
        let secret = Secret::draw()?;
        let (hash, contest) = (secret.hash(), contest.to_owned());
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO invitation (hash, maker, contest, created, expires)
                 VALUES (:hash, :maker, :contest, :now, :expires)",
                named_params! {
                    ":hash": hash, ":maker": maker.map(|id| id.0), ":contest": contest,
                    ":now": now.as_second(), ":expires": (now + LIFE).as_second(),
                },
            )?;
            audit::note(connection, (now, maker), AuditAction::Invited, &contest, "")
        })?;
        Ok(secret)
    }

    /// The contest of the invitation, while it is valid; a lookup does not use it up.
    pub fn invitation(&self, secret: &Secret, now: Timestamp) -> Result<String, PortalError> {
        let hash = secret.hash();
        self.read(|connection| contest_of(connection, hash, now))
    }

    /// Creates an account for the holder of the invitation, which is then used up; returns its
    /// contest. If the username or the password is invalid, the invitation stays valid.
    pub fn accept_invitation(
        &self,
        secret: &Secret,
        (handle, given): (&str, &str),
        language: Language,
        now: Timestamp,
    ) -> Result<(AccountId, String), PortalError> {
        // A request without a valid invitation costs no hash.
        self.invitation(secret, now)?;
        check_handle(handle)?;
        password::check(given)?;
        let (secret, handle) = (secret.hash(), handle.to_owned());
        let hash = password::hash(given)?;
        self.write(move |connection| {
            let contest = contest_of(connection, secret, now)?;
            let id = account::insert(connection, &handle, language, now)?;
            connection.execute("UPDATE account SET hash = ?2 WHERE id = ?1", (id.0, hash))?;
            connection.execute(
                "UPDATE invitation SET used = ?2 WHERE hash = ?1",
                (secret, now.as_second()),
            )?;
            audit::note(connection, (now, Some(id)), AuditAction::InvitationUsed, &contest, "")?;
            Ok((id, contest))
        })
    }
}

/// A link with this hash; earlier ones are no longer valid.
pub(crate) fn insert_reset_link(
    connection: &Connection,
    account: AccountId,
    hash: [u8; 32],
    now: Timestamp,
) -> Result<(), PortalError> {
    let expires = (now + LIFE).as_second();
    connection.execute(
        "UPDATE reset_link SET used = ?2 WHERE account = ?1 AND used IS NULL",
        (account.0, now.as_second()),
    )?;
    connection.execute(
        "INSERT INTO reset_link (hash, account, created, expires) VALUES (?1, ?2, ?3, ?4)",
        (hash, account.0, now.as_second(), expires),
    )?;
    audit::note(connection, (now, Some(account)), AuditAction::LinkMade, "", "")
}

/// The contest of a valid invitation: unused, not too old, and its maker may still make one.
const GOOD: &str = "SELECT contest FROM invitation
     WHERE hash = :hash AND used IS NULL AND expires > :now
     AND (maker IS NULL OR EXISTS (
         SELECT 1 FROM granted WHERE granted.account = maker
         AND (role = 'admin' OR granted.contest = invitation.contest)))";

fn contest_of(
    connection: &Connection,
    hash: [u8; 32],
    now: Timestamp,
) -> Result<String, PortalError> {
    let named = named_params! { ":hash": hash, ":now": now.as_second() };
    first_row(connection, GOOD, named, |row| row.get(0))?.ok_or(PortalError::Spent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;
    use std::thread;

    const GIVEN: &str = "correct horse";

    fn accept(
        portal: &Portal,
        secret: &Secret,
        handle: &str,
        now: Timestamp,
    ) -> Result<String, PortalError> {
        let done = portal.accept_invitation(secret, (handle, GIVEN), Language::Es, now);
        done.map(|(_, contest)| contest)
    }

    #[test]
    fn an_invitation_makes_one_account_even_for_concurrent_requests() {
        let folder = tempfile::tempdir().unwrap();
        let (portal, now) = (Portal::create(folder.path()).unwrap(), Timestamp::UNIX_EPOCH);
        let secret = portal.invite(None, "open", now).unwrap();
        assert_eq!(portal.invitation(&secret, now).unwrap(), "open");
        let wrong = portal.accept_invitation(&secret, ("-", GIVEN), Language::Es, now);
        assert!(matches!(wrong, Err(PortalError::Handle(_))), "{wrong:?}");
        let short = portal.accept_invitation(&secret, ("ana", "short"), Language::Es, now);
        assert!(matches!(short, Err(PortalError::PasswordLength)), "{short:?}");
        let done: Vec<bool> = thread::scope(|scope| {
            let all = ["ana", "bea", "eva", "ida"].map(|handle| {
                let (portal, secret) = (&portal, &secret);
                scope.spawn(move || match accept(portal, secret, handle, now) {
                    Ok(contest) => contest == "open",
                    Err(error) => {
                        assert!(matches!(error, PortalError::Spent), "{error}");
                        false
                    }
                })
            });
            all.map(|thread| thread.join().unwrap()).to_vec()
        });
        assert_eq!(done.iter().filter(|is_in| **is_in).count(), 1, "{done:?}");
        let accounts = portal.accounts().unwrap();
        assert_eq!(accounts.len(), 1, "{accounts:?}");
        assert!(portal.verify_password(&accounts[0].handle, GIVEN).unwrap().is_some());
        let acts: Vec<String> =
            portal.log(Some("open"), 9).unwrap().into_iter().map(|line| line.act).collect();
        assert_eq!(acts, ["invitation-used", "invited"]);
    }

    #[test]
    fn a_name_that_is_taken_uses_no_invitation_up() {
        let folder = tempfile::tempdir().unwrap();
        let (portal, now) = (Portal::create(folder.path()).unwrap(), Timestamp::UNIX_EPOCH);
        portal.add_account("ana", Language::Es, now).unwrap();
        let secret = portal.invite(None, "", now).unwrap();
        let taken = accept(&portal, &secret, "ana", now);
        assert!(matches!(taken, Err(PortalError::Taken(_))), "{taken:?}");
        assert_eq!(accept(&portal, &secret, "bea", now).unwrap(), "");
    }

    #[test]
    fn an_invitation_ends_with_its_time_and_with_the_right_to_make_it() {
        let folder = tempfile::tempdir().unwrap();
        let (portal, now) = (Portal::create(folder.path()).unwrap(), Timestamp::UNIX_EPOCH);
        let host = portal.add_account("host", Language::Es, now).unwrap();
        portal.grant(host, (Role::Host, "open"), now).unwrap();
        let own = portal.invite(Some(host), "open", now).unwrap();
        assert!(portal.invitation(&own, now).is_ok());
        let elsewhere = portal.invite(Some(host), "other", now).unwrap();
        let spent = |secret: &Secret, then: Timestamp| {
            assert!(matches!(portal.invitation(secret, then), Err(PortalError::Spent)));
            let done = accept(&portal, secret, "ana", then);
            assert!(matches!(done, Err(PortalError::Spent)), "{done:?}");
        };
        spent(&elsewhere, now);
        spent(&own, now + LIFE);
        spent(&Secret::draw().unwrap(), now);
        // A link of another kind is none.
        spent(&portal.reset_link(host, now).unwrap(), now);
        portal.take_grants(host, now).unwrap();
        spent(&own, now);
        portal.grant(host, (Role::Admin, ""), now).unwrap();
        assert!(portal.invitation(&own, now).is_ok());
        portal.close_account(host, now).unwrap();
        spent(&own, now);
    }
}
