//! What is told of how a contest is held, and in the words of its hosts.

use crate::{
    board::Announcement,
    contest::{ContestSnapshot, ContestView},
    http_error::HttpError,
    public::{held_options, shown_file},
};
use certamen_game::Map;
use serde::Serialize;

/// A text that a host wrote.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiText {
    /// Its name; one text in several languages has one name.
    name: String,
    /// Its language, where that is said.
    language: Option<String>,
    /// When it is of, as the host wrote it; empty if he did not.
    date: String,
    /// Its title.
    title: String,
    /// What is below it, in Markdown.
    text: String,
}

/// How a contest is held.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiRules {
    /// The slug of its game.
    game: String,
    /// The options of its game, each with its value.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Map<String, serde_json::Value>"))]
    options: Map,
    /// The rules in the words of its hosts.
    texts: Vec<ApiText>,
    /// Its file, where that is for everybody.
    file: Option<String>,
}

/// All of them.
pub(super) fn all(texts: &[Announcement]) -> Vec<ApiText> {
    texts.iter().map(text).collect()
}

/// How a contest is held, once its file can be read.
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
