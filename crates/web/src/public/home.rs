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
    bots: String,
    played: String,
    leader: String,
}

impl<'a> HomePage<'a> {
    pub(super) fn new(frame: Frame<'a>) -> HomePage<'a> {
        let contests = frame.site.exhibits().map(|exhibit| {
            let revision = exhibit.revision();
            let tabled = revision.tabled().ok();
            let leader = tabled.and_then(|tabled| tabled.lines.first());
            let leader = leader.filter(|line| line.played > 0).map(|line| &line.bot);
            // Of a course everybody knows what was published.
            let board = exhibit.board();
            let published = board.publications.last().map(|own| &own.table);
            let published = published.filter(|_| revision.is_veiled());
            let leader = leader.or(published.and_then(|table| Some(&table.first()?.name)));
            let bots = tabled.map(|tabled| tabled.lines.len()).or(published.map(Vec::len));
            let game = revision.game.map(DynGame::info);
            ContestRow {
                to: frame.part(&exhibit.slug, ContestPart::Overview),
                name: frame.name(&revision.name),
                game: game.map(|game| {
                    let to = frame.to(&Page::Game(game.slug.to_owned()));
                    (to, frame.t(game.title))
                }),
                tag: Tag::of(frame, exhibit, &revision),
                bots: bots.map(|bots| frame.count(bots as u64)).unwrap_or_default(),
                played: tabled.map(|_| frame.count(revision.played())).unwrap_or_default(),
                leader: leader.map(|leader| frame.name(leader)).unwrap_or_default(),
            }
        });
        HomePage { frame, contests: contests.collect() }
    }
}
