//! Matches of contests at which players on other machines have seats. The host has them; here is what
//! it reports, so that they are tables like those of users.

use crate::visitor_tables::add_answer;
use certamen_game::Seat;
use certamen_portal::{
    AccountId, AnswerResult, GivenAnswer, RemoteEvent, RemoteNotice, RemoteNotices, RemoteTable,
    SeatRow, SeatSecret, Secret, TableEvent, TableRow, TableState, TableUpdate,
};
use jiff::Timestamp;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// How many matches that are over can still be read.
const MAX_OVER: usize = 256;

#[derive(Default)]
pub(crate) struct RemoteTables {
    /// Reports to the host, if there is one.
    notices: Option<RemoteNotices>,
    known: Mutex<KnownMatches>,
}

#[derive(Default)]
struct KnownMatches {
    tables: BTreeMap<String, ContestTable>,
    /// The order in which matches ended.
    over: Vec<String>,
    /// The number of open requests of each entrant of a contest.
    requests: BTreeMap<(String, String), u32>,
}

struct ContestTable {
    row: TableRow,
    entrants: Vec<Option<String>>,
    /// The seats whose players have appeared, as the host knows, and those whose players have left.
    appeared: BTreeSet<u8>,
    left: BTreeSet<u8>,
}

/// A match that was assigned to an entrant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AssignedSeat {
    pub(crate) table: String,
    pub(crate) token: SeatSecret,
    pub(crate) seat: u8,
    pub(crate) head: String,
}

impl RemoteTables {
    pub(crate) fn reporting(notices: RemoteNotices) -> RemoteTables {
        RemoteTables { notices: Some(notices), ..RemoteTables::default() }
    }

    /// Takes what the host reports; returns the ids of the tables that have changed.
    pub(crate) fn note(&self, event: RemoteEvent) -> Vec<String> {
        let mut known = self.known();
        match event {
            RemoteEvent::Opened(table) => {
                let id = table.id.clone();
                // What was reported while the connection broke may not have arrived: players appear
                // again.
                let (appeared, left) = (BTreeSet::new(), table.left.clone());
                let (entrants, mut row) = (table.entrants.clone(), row_of(table));
                // An answer that the host has not taken is not lost with the connection.
                if let Some(old) = known.tables.remove(&id) {
                    row.answers = old.row.answers;
                    let played = row.turns.len() as u64;
                    row.answers.retain(|answer| answer.turn > played);
                }
                known.tables.insert(id.clone(), ContestTable { row, entrants, appeared, left });
                vec![id]
            }
            RemoteEvent::Closed { id } => {
                known.tables.remove(&id);
                vec![id]
            }
            RemoteEvent::All { ids } => {
                let open = known.tables.values().filter(|it| it.row.state == TableState::Open);
                let gone = open.map(|it| &it.row.id).filter(|id| !ids.contains(id));
                let gone: Vec<String> = gone.cloned().collect();
                for id in &gone {
                    known.tables.remove(id);
                }
                gone
            }
        }
    }

    /// The table with this id, if it is a match of a contest.
    pub(crate) fn row(&self, id: &str) -> Option<TableRow> {
        self.known().tables.get(id).map(|table| table.row.clone())
    }

    pub(crate) fn has(&self, id: &str) -> bool {
        self.known().tables.contains_key(id)
    }

    /// Stores what the host reports about a table; false if it is none of a contest.
    pub(crate) fn update(&self, update: &TableUpdate) -> bool {
        let mut known = self.known();
        let known = &mut *known;
        let Some(table) = known.tables.get_mut(&update.id) else { return false };
        if let TableEvent::Turn { number, line, over, .. } = &update.event
            && *number == table.row.turns.len() as u64 + 1
        {
            table.row.turns.push(line.clone());
            table.row.answers.retain(|answer| answer.turn > *number);
            table.row.touched = Timestamp::now();
            if *over {
                table.row.state = TableState::Over;
                known.over.push(update.id.clone());
                if known.over.len() > MAX_OVER {
                    let oldest = known.over.remove(0);
                    known.tables.remove(&oldest);
                }
            }
        }
        true
    }

    /// Stores the answer of a seat, if its turn is due; `None` if the table is none of a contest.
    pub(crate) fn answer(&self, id: &str, answer: &GivenAnswer) -> Option<AnswerResult> {
        let mut known = self.known();
        known.tables.get_mut(id).map(|table| add_answer(&mut table.row, answer))
    }

    /// Reports that a seat's player has asked for its table, the first time.
    pub(crate) fn note_appeared(&self, id: &str, seat: Seat) {
        let is_new = |table: &ContestTable| !table.appeared.contains(&seat.0);
        // What did not reach the host is reported again.
        if self.known().tables.get(id).is_some_and(is_new)
            && self.report(RemoteNotice::Appeared { id: id.to_owned(), seat: seat.0 })
            && let Some(table) = self.known().tables.get_mut(id)
        {
            table.appeared.insert(seat.0);
        }
    }

