//! A table as its pages show it: to those who look on, and to a seat.

use super::{look, may_unfold, now::TableNow, say as words, table};
use crate::{
    frame::Frame,
    links::Links,
    page::Page,
    private::{
        PrivateRoom,
        asked::{RoomReply, RoomRequest, page},
        frame::RoomFrame,
    },
    public::{Screening, facts_say as facts},
    refusal::{Refusal, Thing},
    replay::Film,
    say,
    sittings::SittingDoing,
};
use askama::Template;
use certamen_game::{Audience, Seat};
use certamen_portal::{Sitter, SittingState};
use certamen_speech::Message;

/// So many moves are buttons; where there are more, they are typed.
const BUTTONS: usize = 40;

/// Somebody on a seat, with what he answered in vain.
pub(super) struct SeatedMember {
    pub(super) seat: Seat,
    /// The status, and why it was not taken.
    pub(super) wrong: Option<(u16, Message)>,
    pub(super) typed: String,
}

#[derive(Template)]
#[template(path = "table.html")]
struct TablePage<'a> {
    frame: RoomFrame<'a>,
    title: String,
    lobby: String,
    stamp: String,
    stamp_at: String,
    /// Where its events come from.
    events: String,
    is_open: bool,
    replay: Screening,
    /// Who looks, if he plays: his name, and the class of its colour.
    you: Option<(String, u8)>,
    notices: Vec<String>,
    ask: Option<Prompt>,
    seats: Vec<SeatLine>,
    /// The seats of people, for whoever opened the table.
    links: Vec<(String, String)>,
    watch: String,
    step: String,
    /// Where it is told what the position is worth, for those who may know.
    worth: String,
    record: String,
    /// Where whoever opened it closes it.
    close: String,
    wrong: String,
}

/// What somebody is asked.
struct Prompt {
    turn: u64,
    moves: Vec<String>,
    typed: String,
    aim: String,
}

/// Who sits on a seat, and what he does.
struct SeatLine {
    name: String,
    class: u8,
    kind: String,
    doing: String,
}

/// The page of those who look on; whoever opened the table closes it here.
pub(in crate::private) fn watch(asked: &RoomRequest<'_>, id: &str) -> Result<RoomReply, Refusal> {
    let Some(form) = &asked.form else {
        let now = table(asked.people, id, asked.now)?;
        return shown(asked, &now, None);
    };
    let member = asked.member()?;
    if form.text("do") == "close" {
        asked.people.portal.close_sitting((id, member.id), asked.now)?;
        asked.people.sittings.hint(id);
    }
    Ok(asked.elsewhere(asked.room))
}

/// What tells a page whether it would be another.
pub(in crate::private) fn stamp(asked: &RoomRequest<'_>, id: &str) -> Result<RoomReply, Refusal> {
    let now = table(asked.people, id, asked.now)?;
    let doing = asked.people.sittings.doing(id);
    Ok(RoomReply::Word(now.stamp(doing_word(doing.as_ref()))))
}

/// The record of a match that is over: before, it would tell more than players may know.
pub(in crate::private) fn record(asked: &RoomRequest<'_>, id: &str) -> Result<RoomReply, Refusal> {
    let now = look(asked.people, id, asked.now)?;
    if now.is_open() {
        return Err(Thing::Page.unknown("record"));
    }
    Ok(RoomReply::File("match.jsonl", now.record().to_bytes()))
}

/// The page.
pub(super) fn shown(
    asked: &RoomRequest<'_>,
    now: &TableNow,
    seated: Option<SeatedMember>,
) -> Result<RoomReply, Refusal> {
    let (frame, id) = (asked.frame(), now.row.id.clone());
    let doing = asked.people.sittings.doing(&id);
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
    let worth = PrivateRoom::TableWorth(id.clone(), now.arbiter.turns().len() as u64);
    let watch = way(PrivateRoom::Table(id.clone()));
    page(
        status,
        &TablePage {
            title: frame.t(now.game.info().title),
            lobby: way(PrivateRoom::Play),
            stamp: now.stamp(doing_word(doing.as_ref())),
            stamp_at: way(PrivateRoom::TableStamp(id.clone())),
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
            step: way(PrivateRoom::TableMatch(id.clone(), None)),
            record: if is_open { String::new() } else { way(PrivateRoom::TableRecord(id)) },
            wrong,
            frame,
        },
    )
}

