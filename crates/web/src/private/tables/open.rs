//! Opening a table: a new game or a turn of an earlier match, the options, the players, and the time
//! for people.

use super::{
    guide::{default_opponent, suggested_option, usual_players},
    load, may_analyse,
    players::{BUILTIN, LINK, MYSELF, Opponent, SEATS, SeatAssignment, opponents},
    words,
};
use crate::{
    Slug,
    frame::PageContext,
    http_error::{AccessDenied, HttpError, Resource},
    links,
    page::{ContestPart, Page},
    private::{
        matches::trial_record,
        request::{PageResult, PrivateRequest, limited, page_with},
    },
    public::about,
    say,
    throttle::{Limited, ThrottleKey},
    upload::SentForm,
    visitor_tables::VISITOR,
};
use askama::Template;
use certamen_contest::MoveTime;
use certamen_game::{
    Conditions, DynGame, Map, MatchRecord, ProgramLife, SeatEntry, Table,
    arbiter::Arbiter,
    record::{MEMORY, Via},
};
use certamen_i18n::{Localize, Message};
use certamen_portal::{
    NewTable, OpenTableResult, Participant, PortalError, SeatRow, fresh_id, rights::Permission,
};
use certamen_store::MatchNumber;
use serde::Deserialize;
use serde_json::{Value, json};
use std::{iter, ops::RangeInclusive};

/// The maximum number of turns of a match with people, and the maximum size of their lines.
const MAX_TURNS: u64 = 5_000;
const MAX_BYTES: u64 = 1 << 20;
/// The same for the part of an earlier match that is continued.
const MAX_PAST_TURNS: usize = 15_000;
const MAX_PAST_BYTES: usize = 3 << 20;
/// The same for tables of visitors, which are in memory; the lines of a match that is continued may
/// be as long again.
const VISITOR_TURNS: u64 = 1_000;
const VISITOR_BYTES: u64 = 64 << 10;
/// The maximum length of an option's value, in characters.
const MAX_OPTION: usize = 400;
/// The choices of the time per move, in seconds, beside no limit.
const CLOCKS: [u64; 5] = [10, 30, 60, 180, 600];
/// The range of the time per move of remote players, in milliseconds.
const MOVE_MS: RangeInclusive<u64> = 100..=3_600_000;

#[derive(Template)]
#[template(path = "open_table.html")]
struct OpenPage<'a> {
    frame: PageContext<'a>,
    title: String,
    lobby: String,
    /// The game in brief, and the link to its rules.
    about: String,
    rules: String,
    is_visitor: bool,
    /// The match to continue: the number of turns, the players, and the link.
    past: Option<(u64, String, String)>,
    seats: Vec<SeatField>,
    clocks: Vec<Choice>,
    options: Vec<OptionField>,
    wrong: String,
}

struct OptionField {
    key: String,
    word: String,
    value: String,
}

struct SeatField {
    number: u8,
    choices: Vec<Choice>,
}

struct Choice {
    value: String,
    word: String,
    chosen: bool,
}

/// The form for a new table, or its result.
pub(in crate::private) fn open(request: &PrivateRequest<'_>, origin: &Origin) -> PageResult {
    let start = TableStart::of(request, origin)?;
    if request.member.is_none() && start.past_bytes() > VISITOR_BYTES {
        return Err(HttpError::Barred(AccessDenied::NotSent(422, words::too_long())));
    }
    let opponents = opponents(request, start.game);
    let form_page = OpenForm { request, start: &start, opponents: &opponents };
    let Some(form) = &request.form else { return form_page.page(200, String::new()) };
    match &request.member {
        Some(member) => request.limited(Limited::OpenTable, &member.handle)?,
        None => limited(request.people, Limited::OpenTable, &[ThrottleKey::at(request.from)])?,
    }
    let (table, to) = match form_page.new_table(form)? {
        Ok(opened) => opened,
        Err(why) => return form_page.page(422, why.get(request.language)),
    };
    let refused = match &request.member {
        None => (!request.people.visitor_tables.open(table)).then(words::visitors_full),
        Some(_) => match request.people.portal.open_live_table(table)? {
            OpenTableResult::Opened => None,
            OpenTableResult::Over(over) => Some(over.message()),
        },
    };
    match refused {
        None => Ok(request.redirect(&to)),
        Some(why) => form_page.page(409, why.get(request.language)),
    }
}

