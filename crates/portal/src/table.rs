//! Tables with people: the seats, what was played, and what was answered since. The match itself is
//! played by the host; here is what must not be lost of it.

use crate::{
    AccountId, AuditAction, CanRetry, GivenAnswer, Participant, Portal, PortalError, TableDigest,
    TableEvent, TableUpdate, audit,
    database::{first_row, rows, time},
    quota::{self, QuotaExceeded},
};
use certamen_contest::LocalizedTexts;
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, Row, named_params};
use std::fmt;

/// A table without activity for this long is closed.
const FORGOTTEN: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A table that is being opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    pub id: String,
    pub account: AccountId,
    /// The contest whose bots have seats; empty if none do.
    pub contest: String,
    pub head: String,
    /// The turns that were played before it, elsewhere.
    pub given: Vec<String>,
    pub seats: Vec<SeatRow>,
    pub opened: Timestamp,
}

/// `Debug` does not show its secret.
#[derive(Clone, PartialEq, Eq)]
pub struct SeatRow {
    pub participant: Participant,
    /// The holder of this secret answers for this seat.
    pub secret: String,
}

impl fmt::Debug for SeatRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("SeatRow");
        shown.field("participant", &self.participant).finish_non_exhaustive()
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenTableResult {
    Opened,
    /// The user has too many; nothing is stored.
    Over(QuotaExceeded),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableState {
    /// It may be played on.
    Open,
    Over,
    /// It was closed, or forgotten, before its match was over.
    Closed,
    Broken(LocalizedTexts),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    pub id: String,
    pub account: AccountId,
    /// The contest whose bots have seats; empty if none do.
    pub contest: String,
    pub head: String,
    /// How many turns were played before it, elsewhere.
    pub given: u64,
    pub state: TableState,
    pub touched: Timestamp,
    pub seats: Vec<SeatRow>,
    pub turns: Vec<String>,
    pub answers: Vec<GivenAnswer>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSummary {
    pub id: String,
    pub head: String,
    pub state: TableState,
    pub turns: u64,
    pub touched: Timestamp,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerResult {
    /// It is stored.
    Taken,
    /// Another turn is due.
    OtherTurn { due: u64 },
    /// This seat has answered in this turn.
    Twice,
    /// The table is over or closed.
    NotOpen,
}

fn played(connection: &Connection, id: &str) -> Result<u64, PortalError> {
    let mut row = connection.prepare_cached("SELECT count(*) FROM played WHERE live_table = ?1")?;
    Ok(row.query_row([id], |row| row.get::<_, i64>(0))? as u64)
}

fn turns(connection: &Connection, id: &str) -> Result<Vec<String>, PortalError> {
    let sql = "SELECT line FROM played WHERE live_table = ?1 ORDER BY turn";
    rows(connection, sql, [id], |row| row.get(0))
}

impl Portal {
    pub fn open_live_table(&self, new: NewTable) -> Result<OpenTableResult, PortalError> {
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

    /// Stores the answer of a seat, if its turn is due. It must have been checked for legality.
    pub fn answer_live_table(
        &self,
        id: &str,
        answer: GivenAnswer,
        now: Timestamp,
    ) -> Result<AnswerResult, PortalError> {
        let id = id.to_owned();
        self.write(move |connection| {
            let open = connection.execute(
                "UPDATE live_table SET touched = ?2
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
            let inserted = connection.execute(
                "INSERT OR IGNORE INTO answer (live_table, turn, seat, reply) VALUES (?1, ?2, ?3, ?4)",
                (&id, due as i64, answer.seat, &answer.reply),
            )?;
            Ok(if inserted == 1 { AnswerResult::Taken } else { AnswerResult::Twice })
        })
    }

    /// Stores what the host reports about a table; false if there is nothing to store.
    pub fn update_live_table(
        &self,
        update: &TableUpdate,
        now: Timestamp,
    ) -> Result<bool, PortalError> {
        let TableUpdate { id, event } = update.clone();
        match event {
            TableEvent::Turn { number, after, line, over } => self.write(move |connection| {
                let sql = "SELECT head FROM live_table WHERE id = ?1";
                let head: Option<String> = first_row(connection, sql, [&id], |row| row.get(0))?;
                let turns = turns(connection, &id)?;
                let is_next = turns.len() as u64 + 1 == number;
                if !head.is_some_and(|head| {
                    is_next && TableDigest::new(&head, &turns).value() == after
                }) {
                    return Ok(false);
                }
                connection.execute(
                    "INSERT INTO played (live_table, turn, line) VALUES (?1, ?2, ?3)",
                    (&id, number as i64, &line),
                )?;
                connection.execute(
                    "DELETE FROM answer WHERE live_table = ?1 AND turn <= ?2",
                    (&id, number as i64),
                )?;
                let state = if over { "over" } else { "open" };
                connection.execute(
                    "UPDATE live_table SET touched = ?2, state = ?3 WHERE id = ?1 AND state = 'open'",
                    (&id, now.as_second(), state),
                )?;
                Ok(true)
            }),
            TableEvent::Broken { why, again: CanRetry::Never } => {
                let why = serde_json::to_string(&why).expect("texts are plain data");
                self.write(move |connection| {
                    let changed = connection.execute(
                        "UPDATE live_table SET state = 'broken', why = ?2
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
    pub fn close_live_table(
        &self,
        (id, account): (&str, AccountId),
        now: Timestamp,
    ) -> Result<(), PortalError> {
        let id = id.to_owned();
        self.write(move |connection| {
            connection.execute(
                "UPDATE live_table SET state = 'closed', touched = ?3
                 WHERE id = ?1 AND account = ?2 AND state = 'open'",
                (&id, account.0, now.as_second()),
            )?;
            Ok(())
        })
    }

    /// The table with this id, in its state at `now`.
    pub fn table(&self, id: &str, now: Timestamp) -> Result<Option<TableRow>, PortalError> {
        self.read(|connection| {
            // Turns and answers must be of one moment.
            connection.execute_batch("BEGIN")?;
            let found = whole(connection, id, now);
            connection.execute_batch("COMMIT")?;
            found
        })
    }

    pub fn live_tables_of(
        &self,
        account: AccountId,
        now: Timestamp,
    ) -> Result<Vec<TableSummary>, PortalError> {
        self.read(|connection| {
            rows(
                connection,
                "SELECT id, head, state, why, touched,
                 (SELECT count(*) FROM played WHERE live_table = live_table.id)
                 FROM live_table WHERE account = ?1 ORDER BY opened DESC, id LIMIT 50",
                [account.0],
                |row| {
                    let touched = time(row, 4)?;
                    Ok(TableSummary {
                        id: row.get(0)?,
                        head: row.get(1)?,
                        state: state(
                            &row.get::<_, String>(2)?,
                            &row.get::<_, String>(3)?,
                            touched,
                            now,
                        ),
                        turns: row.get::<_, i64>(5)? as u64,
                        touched,
                    })
                },
            )
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
                coalesce(sum(opened >= ?3), 0) FROM live_table WHERE account = ?1",
    )?;
    let times = (account.0, (now - FORGOTTEN).as_second(), day.as_second());
    Ok(row.query_row(times, |row| Ok((row.get(0)?, row.get(1)?)))?)
}

fn insert(connection: &Connection, new: &NewTable) -> Result<(), PortalError> {
    connection.execute(
        "INSERT INTO live_table (id, account, contest, head, given, state, why, opened, touched)
         VALUES (:id, :account, :contest, :head, :given, 'open', '', :opened, :opened)",
        named_params! {
            ":id": new.id, ":account": new.account.0, ":contest": new.contest, ":head": new.head,
            ":given": new.given.len() as i64, ":opened": new.opened.as_second(),
        },
    )?;
    for (seat, seat_row) in new.seats.iter().enumerate() {
        let participant_json =
            serde_json::to_string(&seat_row.participant).expect("participants are plain data");
        connection.execute(
            "INSERT INTO live_seat (live_table, seat, participant, secret) VALUES (?1, ?2, ?3, ?4)",
            (&new.id, seat as i64, participant_json, &seat_row.secret),
        )?;
    }
    for (turn, line) in (1_i64..).zip(&new.given) {
        connection.execute(
            "INSERT INTO played (live_table, turn, line) VALUES (?1, ?2, ?3)",
            (&new.id, turn, line),
        )?;
    }
    Ok(())
}

/// The state of a table: one without activity for long is closed, without any action.
fn state(word: &str, why: &str, touched: Timestamp, now: Timestamp) -> TableState {
    match word {
        "over" => TableState::Over,
        "broken" => TableState::Broken(
            serde_json::from_str(why).unwrap_or_else(|_| LocalizedTexts::verbatim(why)),
        ),
        "open" if touched >= now - FORGOTTEN => TableState::Open,
        _ => TableState::Closed,
    }
}

fn whole(
    connection: &Connection,
    id: &str,
    now: Timestamp,
) -> Result<Option<TableRow>, PortalError> {
    let sql =
        "SELECT account, contest, head, given, state, why, touched FROM live_table WHERE id = ?1";
    let found = first_row(connection, sql, [id], |row| {
        let touched = time(row, 6)?;
        Ok(TableRow {
            id: id.to_owned(),
            account: AccountId(row.get(0)?),
            contest: row.get(1)?,
            head: row.get(2)?,
            given: row.get::<_, i64>(3)? as u64,
            state: state(&row.get::<_, String>(4)?, &row.get::<_, String>(5)?, touched, now),
            touched,
            seats: Vec::new(),
            turns: Vec::new(),
            answers: Vec::new(),
        })
    })?;
    let Some(mut found) = found else { return Ok(None) };
    let sql = "SELECT participant, secret FROM live_seat WHERE live_table = ?1 ORDER BY seat";
    let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get(1)?));
    for (participant_json, secret) in rows(connection, sql, [id], read)? {
        let participant = serde_json::from_str(&participant_json)
            .map_err(|error| PortalError::Database(error.to_string()))?;
        found.seats.push(SeatRow { participant, secret });
    }
    found.turns = turns(connection, id)?;
    let sql = "SELECT turn, seat, reply FROM answer WHERE live_table = ?1 ORDER BY turn, seat";
    found.answers = rows(connection, sql, [id], |row| {
        let turn = row.get::<_, i64>(0)? as u64;
        Ok(GivenAnswer { turn, seat: row.get(1)?, reply: row.get(2)? })
    })?;
    Ok(Some(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Portal, TableEvent, TableUpdate, quota};
    use certamen_i18n::Language;

    /// A site where Ana opened a table of two people.
    fn site() -> (tempfile::TempDir, Portal, AccountId, Timestamp) {
        let folder = tempfile::tempdir().expect("there is room");
        let portal = Portal::create(folder.path()).expect("it is new");
        let now = "2026-11-02T10:00:00Z".parse().expect("it is a time");
        let ana = portal.add_account("ana", Language::En, now).expect("the name is free");
        (folder, portal, ana, now)
    }

    fn table(id: &str, account: AccountId, opened: Timestamp) -> NewTable {
        let seat_row =
            |secret: &str| SeatRow { participant: Participant::Person, secret: secret.to_owned() };
        NewTable {
            id: id.to_owned(),
            account,
            contest: String::new(),
            head: "{}".to_owned(),
            given: Vec::new(),
            seats: vec![seat_row("k0"), seat_row("k1")],
            opened,
        }
    }

    fn answer(turn: u64, seat: u8) -> GivenAnswer {
        GivenAnswer { turn, seat, reply: "3".to_owned() }
    }

    fn turn(number: u64, over: bool) -> TableUpdate {
        let before: Vec<String> = (1..number).map(|number| format!("turn {number}")).collect();
        let (after, line) = (TableDigest::new("{}", &before).value(), format!("turn {number}"));
        TableUpdate { id: "t".to_owned(), event: TableEvent::Turn { number, after, line, over } }
    }

    #[test]
    fn an_answer_is_stored_once_and_for_the_turn_that_is_due() {
        let (_folder, portal, ana, now) = site();
        assert_eq!(
            portal.open_live_table(table("t", ana, now)).expect("kept"),
            OpenTableResult::Opened
        );
        let give =
            |turn, seat| portal.answer_live_table("t", answer(turn, seat), now).expect("kept");
        assert_eq!(give(2, 0), AnswerResult::OtherTurn { due: 1 });
        assert_eq!(give(1, 0), AnswerResult::Taken);
        assert_eq!(give(1, 0), AnswerResult::Twice);
        assert_eq!(give(1, 1), AnswerResult::Taken);
        let row = || portal.table("t", now).expect("it is read").expect("it is there");
        assert_eq!(row().answers, [answer(1, 0), answer(1, 1)]);
        assert!(portal.update_live_table(&turn(1, false), now).expect("kept"));
        assert!(!portal.update_live_table(&turn(1, false), now).expect("it is there"));
        assert!(!portal.update_live_table(&turn(3, false), now).expect("one is missing"));
        assert_eq!((row().turns, row().answers), (vec!["turn 1".to_owned()], Vec::new()));
        let after = TableDigest::new("{}", &["another turn 1".to_owned()]).value();
        let line = "turn 2".to_owned();
        let other = TableEvent::Turn { number: 2, after, line, over: false };
        let other = TableUpdate { id: "t".to_owned(), event: other };
        assert!(!portal.update_live_table(&other, now).expect("it follows other turns"));
        assert_eq!(give(1, 0), AnswerResult::OtherTurn { due: 2 });
        assert!(portal.update_live_table(&turn(2, true), now).expect("kept"));
        assert_eq!((give(3, 0), row().state), (AnswerResult::NotOpen, TableState::Over));
        let nothere =
            portal.answer_live_table("nothere", answer(1, 0), now).expect("nothing is kept");
        assert_eq!(nothere, AnswerResult::NotOpen);
    }

    #[test]
    fn a_table_without_activity_for_a_week_is_closed_and_frees_its_slot() {
        let (_folder, portal, ana, now) = site();
        for number in 0..quota::OPEN_TABLES {
            let id = format!("t{number}");
            assert_eq!(
                portal.open_live_table(table(&id, ana, now)).expect("kept"),
                OpenTableResult::Opened
            );
        }
        let late = now + FORGOTTEN + SignedDuration::from_secs(1);
        let most = quota::OPEN_TABLES;
        let over = OpenTableResult::Over(QuotaExceeded::OpenTables { most });
        assert_eq!(portal.open_live_table(table("more", ana, now)).expect("read"), over);
        portal.close_live_table(("t0", AccountId(ana.0 + 1)), now).expect("nothing happens");
        assert_eq!(portal.open_live_table(table("more", ana, now)).expect("read"), over);
        let state = |when| portal.table("t1", when).expect("read").expect("there").state;
        assert_eq!((state(now), state(late)), (TableState::Open, TableState::Closed));
        let given = portal.answer_live_table("t1", answer(1, 0), late).expect("nothing is kept");
        assert_eq!(given, AnswerResult::NotOpen);
        portal.close_live_table(("t0", ana), now).expect("it is kept");
        assert_eq!(
            portal.open_live_table(table("more", ana, now)).expect("kept"),
            OpenTableResult::Opened
        );
        assert_eq!(
            portal.open_live_table(table("late", ana, late)).expect("kept"),
            OpenTableResult::Opened
        );
    }
}
