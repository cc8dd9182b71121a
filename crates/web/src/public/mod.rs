//! The public pages, a file each: functions of what was read, the same bytes for everybody.

mod bot;
mod contest;
mod entrants;
mod fair_play;
mod field;
mod game;
mod home;
mod matches;
mod matrix;
mod refused;
mod replayed;
mod result;
mod rules;
mod standings;
mod state;

pub(crate) use refused::refused;
pub use replayed::single;

use crate::{
    Slug,
    contest::Exhibit,
    frame::Frame,
    page::{ContestPart, Page},
    refusal::Refusal,
    replay::Film,
};
use askama::Template;
use std::sync::Arc;

/// What an address gives.
pub(crate) enum Written {
    /// A page.
    Html(String),
    /// A script with data.
    Script(String),
}

/// The page that `frame` asks for.
pub(crate) fn write(frame: Frame<'_>) -> Result<Written, Refusal> {
    let Page::Contest(slug, part) = frame.page else {
        return match frame.page {
            Page::Game(slug) => html(&game::GamePage::new(frame, slug)?),
            _ => html(&home::HomePage::new(frame)),
        };
    };
    let exhibit = frame.site.exhibit(slug)?;
    if let ContestPart::Frames(number) = part {
        let bytes = exhibit.results()?.record(*number)?;
        return Ok(Written::Script(Film::of(&bytes, frame.language)?.frames()));
    }
    of_contest(frame, slug, exhibit, part)
}

fn of_contest(
    frame: Frame<'_>,
    slug: &Slug,
    exhibit: &Arc<Exhibit>,
    part: &ContestPart,
) -> Result<Written, Refusal> {
    let revision = exhibit.revision();
    let head = contest::PageHead::new(frame, slug, exhibit, &revision);
    match part {
        ContestPart::Overview => html(&contest::ContestPage::new(frame, head, &revision)),
        ContestPart::Standings => {
            html(&standings::StandingsPage::new(frame, head, revision.tabled()?))
        }
        ContestPart::Matrix => html(&matrix::MatrixPage::new(frame, head, revision.tabled()?)),
        ContestPart::Field => html(&field::FieldPage::new(frame, head, revision.tabled()?)),
        ContestPart::FairPlay => {
            let tabled = revision.tabled()?;
            html(&fair_play::FairPlayPage::new(frame, head, tabled.fair_play(&exhibit.folder)?))
        }
        ContestPart::Entrants => {
            html(&entrants::EntrantsPage::new(frame, head, revision.tabled()?))
        }
        ContestPart::Rules => html(&rules::RulesPage::new(frame, head, &revision)?),
        ContestPart::Matches(search) => {
            let tabled = revision.tabled()?;
            html(&matches::MatchesPage::new(frame, head, (exhibit, tabled), search)?)
        }
        ContestPart::Match(number, turn) => {
            html(&replayed::MatchPage::new(frame, head, exhibit, (*number, *turn))?)
        }
        ContestPart::Bot(name) => {
            let tabled = revision.tabled()?;
            html(&bot::BotPage::new(frame, head, (exhibit, tabled), name)?)
        }
        ContestPart::Frames(_) => Err(Refusal::Ours),
    }
}

fn html(page: &impl Template) -> Result<Written, Refusal> {
    page.render().map(Written::Html).map_err(|_| Refusal::Ours)
}
