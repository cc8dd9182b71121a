//! Questions to the hosts of a contest, and what they answered.

use crate::{
    AccountId, AuditAction, Portal, PortalError, audit,
    database::{rows, time},
};
use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionRow {
    pub id: i64,
    pub who: String,
    pub text: String,
    pub asked: Timestamp,
    pub answer: Option<String>,
}

impl Portal {
    pub fn ask(
        &self,
        account: AccountId,
        contest: &str,
        text: &str,
        now: Timestamp,
    ) -> Result<(), PortalError> {
        let (contest, text) = (contest.to_owned(), text.to_owned());
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO question (contest, account, text, asked) VALUES (?1, ?2, ?3, ?4)",
                (&contest, account.0, text, now.as_second()),
            )?;
            audit::note(connection, (now, Some(account)), AuditAction::Asked, &contest, "")
        })
    }

    /// Answers a question of a contest; returns the question, if there is one without an answer.
    pub fn answer(
        &self,
        (contest, id): (&str, i64),
        answer: &str,
        (now, who): (Timestamp, AccountId),
    ) -> Result<Option<String>, PortalError> {
        let (contest, answer) = (contest.to_owned(), answer.to_owned());
        self.write(move |connection| {
            let text = connection.query_row(
                "UPDATE question SET answer = ?3, answered = ?4
                 WHERE id = ?1 AND contest = ?2 AND answer IS NULL RETURNING text",
                (id, &contest, answer, now.as_second()),
                |row| row.get::<_, String>(0),
            );
            let Some(text) = text.optional()? else { return Ok(None) };
            audit::note(connection, (now, Some(who)), AuditAction::Answered, &contest, &text)?;
            Ok(Some(text))
        })
    }

    /// The questions to a contest, the newest first; those of one account if one is given.
    pub fn questions(
        &self,
        contest: &str,
        of: Option<AccountId>,
    ) -> Result<Vec<QuestionRow>, PortalError> {
        self.read(|connection| {
            rows(
                connection,
                "SELECT question.id, handle, text, asked, answer FROM question
                 JOIN account ON account.id = question.account
                 WHERE contest = ?1 AND (?2 IS NULL OR account = ?2)
                 ORDER BY answer IS NOT NULL, question.id DESC LIMIT 500",
                (contest, of.map(|of| of.0)),
                question,
            )
        })
    }
}

fn question(row: &Row<'_>) -> rusqlite::Result<QuestionRow> {
    Ok(QuestionRow {
        id: row.get(0)?,
        who: row.get(1)?,
        text: row.get(2)?,
        asked: time(row, 3)?,
        answer: row.get(4)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_i18n::Language;

    #[test]
    fn a_question_is_answered_once_and_seen_by_its_author() {
        let folder = tempfile::tempdir().expect("there is room");
        let portal = Portal::create(folder.path()).expect("it is new");
        let now = Timestamp::UNIX_EPOCH;
        let [ana, bea] =
            ["ana", "bea"].map(|name| portal.add_account(name, Language::Es, now).expect("new"));
        portal.ask(ana, "open", "When?", now).expect("it is kept");
        portal.ask(bea, "open", "Why?", now).expect("it is kept");
        let own = portal.questions("open", Some(ana)).expect("it is read");
        assert_eq!((own.len(), own[0].text.as_str()), (1, "When?"));
        let answer = |contest| portal.answer((contest, own[0].id), "Soon.", (now, bea));
        assert_eq!(answer("other").expect("it is read"), None, "of another contest");
        assert_eq!(answer("open").expect("it is kept").as_deref(), Some("When?"));
        assert_eq!(answer("open").expect("it is read"), None, "it has an answer");
        let all = portal.questions("open", None).expect("it is read");
        let answers: Vec<_> = all.iter().map(|row| (&*row.who, row.answer.as_deref())).collect();
        assert_eq!(answers, [("bea", None), ("ana", Some("Soon."))]);
    }
}
