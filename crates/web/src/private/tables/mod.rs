//! Tables where people play: opening one, watching, and moving on a seat by its link. The host
//! plays; here the turns are replayed, so that legal moves are known at once.

mod api;
mod guide;
mod open;
mod players;
mod seat;
#[cfg(test)]
mod tests;
mod watch;

#[cfg(all(test, feature = "schema"))]
pub(crate) use api::ApiTable;
pub(super) use api::{
    ApiMove, MAX_WAIT, TableAnswer, TableQuery, TableReader, api_leave, api_move, api_record,
    api_table,
};
pub(super) use guide::usual_players;
pub(crate) use open::Origin;
pub(super) use open::{NewApiTable, api_open, open};
pub(super) use seat::seat;
pub(super) use watch::{TableMatch, record, stamp, watch, worth};
pub(super) use words::{contest_over, play as play_word, token_unknown};

use super::request::{PageResult, PrivateRequest, page};
use crate::{
    dates::ShownTime,
    frame::PageContext,
    http_error::{HttpError, Resource},
    links,
    people::People,
    say,
};
use askama::Template;
use certamen_game::{
    DynGame, MatchRecord, Seat, Seats, Table, arbiter::Arbiter, record::Via, replay::replay,
};
use certamen_i18n::Localize;
use certamen_portal::{
    Participant, PlayTableRequest, TableRow, TableState, TableSummary, same_secret,
};
use jiff::{Timestamp, tz::TimeZone};

mod words {
    certamen_i18n::texts!("locales/tables");
}

/// The table with this id; requests that the host continues it if that is due.
fn load_and_continue(people: &People, id: &str, at: Timestamp) -> Result<PlayTable, HttpError> {
    let table = load(people, id, at)?;
    continue_if_due(people, &table);
    Ok(table)
}

fn continue_if_due(people: &People, table: &PlayTable) {
    let id = &table.row.id;
    if table.needs_host() && people.live_tables.is_idle(id) {
        people.live_tables.ask(table.order());
    }
}

fn load(people: &People, id: &str, at: Timestamp) -> Result<PlayTable, HttpError> {
    PlayTable::of(stored_row(people, id, at)?)
}

/// A table as it is stored: nothing is replayed for a caller whose token is not known yet.
fn stored_row(people: &People, id: &str, at: Timestamp) -> Result<TableRow, HttpError> {
    people.table(id, at)?.ok_or_else(|| Resource::Table.unknown(id))
}

/// The seat with this secret, if it is a person's.
fn seat_with(row: &TableRow, secret: &str) -> Option<Seat> {
    let seats = (0u8..).map(Seat).zip(&row.seats);
    let mut people = seats.filter(|(_, row)| row.participant == Participant::Person);
    people.find(|(_, row)| same_secret(&row.secret, secret)).map(|(seat, _)| seat)
}

/// Whether the user may see analyses of a table: everyone once it is closed, and before that the
/// user who opened it, if no one else plays. Tables of visitors have no owner.
fn may_analyse(request: &PrivateRequest<'_>, table: &PlayTable) -> bool {
    let owns = request.member.as_ref().is_some_and(|member| member.id == table.row.account)
        || request.people.visitor_tables.has(&table.row.id);
    let people = table.row.seats.iter().filter(|row| row.participant == Participant::Person);
    !table.is_open() || (owns && people.count() == 1)
}

/// A table with its record replayed, and whose turn it is.
struct PlayTable {
    row: TableRow,
    game: &'static dyn DynGame,
    arbiter: Arbiter,
}

impl PlayTable {
    fn of(row: TableRow) -> Result<PlayTable, HttpError> {
        let lines = [&row.head].into_iter().chain(&row.turns);
        let bytes: String = lines.flat_map(|line| [line.as_str(), "\n"]).collect();
        let read = MatchRecord::read(bytes.as_bytes());
        let (record, _) = read.map_err(|error| HttpError::Record(error.message()))?;
        let slug = &record.table.game;
        let game = certamen_games::find(slug).ok_or_else(|| Resource::Game.unknown(slug))?;
        let arbiter = replay(game, &record, &mut |_| {}).map_err(HttpError::Replay)?;
        Ok(PlayTable { row, game, arbiter })
    }

    fn record(&self) -> MatchRecord {
        MatchRecord {
            table: self.arbiter.table().clone(),
            turns: self.arbiter.turns().to_vec(),
            outcome: self.arbiter.outcome().cloned(),
            extra: certamen_game::Map::new(),
        }
    }

    fn due(&self) -> u64 {
        self.arbiter.turns().len() as u64 + 1
    }

    /// Whether anything may still be played.
    fn is_open(&self) -> bool {
        self.row.state == TableState::Open && self.arbiter.outcome().is_none()
    }

    /// The seats of people who have to move now.
    fn awaited(&self) -> Seats {
        self.to_choose().iter().filter(|seat| !self.has_chosen(*seat)).collect()
    }

