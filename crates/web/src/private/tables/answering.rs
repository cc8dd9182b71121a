//! A seat of a table, by its link: its view, and its moves.

use super::{
    look,
    now::TableNow,
    say as words,
    shown::{SeatedMember, shown},
    table,
};
use crate::{
    http_error::{HttpError, Resource},
    people::People,
    private::{
        AccessDenied,
        asked::{PrivateReply, PrivateRequest},
    },
    throttle::Limited,
    upload::SentForm,
};
use certamen_game::Seat;
use certamen_i18n::{Localize, Message};
use certamen_portal::{AnswerResult, GivenAnswer};
use jiff::Timestamp;
use std::time::Duration;

/// The maximum length of a move, in characters.
const LONGEST: usize = 500;
/// How long a response waits for players who move at once, so that the page shows their moves, too.
const AT_ONCE: Duration = Duration::from_millis(150);

/// The page, or the result of a move.
pub(in crate::private) fn seat(
    asked: &PrivateRequest<'_>,
    (id, secret): (&str, &str),
) -> Result<PrivateReply, HttpError> {
    let now = table(asked.people, id, asked.now)?;
    let seat = now.seat_of(secret).ok_or_else(|| Resource::Seat.unknown(secret))?;
    let seated = |wrong, typed| Some(SeatedMember { seat, wrong, typed });
    let Some(form) = &asked.form else { return shown(asked, &now, seated(None, String::new())) };
    asked.limited(Limited::Answer, secret)?;
    match answered(asked.people, &now, (seat, form), asked.now)? {
        Ok(()) => Ok(asked.elsewhere(asked.room)),
        Err(wrong) => {
            let typed: String = form.text("answer").chars().take(LONGEST).collect();
            shown(asked, &look(asked.people, id, asked.now)?, seated(Some(wrong), typed))
        }
    }
}

/// Stores a move and has the table continued; else the status and the error.
pub(super) fn answered(
    people: &People,
    now: &TableNow,
    (seat, form): (Seat, &SentForm),
    at: Timestamp,
) -> Result<Result<(), (u16, Message)>, HttpError> {
    let turn = form.text("turn").parse().map_err(|_| HttpError::Barred(AccessDenied::Form))?;
    let reply = form.text("answer").trim();
    if let Err(why) = check(now, (turn, seat), reply) {
        return Ok(Err(why));
    }
    let answer = GivenAnswer { turn, seat: seat.0, reply: reply.to_owned() };
    let kept = people.portal.answer_sitting(&now.row.id, answer, at)?;
    Ok(match kept {
        AnswerResult::Taken => {
            people.live_tables.hint(&now.row.id);
            play_on(people, &now.row.id, at)?;
            Ok(())
        }
        // Another window was faster.
        AnswerResult::OtherTurn { due } => Err(other_turn(turn, due)),
        AnswerResult::Twice => Err((409, words::twice(turn))),
        AnswerResult::NotOpen => Err((409, words::not_open())),
    })
}

/// Whether `seat` may move in `turn`.
fn check(now: &TableNow, (turn, seat): (u64, Seat), reply: &str) -> Result<(), (u16, Message)> {
    if !now.is_open() {
        return Err((409, words::not_open()));
    }
    if turn != now.due() {
        return Err(other_turn(turn, now.due()));
    }
    if now.has_chosen(seat) {
        return Err((409, words::twice(turn)));
    }
    if !now.awaited().contains(seat) {
        return Err((409, words::not_your_turn()));
    }
    if reply.chars().count() > LONGEST {
        return Err((422, words::long_answer(LONGEST)));
    }
    let read = now.arbiter.state().read(seat, reply);
    read.map(drop).map_err(|why| (422, words::illegal(why.message())))
}

fn other_turn(given: u64, due: u64) -> (u16, Message) {
    let why = if given < due { words::stale(given, due) } else { words::early(given, due) };
    (409, why)
}

/// Has the table continued if all have moved, and waits for players who move at once.
fn play_on(people: &People, id: &str, at: Timestamp) -> Result<(), HttpError> {
    let now = look(people, id, at)?;
    if !now.needs_hall() {
        return Ok(());
    }
    let live_tables = &people.live_tables;
    live_tables.ask(now.order());
    // An error of reading is reported by the next page.
    let is_still = || look(people, id, at).is_ok_and(|now| now.needs_hall());
    live_tables.wait(AT_ONCE, || !is_still());
    Ok(())
}
