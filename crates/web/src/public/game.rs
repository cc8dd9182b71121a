//! The page of a game: its rules, its protocol, its options, its built-in players, and starter
//! code.

use super::{
    facts_say as words,
    game_options::{self, OptionRow},
};
use crate::{
    frame::PageContext,
    http_error::{HttpError, Resource},
    markdown,
    page::ContestPart,
    say,
};
use askama::Template;
use certamen_game::{DynGame, Language};
use certamen_games::starter;

#[derive(Template)]
#[template(path = "game.html")]
pub(super) struct GamePage<'a> {
    frame: PageContext<'a>,
    title: String,
    slug: &'static str,
    seats: String,
    move_time: String,
    options: Vec<OptionRow>,
    house: Vec<&'static str>,
    contests: Vec<(String, String)>,
    /// The rules as HTML, in English, and whether that is not the page's language.
    told: String,
    foreign: bool,
    /// The protocol, and the rules of input and output.
    protocol: &'static str,
    rules: String,
    version: u32,
    /// Programming languages, each with starter code.
    starters: Vec<(&'static str, String)>,
}

impl<'a> GamePage<'a> {
    pub(super) fn new(frame: PageContext<'a>, slug: &str) -> Result<GamePage<'a>, HttpError> {
        let game = certamen_games::find(slug).ok_or_else(|| Resource::Game.unknown(slug))?;
        let info = game.info();
        let (least, most) = (*info.seats.start(), *info.seats.end());
        let held = frame.site.exhibits().filter_map(|view| {
            let snapshot = view.revision();
            let same = snapshot.game.is_some_and(|held| held.info().slug == info.slug);
            let way = (frame.part(&view.slug, ContestPart::Overview), frame.name(&snapshot.name));
            same.then_some(way)
        });
        Ok(GamePage {
            slug: info.slug,
            title: frame.t(info.title),
            seats: if least == most { least.to_string() } else { format!("{least}–{most}") },
            move_time: format!("{} ms", frame.count(info.move_time.as_millis() as u64)),
            options: game_options::all(frame, game),
            house: game.builtin_names(),
            contests: held.collect(),
            told: markdown::html(certamen_games::rules(info.slug).unwrap_or_default(), "rules"),
            foreign: frame.language != Language::En,
            protocol: info.protocol.word(),
            rules: game.starter_note("protocol").map(|note| frame.t(note)).unwrap_or_default(),
            version: info.version,
            starters: starters(frame, game),
            frame,
        })
    }
}

/// Starter code, with comments in the reader's language.
fn starters(frame: PageContext<'_>, game: &'static dyn DynGame) -> Vec<(&'static str, String)> {
    let languages = starter::languages(game).into_iter();
    let found = languages.filter_map(|language| {
        let filled = starter::find(game, language)?;
        Some((language, filled.source("my-bot", frame.language)))
    });
    found.collect()
}
