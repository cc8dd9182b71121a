//! The rules of a contest: its game, its options, its limits, and its file.

use super::{
    contest::PageHead,
    host_texts::{WrittenText, written},
};
use crate::{
    contest::{ContestSnapshot, ContestView},
    frame::PageContext,
    http_error::HttpError,
    player_visibility::PlayerVisibility,
    say,
};
use askama::Template;
use certamen_contest::ContestFile;
use certamen_game::Map;

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
    ) -> Result<RulesPage<'a>, HttpError> {
        let view = frame.site.shown(&head.slug)?;
        let Some(file) = &snapshot.file else { return Err(HttpError::NotYet) };
        let options = held_options(file).into_iter();
        let options = options.map(|(key, value)| (key, value.to_string()));
        let text = shown_file(&view, snapshot).unwrap_or_default();
        let shown: Vec<String> = text.lines().map(certamen_game::legible).collect();
        let texts = written(frame, &view.board().rules);
        Ok(RulesPage { texts, options: options.collect(), file: shown.join("\n"), frame, head })
    }
}

/// The options of a contest's game with their values.
pub(crate) fn held_options(file: &ContestFile) -> Map {
    let mut options = file.game.default_options();
    let known = options.as_object_mut().into_iter().flatten();
    let held = known.map(|(key, value)| {
        let value = file.options.get(key).unwrap_or(value);
        (key.clone(), value.clone())
    });
    held.collect()
}

/// The contest file. That of a course is private, since it names the roster, and those of its
/// championships identify the players' teams.
pub(crate) fn shown_file(view: &ContestView, snapshot: &ContestSnapshot) -> Option<String> {
    let path = Some(view.folder.contest_file())
        .filter(|_| snapshot.visibility == PlayerVisibility::Lifted);
    std::fs::read_to_string(path?).ok()
}
