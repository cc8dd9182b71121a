//! The match that a program played before it was let in, for its author and the hosts.

use super::{
    asked::{RoomReply, RoomRequest, heading, page},
    frame::RoomFrame,
    say as own,
    submission::seen,
    tables::Origin,
};
use crate::{
    frame::Frame,
    links::Links,
    page::Page,
    private::PrivateRoom,
    public::Screening,
    refusal::{Refusal, Thing},
    replay::Film,
    say,
};
use askama::Template;
use certamen_contest::entry::Roster;
use std::fs;

#[derive(Template)]
#[template(path = "trial.html")]
struct TrialPage<'a> {
    frame: RoomFrame<'a>,
    heading: String,
    back: String,
    entrant: String,
    replay: Screening,
    frames: String,
}

/// The page, after a turn or at the end.
pub(super) fn answer(
    asked: &RoomRequest<'_>,
    id: &str,
    turn: Option<u64>,
) -> Result<RoomReply, Refusal> {
    let (film, name, entrant) = film(asked, id, turn)?;
    let frame = asked.frame();
    let public = Frame::new(asked.site, &Page::Home, asked.language, Links::Addresses);
    let way = |turn| frame.way(&PrivateRoom::Trial(id.to_owned(), Some(turn)));
    let mut replay = Screening::new(public, &film, &way);
    let origin = |turn| Origin::Trial(id.to_owned(), turn);
    replay.goes_on(&film, &|turn| frame.way(&PrivateRoom::OpenTable(origin(turn))));
    page(
        200,
        &TrialPage {
            heading: heading(frame, &name),
            back: frame.way(&PrivateRoom::Submission(id.to_owned())),
            entrant: frame.name(&entrant),
            replay,
            frames: frame.way(&PrivateRoom::TrialFrames(id.to_owned())),
            frame,
        },
    )
}

/// What the player needs.
pub(super) fn frames(asked: &RoomRequest<'_>, id: &str) -> Result<RoomReply, Refusal> {
    Ok(RoomReply::Script(film(asked, id, None)?.0.frames(asked.language)?))
}

/// The match with the names of the contest and of the program, for whoever may see the submission.
pub(super) fn film(
    asked: &RoomRequest<'_>,
    id: &str,
    turn: Option<u64>,
) -> Result<(Film, String, String), Refusal> {
    if asked.form.is_some() {
        return Err(Refusal::Method("POST".to_owned()));
    }
    let (found, exhibit, _) = seen(asked.site, asked.people, asked.member()?, id)?;
    let unknown = || Thing::Page.unknown("match");
    let roster = Roster::read(&exhibit.folder)?;
    let filed = roster.find(id).ok_or_else(unknown)?;
    let record = fs::read(filed.specimen()).map_err(|_| unknown())?;
    let film = Film::of(&record, asked.language, turn)?;
    Ok((film, exhibit.revision().name.clone(), found.sent.entrant))
}
