//! The pages of a table: for spectators, and for a seat.

use super::{look, may_unfold, now::TableNow, say as words, table};
use crate::{
    frame::PageContext,
    http_error::{HttpError, Resource},
    links::Links,
    page::Page,
    private::{
        PrivateRoute,
        asked::{PrivateReply, PrivateRequest, page},
        frame::PrivateContext,
    },
    public::{ReplayView, facts_say as facts},
    replay::Replay,
    say,
    sittings::TableActivity,
};
use askama::Template;
use certamen_game::{Audience, Seat};
use certamen_i18n::Message;
use certamen_portal::{Participant, TableState};

/// The maximum number of moves shown as buttons; where there are more, they are typed.
const BUTTONS: usize = 40;

/// The player at a seat, with a rejected move, if any.
pub(super) struct SeatedMember {
    pub(super) seat: Seat,
    /// The status and the error of the rejected move.
    pub(super) wrong: Option<(u16, Message)>,
    pub(super) typed: String,
}

#[derive(Template)]
#[template(path = "table.html")]
struct TablePage<'a> {
    frame: PrivateContext<'a>,
    title: String,
    lobby: String,
    stamp: String,
    stamp_at: String,
    /// The address of its events.
    events: String,
    is_open: bool,
    replay: ReplayView,
    /// The reader's name and colour, if they play.
    you: Option<(String, u8)>,
    notices: Vec<String>,
    ask: Option<Prompt>,
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
    wrong: String,
}

/// The prompt for a move.
struct Prompt {
    turn: u64,
    moves: Vec<String>,
    typed: String,
    aim: String,
}

/// The player at a seat, and its status.
struct SeatLine {
    name: String,
    class: u8,
    kind: String,
    doing: String,
}

/// The page for spectators; the user who opened the table can close it here.
pub(in crate::private) fn watch(
    asked: &PrivateRequest<'_>,
    id: &str,
) -> Result<PrivateReply, HttpError> {
    let Some(form) = &asked.form else {
        let now = table(asked.people, id, asked.now)?;
        return shown(asked, &now, None);
    };
    let member = asked.member()?;
    if form.text("do") == "close" {
        asked.people.portal.close_sitting((id, member.id), asked.now)?;
        asked.people.live_tables.hint(id);
    }
    Ok(asked.elsewhere(asked.room))
}

/// The revision of a page.
pub(in crate::private) fn stamp(
    asked: &PrivateRequest<'_>,
    id: &str,
) -> Result<PrivateReply, HttpError> {
    let now = table(asked.people, id, asked.now)?;
    let doing = asked.people.live_tables.doing(id);
    Ok(PrivateReply::Word(now.stamp(doing_word(doing.as_ref()))))
}

/// The record of a finished match: before the end it would reveal more than players may know.
pub(in crate::private) fn record(
    asked: &PrivateRequest<'_>,
    id: &str,
) -> Result<PrivateReply, HttpError> {
    let now = look(asked.people, id, asked.now)?;
    if now.is_open() {
        return Err(Resource::Page.unknown("record"));
    }
    Ok(PrivateReply::File("match.jsonl", now.record().to_bytes()))
}

/// The page.
pub(super) fn shown(
    asked: &PrivateRequest<'_>,
    now: &TableNow,
    seated: Option<SeatedMember>,
) -> Result<PrivateReply, HttpError> {
    let (frame, id) = (asked.frame(), now.row.id.clone());
    let doing = asked.people.live_tables.doing(&id);
    let seat = seated.as_ref().map(|seated| seated.seat);
    let (status, wrong, typed) = match seated {
        Some(SeatedMember { wrong: Some((status, why)), typed, .. }) => {
            (status, frame.t(why), typed)
        }
        _ => (200, String::new(), String::new()),
    };
    let owner = asked.member.as_ref().is_some_and(|member| member.id == now.row.account);
    let way = |room| frame.way(&room);
    let is_open = now.is_open();
    let worth = PrivateRoute::TableWorth(id.clone(), now.arbiter.turns().len() as u64);
    let watch = way(PrivateRoute::Table(id.clone()));
    page(
        status,
        &TablePage {
            title: frame.t(now.game.info().title),
            lobby: way(PrivateRoute::Play),
            stamp: now.stamp(doing_word(doing.as_ref())),
            stamp_at: way(PrivateRoute::TableStamp(id.clone())),
            events: format!("/t/{id}/events"),
            is_open,
            replay: screening(asked, now, seat)?,
            you: seat.map(|seat| (name(frame, now, seat), seat.0 % 8)),
            notices: notices(asked, now, (seat, doing)),
            ask: seat.and_then(|seat| ask(frame, now, seat, typed)),
            seats: (0..now.row.chairs.len() as u8)
                .map(|seat| line(frame, now, Seat(seat)))
                .collect(),
            links: if owner && is_open { links(frame, now, seat) } else { Vec::new() },
            close: if owner && is_open { watch.clone() } else { String::new() },
            watch,
            worth: if may_unfold(asked, now) { way(worth) } else { String::new() },
            step: way(PrivateRoute::TableMatch(id.clone(), None)),
            record: if is_open { String::new() } else { way(PrivateRoute::TableRecord(id)) },
            wrong,
            frame,
        },
    )
}

