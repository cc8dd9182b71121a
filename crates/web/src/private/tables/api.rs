//! The API of tables: what a seat or a spectator sees as JSON, moves, and leaving. In games that hide
//! something, a table that is open discloses only what the seat sees.

use super::{
    PlayTable, continue_if_due, load,
    seat::{StoredMove, store_move},
    seat_with, stored_row,
};
use crate::{
    address::Query,
    http_error::{AccessDenied, HttpError, Resource},
    people::People,
};
use certamen_game::{
    Audience, Conditions, Language, Map, Outcome, Protocol, Seat, Turn, replay::replay,
};
use certamen_portal::{Participant, TableRow, TableState};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// The maximum number of actions in the list.
const ACTIONS: usize = 1000;
/// The longest time that a request may wait, in seconds.
pub(in crate::private) const MAX_WAIT: u64 = 50;
/// The maximum length of a note, in bytes.
const MAX_NOTE: usize = 4 << 10;

/// A table where people play.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ApiTable {
    /// Its id in addresses.
    id: String,
    /// The slug of its game.
    game: String,
    /// The version of the game's rules.
    rules: u32,
    /// The game's options, as given.
    options: Map,
    /// Limits and policies, as in the header of its record.
    #[cfg_attr(feature = "schema", schemars(with = "Map"))]
    conditions: Conditions,
    /// How programs of this game are asked unless they say otherwise.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    protocol: Protocol,
    /// `open`, `over`, `closed` or `broken`.
    state: &'static str,
    /// The seats.
    seats: Vec<ApiSeat>,
    /// The number of turns of the match that it continues.
    given: u64,
    /// The number of turns played.
    played: u64,
    /// The turns after `since`, in the record format. While a game that hides something is played,
    /// only the moves of the own seat.
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
    /// `person`, `remote`, `house` or `program`.
    kind: &'static str,
    /// Whether it has to move in the current turn.
    to_act: bool,
    /// Whether it has moved in the current turn.
    has_chosen: bool,
    /// Whether a program asked for this seat within the last 30 seconds.
    present: bool,
}

/// The view of a person's seat.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ApiOwnSeat {
    /// The number of the seat, from 0.
    seat: u8,
    /// Whether it has to move.
    awaited: bool,
    /// The legal moves with `actions=1`, at most a thousand; empty if it is not the seat's turn.
    actions: Vec<String>,
    /// The position as a bot at this seat would get it.
    sees: String,
    /// What a program that runs for the whole match would have been sent after `since`, a text for
    /// each turn in which it was asked.
    news: Vec<ApiNews>,
    /// The time left for the move, in milliseconds, if it is awaited under a clock.
    deadline_ms: Option<u64>,
    /// The time left for delays of the network in this match, in milliseconds; only in contests.
    allowance_ms: Option<u64>,
}

/// What a program is sent in a turn.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ApiNews {
    /// The turn in which it is asked.
    turn: u64,
    /// One or more lines, without the last end of line.
    text: String,
}

/// What a reader of a table wants to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::private) struct TableQuery {
    /// The last turn that the reader knows.
    since: u64,
    /// How long the response may wait until the seat has to move.
    pub(in crate::private) wait: Duration,
    /// Whether the list of legal moves is wanted.
    actions: bool,
}

impl TableQuery {
    pub(in crate::private) fn read(query: Option<&str>) -> Result<TableQuery, HttpError> {
        let mut query = Query::read(query);
        let since = query.take_number("since")?.unwrap_or(0);
        let wait = query.take_number("wait")?.unwrap_or(0);
        let actions = query.take_number("actions")?.unwrap_or(0);
        query.finish()?;
        let within = |key, value: u64, most| {
            if value <= most { Ok(value) } else { Err(HttpError::value(key, &value.to_string())) }
        };
        Ok(TableQuery {
            since,
            wait: Duration::from_secs(within("wait", wait, MAX_WAIT)?),
            actions: within("actions", actions, 1)? == 1,
        })
    }
}

/// A table as its reader sees it.
pub(in crate::private) struct TableAnswer {
    pub(in crate::private) document: Value,
    /// Whether there is something to do: the seat has to move in a turn that is new to it, or the
    /// table is no longer open.
    pub(in crate::private) is_ready: bool,
    /// The seat of the reader.
    pub(in crate::private) seat: Option<Seat>,
}