    /// The seats that the user with this name took when opening the table.
    fn seats_of(&self, handle: &str) -> Seats {
        let seats = (0u8..).map(Seat).zip(&self.arbiter.table().seats).zip(&self.row.seats);
        let own = seats.filter(|((_, entry), row)| {
            // Names at a table differ: a second seat of the same user has a number behind.
            let rest = entry.bot.strip_prefix(handle);
            let is_named = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("));
            is_named && row.participant == Participant::Person
        });
        own.map(|((seat, _), _)| seat).collect()
    }

    /// Whether a seat is that of a player on another machine.
    fn is_remote(&self, seat: Seat) -> bool {
        let entry = self.arbiter.table().seats.get(seat.index());
        entry.is_some_and(|entry| entry.via == Some(Via::Sit))
    }

    /// Whether `seat` has moved in the current turn.
    fn has_chosen(&self, seat: Seat) -> bool {
        let due = self.due();
        self.row.answers.iter().any(|one| one.turn == due && one.seat == seat.0)
    }

    /// Whether a bot has to move, or a clock runs.
    fn needs_host(&self) -> bool {
        let seats = &self.arbiter.table().seats;
        let clocked = self.to_choose().iter().any(|seat| seats[seat.index()].move_ms.is_some());
        self.is_open() && (clocked || self.awaited().is_empty())
    }

    /// The request for the host to continue it.
    fn order(&self) -> PlayTableRequest {
        let TableRow { id, head, turns, given, answers, seats, .. } = self.row.clone();
        let participants = seats.into_iter().map(|row| row.participant).collect();
        PlayTableRequest { id, head, turns, given, participants, answers }
    }

    /// A text that changes whenever a page of this table would.
    fn stamp(&self, activity: &str) -> String {
        let chosen: Vec<String> =
            self.row.answers.iter().map(|answer| answer.seat.to_string()).collect();
        let state = if self.is_open() { "open" } else { "over" };
        format!("{}-{}-{state}-{activity}", self.arbiter.turns().len(), chosen.join("."))
    }

    /// The seats of people who are active now, whether or not they have moved.
    fn to_choose(&self) -> Seats {
        let by_itself = self.arbiter.state().automatic().is_some();
        if !self.is_open() || by_itself {
            return Seats::NONE;
        }
        let person = |seat: &Seat| self.row.seats[seat.index()].participant == Participant::Person;
        self.arbiter.to_act().iter().filter(person).collect()
    }
}

#[derive(Template)]
#[template(path = "play.html")]
struct LobbyPage<'a> {
    frame: PageContext<'a>,
    /// The games: the link for opening a table, and the name.
    games: Vec<(String, String)>,
    /// The user's tables, those at which it is the user's turn first.
    tables: Vec<OwnTable>,
    /// Whether any of them waits for the user.
    is_awaited: bool,
    /// The link to sign-in; empty for users who are.
    sign_in: String,
}

struct OwnTable {
    to: String,
    game: String,
    names: String,
    state: String,
    is_own_turn: bool,
    turns: String,
    touched: ShownTime,
}

/// The lobby: opening tables, and the user's own tables.
pub(in crate::private) fn lobby(request: &PrivateRequest<'_>) -> PageResult {
    let frame = request.frame();
    let games = certamen_games::all().into_iter().map(|game| {
        let info = game.info();
        (frame.link(&links::open_table(info.slug)), frame.t(info.title))
    });
    let (mut tables, mut sign_in) = (Vec::new(), String::new());
    match &request.member {
        Some(member) => {
            let rows = request.people.portal.live_tables_of(member.id, request.now)?;
            tables.extend(rows.into_iter().filter_map(|row| {
                let seat = open_seat(request, &row);
                own_table(frame, &row, seat)
            }));
            tables.sort_by_key(|table| !table.is_own_turn);
        }
        None => sign_in = format!("{}?next={}", frame.link(links::SIGN_IN), frame.here()),
    }
    let is_awaited = tables.first().is_some_and(|table| table.is_own_turn);
    page(&LobbyPage { games: games.collect(), tables, is_awaited, sign_in, frame })
}

/// At how many tables it is the user's turn.
pub(in crate::private) fn own_turns(request: &PrivateRequest<'_>) -> u64 {
    let Some(member) = &request.member else { return 0 };
    // It is a hint in the header: an error is reported by the page of the tables.
    let rows = request.people.portal.live_tables_of(member.id, request.now).unwrap_or_default();
    let seats = rows.iter().filter_map(|row| open_seat(request, row));
    seats.filter(|seat| seat.is_awaited).count() as u64
}

/// The user's seat at an open table.
struct TakenSeat {
    /// The address of its page.
    path: String,
    is_awaited: bool,
}

/// The seat of the user at an open table, the one that has to move if there are several. Few tables
/// of a user are open at a time.
fn open_seat(request: &PrivateRequest<'_>, row: &TableSummary) -> Option<TakenSeat> {
    if row.state != TableState::Open {
        return None;
    }
    let table = load(request.people, &row.id, request.now).ok()?;
    let own = table.seats_of(&request.member.as_ref()?.handle);
    let awaited = table.awaited();
    let seat = own.iter().find(|seat| awaited.contains(*seat)).or_else(|| own.iter().next())?;
    let secret = &table.row.seats[seat.index()].secret;
    Some(TakenSeat { path: links::seat(&row.id, secret), is_awaited: awaited.contains(seat) })
}

/// The row of a table, if its record can be read.
fn own_table(
    frame: PageContext<'_>,
    row: &TableSummary,
    seat: Option<TakenSeat>,
) -> Option<OwnTable> {
    let table: Table = serde_json::from_str(&row.head).ok()?;
    let game = certamen_games::find(&table.game)?;
    let names: Vec<String> = table.seats.iter().map(|seat| frame.name(&seat.bot)).collect();
    Some(OwnTable {
        is_own_turn: seat.as_ref().is_some_and(|seat| seat.is_awaited),
        to: frame.link(&seat.map_or_else(|| links::table(&row.id), |seat| seat.path)),
        game: frame.t(game.info().title),
        names: names.join(" – "),
        state: frame.t(match row.state {
            TableState::Open => words::at_open(),
            TableState::Over => words::at_over(),
            TableState::Closed => words::at_closed(),
            TableState::Broken(_) => words::at_broken(),
        }),
        turns: frame.t(words::turns_played(frame.count(row.turns))),
        touched: frame.time(row.touched, &TimeZone::UTC),
    })
}
