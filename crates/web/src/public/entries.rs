//! Until when programs are taken in, how many are waited for, and what changed among them.

use super::entries_say as words;
use crate::{
    board::Board,
    contest::Revision,
    dates::ShownTime,
    frame::Frame,
    page::{ContestPart, Page},
};
use certamen_contest::{
    entry::{EntryChange, EntryMove, LeftAs, closing_time},
    file::{Closing, EntryRules},
};
use certamen_speech::Message;

/// So many changes are shown.
const LATEST: usize = 10;

/// What the overview says of entries.
pub(super) struct EntryNews {
    pub(super) title: String,
    /// How many of those there are that are waited for: a bar, and in words.
    pub(super) counter: Option<(String, String)>,
    pub(super) closes: Option<(String, ShownTime)>,
    pub(super) changes_title: String,
    pub(super) changes: Vec<ChangeRow>,
}

/// Something that changed.
pub(super) struct ChangeRow {
    pub(super) entrant: String,
    pub(super) to: String,
    pub(super) time: ShownTime,
    pub(super) what: String,
    pub(super) note: String,
}

impl EntryNews {
    /// What there is to say, where programs are sent.
    pub(super) fn of(
        frame: Frame<'_>,
        slug: &crate::Slug,
        (revision, board): (&Revision, &Board),
    ) -> Option<EntryNews> {
        let rules = revision.file.as_ref()?.entries.as_ref()?;
        let closes = closing_time(rules, &board.roster.entered());
        let shown = |time: jiff::Timestamp| ShownTime::of(&time.to_zoned(rules.zone.clone()));
        let changes = board.roster.changes();
        let changes = changes.iter().take(LATEST).map(|change| ChangeRow {
            entrant: frame.name(&change.entrant),
            to: way(frame, slug, revision, &change.entrant),
            time: shown(change.time),
            what: told(frame, change),
            note: change.note.clone(),
        });
        Some(EntryNews {
            title: frame.t(words::entries()),
            counter: counter(frame, rules, board),
            closes: closes.map(|closes| (frame.t(words::entries_close()), shown(closes))),
            changes_title: frame.t(words::what_changed()),
            changes: changes.collect(),
        })
    }
}

/// What stands before the time when entries close.
pub(crate) fn entries_close(frame: Frame<'_>) -> String {
    frame.t(words::entries_close())
}

/// The way to the page of an entrant; none while it is not in the table.
fn way(frame: Frame<'_>, slug: &crate::Slug, revision: &Revision, entrant: &str) -> String {
    let is_tabled =
        revision.tabled().is_ok_and(|tabled| tabled.lines.iter().any(|line| line.bot == entrant));
    let page = Page::Contest(slug.clone(), ContestPart::Bot(entrant.to_owned()));
    if is_tabled { frame.to(&page) } else { String::new() }
}

/// "4 of 7", while that many are waited for.
fn counter(frame: Frame<'_>, rules: &EntryRules, board: &Board) -> Option<(String, String)> {
    let Some(Closing::After { entrants, .. }) = &rules.closing else { return None };
    let there = board.roster.taking_part().len();
    let word = frame.t(words::so_many_of(there.min(*entrants), entrants));
    let share = there.min(*entrants) as f64 / (*entrants).max(1) as f64;
    Some((certamen_charts::share_bar(share, &word), word))
}

fn told(frame: Frame<'_>, change: &EntryChange) -> String {
    let what: Message = match &change.what {
        EntryMove::New => words::is_new(),
        EntryMove::Version(version) => words::new_version(version),
        EntryMove::Left(LeftAs::Withdrawn, _) => words::was_withdrawn(),
        EntryMove::Left(LeftAs::Disqualified, why) => words::was_disqualified(frame.name(why)),
        EntryMove::Left(LeftAs::Proscribed, why) => words::was_proscribed(frame.name(why)),
    };
    match &change.written_by {
        Some(host) => {
            format!("{} ({})", frame.t(what), frame.t(words::written_by(frame.name(host))))
        }
        None => frame.t(what),
    }
}
