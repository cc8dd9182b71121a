//! The analysis of a position of a table, for those who may see it.

use super::{look, may_unfold, say as tables, stepping};
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
    public::{ReplayView, ValueText, facts_say as words},
    say,
    throttle::Limited,
};
use askama::Template;
use certamen_game::{MatchRecord, replay};
use certamen_games::worth::worth as worth_of;

#[derive(Template)]
#[template(path = "table_worth.html")]
struct WorthPage<'a> {
    frame: PrivateContext<'a>,
    title: String,
    back: String,
    turn: u64,
    replay: ReplayView,
    found: Option<ValueText>,
}

/// The page.
pub(in crate::private) fn worth(
    asked: &PrivateRequest<'_>,
    id: &str,
    turn: u64,
) -> Result<PrivateReply, HttpError> {
    let now = look(asked.people, id, asked.now)?;
    if !may_unfold(asked, &now) {
        return Err(Resource::Page.unknown("worth"));
    }
    let film = stepping::film(asked, id, Some(turn))?;
    // It takes as long as a move.
    asked.limited(Limited::Answer, id)?;
    let frame = asked.frame();
    let public = PageContext::new(asked.site, &Page::Home, asked.language, Links::Addresses);
    let way = |turn| frame.way(&PrivateRoute::TableWorth(id.to_owned(), turn));
    let mut record = now.record();
    record.turns.truncate(usize::try_from(turn).unwrap_or(usize::MAX));
    page(
        200,
        &WorthPage {
            title: frame.t(film.game.info().title),
            back: frame.way(&PrivateRoute::TableMatch(id.to_owned(), Some(turn))),
            turn,
            replay: ReplayView::new(public, &film, &way),
            found: found(public, &record)?,
            frame,
        },
    )
}

/// The value of the position at the end of `record`, if its game can be analysed.
fn found(frame: PageContext<'_>, record: &MatchRecord) -> Result<Option<ValueText>, HttpError> {
    let slug = &record.table.game;
    let game = certamen_games::find(slug).ok_or_else(|| Resource::Game.unknown(slug))?;
    let arbiter = replay::replay(game, record, &mut |_| {}).map_err(HttpError::Replay)?;
    Ok(worth_of(arbiter.state()).map(|worth| ValueText::of(frame, record, &worth)))
}
