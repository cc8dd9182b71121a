//! Suggested games, and the users who vote for them.

use crate::{
    AccountId, AuditAction, Portal, PortalError, audit,
    database::{rows, time},
};
use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuggestionRow {
    pub id: i64,
    /// The username of the user who suggested it.
    pub who: String,
    pub title: String,
    /// How it is played, in the user's words.
    pub text: String,
    pub sent: Timestamp,
    /// The number of votes, including that of the user who suggested it.
    pub supporters: u64,
    pub supported: bool,
    /// The organizers' answer, once there is one.
    pub answer: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vote {
    Given,
    Withdrawn,
}

impl Portal {
    /// Stores a suggestion, with the vote of the user who made it.
    pub fn suggestion(
        &self,
        account: AccountId,
        (title, text): (&str, &str),
        now: Timestamp,
    ) -> Result<(), PortalError> {
        let (title, text) = (title.to_owned(), text.to_owned());
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO proposal (account, title, text, sent) VALUES (?1, ?2, ?3, ?4)",
                (account.0, &title, text, now.as_second()),
            )?;
            connection.execute(
                "INSERT INTO support (proposal, account) VALUES (last_insert_rowid(), ?1)",
                [account.0],
            )?;
            audit::note(connection, (now, Some(account)), AuditAction::Suggested, "", &title)
        })
    }

    /// Adds or removes a user's vote; false if there is no such open suggestion.
    pub fn support(
        &self,
        account: AccountId,
        (id, vote): (i64, Vote),
    ) -> Result<bool, PortalError> {
        self.write(move |connection| {
            let open = connection.query_row(
                "SELECT 1 FROM proposal WHERE id = ?1 AND answer IS NULL",
                [id],
                |_| Ok(()),
            );
            if open.optional()?.is_none() {
                return Ok(false);
            }
            let act = match vote {
                Vote::Given => "INSERT OR IGNORE INTO support (proposal, account) VALUES (?1, ?2)",
                Vote::Withdrawn => "DELETE FROM support WHERE proposal = ?1 AND account = ?2",
            };
            connection.execute(act, (id, account.0))?;
            Ok(true)
        })
    }

    /// Answers a suggestion; false if there is none without an answer.
    pub fn answer_suggestion(
        &self,
        id: i64,
        answer: &str,
        (now, who): (Timestamp, AccountId),
    ) -> Result<bool, PortalError> {
        let answer = answer.to_owned();
        self.write(move |connection| {
            let title = connection.query_row(
                "UPDATE proposal SET answer = ?2, answered = ?3
                 WHERE id = ?1 AND answer IS NULL RETURNING title",
                (id, answer, now.as_second()),
                |row| row.get::<_, String>(0),
            );
            let Some(title) = title.optional()? else { return Ok(false) };
            audit::note(connection, (now, Some(who)), AuditAction::Answered, "", &title)?;
            Ok(true)
        })
    }

    /// All suggestions as `account` sees them: open ones before answered ones, those with the most
    /// votes first.
    pub fn wishes(&self, account: AccountId) -> Result<Vec<SuggestionRow>, PortalError> {
        self.read(|connection| {
            rows(
                connection,
                "SELECT proposal.id, handle, title, text, sent, answer,
                 (SELECT count(*) FROM support WHERE proposal = proposal.id) AS supporters,
                 EXISTS (SELECT 1 FROM support WHERE proposal = proposal.id AND account = ?1)
                 FROM proposal JOIN account ON account.id = proposal.account
                 ORDER BY answer IS NOT NULL, supporters DESC, proposal.id LIMIT 500",
                [account.0],
                suggestion,
            )
        })
    }
}

fn suggestion(row: &Row<'_>) -> rusqlite::Result<SuggestionRow> {
    Ok(SuggestionRow {
        id: row.get(0)?,
        who: row.get(1)?,
        title: row.get(2)?,
        text: row.get(3)?,
        sent: time(row, 4)?,
        answer: row.get(5)?,
        supporters: row.get::<_, i64>(6)? as u64,
        supported: row.get(7)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_i18n::Language;

    #[test]
    fn votes_count_once_and_suggestions_are_answered_once() {
        let folder = tempfile::tempdir().expect("there is room");
        let portal = Portal::create(folder.path()).expect("it is new");
        let now = Timestamp::UNIX_EPOCH;
        let [ana, bea] =
            ["ana", "bea"].map(|name| portal.add_account(name, Language::Es, now).expect("new"));
        for title in ["Hex", "Shogi"] {
            portal.suggestion(ana, (title, "with small boards"), now).expect("it is kept");
        }
        let shogi = portal.wishes(bea).expect("it is read")[1].id;
        for _ in 0..2 {
            assert!(portal.support(bea, (shogi, Vote::Given)).expect("it is kept"));
        }
        let rows_of = |account| -> Vec<(String, u64, bool)> {
            let rows = portal.wishes(account).expect("it is read").into_iter();
            rows.map(|row| (row.title, row.supporters, row.supported)).collect()
        };
        let [hex, more] = [("Hex".to_owned(), 1), ("Shogi".to_owned(), 2)];
        assert_eq!(rows_of(bea), [(more.0.clone(), 2, true), (hex.0.clone(), 1, false)]);
        assert!(portal.support(bea, (shogi, Vote::Withdrawn)).expect("it is kept"));
        assert_eq!(rows_of(bea)[1], (more.0, 1, false));
        assert!(portal.answer_suggestion(shogi, "In spring.", (now, bea)).expect("it is kept"));
        assert!(!portal.answer_suggestion(shogi, "Never.", (now, bea)).expect("it is read"));
        assert!(!portal.support(bea, (shogi, Vote::Given)).expect("it is read"));
        let last = portal.wishes(ana).expect("it is read").pop().expect("it is there");
        assert_eq!(last.answer.as_deref(), Some("In spring."));
    }
}