/// The match so far, with the board as whoever looks may see it.
fn screening(
    asked: &RoomRequest<'_>,
    now: &TableNow,
    seat: Option<Seat>,
) -> Result<Screening, Refusal> {
    let film = Film::of_record(now.record(), asked.language, None)?;
    let public = Frame::new(asked.site, &Page::Home, asked.language, Links::Addresses);
    let id = &now.row.id;
    let way = |turn| asked.frame().way(&PrivateRoom::TableMatch(id.clone(), Some(turn)));
    let mut screening = Screening::new(public, &film, &way);
    if let Some(seat) = seat {
        let (state, audience) = (now.arbiter.state(), Audience::Seat(seat));
        let picture = state.picture(audience, now.arbiter.turns().last(), asked.language);
        if let Some(picture) = picture {
            let presses = now.awaited().contains(seat);
            let draw =
                if presses { certamen_charts::pressable_board } else { certamen_charts::board };
            screening.board = draw(&picture);
            screening.told = picture.told;
        }
        screening.text = state.render(audience, asked.language);
    }
    Ok(screening)
}

/// What is to be said of the table beside the board.
fn notices(
    asked: &RoomRequest<'_>,
    now: &TableNow,
    (seat, doing): (Option<Seat>, Option<SittingDoing>),
) -> Vec<String> {
    let (frame, mut said) = (asked.frame(), Vec::new());
    match &now.row.state {
        SittingState::Closed => said.push(words::is_closed()),
        SittingState::Broken(why) => {
            said.push(words::is_broken(why.get(asked.language)));
        }
        SittingState::Open | SittingState::Over => {}
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
        Some(SittingDoing::Waits(before)) => said.push(words::in_line(before)),
        Some(SittingDoing::Failed(why, _)) => {
            said.push(words::could_not(why.get(asked.language)));
        }
        _ if !asked.people.sittings.are_played() => said.push(words::nobody_plays()),
        _ => {}
    }
    said.into_iter().map(|message| frame.t(message)).collect()
}

/// What a seat is asked, if it is its turn.
fn ask(frame: RoomFrame<'_>, now: &TableNow, seat: Seat, typed: String) -> Option<Prompt> {
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

fn line(frame: RoomFrame<'_>, now: &TableNow, seat: Seat) -> SeatLine {
    let sitter = &now.row.chairs[seat.index()].sitter;
    let doing = if !now.is_open() || !now.arbiter.to_act().contains(seat) {
        String::new()
    } else if now.has_chosen(seat) {
        frame.t(words::has_chosen())
    } else {
        frame.t(words::to_move())
    };
    let kind = match sitter {
        Sitter::Person => words::a_person(),
        Sitter::House(name) => words::house_player(name),
        Sitter::Entrant { contest, .. } => Message::verbatim(contest),
    };
    SeatLine { name: name(frame, now, seat), class: seat.0 % 8, kind: frame.t(kind), doing }
}

/// The links of the people at the table but the one at `own`.
fn links(frame: RoomFrame<'_>, now: &TableNow, own: Option<Seat>) -> Vec<(String, String)> {
    let chairs = (0u8..).map(Seat).zip(&now.row.chairs);
    let people = chairs.filter(|(_, chair)| chair.sitter == Sitter::Person);
    let others = people.filter(|(seat, _)| Some(*seat) != own);
    let links = others.map(|(seat, chair)| {
        let room = PrivateRoom::TableSeat(now.row.id.clone(), chair.secret.clone());
        (name(frame, now, seat), frame.way(&room))
    });
    links.collect()
}

fn name(frame: RoomFrame<'_>, now: &TableNow, seat: Seat) -> String {
    let seats = &now.arbiter.table().seats;
    seats.get(seat.index()).map(|entry| frame.name(&entry.bot)).unwrap_or_default()
}

fn doing_word(doing: Option<&SittingDoing>) -> &'static str {
    match doing {
        None | Some(SittingDoing::Played) => "",
        Some(SittingDoing::Waits(_)) => "waits",
        Some(SittingDoing::Failed(..)) => "failed",
    }
}
