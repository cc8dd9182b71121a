//! A table as programs are told it, and answers that come from them: whoever has the link of a seat
//! has its secret, which is their token.

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

/// So many actions are listed.
const ACTIONS: usize = 1000;

/// A table with people.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ApiTable {
    /// Its name in addresses.
    id: String,
    /// The slug of its game.
    game: String,
    /// `open`, `over`, `closed` or `broken`.
    state: String,
    /// Who sits where.
    seats: Vec<ApiSeat>,
    /// How many of its turns were played elsewhere, before it.
    given: u64,
    /// The turns that were played, as records have them.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Value>"))]
    turns: Vec<Turn>,
    /// The turn that is due; absent if none is.
    due: Option<u64>,
    /// What it looks like, as text.
    board: String,
    /// The result, once there is one.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Value>"))]
    outcome: Option<Outcome>,
    /// What the seat sees whose secret was shown; absent without.
    own: Option<ApiOwnSeat>,
}

/// A seat of a table.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ApiSeat {
    /// What whoever sits there is called.
    name: String,
    /// `person`, `house` or `program`.
    kind: &'static str,
    /// Whether it is to answer in the turn that is due.
    to_act: bool,
    /// Whether it has.
    has_chosen: bool,
}

/// What a seat of a person sees.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ApiOwnSeat {
    /// Which one it is, from 0.
    seat: u8,
    /// Whether an answer of it is waited for.
    awaited: bool,
    /// What it may answer, the first thousand of it; nothing if it is not its turn.
    actions: Vec<String>,
    /// What a program on this seat would be told of the position.
    sees: String,
}

/// What programs are told of the table that is called so; `secret` is that of a seat.
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

/// Keeps what the seat with this secret answers, and tells the table as it is then.
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

/// How often one may answer.
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