/// What distinguishes a table from others of its game.
struct TableDraft {
    seats: SeatAssignment,
    /// The time of people for a move, in milliseconds; no limit if absent.
    move_ms: Option<u64>,
    options: Map,
    /// Whether programs on other machines play instead of people.
    are_remote: bool,
}

struct OpenForm<'a> {
    request: &'a PrivateRequest<'a>,
    start: &'a TableStart,
    opponents: &'a [Opponent],
}

impl OpenForm<'_> {
    fn seat_range(&self) -> RangeInclusive<u8> {
        let range = self.start.game.info().seats;
        match &self.start.past {
            Some(past) => {
                let seats = past.table.seats.len() as u8;
                seats..=seats
            }
            None => *range.start()..=(*range.end()).min(SEATS),
        }
    }

    /// The table in the form, and the page to show then, or why it cannot be opened.
    fn new_table(&self, form: &SentForm) -> Result<Result<(NewTable, String), Message>, HttpError> {
        let OpenForm { request, start, opponents } = self;
        let assignment =
            SeatAssignment::read(request, start.game, &self.seat_range(), opponents, form);
        let seats = match assignment {
            Ok(assignment) => assignment,
            Err(why) => return Ok(Err(why)),
        };
        let own = seats.own;
        let clock: Option<u64> = form.text("clock").parse().ok();
        let clock = clock.filter(|seconds| CLOCKS.contains(seconds));
        let draft = TableDraft {
            seats,
            move_ms: clock.map(|seconds| seconds * 1000),
            options: options(start.game, form),
            are_remote: false,
        };
        let opened = self.opened(draft)?;
        Ok(opened.map(|new| {
            let to = match own {
                Some(own) => links::seat(&new.id, &new.seats[own].secret),
                None => links::table(&new.id),
            };
            (new, to)
        }))
    }

    /// The table of a draft, or why it cannot be opened.
    fn opened(&self, draft: TableDraft) -> Result<Result<NewTable, Message>, HttpError> {
        let OpenForm { request, start, .. } = self;
        let SeatAssignment { participants, names, .. } = draft.seats;
        let seats = participants.iter().zip(names).map(|(participant, name)| {
            if *participant != Participant::Person {
                return SeatEntry::named(name);
            }
            let entry = SeatEntry { move_ms: draft.move_ms, ..SeatEntry::named(name) };
            if draft.are_remote { entry.remote(Via::Sit) } else { entry }
        });
        let table = Table::new(start.game).seats(seats).conditions(self.conditions(&participants));
        let table = match &start.past {
            Some(past) => table.options(past.table.options.clone()).seed(past.table.seed),
            None => table.options(draft.options).seed(seed()?),
        };
        if let Err(error) = Arbiter::start(start.game, table.clone()) {
            return Ok(Err(error.message()));
        }
        let contest = participants.iter().find_map(|participant| match participant {
            Participant::Entrant { contest, .. } => Some(contest.clone()),
            _ => None,
        });
        let seats = participants
            .into_iter()
            .map(|participant| Ok(SeatRow { participant, secret: fresh_id()? }))
            .collect::<Result<Vec<_>, PortalError>>()?;
        Ok(Ok(NewTable {
            id: fresh_id()?,
            account: request.member.as_ref().map_or(VISITOR, |member| member.id),
            contest: contest.unwrap_or_default(),
            head: serde_json::to_string(&table).map_err(|_| HttpError::Ours)?,
            given: start.past.as_ref().map(|past| past.lines.clone()).unwrap_or_default(),
            seats,
            opened: request.now,
        }))
    }

    /// The conditions: those of the contest whose bots play, if any.
    fn conditions(&self, participants: &[Participant]) -> Conditions {
        let default_time = self.start.game.info().move_time;
        let of_contest = participants.iter().find_map(|participant| {
            let Participant::Entrant { contest, name } = participant else { return None };
            let mut opponents = self.opponents.iter();
            let opponent =
                opponents.find(|known| known.contest == *contest && known.name == *name)?;
            let snapshot = self.request.site.contest_view(&Slug::read(contest)?).ok()?.revision();
            let file = snapshot.file.as_ref()?;
            let time = match &file.limits.move_time {
                Some(MoveTime::Fixed(time)) => *time,
                Some(MoveTime::Share(_)) | None => default_time,
            };
            // People have no time limit, and neither have bots that play with them.
            Some(Conditions {
                match_ms: None,
                increment_ms: None,
                adjudication: None,
                life: ProgramLife::Match,
                ..file.conditions(time, &opponent.tier)
            })
        });
        let move_ms = u64::try_from(default_time.as_millis()).unwrap_or(u64::MAX);
        // Built-in players are not programs and need no isolation.
        let usual = of_contest.unwrap_or_else(|| Conditions::usual(move_ms, MEMORY, "D"));
        let (turns, bytes, on_fault) = match &self.start.past {
            Some(PastTurns { table, lines, .. }) => {
                // Earlier faults are judged by the rules of that time.
                (lines.len() as u64, self.start.past_bytes(), table.conditions.on_fault)
            }
            None => (0, 0, usual.on_fault),
        };
        let (more_turns, more_bytes) = match self.request.member {
            Some(_) => (MAX_TURNS, MAX_BYTES),
            None => (VISITOR_TURNS, VISITOR_BYTES),
        };
        let (turns, bytes) = (Some(turns + more_turns), Some(bytes + more_bytes));
        Conditions { turns, bytes, on_fault, ..usual }
    }

    /// The form with its input, and an error.
    fn page(&self, status: u16, wrong: String) -> PageResult {
        let OpenForm { request, start, .. } = self;
        let (frame, slug) = (request.frame(), start.game.info().slug);
        let typed = |key: &str| request.form.as_ref().map(|form| form.text(key).to_owned());
        let past = start.past.as_ref().map(|past| {
            let names = past.table.seats.iter().map(|seat| frame.name(&seat.bot));
            let names: Vec<String> = names.collect();
            (past.lines.len() as u64, names.join(" – "), past.back.clone())
        });
        let defaults = start.game.default_options();
        let options = defaults.as_object().into_iter().flatten().map(|(key, default)| {
            let default = match default {
                Value::String(text) => text.clone(),
                Value::Null => String::new(),
                other => other.to_string(),
            };
            let suggested = suggested_option(slug, key).map(str::to_owned);
            let default = suggested.unwrap_or(default);
            let word = start.game.option_word(key).map(|word| frame.t(word));
            OptionField {
                key: key.clone(),
                word: word.unwrap_or_default(),
                value: typed(&format!("option-{key}")).unwrap_or(default),
            }
        });
        // A continued match keeps its options.
        let options = if past.is_some() { Vec::new() } else { options.collect() };
        let range = self.seat_range();
        let seats = (0..*range.end()).map(|number| {
            let is_optional = number >= *range.start();
            let chosen = typed(&format!("seat{number}"));
            let chosen = chosen.unwrap_or_else(|| self.default_player(number, is_optional));
            SeatField { number, choices: self.choices(&chosen, is_optional) }
        });
        page_with(
            status,
            &OpenPage {
                title: frame.t(start.game.info().title),
                lobby: frame.link(links::LOBBY),
                about: about(slug).map(|about| frame.t(about)).unwrap_or_default(),
                rules: frame.to(&Page::Game(slug.to_owned())),
                is_visitor: request.member.is_none(),
                past,
                seats: seats.collect(),
                clocks: clocks(frame, &typed("clock").unwrap_or_default()),
                options,
                wrong,
                frame,
            },
        )
    }

    /// The default player at a seat: the player of the continued match if available, else a built-in
    /// player.
    fn default_player(&self, number: u8, is_optional: bool) -> String {
        if number == 0 {
            return MYSELF.to_owned();
        }
        if is_optional && number >= usual_players(self.start.game.info().slug) {
            return String::new();
        }
        let before = self.start.past.as_ref().and_then(|past| {
            let bot = &past.table.seats.get(usize::from(number))?.bot;
            let mut opponents = self.opponents.iter();
            opponents.find(|known| known.contest == past.contest && known.name == *bot)
        });
        if let Some(opponent) = before {
            return opponent.value();
        }
        format!("{BUILTIN}{}", default_opponent(self.start.game))
    }

    /// The choices for a seat; an empty seat, too, where possible.
    fn choices(&self, chosen: &str, is_optional: bool) -> Vec<Choice> {
        let frame = self.request.frame();
        let choice = |value: String, word: Message| {
            let chosen = value == chosen;
            Choice { word: frame.t(word), chosen, value }
        };
        let empty = is_optional.then(|| choice(String::new(), words::no_one()));
        let people = [(MYSELF, words::myself()), (LINK, words::by_link())].into_iter();
        // Visitors play alone.
        let people = people.take(if self.request.member.is_some() { 2 } else { 1 });
        let people = people.map(|(value, word)| choice(value.to_owned(), word));
        let builtin = self.start.game.builtin_names().into_iter().rev();
        let builtin =
            builtin.map(|name| choice(format!("{BUILTIN}{name}"), words::builtin_player(name)));
        let bots = self.opponents.iter().map(|opponent| {
            let [name, title] = [&opponent.name, &opponent.title].map(|name| frame.name(name));
            choice(opponent.value(), words::program_of(name, title))
        });
        empty.into_iter().chain(people).chain(builtin).chain(bots).collect()
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::private) struct NewApiTable {
    game: String,
    #[serde(default)]
    options: Map,
    seats: Vec<NewApiSeat>,
    /// The time of remote players for a move, in milliseconds; no limit if absent.
    move_ms: Option<u64>,
}

