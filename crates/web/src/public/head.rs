//! The head of all pages of a contest, and its state in a word.

use crate::{
    Slug,
    contest::{ContestSnapshot, ContestView, SnapshotState},
    dates::ShownTime,
    finality::Finality,
    frame::{NavLink, PageContext},
    page::{ContestPart, MatchSearch, Page},
    say,
};
use certamen_contest::publication::PublicationKind;
use certamen_game::DynGame;
use certamen_portal::check_job::ContestActivity;
use jiff::Timestamp;

pub(crate) struct PageHead {
    pub(crate) slug: Slug,
    pub(crate) name: String,
    pub(crate) to: String,
    pub(crate) game: Option<(String, String)>,
    pub(crate) tag: Tag,
    pub(crate) tabs: Vec<NavLink>,
    pub(crate) events: String,
    pub(crate) revision: u64,
    pub(crate) trouble: String,
    pub(crate) progress: Option<(String, String)>,
    pub(crate) over: bool,
    pub(crate) shows_matches: bool,
    /// The series and edition, and the link.
    pub(crate) series: Option<NavLink>,
    pub(crate) prize: String,
    pub(crate) of: Option<NavLink>,
    /// The time of the snapshot, unless it is current.
    pub(crate) at: Option<ShownTime>,
}

impl PageHead {
    pub(crate) fn new(
        frame: PageContext<'_>,
        slug: &Slug,
        view: &ContestView,
        snapshot: &ContestSnapshot,
    ) -> Self {
        let doing = view.doing();
        // The reason is for its organizers: it may name the bot at fault.
        let trouble = match (&snapshot.found, &doing) {
            (SnapshotState::Broken(_), _) | (_, ContestActivity::Failed { .. }) => {
                frame.t(say::paused())
            }
            _ => String::new(),
        };
        let game = snapshot.game.map(DynGame::info);
        let progress = snapshot.tabled().ok().map(|tabled| {
            let (played, total) = (tabled.progress.finished, tabled.progress.total);
            let word = say::progress(frame.count(played), frame.count(total.max(played)));
            let share = if total == 0 { 0.0 } else { played as f64 / total as f64 };
            let word = frame.t(word);
            (crate::charts::share_bar(share, &word), word)
        });
        let prize = snapshot.file.as_ref().and_then(|file| file.site.prize.as_deref());
        PageHead {
            slug: slug.clone(),
            name: frame.name(&snapshot.name),
            to: frame.part(slug, ContestPart::Overview),
            game: game
                .map(|game| (frame.to(&Page::Game(game.slug.to_owned())), frame.t(game.title))),
            tag: Tag::of(frame, view, snapshot),
            tabs: frame.tabs(slug, snapshot, &view.board()),
            // Nothing changes after the end.
            events: if slug.is_whole() { format!("/c/{slug}/events") } else { String::new() },
            revision: snapshot.number,
            trouble,
            progress,
            over: snapshot.tabled().is_ok_and(|tabled| tabled.over),
            shows_matches: snapshot.shows_matches,
            series: series_of(frame, snapshot),
            prize: prize.map(|prize| frame.name(prize)).unwrap_or_default(),
            of: frame.whole_of(slug),
            at: None,
        }
    }

    /// The same for a page that shows an older snapshot.
    pub(super) fn with_time(self, at: Option<Timestamp>, snapshot: &ContestSnapshot) -> Self {
        let schedule = snapshot.file.as_ref().and_then(|file| file.schedule.as_ref());
        PageHead { at: at.map(|at| ShownTime::at(at.into(), schedule)), ..self }
    }

    /// The link to matches; empty where they are private.
    pub(crate) fn to_matches(&self, frame: PageContext<'_>, search: MatchSearch) -> String {
        if !self.shows_matches {
            return String::new();
        }
        frame.part(&self.slug, ContestPart::Matches(search))
    }
}

fn series_of(frame: PageContext<'_>, snapshot: &ContestSnapshot) -> Option<NavLink> {
    let site = &snapshot.file.as_ref()?.site;
    let series = site.series.as_ref()?;
    let edition = site.edition.map(|number| frame.t(say::edition(number.get())));
    let word = [Some(series.clone()), edition].into_iter().flatten().collect::<Vec<_>>();
    let to = frame.to(&Page::Series(series.clone()));
    Some(NavLink { to, word: word.join(" · "), here: false })
}

/// The state of a contest: a word, and its CSS class.
pub(crate) struct Tag {
    pub(crate) class: &'static str,
    pub(crate) word: String,
    pub(crate) note: String,
}

impl Tag {
    pub(crate) fn of(
        frame: PageContext<'_>,
        view: &ContestView,
        snapshot: &ContestSnapshot,
    ) -> Self {
        let finality = snapshot.finality();
        let over = finality != Finality::Moving;
        // After the final standings of a course nothing follows.
        let board = view.board();
        let ended =
            board.publications.last().is_some_and(|last| last.kind == PublicationKind::Final);
        let (class, word, note) = match (view.doing(), &snapshot.found) {
            (_, SnapshotState::Broken(_)) => ("bad", say::state_broken(), None),
            (ContestActivity::Failed { .. }, _) => ("bad", say::state_failed(), None),
            (ContestActivity::Incomplete { .. }, _) => ("bad", say::state_incomplete(), None),
            (ContestActivity::Playing(_), _) if !over => ("good", say::state_playing(), None),
            (ContestActivity::Opening, _) if !over => ("good", say::state_opening(), None),
            (ContestActivity::Elsewhere, _) if !over => {
                ("good", say::state_playing(), Some(say::state_elsewhere()))
            }
            _ if finality == Finality::Final || ended => ("quiet", say::state_over(), None),
            _ if over => ("good", say::state_open(), None),
            (_, SnapshotState::Nothing) => ("quiet", say::state_not_begun(), None),
            _ => ("quiet", say::state_resting(), None),
        };
        let note = note.map(|note| frame.t(note)).unwrap_or_default();
        Tag { class, word: frame.t(word), note }
    }
}
