//! Until when programs are taken in, how many are waited for, and what changed among them.

use super::{entries_say as words, facts_say};
use crate::{
    board::Board,
    contest::Revision,
    countdown,
    dates::ShownTime,
    frame::Frame,
    page::{ContestPart, Page},
};
use certamen_contest::{
    entry::{EntryChange, EntryDeparture, EntryMove, LeftAs, closing_time},
    file::{Closing, EntryRules},
};
use certamen_speech::Message;
use jiff::Timestamp;

/// So many changes are shown.
const LATEST: usize = 10;

/// What the overview says of entries.
pub(super) struct EntryNews {
    pub(super) title: String,
    /// How many of those there are that are waited for: a bar, and in words.
    pub(super) counter: Option<(String, String)>,
    pub(super) closes: Option<(String, ShownTime)>,
    /// How long it is until then.
    pub(super) countdown: String,
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
            countdown: closes.and_then(|closes| closes_in(frame, closes)).unwrap_or_default(),
            closes: closes.map(|closes| (frame.t(words::entries_close()), shown(closes))),
            changes_title: frame.t(words::what_changed()),
            changes: changes.collect(),
        })
    }
}

/// "closes in 3 d 4 h"; nothing where nobody answers, and once they are closed.
pub(super) fn closes_in(frame: Frame<'_>, closes: Timestamp) -> Option<String> {
    let left = countdown::until(frame, closes, Timestamp::now()).filter(|_| frame.is_served())?;
    Some(frame.t(facts_say::closes_in(left)))
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

/// Which version of a program it is.
pub(super) fn version_word(frame: Frame<'_>, version: u32) -> String {
    frame.t(words::new_version(version))
}

/// Which host wrote a program down; nothing of what its author wrote.
pub(super) fn written_by(frame: Frame<'_>, host: Option<&str>) -> String {
    host.map(|host| frame.t(words::written_by(frame.name(host)))).unwrap_or_default()
}

/// How a program left; nothing of one that takes part.
pub(super) fn left_as(frame: Frame<'_>, left: Option<&EntryDeparture>) -> String {
    left.map(|left| frame.t(gone(frame, left.left, &left.reason))).unwrap_or_default()
}

fn gone(frame: Frame<'_>, how: LeftAs, why: &str) -> Message {
    match how {
        LeftAs::Withdrawn => words::was_withdrawn(),
        LeftAs::Disqualified => words::was_disqualified(frame.name(why)),
        LeftAs::Proscribed => words::was_proscribed(frame.name(why)),
    }
}

fn told(frame: Frame<'_>, change: &EntryChange) -> String {
    let what: Message = match &change.what {
        EntryMove::New => words::is_new(),
        EntryMove::Version(version) => words::new_version(version),
        EntryMove::Left(how, why) => gone(frame, *how, why),
    };
    match &change.written_by {
        Some(host) => {
            format!("{} ({})", frame.t(what), frame.t(words::written_by(frame.name(host))))
        }
        None => frame.t(what),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        links::Links,
        site::{Contests, Signboard, Site},
        veil::Reticence,
    };
    use certamen_contest::{
        Folder,
        entry::{EntryVerdict, Filing, Sent},
    };
    use certamen_game::Language;
    use std::{fs, path::Path};

    const CONTEST: &str = "name = \"Seven\"\ngame = \"footsteps\"\nbots = []\n\
        [format]\nkind = \"round-robin\"\n[ranking]\nkind = \"points\"\n\
        [entries]\ncloses_after = { entrants = 7, then = \"7 days\" }\n";

    /// Lets a program in on this day of January 2020.
    fn accept(site: &Path, day: i8) {
        let now: jiff::Timestamp = format!("2020-01-{day:02}T12:00:00Z").parse().unwrap();
        let name = format!("p{day}");
        let text = String::new;
        let sent = Sent {
            id: name.clone(),
            entrant: name.clone(),
            author: name.clone(),
            file: name,
            note: text(),
            language: text(),
            received: now,
            written_by: None,
        };
        let files = site.join("files");
        fs::create_dir(&files).unwrap();
        let (folder, verdict) = (Folder::new(&site.join("seven")), EntryVerdict::Accepted);
        let (digest, report, reasons, specimen) = (text(), text(), Vec::new(), None);
        let (folder, sent, files) = (&folder, &sent, &*files);
        let filing =
            Filing { folder, sent, files, digest, verdict, reasons, report, specimen, now };
        filing.put_away().unwrap();
    }

    /// What the overview says of entries now: how many there are, and until when they come.
    fn told(folder: &Path) -> (String, Option<String>) {
        let contests = Contests::find(folder).unwrap();
        let (languages, base_url) = (Language::ALL.to_vec(), None);
        let sign = Signboard { title: "Certamen".to_owned(), languages, base_url };
        let site = Site::still(&contests, sign, &Reticence::Nothing);
        let frame = Frame::new(&site, &Page::Home, Language::En, Links::Addresses);
        let exhibit = site.exhibits().next().unwrap();
        let (revision, board) = (exhibit.revision(), exhibit.board());
        let news = EntryNews::of(frame, &exhibit.slug, (&revision, &board)).unwrap();
        let (bar, words) = news.counter.unwrap();
        assert!(bar.starts_with("<svg"), "{bar}");
        (words, news.closes.map(|(_, at)| at.exact))
    }

    #[test]
    fn seven_then_a_week() {
        let site = tempfile::tempdir().unwrap();
        fs::create_dir(site.path().join("seven")).unwrap();
        fs::write(site.path().join("seven/contest.toml"), CONTEST).unwrap();
        for day in 1..=4 {
            accept(site.path(), day);
        }
        let (words, closes) = told(site.path());
        assert!(words.starts_with("4 of the 7"), "{words}");
        assert_eq!(closes, None, "nobody knows yet");
        for day in 5..=7 {
            accept(site.path(), day);
        }
        let (words, closes) = told(site.path());
        assert!(words.starts_with("7 of the 7"), "{words}");
        assert_eq!(closes.as_deref(), Some("2020-01-14T12:00:00+00:00"));
    }
}
