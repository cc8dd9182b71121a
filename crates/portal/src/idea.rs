//! Ideas of users who do not program: a host implements one, and its author approves the draft
//! before it is submitted in the author's name.

use crate::{
    AccountId, AuditAction, Portal, PortalError, audit,
    database::{rows, time},
};
use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdeaRow {
    pub id: i64,
    pub author: AccountId,
    pub who: String,
    pub text: String,
    pub sent: Timestamp,
    pub state: IdeaState,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IdeaState {
    /// It waits for a host to implement it.
    Proposed,
    /// It is implemented as this draft of a bot of this name, which its author must approve.
    Written { draft: String, entrant: String },
    /// It was sent in under this name in addresses.
    Consented(String),
}

impl Portal {
    pub fn propose(
        &self,
        account: AccountId,
        (contest, text): (&str, &str),
        now: Timestamp,
    ) -> Result<(), PortalError> {
        let (contest, text) = (contest.to_owned(), text.to_owned());
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO idea (contest, account, text, sent, state)
                 VALUES (?1, ?2, ?3, ?4, 'proposed')",
                (&contest, account.0, text, now.as_second()),
            )?;
            audit::note(connection, (now, Some(account)), AuditAction::Proposed, &contest, "")
        })
    }

    /// The ideas for a contest, the newest first; those of one account if one is given.
    pub fn ideas(&self, contest: &str, of: Option<AccountId>) -> Result<Vec<IdeaRow>, PortalError> {
        self.read(|connection| {
            rows(connection, "SELECT idea.id, account.id, handle, text, sent, idea.state, draft, entrant
                 FROM idea JOIN account ON account.id = idea.account
                 WHERE contest = ?1 AND (?2 IS NULL OR account = ?2) ORDER BY idea.id DESC LIMIT 500", (contest, of.map(|of| of.0)), idea)
        })
    }

    /// Records that a host implemented an idea as a draft; an earlier draft is replaced.
    pub fn write_down(
        &self,
        (contest, id): (&str, i64),
        (draft, entrant): (&str, &str),
        (now, who): (Timestamp, AccountId),
    ) -> Result<(), PortalError> {
        let [contest, draft, entrant] = [contest, draft, entrant].map(ToOwned::to_owned);
        self.write(move |connection| {
            connection.execute(
                "UPDATE idea SET state = 'written', draft = ?3, entrant = ?4
                 WHERE id = ?1 AND contest = ?2 AND state <> 'consented'",
                (id, &contest, &draft, &entrant),
            )?;
            audit::note(connection, (now, Some(who)), AuditAction::WrittenDown, &contest, &entrant)
        })
    }

    /// Records the author's answer to a draft of the idea: it is submitted, or a host writes
    /// another one.
    pub fn settle(
        &self,
        (author, draft): (AccountId, &str),
        says: Consent,
        now: Timestamp,
    ) -> Result<(), PortalError> {
        let (draft, state) = (draft.to_owned(), says.state());
        self.write(move |connection| {
            let contest = connection.query_row(
                "UPDATE idea SET state = ?3 WHERE account = ?1 AND draft = ?2 AND state = 'written'
                 RETURNING contest",
                (author.0, &draft, state),
                |row| row.get::<_, String>(0),
            );
            let Some(contest) = contest.optional()? else { return Ok(()) };
            audit::note(connection, (now, Some(author)), AuditAction::Settled, &contest, state)
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consent {
    Given,
    Refused,
}

impl Consent {
    fn state(self) -> &'static str {
        match self {
            Consent::Given => "consented",
            Consent::Refused => "proposed",
        }
    }
}

fn idea(row: &Row<'_>) -> rusqlite::Result<IdeaRow> {
    let (state, draft, entrant): (String, Option<String>, Option<String>) =
        (row.get(5)?, row.get(6)?, row.get(7)?);
    let state = match (&*state, draft, entrant) {
        ("written", Some(draft), Some(entrant)) => IdeaState::Written { draft, entrant },
        ("consented", Some(draft), _) => IdeaState::Consented(draft),
        _ => IdeaState::Proposed,
    };
    Ok(IdeaRow {
        id: row.get(0)?,
        author: AccountId(row.get(1)?),
        who: row.get(2)?,
        text: row.get(3)?,
        sent: time(row, 4)?,
        state,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_i18n::Language;

    #[test]
    fn only_the_author_consents_and_only_once() {
        let folder = tempfile::tempdir().expect("there is room");
        let portal = Portal::create(folder.path()).expect("it is new");
        let now = Timestamp::UNIX_EPOCH;
        let [ana, host] =
            ["ana", "host"].map(|name| portal.add_account(name, Language::Es, now).expect("new"));
        portal.propose(ana, ("open", "Bid all at once."), now).expect("it is kept");
        let idea = || portal.ideas("open", Some(ana)).expect("it is read").remove(0);
        let write = |contest, draft| {
            portal.write_down((contest, idea().id), (draft, "todo"), (now, host)).expect("kept");
        };
        write("other", "d0");
        assert_eq!(idea().state, IdeaState::Proposed, "it is of another contest");
        write("open", "d1");
        let written = |draft: &str| IdeaState::Written {
            draft: draft.to_owned(),
            entrant: "todo".to_owned(),
        };
        portal.settle((host, "d1"), Consent::Given, now).expect("it is kept");
        assert_eq!(idea().state, written("d1"), "the host cannot consent");
        portal.settle((ana, "d1"), Consent::Refused, now).expect("it is kept");
        assert_eq!(idea().state, IdeaState::Proposed);
        write("open", "d2");
        portal.settle((ana, "d2"), Consent::Given, now).expect("it is kept");
        write("open", "d3");
        assert_eq!(idea().state, IdeaState::Consented("d2".to_owned()));
    }
}