/// Who reads a table.
#[derive(Clone, Copy)]
pub(in crate::private) struct TableReader<'a> {
    /// The secret of a seat, if one was given.
    pub(in crate::private) secret: Option<&'a str>,
    pub(in crate::private) query: TableQuery,
    pub(in crate::private) language: Language,
    /// Whether this is a new request, and not one that has waited and reads again.
    pub(in crate::private) is_new: bool,
}

/// The table with this id.
pub(in crate::private) fn api_table(
    people: &People,
    id: &str,
    reader: TableReader<'_>,
) -> Result<TableAnswer, HttpError> {
    let row = stored_row(people, id, Timestamp::now())?;
    let seat = reader.secret.map(|secret| seat_of(&row, secret)).transpose()?;
    let table = PlayTable::of(row)?;
    continue_if_due(people, &table);
    if let Some(seat) = seat {
        people.live_tables.note_present(id, seat.0, reader.is_new);
        people.remote_tables.note_appeared(id, seat);
    }
    let document = ApiTable::new(people, &table, seat, reader)?;
    let is_awaited = document.own.as_ref().is_some_and(|own| own.awaited);
    let is_ready = !table.is_open() || (is_awaited && table.due() > reader.query.since);
    let document = serde_json::to_value(document).map_err(|_| HttpError::Ours)?;
    Ok(TableAnswer { document, is_ready, seat })
}

/// A move, as it is sent.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::private) struct ApiMove {
    pub(in crate::private) turn: u64,
    pub(in crate::private) answer: String,
    /// What the player wants to say about it; not stored at tables.
    #[serde(default)]
    pub(in crate::private) note: String,
}

impl ApiMove {
    /// The move in a JSON document.
    pub(in crate::private) fn read(body: &[u8]) -> Result<ApiMove, HttpError> {
        let read: Result<ApiMove, _> = serde_json::from_slice(body);
        let fits = |sent: &ApiMove| sent.note.len() <= MAX_NOTE;
        read.ok().filter(fits).ok_or(HttpError::Barred(AccessDenied::Form))
    }
}

/// Stores the move of the seat with this secret, and returns the table as it is then.
pub(in crate::private) fn api_move(
    people: &People,
    id: &str,
    sent: &ApiMove,
    reader: TableReader<'_>,
) -> Result<TableAnswer, HttpError> {
    let at = Timestamp::now();
    let row = stored_row(people, id, at)?;
    let seat = seat_of(&row, reader.secret.unwrap_or_default())?;
    let table = PlayTable::of(row)?;
    continue_if_due(people, &table);
    if repeats(&table, seat, sent)? {
        return api_table(people, id, reader);
    }
    // A request that waits for the next turn does not hold a thread for it.
    let waits = reader.query.wait.is_zero();
    let given = StoredMove { turn: sent.turn, seat, reply: sent.answer.trim(), waits };
    match store_move(people, &table, given, at)? {
        Ok(()) => api_table(people, id, reader),
        Err((status, why)) => Err(HttpError::Barred(AccessDenied::NotSent(status, why))),
    }
}

/// Whether the seat has given this very answer in this turn, so that a repeated request changes
/// nothing.
fn repeats(table: &PlayTable, seat: Seat, sent: &ApiMove) -> Result<bool, HttpError> {
    let reply = sent.answer.trim();
    let mut answers = table.row.answers.iter();
    if answers.any(|one| one.turn == sent.turn && one.seat == seat.0 && one.reply == reply) {
        return Ok(true);
    }
    let index = usize::try_from(sent.turn.saturating_sub(1)).unwrap_or(usize::MAX);
    let played = table.arbiter.turns().get(index).filter(|_| sent.turn > 0);
    let Some(action) = played.and_then(|turn| turn.action(seat)) else { return Ok(false) };
    if action == reply {
        return Ok(true);
    }
    // Another notation of the same action.
    let mut is_same = false;
    replay(table.game, &table.record(), &mut |arbiter| {
        if arbiter.turns().len() == index {
            let read = arbiter.state().read(seat, reply);
            is_same = read.is_ok_and(|play| play.text() == action);
        }
    })
    .map_err(HttpError::Replay)?;
    Ok(is_same)
}

