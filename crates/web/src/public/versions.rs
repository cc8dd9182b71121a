//! The versions of a bot: their notes, and their results.

use super::{
    entries::{left_as, version_word, written_by},
    facts_say as words,
    standings::in_figures,
};
use crate::{contest::ContestView, dates::ShownTime, frame::PageContext, say};
use certamen_contest::entry::{DecidedSubmission, SubmissionState};
use certamen_store::{Placing, SavedMoment};
use certamen_tournament::statistics::Interval;
use jiff::Timestamp;

/// A version of a bot.
pub(super) struct VersionRow {
    pub(super) title: String,
    pub(super) at: ShownTime,
    pub(super) note: String,
    pub(super) written_by: String,
    /// Its last rank and rating.
    pub(super) stood: String,
    /// Why it left, if it did.
    pub(super) left: String,
}

/// The versions that played, the newest first; none in contests without submissions.
pub(super) fn versions_of(
    frame: PageContext<'_>,
    view: &ContestView,
    (name, history): (&str, &[(SavedMoment, Placing)]),
) -> Vec<VersionRow> {
    let snapshot = view.revision();
    let rules = snapshot.file.as_ref().and_then(|file| file.entries.as_ref());
    // A pseudonym has no author.
    let Some(rules) = rules.filter(|_| frame.masks.is_none()) else { return Vec::new() };
    let board = view.board();
    let is_own = |filed: &&DecidedSubmission| {
        filed.home == SubmissionState::Accepted && filed.decided.sent.entrant == name
    };
    let own: Vec<&DecidedSubmission> = board.roster.all().iter().filter(is_own).collect();
    let rows = own.iter().enumerate().map(|(place, filed)| {
        let decided = &filed.decided;
        let next = own.get(place + 1).map_or(Timestamp::MAX, |next| next.decided.decided);
        let before = own[..place].last().map(|before| before.decided.decided);
        let stood = last_of(history, (before, decided.decided, next));
        VersionRow {
            title: version_word(frame, decided.number),
            at: ShownTime::of(&decided.sent.received.to_zoned(rules.zone.clone())),
            note: decided.sent.note.clone(),
            written_by: written_by(frame, decided.sent.written_by.as_deref()),
            stood: stood.map_or_else(|| frame.t(words::no_results()), |found| told(frame, found)),
            left: left_as(frame, decided.left.as_ref()),
        }
    });
    let mut rows: Vec<VersionRow> = rows.collect();
    rows.reverse();
    rows
}

/// The rank of a version in the last standings saved before the next version came, if those were
/// not still about the version `before`.
fn last_of(
    history: &[(SavedMoment, Placing)],
    (before, from, to): (Option<Timestamp>, Timestamp, Timestamp),
) -> Option<&(SavedMoment, Placing)> {
    let within = |(from, to): (Timestamp, Timestamp)| {
        history.iter().rev().find(move |(moment, _)| {
            let at = Timestamp::try_from(moment.at).unwrap_or(Timestamp::MAX);
            from <= at && at < to
        })
    };
    let found = within((from, to))?;
    let earlier = within((before.unwrap_or(Timestamp::MIN), from));
    let is_other = earlier.is_none_or(|earlier| earlier.1.submission != found.1.submission);
    (is_other && found.1.played > 0).then_some(found)
}

fn told(frame: PageContext<'_>, (moment, placing): &(SavedMoment, Placing)) -> String {
    let place = placing.place.map(|place| frame.t(words::stood_at(place)));
    let strength = placing
        .strength
        .map(|[elo, low, high]| format!("Elo {}", in_figures(frame, elo, Interval { low, high })));
    let after = frame.t(say::after_matches(frame.count(moment.matches)));
    [place, strength, Some(after)].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_store::SubmissionId;
    use std::time::{Duration, SystemTime};

    fn kept(at: u64, submission: i64, played: u64) -> (SavedMoment, Placing) {
        let moment = SavedMoment {
            number: at as i64,
            at: SystemTime::UNIX_EPOCH + Duration::from_secs(at),
            matches: at,
        };
        let placing = Placing {
            submission: SubmissionId(submission),
            place: Some(1),
            score: 0.0,
            played,
            won: 0,
            drawn: 0,
            lost: 0,
            strength: None,
        };
        (moment, placing)
    }

    #[test]
    fn each_version_is_told_by_its_own_last_table() {
        let at = |second| Timestamp::from_second(second).unwrap();
        // The second came at 20, and its first match was counted at 30; the third played nothing.
        let history =
            [kept(10, 1, 4), kept(25, 1, 8), kept(30, 2, 2), kept(35, 2, 6), kept(45, 2, 9)];
        let last = |window| last_of(&history, window).map(|(moment, _)| moment.matches);
        assert_eq!(last((None, at(5), at(20))), Some(10));
        assert_eq!(last((Some(at(5)), at(20), at(40))), Some(35));
        assert_eq!(last((Some(at(20)), at(40), Timestamp::MAX)), None);
        assert_eq!(last((None, at(50), Timestamp::MAX)), None);
    }
}
