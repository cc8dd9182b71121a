//! The pages of a table: for spectators and for a seat, stepping through its match, and the analysis
//! of a position for those who may see it.

use super::{
    PlayTable, guide, load, load_and_continue, may_analyse,
    players::{BUILTIN, LINK, MYSELF, program_value},
    words,
};
use crate::{
    charts,
    frame::PageContext,
    http_error::{HttpError, Resource},
    links::{self, Id, Turn},
    live_tables::TableActivity,
    page::Page,
    private::{
        request::{PageResult, PrivateReply, PrivateRequest, page, page_with},
        stepping::{RecordSource, SteppedMatch},
    },
    public::{ReplayView, ValueText, about, facts_say as facts},
    replay::Replay,
    say,
    throttle::Limited,
};
use askama::Template;
use certamen_game::{Audience, MatchRecord, Seat, replay::replay};
use certamen_games::worth::worth as worth_of;
use certamen_i18n::Message;
use certamen_portal::{Participant, TableState};
use serde::Deserialize;
use std::{collections::BTreeSet, time::Duration};

/// The maximum number of moves shown as buttons; where there are more, they are typed.
const BUTTONS: usize = 40;

/// The form of a seat, with a rejected move, if any.
pub(super) struct SeatForm {
    pub(super) seat: Seat,
    /// The status and the error of the rejected move.
    pub(super) wrong: Option<(u16, Message)>,
    pub(super) typed: String,
}

#[derive(Template)]
#[template(path = "table.html")]
struct WatchPage<'a> {
    frame: PageContext<'a>,
    title: String,
    lobby: String,
    stamp: String,
    stamp_at: String,
    events: String,
    is_open: bool,
    replay: ReplayView,
    /// The reader's name and colour, if they play.
    you: Option<(String, u8)>,
    notices: Vec<String>,
    prompt: Option<Prompt>,
    seats: Vec<SeatLine>,
    /// The links of seats, for the user who opened the table.
    links: Vec<(String, String)>,
    watch: String,
    step: String,
    /// The link to the analysis, for those who may see it.
    worth: String,
    record: String,
    /// The address for closing it, for the user who opened it.
    close: String,
    /// The game in brief, how a move is given, and the link to the whole rules.
    about: String,
    how: String,
    rules: String,
    /// The forms for another match of these players, once this one is over.
    again: Vec<Rematch>,
    /// The address of new tables of the game.
    open: String,
    wrong: String,
}

struct Prompt {
    turn: u64,
    /// The moves to choose from, each with its words.
    moves: Vec<(String, String)>,
    /// The letters that moves consist of, each with what it does.
    letters: Vec<(char, String)>,
    /// The least and the greatest number, where a move is one.
    range: Option<(u64, u64)>,
    typed: String,
    aim: String,
}

/// A form that opens a table like this one.
struct Rematch {
    word: String,
    fields: Vec<(String, String)>,
}

/// The player at a seat, and its status.
struct SeatLine {
    name: String,
    class: u8,
    kind: String,
    doing: String,
}

/// The page for spectators; the user who opened the table can close it here.
pub(in crate::private) fn watch(request: &PrivateRequest<'_>, Id(id): Id) -> PageResult {
    let id = id.as_str();
    let Some(form) = &request.form else {
        let table = load_and_continue(request.people, id, request.now)?;
        return table_page(request, &table, None);
    };
    let member = request.member()?;
    if form.text("do") == "close" {
        request.people.portal.close_live_table((id, member.id), request.now)?;
        request.people.live_tables.hint(id);
    }
    Ok(request.reload())
}

/// The revision of a page.
pub(in crate::private) fn stamp(request: &PrivateRequest<'_>, Id(id): Id) -> PageResult {
    let id = id.as_str();
    let table = load_and_continue(request.people, id, request.now)?;
    let activity = request.people.live_tables.doing(id);
    Ok(PrivateReply::Text(table.stamp(activity_word(activity.as_ref()))))
}

/// The record of a finished match: before the end it would reveal more than players may know.
pub(in crate::private) fn record(request: &PrivateRequest<'_>, Id(id): Id) -> PageResult {
    let id = id.as_str();
    let table = load(request.people, id, request.now)?;
    if table.is_open() {
        return Err(Resource::Page.unknown("record"));
    }
    Ok(PrivateReply::File("match.jsonl", table.record().to_bytes()))
}

