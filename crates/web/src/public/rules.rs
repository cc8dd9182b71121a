//! How a contest is held: its game, its options, its limits, and its file word for word.

use super::{
    contest::PageHead,
    host_texts::{WrittenText, written},
};
use crate::{contest::Revision, frame::Frame, refusal::Refusal, say, veil::Veil};
use askama::Template;

#[derive(Template)]
#[template(path = "rules.html")]
pub(super) struct RulesPage<'a> {
    frame: Frame<'a>,
    head: PageHead,
    texts: Vec<WrittenText>,
    options: Vec<(String, String)>,
    file: String,
}

impl<'a> RulesPage<'a> {
    pub(super) fn new(
        frame: Frame<'a>,
        head: PageHead,
        revision: &Revision,
    ) -> Result<RulesPage<'a>, Refusal> {
        let exhibit = frame.site.shown(&head.slug)?;
        let Some(file) = &revision.file else { return Err(Refusal::NotYet) };
        let mut options = file.game.default_options();
        let known = options.as_object_mut().into_iter().flatten();
        let options = known.map(|(key, value)| {
            let value = file.options.get(key).unwrap_or(value);
            (key.clone(), value.to_string())
        });
        // A course's file names its register and what its hosts only know, those of its championships
        // whose the players are.
        let is_open = revision.veil == Veil::Lifted;
        let text = Some(exhibit.folder.contest_file()).filter(|_| is_open);
        let text = text.and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        let shown: Vec<String> = text.lines().map(certamen_game::legible).collect();
        let texts = written(frame, &exhibit.board().rules);
        Ok(RulesPage { texts, options: options.collect(), file: shown.join("\n"), frame, head })
    }
}
