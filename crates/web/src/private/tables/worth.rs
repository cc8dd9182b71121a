//! What a position of a table is worth, for those who may look into what can come of it.

use super::{look, may_unfold, say as tables, stepping};
use crate::{
    frame::Frame,
    links::Links,
    page::Page,
    private::{
        PrivateRoom,
        asked::{RoomReply, RoomRequest, page},
        frame::RoomFrame,
    },
    public::{Screening, ToldWorth, facts_say as words},
    refusal::{Refusal, Thing},
    say,
    throttle::Limited,
};
use askama::Template;
use certamen_game::{MatchRecord, replay};
use certamen_games::worth::worth as worth_of;

#[derive(Template)]
#[template(path = "table_worth.html")]
struct WorthPage<'a> {
    frame: RoomFrame<'a>,
    title: String,
    back: String,
    turn: u64,
    replay: Screening,
    found: Option<ToldWorth>,
}

/// The page.
pub(in crate::private) fn worth(
    asked: &RoomRequest<'_>,
    id: &str,
    turn: u64,
) -> Result<RoomReply, Refusal> {
    let now = look(asked.people, id, asked.now)?;
    if !may_unfold(asked, &now) {
        return Err(Thing::Page.unknown("worth"));
    }
    let film = stepping::film(asked, id, Some(turn))?;
    // It takes the time of a move.
    asked.limited(Limited::Answer, id)?;
    let frame = asked.frame();
    let public = Frame::new(asked.site, &Page::Home, asked.language, Links::Addresses);
    let way = |turn| frame.way(&PrivateRoom::TableWorth(id.to_owned(), turn));
    let mut record = now.record();
    record.turns.truncate(usize::try_from(turn).unwrap_or(usize::MAX));
    page(
        200,
        &WorthPage {
            title: frame.t(film.game.info().title),
            back: frame.way(&PrivateRoom::TableMatch(id.to_owned(), Some(turn))),
            turn,
            replay: Screening::new(public, &film, &way),
            found: found(public, &record)?,
            frame,
        },
    )
}

/// What the position at the end of `record` is worth, if its game knows that.
fn found(frame: Frame<'_>, record: &MatchRecord) -> Result<Option<ToldWorth>, Refusal> {
    let slug = &record.table.game;
    let game = certamen_games::find(slug).ok_or_else(|| Thing::Game.unknown(slug))?;
    let arbiter = replay::replay(game, record, &mut |_| {}).map_err(Refusal::Replay)?;
    Ok(worth_of(arbiter.state()).map(|worth| ToldWorth::of(frame, record, &worth)))
}