pub(super) fn table_page(
    request: &PrivateRequest<'_>,
    table: &PlayTable,
    form: Option<SeatForm>,
) -> PageResult {
    let (frame, id, is_open) = (request.frame(), &table.row.id, table.is_open());
    let activity = request.people.live_tables.doing(id);
    let seat = form.as_ref().map(|form| form.seat);
    let (status, wrong, typed) = match form {
        Some(SeatForm { wrong: Some((status, why)), typed, .. }) => (status, frame.t(why), typed),
        Some(SeatForm { typed, .. }) => (200, String::new(), typed),
        None => (200, String::new(), String::new()),
    };
    let link_if = |shown: bool, path: String| if shown { frame.link(&path) } else { String::new() };
    let is_owner = request.member.as_ref().is_some_and(|member| member.id == table.row.account);
    let slug = table.game.info().slug;
    let seats = (0..table.row.seats.len() as u8).map(Seat);
    page_with(
        status,
        &WatchPage {
            title: frame.t(table.game.info().title),
            lobby: frame.link(links::LOBBY),
            stamp: table.stamp(activity_word(activity.as_ref())),
            stamp_at: frame.link(&format!("{}/stamp", links::table(id))),
            events: format!("/t/{id}/events"),
            is_open,
            replay: replay_view(request, table, seat)?,
            you: seat.map(|seat| (name(frame, table, seat), seat.0 % 8)),
            notices: notices(request, table, seat, activity),
            prompt: seat.and_then(|seat| prompt(frame, table, seat, typed)),
            seats: seats.map(|seat| seat_line(frame, table, seat)).collect(),
            links: if is_owner && is_open { links(frame, table, seat) } else { Vec::new() },
            close: link_if(is_owner && is_open, links::table(id)),
            watch: frame.link(&links::table(id)),
            worth: link_if(may_analyse(request, table), links::table_worth(id, table.due() - 1)),
            step: frame.link(&links::table_match(id)),
            record: link_if(!is_open, format!("{}/record", links::table(id))),
            about: about(slug).map(|about| frame.t(about)).unwrap_or_default(),
            how: guide::how_to_move(slug).map(|how| frame.t(how)).unwrap_or_default(),
            rules: frame.to(&Page::Game(slug.to_owned())),
            again: rematches(request, table, seat, is_owner),
            open: frame.link(&links::open_table(slug)),
            wrong,
            frame,
        },
    )
}

/// The match so far, with the board as the reader may see it.
fn replay_view(
    request: &PrivateRequest<'_>,
    table: &PlayTable,
    seat: Option<Seat>,
) -> Result<ReplayView, HttpError> {
    let replay = Replay::of_record(table.record(), request.language, None)?;
    let frame = request.frame();
    let link = |turn| frame.link(&format!("{}/{turn}", links::table_match(&table.row.id)));
    let mut replay_view = ReplayView::new(frame, &replay, &link);
    if let Some(seat) = seat {
        let (state, audience) = (table.arbiter.state(), Audience::Seat(seat));
        let picture = state.picture(audience, table.arbiter.turns().last(), request.language);
        if let Some(picture) = picture {
            let is_awaited = table.awaited().contains(seat);
            let draw = if is_awaited { charts::pressable_board } else { charts::board };
            replay_view.board = draw(&picture);
            replay_view.description = picture.description;
        }
        replay_view.text = state.render(audience, request.language);
    }
    Ok(replay_view)
}

fn notices(
    request: &PrivateRequest<'_>,
    table: &PlayTable,
    seat: Option<Seat>,
    activity: Option<TableActivity>,
) -> Vec<String> {
    let (frame, mut messages) = (request.frame(), Vec::new());
    match &table.row.state {
        TableState::Closed => messages.push(words::is_closed()),
        TableState::Broken(why) => {
            messages.push(words::is_broken(why.get(request.language)));
        }
        TableState::Open | TableState::Over => {}
    }
    if !table.is_open() {
        return messages.into_iter().map(|message| frame.t(message)).collect();
    }
    if let Some(seat) = seat {
        if table.awaited().contains(seat) {
            messages.push(words::your_turn());
            messages.extend(time_left(request, table, seat));
        } else if table.has_chosen(seat) && !table.awaited().is_empty() {
            messages.push(words::chosen());
        }
    }
    let others: Vec<String> = table
        .arbiter
        .to_act()
        .iter()
        .filter(|other| Some(*other) != seat && !table.has_chosen(*other))
        .map(|other| name(frame, table, other))
        .collect();
    if !others.is_empty() {
        messages.push(words::waiting_for(others.join(", ")));
    }
    match activity {
        Some(TableActivity::Waits(before)) => messages.push(words::in_line(before)),
        Some(TableActivity::Failed(why, _)) => {
            messages.push(words::could_not(why.get(request.language)));
        }
        _ if !request.people.live_tables.are_played() => messages.push(words::no_player_process()),
        _ => {}
    }
    messages.into_iter().map(|message| frame.t(message)).collect()
}