/// A seat of a table to be opened.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewApiSeat {
    pub(super) kind: NewSeatKind,
    /// The name of a remote player, of a built-in player, or CONTEST/NAME of a bot.
    pub(super) name: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum NewSeatKind {
    Remote,
    House,
    Program,
}

impl NewApiTable {
    pub(in crate::private) fn read(body: &[u8]) -> Result<NewApiTable, HttpError> {
        serde_json::from_slice(body).map_err(|_| HttpError::Barred(AccessDenied::Form))
    }
}

/// Opens a table, and returns its id and the links of its remote players' seats.
pub(in crate::private) fn api_open(
    request: &PrivateRequest<'_>,
    new: &NewApiTable,
) -> Result<Value, HttpError> {
    let denied = |status, why| HttpError::Barred(AccessDenied::NotSent(status, why));
    let member = request.member()?;
    if !request.may(Permission::OpenTable, "") {
        return Err(HttpError::Barred(AccessDenied::SignIn));
    }
    request.limited(Limited::OpenTable, &member.handle)?;
    let move_ms = new.move_ms.map(|given| {
        let is_valid = MOVE_MS.contains(&given);
        is_valid.then_some(given).ok_or_else(|| HttpError::value("move_ms", &given.to_string()))
    });
    let start = TableStart::of(request, &Origin::Game(new.game.clone()))?;
    let opponents = opponents(request, start.game);
    let form = OpenForm { request, start: &start, opponents: &opponents };
    let seats = SeatAssignment::of(start.game, &form.seat_range(), &opponents, &new.seats);
    let draft = TableDraft {
        seats: seats.map_err(|why| denied(422, why))?,
        move_ms: move_ms.transpose()?,
        options: new.options.clone(),
        are_remote: true,
    };
    let table = form.opened(draft)?.map_err(|why| denied(422, why))?;
    let (id, secrets) = (table.id.clone(), table.seats.clone());
    match request.people.portal.open_live_table(table)? {
        OpenTableResult::Over(over) => Err(denied(409, over.message())),
        OpenTableResult::Opened => {
            let link =
                |path: &str| request.people.file.address(&format!("/{}{path}", request.language));
            let seats =
                (0u8..).zip(&secrets).filter(|(_, row)| row.participant == Participant::Person);
            let seats = seats.map(
                |(seat, row)| json!({ "seat": seat, "link": link(&links::seat(&id, &row.secret)) }),
            );
            let seats = seats.collect::<Vec<Value>>();
            Ok(json!({ "id": id, "table": link(&links::table(&id)), "seats": seats }))
        }
    }
}