    /// Reports that a seat's player has left; false if there is no host.
    pub(crate) fn note_left(&self, id: &str, seat: Seat) -> bool {
        let is_known = self.report(RemoteNotice::Left { id: id.to_owned(), seat: seat.0 });
        if is_known && let Some(table) = self.known().tables.get_mut(id) {
            table.left.insert(seat.0);
        }
        is_known
    }

    /// A table that was assigned to this entrant, beside those in `have`.
    pub(crate) fn assigned(
        &self,
        contest: &str,
        entrant: &str,
        have: &[String],
    ) -> Option<AssignedSeat> {
        let known = self.known();
        let open = known.tables.values().filter(|table| {
            table.row.contest == contest
                && table.row.state == TableState::Open
                && !have.contains(&table.row.id)
        });
        let mut seats = open.flat_map(|table| {
            let seats = (0u8..).zip(&table.entrants).zip(&table.row.seats);
            seats.map(move |((seat, entrant), row)| (table, seat, entrant, row))
        });
        let found = seats.find(|(table, seat, own, _)| {
            // A player that has left is not sent back.
            own.as_deref() == Some(entrant) && !table.left.contains(seat)
        });
        found.map(|(table, seat, _, row)| AssignedSeat {
            table: table.row.id.clone(),
            token: Secret::given(&row.secret).into(),
            seat,
            head: table.row.head.clone(),
        })
    }

    /// Counts an open request of an entrant, or one that has ended, and reports it.
    pub(crate) fn count_request(&self, contest: &str, entrant: &str, begins: bool) {
        let key = (contest.to_owned(), entrant.to_owned());
        let mut known = self.known();
        let open = known.requests.entry(key.clone()).or_default();
        *open = if begins { *open + 1 } else { open.saturating_sub(1) };
        let mut open = *open;
        if open == 0 {
            known.requests.remove(&key);
        }
        drop(known);
        // Reports may overtake each other: the last one must be of the number as it is.
        loop {
            let (contest, entrant) = key.clone();
            self.report(RemoteNotice::Requests { contest, entrant, open });
            let now = self.known().requests.get(&key).copied().unwrap_or_default();
            if now == open {
                return;
            }
            open = now;
        }
    }

    fn report(&self, notice: RemoteNotice) -> bool {
        self.notices.as_ref().is_some_and(|notices| (Arc::clone(notices))(notice))
    }

