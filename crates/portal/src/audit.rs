//! The append-only audit log: who did what, and when.

use crate::{
    AccountId, Portal, PortalError,
    database::{rows, time},
};
use jiff::Timestamp;
use rusqlite::{Connection, named_params};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuditAction {
    AccountMade,
    PasswordSet,
    AccountClosed,
    LinkMade,
    RoleGiven,
    SignedIn,
    TokenMade,
    TokenEnded,
    /// A user claimed a place in a team.
    Claimed,
    Sent,
    /// A bot was withdrawn by its author.
    Withdrawn,
    Approved,
    /// An organizer rejected a bot, or banned an entrant.
    Removed,
    /// A user asked the organizers a question.
    Asked,
    Answered,
    Proposed,
    WrittenDown,
    /// The author of an idea answered to its draft.
    Settled,
    Announced,
    FileChanged,
    TableOpened,
    /// A host founded the next edition of a contest.
    Founded,
    Suggested,
    MailSet,
    Invited,
    /// A user created an account with one.
    InvitationUsed,
}

impl AuditAction {
    /// The word by which it is stored.
    pub fn word(self) -> &'static str {
        match self {
            AuditAction::AccountMade => "account-made",
            AuditAction::PasswordSet => "password-set",
            AuditAction::AccountClosed => "account-closed",
            AuditAction::LinkMade => "link-made",
            AuditAction::RoleGiven => "role-given",
            AuditAction::SignedIn => "signed-in",
            AuditAction::TokenMade => "token-made",
            AuditAction::TokenEnded => "token-ended",
            AuditAction::Claimed => "claimed",
            AuditAction::Sent => "sent",
            AuditAction::Withdrawn => "withdrawn",
            AuditAction::Approved => "approved",
            AuditAction::Removed => "removed",
            AuditAction::Asked => "asked",
            AuditAction::Answered => "answered",
            AuditAction::Proposed => "proposed",
            AuditAction::WrittenDown => "written-down",
            AuditAction::Settled => "settled",
            AuditAction::Announced => "told",
            AuditAction::FileChanged => "file-changed",
            AuditAction::TableOpened => "table-opened",
            AuditAction::Founded => "founded",
            AuditAction::Suggested => "wished",
            AuditAction::MailSet => "mail-set",
            AuditAction::Invited => "invited",
            AuditAction::InvitationUsed => "invitation-used",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditLine {
    pub time: Timestamp,
    /// The username of the user who did it, if it was one.
    pub who: Option<String>,
    pub act: String,
    pub subject: String,
    pub detail: String,
}

pub(crate) fn note(
    connection: &Connection,
    (time, who): (Timestamp, Option<AccountId>),
    act: AuditAction,
    subject: &str,
    detail: &str,
) -> Result<(), PortalError> {
    connection.execute(
        "INSERT INTO audit (time, account, act, subject, detail)
         VALUES (:time, :who, :act, :subject, :detail)",
        named_params! {
            ":time": time.as_second(), ":who": who.map(|id| id.0), ":act": act.word(),
            ":subject": subject, ":detail": detail,
        },
    )?;
    Ok(())
}

impl Portal {
    pub fn note(
        &self,
        (time, who): (Timestamp, AccountId),
        act: AuditAction,
        subject: &str,
        detail: &str,
    ) -> Result<(), PortalError> {
        let (subject, detail) = (subject.to_owned(), detail.to_owned());
        self.write(move |connection| note(connection, (time, Some(who)), act, &subject, &detail))
    }

    /// The last lines of the log, the newest first; those about `subject` if one is given.
    pub fn log(&self, subject: Option<&str>, most: u32) -> Result<Vec<AuditLine>, PortalError> {
        self.read(|connection| {
            rows(
                connection,
                "SELECT time, handle, act, subject, detail FROM audit
                 LEFT JOIN account ON account.id = audit.account
                 WHERE ?1 IS NULL OR subject = ?1 ORDER BY audit.id DESC LIMIT ?2",
                (subject, most),
                |row| {
                    Ok(AuditLine {
                        time: time(row, 0)?,
                        who: row.get(1)?,
                        act: row.get(2)?,
                        subject: row.get(3)?,
                        detail: row.get(4)?,
                    })
                },
            )
        })
    }
}
