//! API documents of rules and announcements.

use crate::{
    board::Announcement,
    contest::{ContestSnapshot, ContestView},
    http_error::HttpError,
    public::{held_options, shown_file},
};
use certamen_game::Map;
use serde::Serialize;

/// A text that an organizer wrote.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiText {
    /// Its name, the same in all languages.
    name: String,
    /// Its language, if given.
    language: Option<String>,
    /// Its date as the organizer wrote it; empty if there is none.
    date: String,
    /// Its title.
    title: String,
    /// Its body, in Markdown.
    text: String,
}

/// The rules of a contest.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiRules {
    /// The slug of its game.
    game: String,
    /// The options of its game with their values.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Map<String, serde_json::Value>"))]
    options: Map,
    /// The rules as the organizers wrote them.
    texts: Vec<ApiText>,
    /// The contest file, where it is public.
    file: Option<String>,
}

/// All texts.
pub(super) fn all(texts: &[Announcement]) -> Vec<ApiText> {
    texts.iter().map(text).collect()
}

/// The rules of a contest, once its file can be read.
pub(super) fn rules(view: &ContestView, snapshot: &ContestSnapshot) -> Result<ApiRules, HttpError> {
    let Some(file) = &snapshot.file else { return Err(HttpError::NotYet) };
    Ok(ApiRules {
        game: file.game.info().slug.to_owned(),
        options: held_options(file),
        texts: all(&view.board().rules),
        file: shown_file(view, snapshot),
    })
}

fn text(text: &Announcement) -> ApiText {
    ApiText {
        name: text.name.clone(),
        language: text.language.map(|language| language.to_string()),
        date: text.date.clone(),
        title: text.title.clone(),
        text: text.text.clone(),
    }
}