/// The time that a seat has for its move, if a clock runs.
fn time_left(request: &PrivateRequest<'_>, table: &PlayTable, seat: Seat) -> Option<Message> {
    let limit = table.arbiter.table().seats.get(seat.index())?.move_ms?;
    let used = request.people.live_tables.used(&table.row.id, table.due());
    let left = Duration::from_millis(limit).saturating_sub(used);
    // Part of a second is left, too.
    let left = left.as_millis().div_ceil(1000) as u64;
    Some(words::time_left(left, limit.div_ceil(1000)))
}

/// The prompt for a seat, if it is its turn.
fn prompt(frame: PageContext<'_>, table: &PlayTable, seat: Seat, typed: String) -> Option<Prompt> {
    if !table.awaited().contains(seat) {
        return None;
    }
    let state = table.arbiter.state();
    let slug = table.game.info().slug;
    let mut moves = state.legal_actions(seat, BUTTONS + 1);
    if moves.len() > BUTTONS {
        moves.clear();
    }
    moves.extend(guide::spoken_moves(state, seat));
    let mut known = BTreeSet::new();
    moves.retain(|action| known.insert(action.clone()));
    let moves = moves.into_iter().map(|action| (frame.t(guide::move_word(slug, &action)), action));
    let letters = guide::letters(slug).into_iter().map(|(letter, word)| (letter, frame.t(word)));
    Some(Prompt {
        turn: table.due(),
        moves: moves.map(|(word, action)| (action, word)).collect(),
        letters: letters.collect(),
        range: guide::number_range(table.game, state, seat),
        typed,
        aim: state.aim(seat).map(|aim| frame.t(aim)).unwrap_or_default(),
    })
}

/// The forms for another match of the same players, and one with other seats, for the user who
/// opened the table and for visitors, who play alone.
fn rematches(
    request: &PrivateRequest<'_>,
    table: &PlayTable,
    seat: Option<Seat>,
    is_owner: bool,
) -> Vec<Rematch> {
    let is_visitors = request.people.visitor_tables.has(&table.row.id) && seat.is_some();
    if table.is_open() || !(is_owner || is_visitors) {
        return Vec::new();
    }
    let header = table.arbiter.table();
    let own = match &request.member {
        Some(member) if is_owner => table.seats_of(&member.handle),
        _ => seat.into_iter().collect(),
    };
    let seats = (0u8..).map(Seat).zip(&table.row.seats);
    let players: Vec<String> = seats
        .map(|(seat, row)| match &row.participant {
            Participant::Person if own.contains(seat) => MYSELF.to_owned(),
            Participant::Person => LINK.to_owned(),
            Participant::Builtin(name) => format!("{BUILTIN}{name}"),
            Participant::Entrant { contest, name } => program_value(contest, name),
        })
        .collect();
    let options = header.options.iter().map(|(key, value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        (format!("option-{key}"), value)
    });
    let clock = header.seats.iter().find_map(|entry| entry.move_ms);
    let clock = clock.map(|clock| ("clock".to_owned(), (clock / 1000).to_string()));
    let rest: Vec<(String, String)> = options.chain(clock).collect();
    let form = |word: Message, shift: usize| {
        let (count, rest) = (players.len(), rest.clone());
        let seats =
            (0..count).map(|seat| (format!("seat{seat}"), players[(seat + shift) % count].clone()));
        Rematch { word: word.get(request.language), fields: seats.chain(rest).collect() }
    };
    vec![form(words::again(), 0), form(words::again_swapped(), 1)]
}

fn seat_line(frame: PageContext<'_>, table: &PlayTable, seat: Seat) -> SeatLine {
    let participant = &table.row.seats[seat.index()].participant;
    let doing = if !table.is_open() || !table.arbiter.to_act().contains(seat) {
        String::new()
    } else if table.has_chosen(seat) {
        frame.t(words::has_chosen())
    } else {
        frame.t(words::to_move())
    };
    let kind = match participant {
        Participant::Person => words::a_person(),
        Participant::Builtin(name) => words::builtin_player(name),
        Participant::Entrant { contest, .. } => Message::verbatim(contest),
    };
    SeatLine { name: name(frame, table, seat), class: seat.0 % 8, kind: frame.t(kind), doing }
}

