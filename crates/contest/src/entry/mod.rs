//! Bots submitted to a contest: their files in its folder, and the verdicts on them.
//! Everything is in these files: a copy of the folder is the same contest.
//!
//! ```text
//! submissions/.ID.part/   being written; not read yet
//! submissions/.ID.idea/   written down by a host; its author is to consent
//! submissions/ID.sent/    entry.json and the file as it came
//! accepted/ENTRANT/0001/  the program, with 0001.json and 0001.txt beside it
//! held/ENTRANT/0002/      the same, until a host decides
//! rejected/ENTRANT/0003/  what was sent, with the reasons beside it
//! ```
//!
//! Those of a course are files under their own names, with reports beside them; what a host rules on
//! one of them lies in `rulings/`.

use crate::file::{EntryDeadline, EntryRules};
use jiff::Timestamp;

mod course;
mod delay;
mod filing;
mod index;
mod index_cache;
mod sent;

pub use certamen_game::job::{BotNameError, BotSource, BotSpec, is_same_name, name_key};
pub use course::{CourseReport, CourseRuling, CourseVerdict, Ruling};
pub use delay::{DelayWish, EntryDelay};
pub use filing::{HostDecision, PendingDecision, decide, leave};
pub use index::{
    DamagedDecision, DecidedSubmission, EntryChange, EntryDecision, EntryMove, SubmissionIndex,
    SubmissionState, SubmissionVerdict, Withdrawal, WithdrawalReason, check_entrant,
};
pub use sent::{Submission, SubmissionFileError, draft_name, proposal_name, sent_name};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryWindow {
    /// Open from this time on.
    NotYet(Timestamp),
    /// Open until this time, if it is known.
    Open(Option<Timestamp>),
    /// Authors of rejected bots may correct them until this time; no one else submits any more.
    Correction(Timestamp),
    Closed(Timestamp),
}

impl EntryWindow {
    /// Whether bots are accepted at `now`. `entered` has the times of first entry; bots in the
    /// contest file were there from the beginning.
    pub fn at(rules: &EntryRules, now: Timestamp, entered: &[Timestamp]) -> EntryWindow {
        let opens = rules.opens.as_ref().map(jiff::Zoned::timestamp);
        if let Some(opens) = opens.filter(|opens| now < *opens) {
            return EntryWindow::NotYet(opens);
        }
        match closing_time(rules, entered) {
            Some(due) if now >= due => match due.checked_add(rules.correction) {
                Ok(until) if now < until => EntryWindow::Correction(until),
                _ => EntryWindow::Closed(due),
            },
            due => EntryWindow::Open(due),
        }
    }
}

/// When entries close, if that is known; `entered` as above.
pub fn closing_time(rules: &EntryRules, entered: &[Timestamp]) -> Option<Timestamp> {
    rules.deadline.as_ref().and_then(|deadline| deadline.due(enough(deadline, entered)))
}

/// When enough bots had entered for `deadline`.
fn enough(deadline: &EntryDeadline, entered: &[Timestamp]) -> Option<Timestamp> {
    let mut times = entered.to_vec();
    times.sort_unstable();
    let counted = (1..=times.len()).find(|count| deadline.is_enough(*count))?;
    times.get(counted - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::Entries;

    fn rules(text: &str) -> EntryRules {
        let entries: Entries = toml::from_str(text).unwrap();
        EntryRules::read(&entries).unwrap()
    }

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn entries_close_exactly_at_the_deadline() {
        let rules = rules(
            "opens = \"2020-01-01T00:00[UTC]\"\ncloses = \"2020-02-01T12:00[UTC]\"\ncorrection = \"2 days\"",
        );
        let look = |now| EntryWindow::at(&rules, at(now), &[]);
        let closes = at("2020-02-01T12:00:00Z");
        assert_eq!(look("2019-12-31T23:59:59Z"), EntryWindow::NotYet(at("2020-01-01T00:00:00Z")));
        assert_eq!(look("2020-02-01T11:59:59.999Z"), EntryWindow::Open(Some(closes)));
        let until = at("2020-02-03T12:00:00Z");
        assert_eq!(look("2020-02-01T12:00:00.001Z"), EntryWindow::Correction(until));
        assert_eq!(look("2020-02-03T12:00:00Z"), EntryWindow::Closed(closes));
    }

    #[test]
    fn entries_close_a_week_after_seven_entrants() {
        let rules = rules("closes_after = { entrants = 7, then = \"7 days\" }");
        let day = |n: i8| at(&format!("2020-01-{n:02}T00:00:00Z"));
        let six: Vec<_> = (1..=6).map(day).collect();
        assert_eq!(EntryWindow::at(&rules, day(30), &six), EntryWindow::Open(None));
        let seven: Vec<_> = (1..=7).map(day).collect();
        assert_eq!(EntryWindow::at(&rules, day(13), &seven), EntryWindow::Open(Some(day(14))));
        assert_eq!(EntryWindow::at(&rules, day(14), &seven), EntryWindow::Closed(day(14)));
    }
}