/// The player at the seat with this secret leaves; at a table the seat becomes free.
pub(in crate::private) fn api_leave(
    people: &People,
    id: &str,
    reader: TableReader<'_>,
) -> Result<Value, HttpError> {
    let row = stored_row(people, id, Timestamp::now())?;
    let seat = seat_of(&row, reader.secret.unwrap_or_default())?;
    let table = PlayTable::of(row)?;
    people.live_tables.note_absent(id, seat.0);
    if people.remote_tables.has(id) && !people.remote_tables.note_left(id, seat) {
        return Err(HttpError::Busy);
    }
    people.live_tables.hint(id);
    let document = ApiTable::new(people, &table, Some(seat), reader)?;
    serde_json::to_value(document).map_err(|_| HttpError::Ours)
}

/// The record of a match, once it is over: before, it would reveal more than players may know.
pub(in crate::private) fn api_record(people: &People, id: &str) -> Result<Vec<u8>, HttpError> {
    let table = load(people, id, Timestamp::now())?;
    if table.is_open() {
        return Err(Resource::Page.unknown("record"));
    }
    Ok(table.record().to_bytes())
}

fn seat_of(row: &TableRow, secret: &str) -> Result<Seat, HttpError> {
    seat_with(row, secret).ok_or_else(|| Resource::Seat.unknown(""))
}

impl ApiTable {
    fn new(
        people: &People,
        table: &PlayTable,
        seat: Option<Seat>,
        reader: TableReader<'_>,
    ) -> Result<ApiTable, HttpError> {
        let (state, header) = (table.arbiter.state(), table.arbiter.table());
        let is_open = table.is_open();
        let entries = (0u8..).map(Seat).zip(&header.seats).zip(&table.row.seats);
        let seats = entries.map(|((seat, entry), row)| ApiSeat {
            name: entry.bot.clone(),
            kind: match row.participant {
                Participant::Person if table.is_remote(seat) => "remote",
                Participant::Person => "person",
                Participant::Builtin(_) => "house",
                Participant::Entrant { .. } => "program",
            },
            to_act: is_open && table.arbiter.to_act().contains(seat),
            has_chosen: is_open && table.has_chosen(seat),
            present: people.live_tables.is_present(&table.row.id, seat.0),
        });
        Ok(ApiTable {
            id: table.row.id.clone(),
            game: header.game.clone(),
            rules: header.rules,
            options: header.options.clone(),
            conditions: header.conditions.clone(),
            protocol: table.game.info().protocol,
            state: state_word(table),
            seats: seats.collect(),
            given: table.row.given,
            played: table.arbiter.turns().len() as u64,
            turns: shown_turns(table, seat, reader.query.since),
            due: is_open.then(|| table.due()),
            board: state.render(seat.map_or(Audience::Spectators, Audience::Seat), reader.language),
            outcome: table.arbiter.outcome().cloned(),
            own: seat.map(|seat| own_seat(people, table, seat, reader.query)).transpose()?,
        })
    }
}

fn state_word(table: &PlayTable) -> &'static str {
    match &table.row.state {
        _ if table.is_open() => "open",
        TableState::Open | TableState::Over => "over",
        TableState::Closed => "closed",
        TableState::Broken(_) => "broken",
    }
}

/// The turns after `since` as `seat` may see them.
fn shown_turns(table: &PlayTable, seat: Option<Seat>, since: u64) -> Vec<Turn> {
    let turns = table.arbiter.turns().iter().filter(|turn| turn.turn > since).cloned();
    if !table.game.info().hidden || !table.is_open() {
        return turns.collect();
    }
    let own = turns.filter_map(|mut turn| {
        turn.moves.retain(|entry| Some(entry.seat) == seat);
        (!turn.moves.is_empty()).then_some(turn)
    });
    own.collect()
}

fn own_seat(
    people: &People,
    table: &PlayTable,
    seat: Seat,
    query: TableQuery,
) -> Result<ApiOwnSeat, HttpError> {
    let state = table.arbiter.state();
    let awaited = table.awaited().contains(seat);
    let wants_actions = awaited && query.actions;
    let clock = table.arbiter.table().seats[seat.index()].move_ms.filter(|_| awaited);
    let deadline_ms = clock.map(|limit| {
        let used = people.live_tables.used(&table.row.id, table.due());
        limit.saturating_sub(u64::try_from(used.as_millis()).unwrap_or(u64::MAX))
    });
    let allowance_ms = table.arbiter.table().conditions.allowance_ms.map(|all| {
        let moves = table.arbiter.turns().iter().flat_map(|turn| &turn.moves);
        let own = moves.filter(|entry| entry.seat == seat);
        let used: f64 = own.filter_map(|entry| entry.remote.network_ms).sum();
        all.saturating_sub(used as u64)
    });
    Ok(ApiOwnSeat {
        seat: seat.0,
        awaited,
        actions: if wants_actions { state.legal_actions(seat, ACTIONS) } else { Vec::new() },
        sees: state.observation(seat),
        news: news(table, seat, query.since)?,
        deadline_ms,
        allowance_ms,
    })
}

