//! Stepping through the match of a table.

use super::{Origin, look, may_unfold, say as words};
use crate::{
    frame::PageContext,
    http_error::HttpError,
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
};
use askama::Template;

#[derive(Template)]
#[template(path = "table_match.html")]
struct SteppingPage<'a> {
    frame: PrivateContext<'a>,
    title: String,
    back: String,
    replay: ReplayView,
    frames: String,
    /// The link to the analysis, for those who may see it.
    worth: String,
}

/// The page, after a turn or at the end.
pub(in crate::private) fn step(
    asked: &PrivateRequest<'_>,
    id: &str,
    turn: Option<u64>,
) -> Result<PrivateReply, HttpError> {
    let film = film(asked, id, turn)?;
    let frame = asked.frame();
    let public = PageContext::new(asked.site, &Page::Home, asked.language, Links::Addresses);
    let way = |turn| frame.way(&PrivateRoute::TableMatch(id.to_owned(), Some(turn)));
    let mut replay = ReplayView::new(public, &film, &way);
    let unfolds = may_unfold(asked, &look(asked.people, id, asked.now)?);
    if unfolds {
        let origin = |turn| Origin::Table(id.to_owned(), turn);
        replay.goes_on(&film, &|turn| frame.way(&PrivateRoute::OpenTable(origin(turn))));
    }
    let worth = PrivateRoute::TableWorth(id.to_owned(), film.turn);
    page(
        200,
        &SteppingPage {
            title: frame.t(film.game.info().title),
            back: frame.way(&PrivateRoute::Table(id.to_owned())),
            replay,
            worth: if unfolds { frame.way(&worth) } else { String::new() },
            frames: frame.way(&PrivateRoute::TableFrames(id.to_owned())),
            frame,
        },
    )
}

/// The data for the player script.
pub(in crate::private) fn frames(
    asked: &PrivateRequest<'_>,
    id: &str,
) -> Result<PrivateReply, HttpError> {
    Ok(PrivateReply::Script(film(asked, id, None)?.frames(asked.language)?))
}

/// The match after a turn, else at its end.
pub(super) fn film(
    asked: &PrivateRequest<'_>,
    id: &str,
    turn: Option<u64>,
) -> Result<Replay, HttpError> {
    if asked.form.is_some() {
        return Err(HttpError::Method("POST".to_owned()));
    }
    Replay::of_record(look(asked.people, id, asked.now)?.record(), asked.language, turn)
}
