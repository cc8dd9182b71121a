//! A game: its card, its options, its house players.

use crate::{
    frame::Frame,
    page::ContestPart,
    refusal::{Refusal, Thing},
    say,
};
use askama::Template;

#[derive(Template)]
#[template(path = "game.html")]
pub(super) struct GamePage<'a> {
    frame: Frame<'a>,
    title: String,
    slug: &'static str,
    seats: String,
    move_time: String,
    options: Vec<(String, String)>,
    house: Vec<&'static str>,
    contests: Vec<(String, String)>,
}

impl<'a> GamePage<'a> {
    pub(super) fn new(frame: Frame<'a>, slug: &str) -> Result<GamePage<'a>, Refusal> {
        let game = certamen_games::find(slug).ok_or_else(|| Thing::Game.unknown(slug))?;
        let info = game.info();
        let (least, most) = (*info.seats.start(), *info.seats.end());
        let options = game.default_options();
        let options = options.as_object().into_iter().flatten();
        let held = frame.site.exhibits().filter_map(|exhibit| {
            let revision = exhibit.revision();
            let same = revision.game.is_some_and(|held| held.info().slug == info.slug);
            let way =
                (frame.part(&exhibit.slug, ContestPart::Overview), frame.name(&revision.name));
            same.then_some(way)
        });
        Ok(GamePage {
            slug: info.slug,
            title: frame.t(info.title),
            seats: if least == most { least.to_string() } else { format!("{least}–{most}") },
            move_time: format!("{} ms", frame.count(info.move_time.as_millis() as u64)),
            options: options.map(|(key, value)| (key.clone(), value.to_string())).collect(),
            house: game.house_names(),
            contests: held.collect(),
            frame,
        })
    }
}
