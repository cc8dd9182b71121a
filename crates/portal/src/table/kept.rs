//! Writes tables: opening, answering, playing on and closing.

use super::{AnswerResult, FORGOTTEN, NewTable, OpenTableResult, played};
use crate::{
    AccountId, AuditAction, CanRetry, GivenAnswer, Portal, PortalError, TableEvent, TableUpdate,
    audit, quota,
};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, named_params};

impl Portal {
    /// Opens a table, if its user may.
    pub fn open_sitting(&self, new: NewTable) -> Result<OpenTableResult, PortalError> {
        self.write(move |connection| {
            let (open, today) = used(connection, new.account, new.opened)?;
            if let Err(over) = quota::check_tables(open, today) {
                return Ok(OpenTableResult::Over(over));
            }
            insert(connection, &new)?;
            let who = (new.opened, Some(new.account));
            audit::note(connection, who, AuditAction::TableOpened, &new.contest, &new.id)?;
            Ok(OpenTableResult::Opened)
        })
    }

    /// Keeps what a seat answers, if its turn is due; that it is legal is known.
    pub fn answer_sitting(
        &self,
        id: &str,
        answer: GivenAnswer,
        now: Timestamp,
    ) -> Result<AnswerResult, PortalError> {
        let id = id.to_owned();
        self.write(move |connection| {
            let open = connection.execute(
                "UPDATE sitting SET touched = ?2
                 WHERE id = ?1 AND state = 'open' AND touched >= ?3",
                (&id, now.as_second(), (now - FORGOTTEN).as_second()),
            )?;
            if open == 0 {
                return Ok(AnswerResult::NotOpen);
            }
            let due = played(connection, &id)? + 1;
            if answer.turn != due {
                return Ok(AnswerResult::OtherTurn { due });
            }
            let kept = connection.execute(
                "INSERT OR IGNORE INTO answer (sitting, turn, seat, reply) VALUES (?1, ?2, ?3, ?4)",
                (&id, due as i64, answer.seat, &answer.reply),
            )?;
            Ok(if kept == 1 { AnswerResult::Taken } else { AnswerResult::Twice })
        })
    }

    /// Stores what the host reports about a table; false if nothing of it is to be stored.
    pub fn hear_sitting(&self, news: &TableUpdate, now: Timestamp) -> Result<bool, PortalError> {
        let TableUpdate { id, event } = news.clone();
        match event {
            TableEvent::Turn { number, line, over } => self.write(move |connection| {
                if played(connection, &id)? + 1 != number {
                    return Ok(false);
                }
                connection.execute(
                    "INSERT INTO played (sitting, turn, line) VALUES (?1, ?2, ?3)",
                    (&id, number as i64, &line),
                )?;
                connection.execute(
                    "DELETE FROM answer WHERE sitting = ?1 AND turn <= ?2",
                    (&id, number as i64),
                )?;
                let state = if over { "over" } else { "open" };
                connection.execute(
                    "UPDATE sitting SET touched = ?2, state = ?3 WHERE id = ?1 AND state = 'open'",
                    (&id, now.as_second(), state),
                )?;
                Ok(true)
            }),
            TableEvent::Broken { why, again: CanRetry::Never } => {
                let why = serde_json::to_string(&why).expect("texts are plain data");
                self.write(move |connection| {
                    let changed = connection.execute(
                        "UPDATE sitting SET state = 'broken', why = ?2
                         WHERE id = ?1 AND state = 'open'",
                        (&id, &why),
                    )?;
                    Ok(changed == 1)
                })
            }
            _ => Ok(false),
        }
    }

    /// Closes a user's own table; its match stays unfinished.
    pub fn close_sitting(
        &self,
        (id, account): (&str, AccountId),
        now: Timestamp,
    ) -> Result<(), PortalError> {
        let id = id.to_owned();
        self.write(move |connection| {
            connection.execute(
                "UPDATE sitting SET state = 'closed', touched = ?3
                 WHERE id = ?1 AND account = ?2 AND state = 'open'",
                (&id, account.0, now.as_second()),
            )?;
            Ok(())
        })
    }
}

/// How many open tables a user has, and how many the user opened within a day.
fn used(
    connection: &Connection,
    account: AccountId,
    now: Timestamp,
) -> Result<(u32, u32), PortalError> {
    let day = now - SignedDuration::from_hours(24);
    let mut row = connection.prepare_cached(
        "SELECT coalesce(sum(state = 'open' AND touched >= ?2), 0),
                coalesce(sum(opened >= ?3), 0) FROM sitting WHERE account = ?1",
    )?;
    let times = (account.0, (now - FORGOTTEN).as_second(), day.as_second());
    Ok(row.query_row(times, |row| Ok((row.get(0)?, row.get(1)?)))?)
}

fn insert(connection: &Connection, new: &NewTable) -> Result<(), PortalError> {
    connection.execute(
        "INSERT INTO sitting (id, account, contest, head, given, state, why, opened, touched)
         VALUES (:id, :account, :contest, :head, :given, 'open', '', :opened, :opened)",
        named_params! {
            ":id": new.id, ":account": new.account.0, ":contest": new.contest, ":head": new.head,
            ":given": new.given.len() as i64, ":opened": new.opened.as_second(),
        },
    )?;
    for (seat, chair) in new.chairs.iter().enumerate() {
        let sitter = serde_json::to_string(&chair.participant).expect("sitters are plain data");
        connection.execute(
            "INSERT INTO chair (sitting, seat, sitter, secret) VALUES (?1, ?2, ?3, ?4)",
            (&new.id, seat as i64, sitter, &chair.secret),
        )?;
    }
    for (turn, line) in (1_i64..).zip(&new.given) {
        connection.execute(
            "INSERT INTO played (sitting, turn, line) VALUES (?1, ?2, ?3)",
            (&new.id, turn, line),
        )?;
    }
    Ok(())
}
