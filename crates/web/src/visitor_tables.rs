//! Tables of visitors, who have no account: a bounded number, in memory, each for a day at most.
//! Only built-in players play there.

use certamen_portal::{
    AccountId, AnswerResult, CanRetry, GivenAnswer, NewTable, TableDigest, TableEvent, TableRow,
    TableState, TableUpdate,
};
use jiff::{SignedDuration, Timestamp};
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Who opens tables without an account.
pub(crate) const VISITOR: AccountId = AccountId(0);
const MAX_TABLES: usize = 400;
/// How long a table is kept.
const LIFE: SignedDuration = SignedDuration::from_hours(24);
/// Where there are too many, those without a move for this long make room.
const IDLE: SignedDuration = SignedDuration::from_mins(30);

#[derive(Default)]
pub(crate) struct VisitorTables {
    tables: Mutex<BTreeMap<String, VisitorTable>>,
}

struct VisitorTable {
    row: TableRow,
    opened: Timestamp,
}

impl VisitorTables {
    /// Keeps a new table; false if there are too many.
    pub(crate) fn open(&self, new: NewTable) -> bool {
        let (mut tables, now) = (self.tables(), new.opened);
        tables.retain(|_, table| table.opened >= now - LIFE);
        if tables.len() >= MAX_TABLES {
            tables.retain(|_, table| table.row.touched >= now - IDLE);
        }
        if tables.len() >= MAX_TABLES {
            return false;
        }
        let row = TableRow {
            id: new.id.clone(),
            account: VISITOR,
            contest: new.contest,
            head: new.head,
            given: new.given.len() as u64,
            state: TableState::Open,
            touched: now,
            seats: new.seats,
            turns: new.given,
            answers: Vec::new(),
        };
        tables.insert(new.id, VisitorTable { row, opened: now });
        true
    }

    /// The table with this id, if it is a visitor's and not too old.
    pub(crate) fn row(&self, id: &str, now: Timestamp) -> Option<TableRow> {
        let tables = self.tables();
        let table = tables.get(id).filter(|table| table.opened >= now - LIFE);
        table.map(|table| table.row.clone())
    }

    pub(crate) fn has(&self, id: &str) -> bool {
        self.tables().contains_key(id)
    }

    /// Stores the answer of a seat, if its turn is due; `None` if the table is no visitor's.
    pub(crate) fn answer(
        &self,
        id: &str,
        answer: &GivenAnswer,
        now: Timestamp,
    ) -> Option<AnswerResult> {
        let mut tables = self.tables();
        let row = &mut tables.get_mut(id)?.row;
        row.touched = now;
        Some(add_answer(row, answer))
    }

    /// Stores what the host reports about a table; false if it is no visitor's.
    pub(crate) fn update(&self, update: &TableUpdate, now: Timestamp) -> bool {
        let mut tables = self.tables();
        let Some(VisitorTable { row, .. }) = tables.get_mut(&update.id) else { return false };
        match &update.event {
            TableEvent::Turn { number, after, line, over }
                if *number == row.turns.len() as u64 + 1
                    && TableDigest::new(&row.head, &row.turns).value() == *after =>
            {
                row.turns.push(line.clone());
                row.answers.retain(|answer| answer.turn > *number);
                row.touched = now;
                if *over {
                    row.state = TableState::Over;
                }
            }
            TableEvent::Broken { why, again: CanRetry::Never } if row.state == TableState::Open => {
                row.state = TableState::Broken(why.clone());
            }
            _ => {}
        }
        true
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<String, VisitorTable>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds the answer of a seat to a table in memory, if its turn is due.
pub(crate) fn add_answer(row: &mut TableRow, answer: &GivenAnswer) -> AnswerResult {
    if row.state != TableState::Open {
        return AnswerResult::NotOpen;
    }
    let due = row.turns.len() as u64 + 1;
    if answer.turn != due {
        return AnswerResult::OtherTurn { due };
    }
    if row.answers.iter().any(|one| one.turn == due && one.seat == answer.seat) {
        return AnswerResult::Twice;
    }
    row.answers.push(answer.clone());
    AnswerResult::Taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_portal::{Participant, SeatRow};

    fn new(id: &str, opened: Timestamp) -> NewTable {
        let seat = SeatRow { participant: Participant::Person, secret: "k0".to_owned() };
        NewTable {
            id: id.to_owned(),
            account: VISITOR,
            contest: String::new(),
            head: "{}".to_owned(),
            given: Vec::new(),
            seats: vec![seat],
            opened,
        }
    }

    #[test]
    fn tables_of_visitors_are_bounded_and_kept_for_a_day() {
        let tables = VisitorTables::default();
        let now: Timestamp = "2026-11-02T10:00:00Z".parse().unwrap();
        assert!((0..MAX_TABLES).all(|number| tables.open(new(&format!("t{number}"), now))));
        assert!(!tables.open(new("more", now)), "all were opened just now");
        let later = now + IDLE + SignedDuration::from_secs(1);
        let answer = GivenAnswer { turn: 1, seat: 0, reply: "3".to_owned() };
        assert_eq!(tables.answer("t7", &answer, later), Some(AnswerResult::Taken));
        assert!(tables.open(new("more", later)), "idle ones make room");
        assert!(tables.row("t7", later).is_some() && tables.row("t8", later).is_none());
        let next_day = now + LIFE + SignedDuration::from_secs(1);
        assert!(tables.row("t7", next_day).is_none() && tables.row("more", next_day).is_some());
        assert!(tables.open(new("last", next_day)) && !tables.has("t7"), "it is cleaned up");
    }

    #[test]
    fn a_turn_is_stored_once_and_in_its_order() {
        let (tables, now) = (VisitorTables::default(), Timestamp::UNIX_EPOCH);
        assert!(tables.open(new("t", now)));
        let answer = |turn| GivenAnswer { turn, seat: 0, reply: "3".to_owned() };
        let give = |turn| tables.answer("t", &answer(turn), now).unwrap();
        assert_eq!(give(2), AnswerResult::OtherTurn { due: 1 });
        assert_eq!((give(1), give(1)), (AnswerResult::Taken, AnswerResult::Twice));
        let turn = |number, before: &[String], over| {
            let after = TableDigest::new("{}", before).value();
            let event = TableEvent::Turn { number, after, line: "one".to_owned(), over };
            TableUpdate { id: "t".to_owned(), event }
        };
        let row = || tables.row("t", now).unwrap();
        assert!(tables.update(&turn(1, &["other".to_owned()], false), now));
        assert!(row().turns.is_empty(), "it follows other turns");
        assert!(tables.update(&turn(1, &[], true), now));
        assert!(tables.update(&turn(1, &[], true), now));
        assert_eq!((row().turns.len(), row().answers.len()), (1, 0));
        assert_eq!((row().state, give(2)), (TableState::Over, AnswerResult::NotOpen));
        assert_eq!(tables.answer("other", &answer(1), now), None);
    }
}