    fn known(&self) -> MutexGuard<'_, KnownMatches> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn row_of(table: RemoteTable) -> TableRow {
    let seats = table.participants.into_iter().zip(&table.secrets);
    TableRow {
        id: table.id,
        // No user opened it.
        account: AccountId(0),
        contest: table.contest,
        head: table.head,
        given: 0,
        state: TableState::Open,
        touched: Timestamp::now(),
        seats: seats
            .map(|(participant, secret)| SeatRow {
                participant,
                secret: secret.reveal().to_owned(),
            })
            .collect(),
        turns: table.turns,
        answers: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_portal::Participant;
    use std::sync::{
        OnceLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    };

    fn opened(id: &str) -> RemoteEvent {
        RemoteEvent::Opened(RemoteTable {
            id: id.to_owned(),
            contest: "open".to_owned(),
            head: "{}".to_owned(),
            turns: Vec::new(),
            participants: vec![Participant::Person, Participant::Person],
            entrants: vec![Some("beta".to_owned()), None],
            secrets: vec![Secret::draw().unwrap().into(), Secret::draw().unwrap().into()],
            left: BTreeSet::new(),
        })
    }

    fn turn(id: &str, number: u64, over: bool) -> TableUpdate {
        let (after, line) = (String::new(), "{}".to_owned());
        TableUpdate { id: id.to_owned(), event: TableEvent::Turn { number, after, line, over } }
    }

    #[test]
    fn a_match_is_assigned_to_its_entrant_until_it_is_over() {
        let tables = RemoteTables::default();
        tables.note(opened("a"));
        assert_eq!(tables.assigned("open", "gamma", &[]), None);
        assert_eq!(tables.assigned("other", "beta", &[]), None);
        let seat = tables.assigned("open", "beta", &[]).unwrap();
        assert_eq!((&*seat.table, seat.seat), ("a", 0));
        assert_eq!(tables.assigned("open", "beta", &["a".to_owned()]), None);
        let answer = |turn, seat| GivenAnswer { turn, seat, reply: "1".to_owned() };
        assert_eq!(tables.answer("b", &answer(1, 0)), None, "it is no contest's");
        assert_eq!(tables.answer("a", &answer(2, 0)), Some(AnswerResult::OtherTurn { due: 1 }));
        assert_eq!(tables.answer("a", &answer(1, 0)), Some(AnswerResult::Taken));
        assert_eq!(tables.answer("a", &answer(1, 0)), Some(AnswerResult::Twice));
        assert!(tables.update(&turn("a", 1, false)) && !tables.update(&turn("b", 1, false)));
        // A turn that is reported twice, as to a site that has just connected.
        assert!(tables.update(&turn("a", 1, false)));
        assert_eq!(tables.row("a").unwrap().turns.len(), 1);
        tables.update(&turn("a", 2, true));
        assert_eq!(tables.assigned("open", "beta", &[]), None);
        assert_eq!(tables.answer("a", &answer(3, 0)), Some(AnswerResult::NotOpen));
        tables.note(RemoteEvent::Closed { id: "a".to_owned() });
        assert!(!tables.has("a"));
    }

    #[test]
    fn a_player_that_has_left_is_not_sent_back() {
        let tables = RemoteTables::reporting(Arc::new(|_| true));
        tables.note(opened("a"));
        assert!(tables.note_left("a", Seat(0)));
        assert_eq!(tables.assigned("open", "beta", &[]), None);
        // The host knows it for a site that is started again.
        let RemoteEvent::Opened(table) = opened("b") else { panic!("it is opened") };
        tables.note(RemoteEvent::Opened(RemoteTable { left: [0].into(), ..table }));
        assert_eq!(tables.assigned("open", "beta", &[]), None);
    }

    #[test]
    fn open_tables_that_a_host_does_not_have_are_forgotten() {
        let tables = RemoteTables::default();
        for id in ["a", "b", "c"] {
            tables.note(opened(id));
        }
        tables.update(&turn("c", 1, true));
        assert_eq!(tables.note(RemoteEvent::All { ids: vec!["b".to_owned()] }), ["a"]);
        assert_eq!(["a", "b", "c"].map(|id| tables.has(id)), [false, true, true]);
    }

    #[test]
    fn an_appearance_that_did_not_reach_the_host_is_reported_again() {
        let (reaches, reports) = (AtomicBool::new(false), Arc::new(AtomicUsize::new(0)));
        let (reaches, counted) = (Arc::new(reaches), Arc::clone(&reports));
        let is_there = Arc::clone(&reaches);
        let tables = RemoteTables::reporting(Arc::new(move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
            is_there.load(Ordering::SeqCst)
        }));
        tables.note(opened("a"));
        for (reached, expected) in [(false, 1), (true, 2), (true, 2)] {
            reaches.store(reached, Ordering::SeqCst);
            tables.note_appeared("a", Seat(0));
            assert_eq!(reports.load(Ordering::SeqCst), expected);
        }
        // Nor is it known whether the last report arrived before the connection broke.
        tables.note(opened("a"));
        tables.note_appeared("a", Seat(0));
        assert_eq!(reports.load(Ordering::SeqCst), 3);
    }

    #[test]
    fn requests_are_counted_and_reported() {
        let (send, reported) = std::sync::mpsc::channel();
        let send = Mutex::new(send);
        let notices: RemoteNotices =
            Arc::new(move |notice| send.lock().unwrap().send(notice).is_ok());
        let tables = RemoteTables::reporting(notices);
        for begins in [true, true, false, false] {
            tables.count_request("open", "beta", begins);
        }
        let open = reported.try_iter().map(|notice| match notice {
            RemoteNotice::Requests { open, .. } => open,
            other => panic!("{other:?}"),
        });
        assert_eq!(open.collect::<Vec<_>>(), [1, 2, 1, 0]);
        tables.note(opened("a"));
        tables.note_appeared("a", Seat(0));
        tables.note_appeared("a", Seat(0));
        assert_eq!(reported.try_iter().count(), 1, "once");
    }

    #[test]
    fn a_report_that_is_overtaken_is_corrected() {
        let tables: Arc<OnceLock<RemoteTables>> = Arc::default();
        let (all, reported) = (Arc::clone(&tables), Arc::new(Mutex::new(Vec::new())));
        let (reports, is_first) = (Arc::clone(&reported), AtomicBool::new(true));
        let notices: RemoteNotices = Arc::new(move |notice| {
            // The request ends, and that is reported, before the report of its beginning arrives.
            if is_first.swap(false, Ordering::SeqCst) {
                all.get().unwrap().count_request("open", "beta", false);
            }
            let RemoteNotice::Requests { open, .. } = notice else { panic!("{notice:?}") };
            reports.lock().unwrap().push(open);
            true
        });
        let tables = tables.get_or_init(|| RemoteTables::reporting(notices));
        tables.count_request("open", "beta", true);
        assert_eq!(*reported.lock().unwrap(), [0, 1, 0]);
    }
}
