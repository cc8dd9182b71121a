//! Whether standings may still change: because matches are outstanding, or because new entrants can
//! enter.

use crate::say;
use certamen_contest::{
    ContestFile, Folder,
    entry::{EntryWindow, SubmissionIndex},
    file::EntryDeadline,
};
use certamen_i18n::Message;
use jiff::{Timestamp, Zoned};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Entering {
    /// No: the entrants are fixed.
    #[default]
    Closed,
    /// Open, until this time if it is known.
    Until(Option<Timestamp>),
    Ever,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Finality {
    /// Matches are outstanding.
    Moving,
    /// All matches are played; a new entrant adds more.
    Open,
    /// All matches are played, and entries never close.
    Endless,
    Final,
}

impl Entering {
    /// The state at `now` by the files of a contest.
    pub(crate) fn at(folder: &Folder, file: Option<&ContestFile>, now: Timestamp) -> Self {
        if let Some(file) = file.filter(|file| file.course.is_some())
            && let Some(schedule) = &file.schedule
        {
            let closes = schedule.closes.as_ref().map(Zoned::timestamp);
            return match closes {
                None => Entering::Ever,
                Some(closes) if now < closes => Entering::Until(Some(closes)),
                Some(_) => Entering::Closed,
            };
        }
        let Some(rules) = file.and_then(|file| file.entries.as_ref()) else {
            return Entering::Closed;
        };
        match (&rules.deadline, file.and_then(|file| file.draw.as_ref())) {
            // The seed is drawn, and entries close, with the first match.
            (None, Some(EntryDeadline::AtOnce)) => return Entering::Closed,
            (None, _) => return Entering::Ever,
            (Some(_), _) => {}
        }
        // Entrants that cannot be counted have not entered.
        let entered =
            SubmissionIndex::read(folder).map(|roster| roster.entered()).unwrap_or_default();
        match EntryWindow::at(rules, now, &entered) {
            EntryWindow::NotYet(_) => Entering::Until(None),
            EntryWindow::Open(until) => Entering::Until(until),
            EntryWindow::Correction(until) => Entering::Until(Some(until)),
            EntryWindow::Closed(_) => Entering::Closed,
        }
    }

    pub(crate) fn deadline(self) -> Option<Timestamp> {
        match self {
            Entering::Until(until) => until,
            Entering::Closed | Entering::Ever => None,
        }
    }

    pub(crate) fn is_past(self, now: Timestamp) -> bool {
        self.deadline().is_some_and(|until| now >= until)
    }
}

impl Finality {
    /// The title of the leader, if any.
    pub(crate) fn leader_title(self) -> Option<Message> {
        match self {
            Finality::Moving => None,
            Finality::Open => Some(say::leads()),
            Finality::Endless => Some(say::king()),
            Finality::Final => Some(say::winner()),
        }
    }

    /// The finality of a contest with these entries, all of whose matches are played or not.
    pub(crate) fn of(entering: Entering, is_over: bool) -> Self {
        match entering {
            _ if !is_over => Finality::Moving,
            Entering::Closed => Finality::Final,
            Entering::Until(_) => Finality::Open,
            Entering::Ever => Finality::Endless,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entering(entries: &str, now: &str) -> Entering {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        let text = format!(
            "name = \"x\"\ngame = \"footsteps\"\nbots = []\n[format]\nkind = \"round-robin\"\n\
             games_per_pair = 2\n[ranking]\nkind = \"points\"\n{entries}"
        );
        std::fs::write(folder.contest_file(), text).unwrap();
        let file = ContestFile::read(&folder).unwrap();
        Entering::at(&folder, Some(&file), now.parse().unwrap())
    }

    #[test]
    fn standings_are_final_once_entries_are_closed() {
        let due: Timestamp = "2026-03-01T12:00:00Z".parse().unwrap();
        let closes = "[entries]\ncloses = \"2026-03-01T12:00[UTC]\"\n";
        let before = entering(closes, "2026-03-01T11:59:59Z");
        assert_eq!(before, Entering::Until(Some(due)));
        assert!(before.is_past(due) && Finality::of(before, true) == Finality::Open);
        let after = entering(closes, "2026-03-01T12:00:00Z");
        assert_eq!(Finality::of(after, true), Finality::Final);
        assert_eq!(Finality::of(after, false), Finality::Moving);
        let never = entering("[entries]\ncloses = \"never\"\n", "2126-03-01T12:00:00Z");
        assert_eq!(Finality::of(never, true), Finality::Endless);
        assert_eq!(entering("", "2026-03-01T12:00:00Z"), Entering::Closed);
        let seven = "[entries]\ncloses_after = { entrants = 7, then = \"7 days\" }\n";
        assert_eq!(entering(seven, "2126-03-01T12:00:00Z"), Entering::Until(None));
    }
}
