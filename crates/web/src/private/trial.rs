//! The trial match of a submission, for its author and the organizers.

use super::{
    asked::{PrivateReply, PrivateRequest, heading, page},
    frame::PrivateContext,
    say as own,
    submission::seen,
    tables::Origin,
};
use crate::{
    frame::PageContext,
    http_error::{HttpError, Resource},
    links::Links,
    page::Page,
    private::PrivateRoute,
    public::ReplayView,
    replay::Replay,
    say,
};
use askama::Template;
use certamen_contest::entry::SubmissionIndex;
use std::fs;

#[derive(Template)]
#[template(path = "trial.html")]
struct TrialPage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    back: String,
    entrant: String,
    replay: ReplayView,
    frames: String,
}

/// The page, after a turn or at the end.
pub(super) fn answer(
    asked: &PrivateRequest<'_>,
    id: &str,
    turn: Option<u64>,
) -> Result<PrivateReply, HttpError> {
    let (film, name, entrant) = film(asked, id, turn)?;
    let frame = asked.frame();
    let public = PageContext::new(asked.site, &Page::Home, asked.language, Links::Addresses);
    let way = |turn| frame.way(&PrivateRoute::Trial(id.to_owned(), Some(turn)));
    let mut replay = ReplayView::new(public, &film, &way);
    let origin = |turn| Origin::Trial(id.to_owned(), turn);
    replay.goes_on(&film, &|turn| frame.way(&PrivateRoute::OpenTable(origin(turn))));
    page(
        200,
        &TrialPage {
            heading: heading(frame, &name),
            back: frame.way(&PrivateRoute::Submission(id.to_owned())),
            entrant: frame.name(&entrant),
            replay,
            frames: frame.way(&PrivateRoute::TrialFrames(id.to_owned())),
            frame,
        },
    )
}

/// The data for the player script.
pub(super) fn frames(asked: &PrivateRequest<'_>, id: &str) -> Result<PrivateReply, HttpError> {
    Ok(PrivateReply::Script(film(asked, id, None)?.0.frames(asked.language)?))
}

/// The match with the names of contest and bot, for users who may see the submission.
pub(super) fn film(
    asked: &PrivateRequest<'_>,
    id: &str,
    turn: Option<u64>,
) -> Result<(Replay, String, String), HttpError> {
    if asked.form.is_some() {
        return Err(HttpError::Method("POST".to_owned()));
    }
    let (found, view, _) = seen(asked.site, asked.people, asked.member()?, id)?;
    let unknown = || Resource::Page.unknown("match");
    let roster = SubmissionIndex::read(&view.folder)?;
    let decided = roster.find(id).ok_or_else(unknown)?;
    let record = fs::read(decided.sample_match()).map_err(|_| unknown())?;
    let film = Replay::of(&record, asked.language, turn)?;
    Ok((film, view.revision().name.clone(), found.sent.entrant))
}
