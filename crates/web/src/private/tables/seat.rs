//! A seat of a table, by its link: its page and its moves. The link contains the secret of the seat,
//! which is also its token in the API.

use super::{
    PlayTable, continue_if_due, guide, load, seat_with, stored_row,
    watch::{SeatForm, table_page},
    words,
};
use crate::{
    http_error::{AccessDenied, HttpError, Resource},
    links::Id,
    people::People,
    private::request::{PageResult, PrivateRequest},
    throttle::Limited,
};
use certamen_game::{Seat, job::LONGEST_ACTION as LONGEST};
use certamen_i18n::{Localize, Message};
use certamen_portal::{AnswerResult, GivenAnswer};
use jiff::Timestamp;
use std::time::Duration;

/// How long a response waits for players who move at once, so that the page shows their moves, too.
const WAIT: Duration = Duration::from_millis(150);

/// The page, or the result of a move.
pub(in crate::private) fn seat(
    request: &PrivateRequest<'_>,
    (Id(id), Id(secret)): (Id, Id),
) -> PageResult {
    let (id, secret) = (id.as_str(), secret.as_str());
    let row = stored_row(request.people, id, request.now)?;
    let seat = seat_with(&row, secret).ok_or_else(|| Resource::Seat.unknown(secret))?;
    let table = PlayTable::of(row)?;
    continue_if_due(request.people, &table);
    let Some(form) = &request.form else {
        let empty = SeatForm { seat, wrong: None, typed: String::new() };
        return table_page(request, &table, Some(empty));
    };
    request.limited(Limited::Answer, secret)?;
    let turn = form.text("turn").parse().map_err(|_| HttpError::Barred(AccessDenied::Form))?;
    // A move of several letters is collected from one button after the other.
    let letter = form.text("letter");
    let reply = format!("{}{letter}", form.text("answer").trim());
    let typed: String = reply.chars().take(LONGEST).collect();
    let is_part = !letter.is_empty() && reply.chars().count() < guide::LETTERS;
    if is_part && !guide::letters(table.game.info().slug).is_empty() {
        return table_page(request, &table, Some(SeatForm { seat, wrong: None, typed }));
    }
    let given = StoredMove { turn, seat, reply: &reply, waits: true };
    match store_move(request.people, &table, given, request.now)? {
        Ok(()) => Ok(request.reload()),
        Err(wrong) => {
            let table = load(request.people, id, request.now)?;
            table_page(request, &table, Some(SeatForm { seat, wrong: Some(wrong), typed }))
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct StoredMove<'a> {
    pub(super) turn: u64,
    pub(super) seat: Seat,
    pub(super) reply: &'a str,
    /// Whether the response waits a moment for players who move at once.
    pub(super) waits: bool,
}

/// Stores a move and has the table continued; else the status and the error.
pub(super) fn store_move(
    people: &People,
    table: &PlayTable,
    StoredMove { turn, seat, reply, waits }: StoredMove<'_>,
    at: Timestamp,
) -> Result<Result<(), (u16, Message)>, HttpError> {
    let id = &table.row.id;
    // In a contest an illegal answer is a fault, which is judged where the match is played.
    let is_judged_later = people.remote_tables.has(id);
    if let Err(why) = check(table, turn, seat, reply) {
        let is_illegal = why.0 == 422 && reply.chars().count() <= LONGEST;
        if !(is_judged_later && is_illegal) {
            return Ok(Err(why));
        }
    }
    let answer = GivenAnswer { turn, seat: seat.0, reply: reply.to_owned() };
    let in_memory = people.remote_tables.answer(id, &answer);
    let stored = match in_memory.or_else(|| people.visitor_tables.answer(id, &answer, at)) {
        Some(stored) => stored,
        None => people.portal.answer_live_table(id, answer, at)?,
    };
    Ok(match stored {
        AnswerResult::Taken => {
            people.live_tables.hint(id);
            let table = load(people, id, at)?;
            if table.needs_host() {
                people.live_tables.ask(table.order());
                // An error of reading is reported by the next page.
                let needs_host = || load(people, id, at).is_ok_and(|table| table.needs_host());
                if waits {
                    people.live_tables.wait(WAIT, || !needs_host());
                }
            }
            Ok(())
        }
        // Another window was faster.
        AnswerResult::OtherTurn { due } => Err(other_turn(turn, due)),
        AnswerResult::Twice => Err((409, words::twice(turn))),
        AnswerResult::NotOpen => Err((409, words::not_open())),
    })
}

/// Whether `seat` may move in `turn`.
fn check(table: &PlayTable, turn: u64, seat: Seat, reply: &str) -> Result<(), (u16, Message)> {
    if !table.is_open() {
        return Err((409, words::not_open()));
    }
    if turn != table.due() {
        return Err(other_turn(turn, table.due()));
    }
    if table.has_chosen(seat) {
        return Err((409, words::twice(turn)));
    }
    if !table.awaited().contains(seat) {
        return Err((409, words::not_your_turn()));
    }
    if reply.chars().count() > LONGEST {
        return Err((422, words::long_answer(LONGEST)));
    }
    let read = table.arbiter.state().read(seat, reply);
    read.map(drop).map_err(|why| (422, words::illegal(why.message())))
}

fn other_turn(given: u64, due: u64) -> (u16, Message) {
    let why = if given < due { words::stale(given, due) } else { words::early(given, due) };
    (409, why)
}