/// The options that differ from the default. The game reports invalid ones.
fn options(game: &dyn DynGame, form: &SentForm) -> Map {
    let defaults = game.default_options();
    let known = defaults.as_object().into_iter().flatten();
    let given = known.filter_map(|(key, default)| {
        let typed: String = form.text(&format!("option-{key}")).chars().take(MAX_OPTION).collect();
        let value = match (default, serde_json::from_str(&typed)) {
            (Value::String(_), _) | (_, Err(_)) => Value::String(typed.clone()),
            (_, Ok(value)) => value,
        };
        (!typed.is_empty() && value != *default).then(|| (key.clone(), value))
    });
    given.collect()
}

/// An unpredictable number below 2^53.
fn seed() -> Result<u64, PortalError> {
    let digest = blake3::hash(fresh_id()?.as_bytes());
    let first = digest.as_bytes().first_chunk::<8>().copied().unwrap_or_default();
    Ok(u64::from_le_bytes(first) >> 11)
}

fn clocks(frame: PageContext<'_>, chosen: &str) -> Vec<Choice> {
    let none = Choice {
        value: String::new(),
        word: frame.t(words::no_clock()),
        chosen: chosen.is_empty(),
    };
    let some = CLOCKS.map(|seconds| {
        let value = seconds.to_string();
        let word =
            if seconds % 60 == 0 { words::minutes(seconds / 60) } else { words::seconds(seconds) };
        Choice { chosen: value == chosen, word: frame.t(word), value }
    });
    iter::once(none).chain(some).collect()
}