/// What a living program at `seat` would have been sent in the turns after `since`.
fn news(table: &PlayTable, seat: Seat, since: u64) -> Result<Vec<ApiNews>, HttpError> {
    let turns = table.arbiter.turns();
    let asks = |turn: &Turn| turn.moves.iter().any(|one| one.seat == seat && !one.automatic);
    // Each turn in which it was asked, as the number of turns before it.
    let asked: Vec<usize> = (0..turns.len()).filter(|index| asks(&turns[*index])).collect();
    let is_new = |index: usize| index as u64 + 1 > since;
    let mut news = Vec::new();
    let mut add = |arbiter: &certamen_game::arbiter::Arbiter| {
        let (state, played) = (arbiter.state(), arbiter.turns());
        let sent = asked[..asked.partition_point(|index| *index < played.len())].last();
        let text = state.updates(seat, &turns[sent.copied().unwrap_or(0)..played.len()]);
        let turn = played.len() as u64 + 1;
        news.extend(
            text.map(|text| ApiNews { turn, text: text.trim_end_matches('\n').to_owned() }),
        );
    };
    if asked.iter().any(|index| is_new(*index)) {
        replay(table.game, &table.record(), &mut |arbiter| {
            let index = arbiter.turns().len();
            if is_new(index) && asked.binary_search(&index).is_ok() {
                add(arbiter);
            }
        })
        .map_err(HttpError::Replay)?;
    }
    if table.awaited().contains(seat) && is_new(turns.len()) {
        add(&table.arbiter);
    }
    Ok(news)
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{
        Draws, Erased, Game, GameInfo, Illegal, OptionsError, ProgramsMemory, Rng, Scoring, Seats,
        State, Table,
        arbiter::{Answer, Arbiter},
    };
    use certamen_i18n::Message;
    use certamen_portal::{AccountId, SeatRow};

    /// Each seat has a card that no other one sees, and puts it down twice.
    struct Cards;

    #[derive(Clone, Serialize)]
    struct Dealt {
        cards: [u8; 2],
        played: u8,
    }

    impl Game for Cards {
        type State = Dealt;
        type Options = Map;

        fn info(&self) -> GameInfo {
            GameInfo {
                slug: "cards",
                title: Message::verbatim("Cards"),
                seats: 2..=2,
                version: 1,
                end_message: None,
                scoring: Scoring::Score,
                protocol: Protocol::Lines,
                move_time: Duration::from_secs(1),
                memory: ProgramsMemory::Match,
                hidden: true,
                draws: Draws::AtStart,
            }
        }

        fn new_initial_state(
            &self,
            _options: &Map,
            _seats: u8,
            rng: &mut Rng,
        ) -> Result<Dealt, OptionsError> {
            let cards = [100, 200].map(|from: u8| from + rng.below(50) as u8);
            Ok(Dealt { cards, played: 0 })
        }
    }

    impl State for Dealt {
        type Action = u8;

        fn seats(&self) -> u8 {
            2
        }

        fn to_act(&self) -> Seats {
            if self.played == 2 { Seats::NONE } else { Seats::first(2) }
        }

        fn legal_actions(&self, seat: Seat) -> impl DoubleEndedIterator<Item = u8> + '_ {
            std::iter::once(self.cards[seat.index()])
        }

        fn read(&self, seat: Seat, _reply: &str) -> Result<u8, Illegal> {
            Ok(self.cards[seat.index()])
        }

        fn apply(&mut self, _joint: &[(Seat, u8)], _rng: &mut Rng) {
            self.played += 1;
        }

        fn outcome(&self) -> Option<Outcome> {
            (self.played == 2).then(|| Outcome::scored(self.cards.map(f64::from)))
        }

        fn observation(&self, seat: Seat) -> String {
            format!("{} {}", self.played, self.cards[seat.index()])
        }

        fn forfeit(&self, _seats: Seats) -> Outcome {
            Outcome::scored([0.0, 0.0])
        }

        fn render(&self, audience: Audience, _language: Language) -> String {
            match audience {
                Audience::Seat(seat) => self.observation(seat),
                Audience::Spectators => self.played.to_string(),
            }
        }
    }

    static GAME: Erased<Cards> = Erased(Cards);

    /// A table after this number of turns, and the cards of its seats.
    fn played(turns: u8) -> (PlayTable, [String; 2]) {
        let table = Table::new(&GAME).unnamed(2).seed(7);
        let mut arbiter = Arbiter::start(&GAME, table).unwrap();
        for _ in 0..turns {
            let zero = Duration::ZERO;
            let answer = |seat| Answer {
                seat: Seat(seat),
                given: Ok("card".into()),
                charged: zero,
                pondered: zero,
                asleep: zero,
            };
            arbiter.answer(vec![answer(0), answer(1)]).unwrap();
        }
        let card = |seat| arbiter.state().observation(Seat(seat)).split_off(2);
        let cards = [card(0), card(1)];
        let seat =
            |secret: &str| SeatRow { participant: Participant::Person, secret: secret.to_owned() };
        let row = TableRow {
            id: "t".to_owned(),
            account: AccountId(1),
            contest: String::new(),
            head: String::new(),
            given: 0,
            state: TableState::Open,
            touched: Timestamp::UNIX_EPOCH,
            seats: vec![seat("k0"), seat("k1")],
            turns: Vec::new(),
            answers: Vec::new(),
        };
        (PlayTable { row, game: &GAME, arbiter }, cards)
    }

    fn people(folder: &std::path::Path) -> People {
        let portal = certamen_portal::Portal::create(folder).unwrap();
        People::new(std::sync::Arc::new(portal), certamen_portal::SiteFile::default())
    }

    #[test]
    fn a_game_that_hides_something_discloses_only_what_a_seat_sees_until_it_is_over() {
        let folder = tempfile::tempdir().unwrap();
        let people = people(folder.path());
        let (query, language) = (TableQuery::default(), Language::En);
        let reader = TableReader { secret: None, query, language, is_new: true };
        let shown = |turns: u8, seat: Option<Seat>| {
            let (table, cards) = played(turns);
            let document = ApiTable::new(&people, &table, seat, reader).unwrap();
            (serde_json::to_string(&document).unwrap(), cards)
        };
        for turns in [0, 1] {
            let (text, cards) = shown(turns, None);
            assert!(cards.iter().all(|card| !text.contains(card)), "spectators: {text}");
            for seat in [0, 1] {
                let (text, cards) = shown(turns, Some(Seat(seat)));
                let [own, other] = [seat, 1 - seat].map(|seat| &cards[usize::from(seat)]);
                assert!(text.contains(own) && !text.contains(other), "{text}");
                assert!(!text.contains("seed"), "{text}");
            }
        }
        let (text, cards) = shown(2, None);
        assert!(cards.iter().all(|card| text.contains(card)), "it is over: {text}");
    }

    #[test]
    fn a_seat_is_sent_what_a_living_program_would_have_been() {
        let (table, cards) = played(1);
        let texts = |since| {
            let news = news(&table, Seat(0), since).unwrap();
            news.into_iter().map(|one| (one.turn, one.text)).collect::<Vec<_>>()
        };
        let [first, second] = [0, 1].map(|turn| (turn + 1, format!("{turn} {}", cards[0])));
        assert_eq!(texts(0), [first, second.clone()]);
        assert_eq!(texts(1), [second]);
        assert!(texts(2).is_empty());
    }

    #[test]
    fn queries_are_read_and_refused_by_name() {
        let read = |query| TableQuery::read(Some(query)).map(|query| query.wait.as_secs());
        assert_eq!(read("since=3&wait=50&actions=1").ok(), Some(50));
        for wrong in ["wait=51", "wait=-1", "since=x", "actions=2", "other=1"] {
            assert_eq!(read(wrong).map_err(|error| error.status()), Err(400), "{wrong}");
        }
    }

    #[test]
    fn moves_have_known_keys_and_short_notes() {
        let read = |body: &str| ApiMove::read(body.as_bytes()).ok();
        let sent = read(r#"{"turn":7,"answer":"12","note":"so"}"#).unwrap();
        assert_eq!((sent.turn, &*sent.answer, &*sent.note), (7, "12", "so"));
        for wrong in ["", "[]", r#"{"turn":-1,"answer":"1"}"#, r#"{"turn":1,"answer":"1","x":1}"#] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        let long = format!(r#"{{"turn":1,"answer":"1","note":"{}"}}"#, "x".repeat(4097));
        assert_eq!(read(&long), None);
    }
}
