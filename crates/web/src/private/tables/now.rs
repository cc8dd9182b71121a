//! The state of a table: its record replayed, and whose turn it is.

use crate::http_error::{HttpError, Resource};
use certamen_game::{DynGame, MatchRecord, Seat, Seats, arbiter::Arbiter, replay::replay};
use certamen_i18n::Localize;
use certamen_portal::{Participant, PlayTableRequest, TableRow, TableState, same_secret};

/// The state of a table.
pub(super) struct TableNow {
    pub(super) row: TableRow,
    pub(super) game: &'static dyn DynGame,
    pub(super) arbiter: Arbiter,
}

impl TableNow {
    /// The stored table.
    pub(super) fn of(row: TableRow) -> Result<TableNow, HttpError> {
        let lines = [&row.head].into_iter().chain(&row.turns);
        let bytes: String = lines.flat_map(|line| [line.as_str(), "\n"]).collect();
        let read = MatchRecord::read(bytes.as_bytes());
        let (record, _) = read.map_err(|error| HttpError::Record(error.message()))?;
        let slug = &record.table.game;
        let game = certamen_games::find(slug).ok_or_else(|| Resource::Game.unknown(slug))?;
        let arbiter = replay(game, &record, &mut |_| {}).map_err(HttpError::Replay)?;
        Ok(TableNow { row, game, arbiter })
    }

    /// Its record so far.
    pub(super) fn record(&self) -> MatchRecord {
        MatchRecord {
            table: self.arbiter.table().clone(),
            turns: self.arbiter.turns().to_vec(),
            outcome: self.arbiter.outcome().cloned(),
        }
    }

    /// The current turn.
    pub(super) fn due(&self) -> u64 {
        self.arbiter.turns().len() as u64 + 1
    }

    /// Whether anything may still be played.
    pub(super) fn is_open(&self) -> bool {
        self.row.state == TableState::Open && self.arbiter.outcome().is_none()
    }

    /// The seats of people who have to move now.
    pub(super) fn awaited(&self) -> Seats {
        self.to_choose().iter().filter(|seat| !self.has_chosen(*seat)).collect()
    }

    /// Whether `seat` has moved in the current turn.
    pub(super) fn has_chosen(&self, seat: Seat) -> bool {
        let due = self.due();
        self.row.answers.iter().any(|one| one.turn == due && one.seat == seat.0)
    }

    /// Whether a bot has to move, or a clock runs.
    pub(super) fn needs_hall(&self) -> bool {
        let seats = &self.arbiter.table().seats;
        let clocked = self.to_choose().iter().any(|seat| seats[seat.index()].move_ms.is_some());
        self.is_open() && (clocked || self.awaited().is_empty())
    }

    /// The seat with this secret, if it is a person's.
    pub(super) fn seat_of(&self, secret: &str) -> Option<Seat> {
        let chairs = (0u8..).map(Seat).zip(&self.row.chairs);
        let mut own = chairs.filter(|(_, chair)| chair.participant == Participant::Person);
        own.find(|(_, chair)| same_secret(&chair.secret, secret)).map(|(seat, _)| seat)
    }

    /// The request for the host to continue it.
    pub(super) fn order(&self) -> PlayTableRequest {
        let TableRow { id, head, turns, given, answers, chairs, .. } = self.row.clone();
        let sitters = chairs.into_iter().map(|chair| chair.participant).collect();
        PlayTableRequest { id, head, turns, given, sitters, answers }
    }

    /// A text that changes whenever a page of this table would.
    pub(super) fn stamp(&self, doing: &str) -> String {
        let chosen: Vec<String> =
            self.row.answers.iter().map(|answer| answer.seat.to_string()).collect();
        let state = if self.is_open() { "open" } else { "over" };
        format!("{}-{}-{state}-{doing}", self.arbiter.turns().len(), chosen.join("."))
    }

    /// The seats of people who are active now, whether or not they have moved.
    fn to_choose(&self) -> Seats {
        let by_itself = self.arbiter.state().automatic().is_some();
        if !self.is_open() || by_itself {
            return Seats::NONE;
        }
        let person = |seat: &Seat| self.row.chairs[seat.index()].participant == Participant::Person;
        self.arbiter.to_act().iter().filter(person).collect()
    }
}