/// The start of a table, as in addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    Game(String),
    /// A match of a contest, after this turn.
    Match(Slug, MatchNumber, u64),
    /// The match of another table, after this turn.
    Table(String, u64),
    /// The trial match of a submission, after this turn.
    Trial(String, u64),
}

/// The start of a table: a new game, or a turn of an earlier match.
struct TableStart {
    game: &'static dyn DynGame,
    /// The match to continue; none for a new one.
    past: Option<PastTurns>,
}

/// The first part of a match, to be continued.
struct PastTurns {
    table: Table,
    /// Its turns as they are in its record.
    lines: Vec<String>,
    /// The contest it was played in; empty if none.
    contest: String,
    back: String,
}

impl TableStart {
    /// The length of the lines of the match that is continued.
    fn past_bytes(&self) -> u64 {
        let lines = self.past.iter().flat_map(|past| &past.lines);
        lines.map(|line| line.len() as u64 + 1).sum()
    }

    /// The match that `origin` names, if the user may continue it.
    fn of(request: &PrivateRequest<'_>, origin: &Origin) -> Result<TableStart, HttpError> {
        let frame = request.frame();
        match origin {
            Origin::Game(slug) => {
                let game =
                    certamen_games::find(slug).ok_or_else(|| Resource::Game.unknown(slug))?;
                Ok(TableStart { game, past: None })
            }
            Origin::Match(slug, number, turn) => {
                let bytes = request.site.contest_view(slug)?.matches()?.record(*number)?;
                let read = MatchRecord::read(bytes.as_slice());
                let (record, _) = read.map_err(|error| HttpError::Record(error.message()))?;
                let back = frame.part(slug, ContestPart::Match(*number, Some(*turn)));
                TableStart::after(record, *turn, slug.as_str(), back)
            }
            Origin::Table(id, turn) => {
                let table = load(request.people, id, request.now)?;
                if !may_analyse(request, &table) {
                    return Err(Resource::Page.unknown("play"));
                }
                let back = frame.link(&format!("{}/{turn}", links::table_match(id)));
                TableStart::after(table.record(), *turn, &table.row.contest, back)
            }
            Origin::Trial(id, turn) => {
                let (record, _) = trial_record(request, id)?;
                let back = frame.link(&format!("{}/{turn}", links::trial(id)));
                TableStart::after(record, *turn, "", back)
            }
        }
    }

    /// The match up to a turn, if there are moves left.
    fn after(
        record: MatchRecord,
        turn: u64,
        contest: &str,
        back: String,
    ) -> Result<TableStart, HttpError> {
        let MatchRecord { table, turns, .. } = record;
        let game =
            certamen_games::find(&table.game).ok_or_else(|| Resource::Game.unknown(&table.game))?;
        let last = turns.len() as u64;
        let played = usize::try_from(turn).unwrap_or(usize::MAX);
        let turns = turns.get(..played).ok_or(HttpError::Turn { given: turn, last })?;
        let lines =
            turns.iter().map(|turn| serde_json::to_string(turn).map_err(|_| HttpError::Ours));
        let lines = lines.collect::<Result<Vec<_>, _>>()?;
        let unplayable = |why| HttpError::Barred(AccessDenied::NotSent(422, why));
        let bytes = lines.iter().map(String::len).sum::<usize>();
        if turns.len() > MAX_PAST_TURNS || bytes > MAX_PAST_BYTES {
            return Err(unplayable(words::too_long()));
        }
        let arbiter = Arbiter::start(game, table.clone());
        let mut arbiter = arbiter.map_err(|error| unplayable(error.message()))?;
        for turn in turns {
            arbiter.replay(turn).map_err(|error| unplayable(error.message()))?;
        }
        if arbiter.outcome().is_some() {
            return Err(unplayable(words::nothing_left(last)));
        }
        let past = PastTurns { table, lines, contest: contest.to_owned(), back };
        Ok(TableStart { game, past: Some(past) })
    }
}
