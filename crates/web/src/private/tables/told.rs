//! The API of a table, for reading and moving: the link of a seat contains its secret, which is the
//! token.

use super::{answering::answered, look, now::TableNow, table};
use crate::{
    http_error::{HttpError, Resource},
    people::People,
    private::AccessDenied,
    throttle::Limited,
    upload::SentForm,
};
use certamen_game::{Audience, Language, Outcome, Seat, Turn};
use certamen_portal::{Participant, TableState};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

/// The maximum number of actions in the list.
const ACTIONS: usize = 1000;

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
pub(in crate::private) fn told(
    people: &People,
    (id, secret): (&str, Option<&str>),
    language: Language,
    at: Timestamp,
) -> Result<Value, HttpError> {
    let now = table(people, id, at)?;
    let seat = secret.map(|secret| seat_of(&now, secret)).transpose()?;
    serde_json::to_value(of(&now, seat, language)).map_err(|_| HttpError::Ours)
}

/// Stores the move of the seat with this secret, and returns the table as it is then.
pub(in crate::private) fn moved(
    people: &People,
    (id, secret): (&str, &str),
    form: &SentForm,
    (language, at): (Language, Timestamp),
) -> Result<Value, HttpError> {
    let seat = seat_of(&look(people, id, at)?, secret)?;
    let now = table(people, id, at)?;
    match answered(people, &now, (seat, form), at)? {
        Ok(()) => told(people, (id, Some(secret)), language, at),
        Err((status, why)) => Err(HttpError::Barred(AccessDenied::NotSent(status, why))),
    }
}

/// The limits of moves.
pub(in crate::private) const LIMIT: Limited = Limited::Answer;

fn seat_of(now: &TableNow, secret: &str) -> Result<Seat, HttpError> {
    now.seat_of(secret).ok_or_else(|| Resource::Seat.unknown(""))
}

fn of(now: &TableNow, seat: Option<Seat>, language: Language) -> ApiTable {
    let (state, is_open) = (now.arbiter.state(), now.is_open());
    let audience = seat.map_or(Audience::Everybody, Audience::Seat);
    let entries = (0u8..).map(Seat).zip(&now.arbiter.table().seats).zip(&now.row.chairs);
    let seats = entries.map(|((seat, entry), chair)| ApiSeat {
        name: entry.bot.clone(),
        kind: match chair.participant {
            Participant::Person => "person",
            Participant::House(_) => "house",
            Participant::Entrant { .. } => "program",
        },
        to_act: is_open && now.arbiter.to_act().contains(seat),
        has_chosen: is_open && now.has_chosen(seat),
    });
    ApiTable {
        id: now.row.id.clone(),
        game: now.game.info().slug.to_owned(),
        state: word(now).to_owned(),
        seats: seats.collect(),
        given: now.row.given,
        turns: now.arbiter.turns().to_vec(),
        due: is_open.then(|| now.due()),
        board: state.render(audience, language),
        outcome: now.arbiter.outcome().cloned(),
        own: seat.map(|seat| own(now, seat)),
    }
}

fn own(now: &TableNow, seat: Seat) -> ApiOwnSeat {
    let (state, awaited) = (now.arbiter.state(), now.awaited().contains(seat));
    let actions = if awaited { state.legal_actions(seat, ACTIONS) } else { Vec::new() };
    ApiOwnSeat { seat: seat.0, awaited, actions, sees: state.observation(seat) }
}

fn word(now: &TableNow) -> &'static str {
    match &now.row.state {
        _ if now.is_open() => "open",
        TableState::Open | TableState::Over => "over",
        TableState::Closed => "closed",
        TableState::Broken(_) => "broken",
    }
}
