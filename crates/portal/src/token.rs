//! Tokens: with them an author's program submits in the author's name.

use crate::{
    AccountId, AuditAction, CurrentUser, Portal, PortalError, Secret, audit,
    columns::{language, time},
    grant::grants_of,
};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension};

/// A token; its secret is not stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenRow {
    pub key: String,
    pub label: String,
    pub created: Timestamp,
}

/// What happens to the tokens of an account that gets another password.
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

impl Portal {
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
            let mut rows = connection.prepare_cached(
                "SELECT lower(hex(substr(hash, 1, 8))), label, created FROM token
                 WHERE account = ?1 ORDER BY created DESC",
            )?;
            let rows = rows.query_map([account.0], |row| {
                let created = time(row, 2)?;
                Ok(TokenRow { key: row.get(0)?, label: row.get(1)?, created })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
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
            let mut row = connection.prepare_cached(
                "SELECT account.id, handle, language FROM token
                 JOIN account ON account.id = token.account
                 WHERE token.hash = ?1 AND state = 'open'",
            )?;
            let found = row.query_row([hash], |row| {
                Ok((AccountId(row.get(0)?), row.get(1)?, language(row, 2)?))
            });
            let Some((id, handle, language)) = found.optional()? else { return Ok(None) };
            Ok(Some(CurrentUser { id, handle, language, grants: grants_of(connection, id)? }))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_i18n::Language;

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
