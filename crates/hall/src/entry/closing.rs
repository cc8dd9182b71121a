//! Tells everybody when so many take part that it is known when entries close.

use super::say;
use certamen_contest::{
    ContestError, Folder,
    entry::{Roster, closing_time},
    file::{Closing, EntryRules},
    telling::{Shelf, ToldText, is_told, tell},
};
use certamen_game::Language;
use jiff::Timestamp;

/// What such a notice is called.
const KEY: &str = "closing";

/// Tells it once. Whoever is stopped before does it the next time.
pub(super) fn tell_closing(
    folder: &Folder,
    rules: &EntryRules,
    now: Timestamp,
) -> Result<(), ContestError> {
    let Some(Closing::After { entrants, .. }) = &rules.closing else { return Ok(()) };
    if is_told(folder, Shelf::Notices, KEY) {
        return Ok(());
    }
    let Some(closes) = closing_time(rules, &Roster::read(folder)?.entered()) else { return Ok(()) };
    let closes = closes.to_zoned(rules.zone.clone()).strftime("%Y-%m-%d %H:%M %Z").to_string();
    let texts = Language::ALL.map(|language| ToldText {
        title: say::closing_title().get(language),
        text: say::closing_text(entrants, &closes).get(language),
        language: Some(language),
    });
    let date = now.to_zoned(rules.zone.clone()).date();
    let told = tell(folder, (Shelf::Notices, KEY), date, &texts);
    told.map(|_| ())
        .map_err(|error| ContestError::Io { path: folder.path().join("notices"), error })
}