/// The links of people at the table except the one at `own`.
fn links(frame: PageContext<'_>, table: &PlayTable, own: Option<Seat>) -> Vec<(String, String)> {
    let seats = (0u8..).map(Seat).zip(&table.row.seats);
    let people = seats.filter(|(_, row)| row.participant == Participant::Person);
    let others = people.filter(|(seat, _)| Some(*seat) != own);
    let links = others.map(|(seat, row)| {
        let to = frame.link(&links::seat(&table.row.id, &row.secret));
        (name(frame, table, seat), to)
    });
    links.collect()
}

fn name(frame: PageContext<'_>, table: &PlayTable, seat: Seat) -> String {
    let seats = &table.arbiter.table().seats;
    seats.get(seat.index()).map(|entry| frame.name(&entry.bot)).unwrap_or_default()
}

fn activity_word(activity: Option<&TableActivity>) -> &'static str {
    match activity {
        None | Some(TableActivity::Played) => "",
        Some(TableActivity::Waits(_)) => "waits",
        Some(TableActivity::Failed(..)) => "failed",
    }
}

#[derive(Template)]
#[template(path = "table_match.html")]
struct SteppingPage<'a> {
    frame: PageContext<'a>,
    title: String,
    back: String,
    replay: ReplayView,
    frames: String,
    /// The link to the analysis, for those who may see it.
    worth: String,
}

#[derive(Deserialize)]
pub(in crate::private) struct TableMatch {
    id: Id,
    turn: Option<Turn>,
}

impl RecordSource for TableMatch {
    /// Whether the user may see analyses of it.
    type Found = bool;

    fn turn(&self) -> Option<u64> {
        self.turn.map(|turn| turn.0)
    }

    fn find(&self, request: &PrivateRequest<'_>) -> Result<(MatchRecord, bool), HttpError> {
        let table = load(request.people, &self.id.0, request.now)?;
        Ok((table.record(), may_analyse(request, &table)))
    }

    fn address(&self) -> String {
        links::table_match(&self.id.0)
    }

    fn frames(&self) -> String {
        format!("{}/frames.js", links::table(&self.id.0))
    }

    fn continued(&self, may_analyse: &bool, turn: u64) -> Option<String> {
        may_analyse.then(|| links::continue_table(&self.id.0, turn))
    }

    fn page(
        &self,
        request: &PrivateRequest<'_>,
        may_analyse: bool,
        stepped: SteppedMatch,
    ) -> PageResult {
        let (frame, id) = (request.frame(), &self.id.0);
        let worth = frame.link(&links::table_worth(id, stepped.replay.turn));
        page(&SteppingPage {
            title: frame.t(stepped.replay.game.info().title),
            back: frame.link(&links::table(id)),
            replay: stepped.view,
            worth: if may_analyse { worth } else { String::new() },
            frames: stepped.frames,
            frame,
        })
    }
}

#[derive(Template)]
#[template(path = "table_worth.html")]
struct TableWorthPage<'a> {
    frame: PageContext<'a>,
    title: String,
    back: String,
    turn: u64,
    replay: ReplayView,
    found: Option<ValueText>,
}

/// The analysis of the position after a turn.
pub(in crate::private) fn worth(
    request: &PrivateRequest<'_>,
    (Id(id), Turn(turn)): (Id, Turn),
) -> PageResult {
    let table = load(request.people, &id, request.now)?;
    if !may_analyse(request, &table) {
        return Err(Resource::Page.unknown("worth"));
    }
    let mut record = table.record();
    let replay_at = Replay::of_record(record.clone(), request.language, Some(turn))?;
    // It takes as long as a move.
    request.limited(Limited::Answer, &id)?;
    let frame = request.frame();
    let link = |turn| frame.link(&links::table_worth(&id, turn));
    record.turns.truncate(usize::try_from(turn).unwrap_or(usize::MAX));
    let arbiter = replay(table.game, &record, &mut |_| {}).map_err(HttpError::Replay)?;
    let value = worth_of(arbiter.state());
    page(&TableWorthPage {
        title: frame.t(table.game.info().title),
        back: frame.link(&format!("{}/{turn}", links::table_match(&id))),
        turn,
        replay: ReplayView::new(frame, &replay_at, &link),
        found: value.map(|value| ValueText::of(frame, &record, &value)),
        frame,
    })
}
