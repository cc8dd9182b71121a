//! The match of a table, stepped through as any other.

use super::{Origin, look, may_unfold, say as words};
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
    refusal::Refusal,
    replay::Film,
    say,
};
use askama::Template;

#[derive(Template)]
#[template(path = "table_match.html")]
struct SteppingPage<'a> {
    frame: RoomFrame<'a>,
    title: String,
    back: String,
    replay: Screening,
    frames: String,
    /// Where it is told what the position is worth, for those who may know.
    worth: String,
}

/// The page, after a turn or at the end.
pub(in crate::private) fn step(
    asked: &RoomRequest<'_>,
    id: &str,
    turn: Option<u64>,
) -> Result<RoomReply, Refusal> {
    let film = film(asked, id, turn)?;
    let frame = asked.frame();
    let public = Frame::new(asked.site, &Page::Home, asked.language, Links::Addresses);
    let way = |turn| frame.way(&PrivateRoom::TableMatch(id.to_owned(), Some(turn)));
    let mut replay = Screening::new(public, &film, &way);
    let unfolds = may_unfold(asked, &look(asked.people, id, asked.now)?);
    if unfolds {
        let origin = |turn| Origin::Table(id.to_owned(), turn);
        replay.goes_on(&film, &|turn| frame.way(&PrivateRoom::OpenTable(origin(turn))));
    }
    let worth = PrivateRoom::TableWorth(id.to_owned(), film.turn);
    page(
        200,
        &SteppingPage {
            title: frame.t(film.game.info().title),
            back: frame.way(&PrivateRoom::Table(id.to_owned())),
            replay,
            worth: if unfolds { frame.way(&worth) } else { String::new() },
            frames: frame.way(&PrivateRoom::TableFrames(id.to_owned())),
            frame,
        },
    )
}

/// What the player needs.
pub(in crate::private) fn frames(asked: &RoomRequest<'_>, id: &str) -> Result<RoomReply, Refusal> {
    Ok(RoomReply::Script(film(asked, id, None)?.frames(asked.language)?))
}

/// The match after a turn, else at its end.
pub(super) fn film(asked: &RoomRequest<'_>, id: &str, turn: Option<u64>) -> Result<Film, Refusal> {
    if asked.form.is_some() {
        return Err(Refusal::Method("POST".to_owned()));
    }
    Film::of_record(look(asked.people, id, asked.now)?.record(), asked.language, turn)
}
