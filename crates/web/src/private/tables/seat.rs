//! A seat of a table, by its link: its page, its moves, and the API of tables. The link contains the
//! secret of the seat, which is also its token in the API.

use super::{
    PlayTable, load, load_and_continue,
    watch::{SeatForm, table_page},
    words,
};
use crate::{
    http_error::{AccessDenied, HttpError, Resource},
    links::Id,
    people::People,
    private::request::{PageResult, PrivateRequest},
    throttle::Limited,
    upload::SentForm,
};
use certamen_game::{Audience, Language, Outcome, Seat, Turn};
use certamen_i18n::{Localize, Message};
use certamen_portal::{AnswerResult, GivenAnswer, Participant, TableState};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use std::time::Duration;

/// The maximum length of a move, in characters.
const LONGEST: usize = 500;
/// The maximum number of actions in the list.
const ACTIONS: usize = 1000;
/// How long a response waits for players who move at once, so that the page shows their moves, too.
const WAIT: Duration = Duration::from_millis(150);

/// The page, or the result of a move.
pub(in crate::private) fn seat(
    request: &PrivateRequest<'_>,
    (Id(id), Id(secret)): (Id, Id),
) -> PageResult {
    let (id, secret) = (id.as_str(), secret.as_str());
    let table = load_and_continue(request.people, id, request.now)?;
    let seat = table.seat_of(secret).ok_or_else(|| Resource::Seat.unknown(secret))?;
    let Some(form) = &request.form else {
        let empty = SeatForm { seat, wrong: None, typed: String::new() };
        return table_page(request, &table, Some(empty));
    };
    request.limited(Limited::Answer, secret)?;
    match store_move(request.people, &table, seat, form, request.now)? {
        Ok(()) => Ok(request.reload()),
        Err(wrong) => {
            let typed = form.text("answer").chars().take(LONGEST).collect();
            let table = load(request.people, id, request.now)?;
            table_page(request, &table, Some(SeatForm { seat, wrong: Some(wrong), typed }))
        }
    }
}

/// Stores a move and has the table continued; else the status and the error.
fn store_move(
    people: &People,
    table: &PlayTable,
    seat: Seat,
    form: &SentForm,
    at: Timestamp,
) -> Result<Result<(), (u16, Message)>, HttpError> {
    let turn = form.text("turn").parse().map_err(|_| HttpError::Barred(AccessDenied::Form))?;
    let (id, reply) = (&table.row.id, form.text("answer").trim());
    if let Err(why) = check(table, turn, seat, reply) {
        return Ok(Err(why));
    }
    let answer = GivenAnswer { turn, seat: seat.0, reply: reply.to_owned() };
    Ok(match people.portal.answer_live_table(id, answer, at)? {
        AnswerResult::Taken => {
            people.live_tables.hint(id);
            let table = load(people, id, at)?;
            if table.needs_host() {
                people.live_tables.ask(table.order());
                // An error of reading is reported by the next page.
                let needs_host = || load(people, id, at).is_ok_and(|table| table.needs_host());
                people.live_tables.wait(WAIT, || !needs_host());
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

/// A table where people play.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ApiTable {
    /// Its id in addresses.
    id: String,
    /// The slug of its game.
    game: String,
    /// `open`, `over`, `closed` or `broken`.
    state: String,
    /// The seats.
    seats: Vec<ApiSeat>,
    /// The number of turns of the match that it continues.
    given: u64,
    /// The turns played, in the record format.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Value>"))]
    turns: Vec<Turn>,
    /// The current turn; absent if there is none.
    due: Option<u64>,
    /// The position as text.
    board: String,
    /// The result, once there is one.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Value>"))]
    outcome: Option<Outcome>,
    /// The view of the seat whose token was given; absent without one.
    own: Option<ApiOwnSeat>,
}

/// A seat of a table.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ApiSeat {
    /// The name of the player.
    name: String,
    /// `person`, `house` or `program`.
    kind: &'static str,
    /// Whether it has to move in the current turn.
    to_act: bool,
    /// Whether it has moved in the current turn.
    has_chosen: bool,
}

/// The view of a person's seat.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ApiOwnSeat {
    /// The number of the seat, from 0.
    seat: u8,
    /// Whether it has to move.
    awaited: bool,
    /// The legal moves, at most a thousand; empty if it is not the seat's turn.
    actions: Vec<String>,
    /// The position as a bot at this seat would get it.
    sees: String,
}

/// The document of the table with this id; `secret` is that of a seat.
pub(in crate::private) fn api_table(
    people: &People,
    id: &str,
    secret: Option<&str>,
    language: Language,
) -> Result<Value, HttpError> {
    let table = load_and_continue(people, id, Timestamp::now())?;
    let seat = secret.map(|secret| seat_of(&table, secret)).transpose()?;
    serde_json::to_value(ApiTable::new(&table, seat, language)).map_err(|_| HttpError::Ours)
}

/// Stores the move of the seat with this secret, and returns the table as it is then.
pub(in crate::private) fn api_move(
    people: &People,
    id: &str,
    secret: &str,
    form: &SentForm,
    language: Language,
) -> Result<Value, HttpError> {
    let at = Timestamp::now();
    let seat = seat_of(&load(people, id, at)?, secret)?;
    let table = load_and_continue(people, id, at)?;
    match store_move(people, &table, seat, form, at)? {
        Ok(()) => api_table(people, id, Some(secret), language),
        Err((status, why)) => Err(HttpError::Barred(AccessDenied::NotSent(status, why))),
    }
}

fn seat_of(table: &PlayTable, secret: &str) -> Result<Seat, HttpError> {
    table.seat_of(secret).ok_or_else(|| Resource::Seat.unknown(""))
}

impl ApiTable {
    fn new(table: &PlayTable, seat: Option<Seat>, language: Language) -> ApiTable {
        let (state, is_open) = (table.arbiter.state(), table.is_open());
        let entries = (0u8..).map(Seat).zip(&table.arbiter.table().seats).zip(&table.row.seats);
        let seats = entries.map(|((seat, entry), row)| ApiSeat {
            name: entry.bot.clone(),
            kind: match row.participant {
                Participant::Person => "person",
                Participant::Builtin(_) => "house",
                Participant::Entrant { .. } => "program",
            },
            to_act: is_open && table.arbiter.to_act().contains(seat),
            has_chosen: is_open && table.has_chosen(seat),
        });
        let table_state = match &table.row.state {
            _ if is_open => "open",
            TableState::Open | TableState::Over => "over",
            TableState::Closed => "closed",
            TableState::Broken(_) => "broken",
        };
        ApiTable {
            id: table.row.id.clone(),
            game: table.game.info().slug.to_owned(),
            state: table_state.to_owned(),
            seats: seats.collect(),
            given: table.row.given,
            turns: table.arbiter.turns().to_vec(),
            due: is_open.then(|| table.due()),
            board: state.render(seat.map_or(Audience::Spectators, Audience::Seat), language),
            outcome: table.arbiter.outcome().cloned(),
            own: seat.map(|seat| {
                let awaited = table.awaited().contains(seat);
                let actions = if awaited { state.legal_actions(seat, ACTIONS) } else { Vec::new() };
                ApiOwnSeat { seat: seat.0, awaited, actions, sees: state.observation(seat) }
            }),
        }
    }
}