/// The match so far, with the board as the reader may see it.
fn screening(
    asked: &PrivateRequest<'_>,
    now: &TableNow,
    seat: Option<Seat>,
) -> Result<ReplayView, HttpError> {
    let film = Replay::of_record(now.record(), asked.language, None)?;
    let public = PageContext::new(asked.site, &Page::Home, asked.language, Links::Addresses);
    let id = &now.row.id;
    let way = |turn| asked.frame().way(&PrivateRoute::TableMatch(id.clone(), Some(turn)));
    let mut replay_view = ReplayView::new(public, &film, &way);
    if let Some(seat) = seat {
        let (state, audience) = (now.arbiter.state(), Audience::Seat(seat));
        let picture = state.picture(audience, now.arbiter.turns().last(), asked.language);
        if let Some(picture) = picture {
            let presses = now.awaited().contains(seat);
            let draw = if presses { crate::charts::pressable_board } else { crate::charts::board };
            replay_view.board = draw(&picture);
            replay_view.told = picture.told;
        }
        replay_view.text = state.render(audience, asked.language);
    }
    Ok(replay_view)
}

/// Messages beside the board.
fn notices(
    asked: &PrivateRequest<'_>,
    now: &TableNow,
    (seat, doing): (Option<Seat>, Option<TableActivity>),
) -> Vec<String> {
    let (frame, mut said) = (asked.frame(), Vec::new());
    match &now.row.state {
        TableState::Closed => said.push(words::is_closed()),
        TableState::Broken(why) => {
            said.push(words::is_broken(why.get(asked.language)));
        }
        TableState::Open | TableState::Over => {}
    }
    if !now.is_open() {
        return said.into_iter().map(|message| frame.t(message)).collect();
    }
    if let Some(seat) = seat {
        if now.awaited().contains(seat) {
            said.push(words::your_turn());
        } else if now.has_chosen(seat) && !now.awaited().is_empty() {
            said.push(words::chosen());
        }
    }
    let others: Vec<String> = now
        .arbiter
        .to_act()
        .iter()
        .filter(|other| Some(*other) != seat && !now.has_chosen(*other))
        .map(|other| name(frame, now, other))
        .collect();
    if !others.is_empty() {
        said.push(words::waiting_for(others.join(", ")));
    }
    match doing {
        Some(TableActivity::Waits(before)) => said.push(words::in_line(before)),
        Some(TableActivity::Failed(why, _)) => {
            said.push(words::could_not(why.get(asked.language)));
        }
        _ if !asked.people.live_tables.are_played() => said.push(words::nobody_plays()),
        _ => {}
    }
    said.into_iter().map(|message| frame.t(message)).collect()
}

/// The prompt for a seat, if it is its turn.
fn ask(frame: PrivateContext<'_>, now: &TableNow, seat: Seat, typed: String) -> Option<Prompt> {
    if !now.awaited().contains(seat) {
        return None;
    }
    let state = now.arbiter.state();
    let mut moves = state.legal_actions(seat, BUTTONS + 1);
    if moves.len() > BUTTONS {
        moves.clear();
    }
    let aim = state.aim(seat).map(|aim| frame.t(aim)).unwrap_or_default();
    Some(Prompt { turn: now.due(), moves, typed, aim })
}

fn line(frame: PrivateContext<'_>, now: &TableNow, seat: Seat) -> SeatLine {
    let participant = &now.row.chairs[seat.index()].participant;
    let doing = if !now.is_open() || !now.arbiter.to_act().contains(seat) {
        String::new()
    } else if now.has_chosen(seat) {
        frame.t(words::has_chosen())
    } else {
        frame.t(words::to_move())
    };
    let kind = match participant {
        Participant::Person => words::a_person(),
        Participant::House(name) => words::house_player(name),
        Participant::Entrant { contest, .. } => Message::verbatim(contest),
    };
    SeatLine { name: name(frame, now, seat), class: seat.0 % 8, kind: frame.t(kind), doing }
}

/// The links of people at the table except the one at `own`.
fn links(frame: PrivateContext<'_>, now: &TableNow, own: Option<Seat>) -> Vec<(String, String)> {
    let chairs = (0u8..).map(Seat).zip(&now.row.chairs);
    let people = chairs.filter(|(_, chair)| chair.participant == Participant::Person);
    let others = people.filter(|(seat, _)| Some(*seat) != own);
    let links = others.map(|(seat, chair)| {
        let room = PrivateRoute::TableSeat(now.row.id.clone(), chair.secret.clone());
        (name(frame, now, seat), frame.way(&room))
    });
    links.collect()
}

fn name(frame: PrivateContext<'_>, now: &TableNow, seat: Seat) -> String {
    let seats = &now.arbiter.table().seats;
    seats.get(seat.index()).map(|entry| frame.name(&entry.bot)).unwrap_or_default()
}

fn doing_word(doing: Option<&TableActivity>) -> &'static str {
    match doing {
        None | Some(TableActivity::Played) => "",
        Some(TableActivity::Waits(_)) => "waits",
        Some(TableActivity::Failed(..)) => "failed",
    }
}
