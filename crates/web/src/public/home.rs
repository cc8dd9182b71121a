//! All contests, as rows.

use super::state::Tag;
use crate::{
    frame::Frame,
    page::{ContestPart, Page},
    say,
};
use askama::Template;
use certamen_game::DynGame;

#[derive(Template)]
#[template(path = "home.html")]
pub(super) struct HomePage<'a> {
    frame: Frame<'a>,
    contests: Vec<ContestRow>,
}

struct ContestRow {
    to: String,
    name: String,
    game: Option<(String, String)>,
    tag: Tag,
    bots: usize,
    played: String,
    leader: String,
}

impl<'a> HomePage<'a> {
    pub(super) fn new(frame: Frame<'a>) -> HomePage<'a> {
        let contests = frame.site.exhibits().map(|exhibit| {
            let revision = exhibit.revision();
            let tabled = revision.tabled().ok();
            let leader = tabled.and_then(|tabled| tabled.lines.first());
            let leader = leader.filter(|line| line.played > 0).map(|line| frame.name(&line.bot));
            let game = revision.game.map(DynGame::info);
            ContestRow {
                to: frame.part(&exhibit.slug, ContestPart::Overview),
                name: frame.name(&revision.name),
                game: game.map(|game| {
                    let to = frame.to(&Page::Game(game.slug.to_owned()));
                    (to, frame.t(game.title))
                }),
                tag: Tag::of(frame, exhibit, &revision),
                bots: tabled.map_or(0, |tabled| tabled.lines.len()),
                played: frame.count(revision.played()),
                leader: leader.unwrap_or_default(),
            }
        });
        HomePage { frame, contests: contests.collect() }
    }
}
