//! The page of a game: its rules, its protocol, its options, its built-in players, and starter
//! code. Also the rules page of a contest.

use super::{
    contest::{PageHead, WrittenText, written},
    facts_say,
    games::{OpeningBoard, about, seat_range},
};
use crate::{
    contest::{ContestSnapshot, ContestView},
    frame::PageContext,
    front_say,
    http_error::{HttpError, Resource},
    markdown,
    page::ContestPart,
    pseudonyms::PlayerVisibility,
    say,
};
use askama::Template;
use certamen_contest::ContestFile;
use certamen_game::{DynGame, Language, Map};
use certamen_games::starter;
use serde_json::Value;

#[derive(Template)]
#[template(path = "game.html")]
pub(super) struct GamePage<'a> {
    frame: PageContext<'a>,
    title: String,
    slug: &'static str,
    /// The game in one paragraph; empty for games that were found.
    about: String,
    opening: OpeningBoard,
    /// The link for playing it; empty where no one can.
    play: String,
    seats: String,
    move_time: String,
    options: Vec<OptionRow>,
    builtin: Vec<&'static str>,
    contests: Vec<(String, String)>,
    /// The rules as HTML, in English, and whether that is not the page's language.
    rules_html: String,
    foreign: bool,
    /// The protocol, and the rules of input and output.
    protocol: &'static str,
    rules: String,
    version: u32,
    /// Programming languages, each with starter code.
    starters: Vec<(&'static str, String)>,
}

impl<'a> GamePage<'a> {
    pub(super) fn new(frame: PageContext<'a>, slug: &str) -> Result<Self, HttpError> {
        let game = certamen_games::find(slug).ok_or_else(|| Resource::Game.unknown(slug))?;
        let info = game.info();
        let contests = frame.site.contest_views().filter_map(|view| {
            let snapshot = view.revision();
            let same = snapshot.game.is_some_and(|game| game.info().slug == info.slug);
            let link = (frame.part(&view.slug, ContestPart::Overview), frame.name(&snapshot.name));
            same.then_some(link)
        });
        Ok(GamePage {
            slug: info.slug,
            title: frame.t(info.title),
            about: about(info.slug).map(|about| frame.t(about)).unwrap_or_default(),
            opening: OpeningBoard::of(game, &Map::new(), frame.language),
            play: frame.play(info.slug),
            seats: seat_range(game),
            move_time: format!("{} ms", frame.count(info.move_time.as_millis() as u64)),
            options: option_rows(frame, game),
            builtin: game.builtin_names(),
            contests: contests.collect(),
            rules_html: markdown::html(
                certamen_games::rules(info.slug).unwrap_or_default(),
                "rules",
            ),
            foreign: frame.language != Language::En,
            protocol: info.protocol.word(),
            rules: game.starter_note("protocol").map(|note| frame.t(note)).unwrap_or_default(),
            version: info.version,
            starters: starters(frame, game),
            frame,
        })
    }

    /// The language of the command that begins a bot.
    fn first_language(&self) -> &'static str {
        let mut languages = self.starters.iter().map(|(language, _)| *language);
        let first = languages.clone().next().unwrap_or_default();
        languages.find(|language| *language == "python").unwrap_or(first)
    }
}

fn starters(frame: PageContext<'_>, game: &'static dyn DynGame) -> Vec<(&'static str, String)> {
    let languages = starter::languages(game).into_iter();
    let found = languages.filter_map(|language| {
        let filled = starter::find(game, language)?;
        Some((language, filled.source("my-bot", frame.language)))
    });
    found.collect()
}

struct OptionRow {
    key: String,
    /// Its description, in the reader's language.
    word: String,
    /// Its default; empty where there is none, which the description explains.
    default: String,
    /// The possible values, as far as its schema states them: a range or a list.
    values: Vec<String>,
    range: String,
}

fn option_rows(frame: PageContext<'_>, game: &'static dyn DynGame) -> Vec<OptionRow> {
    let (default, schema) =
        (game.default_options(), certamen_games::options_schema(game.info().slug));
    let options = default.as_object().into_iter().flatten().map(|(key, default)| {
        let property = &schema["properties"][key];
        OptionRow {
            key: key.clone(),
            word: game.option_word(key).map(|word| frame.t(word)).unwrap_or_default(),
            default: if default.is_null() { String::new() } else { default.to_string() },
            values: option_values(&schema, property),
            range: option_range(frame, property).unwrap_or_default(),
        }
    });
    options.collect()
}

fn option_range(frame: PageContext<'_>, property: &Value) -> Option<String> {
    let (low, high) = (property.get("minimum")?.as_u64()?, property.get("maximum")?.as_u64()?);
    Some(format!("{}–{}", frame.count(low), frame.count(high)))
}

fn option_values(schema: &Value, property: &Value) -> Vec<String> {
    let place = property["$ref"].as_str().and_then(|place| place.strip_prefix('#'));
    let named = place.and_then(|place| schema.pointer(place)).unwrap_or(property);
    let listed = named["enum"].as_array().into_iter().flatten();
    let constants = named["oneOf"].as_array().into_iter().flatten().map(|one| &one["const"]);
    listed.chain(constants).filter(|value| value.is_string()).map(Value::to_string).collect()
}

#[derive(Template)]
#[template(path = "rules.html")]
pub(super) struct RulesPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    texts: Vec<WrittenText>,
    options: Vec<(String, String)>,
    file: String,
}

impl<'a> RulesPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        snapshot: &ContestSnapshot,
    ) -> Result<Self, HttpError> {
        let view = frame.site.shown(&head.slug)?;
        let Some(file) = &snapshot.file else { return Err(HttpError::NotYet) };
        let options = contest_options(file).into_iter();
        let options = options.map(|(key, value)| (key, value.to_string()));
        let text = shown_file(&view, snapshot).unwrap_or_default();
        let shown: Vec<String> = text.lines().map(certamen_game::legible).collect();
        let texts = written(frame, &view.board().rules);
        Ok(RulesPage { texts, options: options.collect(), file: shown.join("\n"), frame, head })
    }
}

pub(crate) fn contest_options(file: &ContestFile) -> Map {
    let mut options = file.game.default_options();
    let known = options.as_object_mut().into_iter().flatten();
    let values = known.map(|(key, value)| {
        let value = file.options.get(key).unwrap_or(value);
        (key.clone(), value.clone())
    });
    values.collect()
}

/// The contest file. That of a course is private, since it names the roster, and those of its
/// championships identify the players' teams.
pub(crate) fn shown_file(view: &ContestView, snapshot: &ContestSnapshot) -> Option<String> {
    let path =
        Some(view.folder.contest_file()).filter(|_| snapshot.visibility == PlayerVisibility::Names);
    std::fs::read_to_string(path?).ok()
}
