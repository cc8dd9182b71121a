//! The status of a submission, derived from files.

use super::say;
use certamen_contest::{
    ContestError, Folder,
    entry::{
        SubmissionIndex, SubmissionState, SubmissionVerdict, WithdrawalReason, draft_name,
        sent_name,
    },
};
use certamen_i18n::Message;

/// The status of a submission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SubmissionStatus {
    /// It waits to be processed.
    Waiting,
    /// It waits for an organizer.
    Held,
    /// It is in the contest.
    Live,
    /// A later version replaced it.
    Replaced,
    /// It was rejected.
    SentBack(SubmissionVerdict),
    /// It was in the contest and left.
    Left(WithdrawalReason),
    /// Its files are missing.
    Lost,
}

impl SubmissionStatus {
    /// The status of `id`.
    pub(super) fn of(
        folder: &Folder,
        id: &str,
    ) -> Result<(SubmissionStatus, SubmissionIndex), ContestError> {
        let roster = SubmissionIndex::read(folder)?;
        let known = SubmissionStatus::decided(&roster, id);
        let inbox = folder.submissions();
        let waits = || [sent_name(id), draft_name(id)].iter().any(|name| inbox.join(name).exists());
        let found = match known {
            Some(found) => found,
            None if waits() => SubmissionStatus::Waiting,
            // The decision may have come between the two lookups.
            None => {
                let again = SubmissionIndex::read(folder)?;
                let found = SubmissionStatus::decided(&again, id);
                return Ok((found.unwrap_or(SubmissionStatus::Lost), again));
            }
        };
        Ok((found, roster))
    }

    /// The status of `id`, if it was decided.
    pub(super) fn decided(roster: &SubmissionIndex, id: &str) -> Option<SubmissionStatus> {
        let filed = roster.find(id)?;
        let decided = &filed.decided;
        Some(match (filed.home, &decided.left) {
            (SubmissionState::Held, _) => SubmissionStatus::Held,
            (SubmissionState::Rejected, _) => SubmissionStatus::SentBack(decided.verdict),
            (SubmissionState::Accepted, Some(departure)) => SubmissionStatus::Left(departure.left),
            (SubmissionState::Accepted, None) => {
                let entrants = roster.entrants();
                let latest = entrants.iter().any(|latest| latest.decided.sent.id == id);
                if latest { SubmissionStatus::Live } else { SubmissionStatus::Replaced }
            }
        })
    }

    /// Whether the status may still change by itself.
    pub(super) fn is_open(self) -> bool {
        self == SubmissionStatus::Waiting
    }

    /// The name of the status in the API.
    pub(super) fn key(self) -> &'static str {
        match self {
            SubmissionStatus::Waiting => "waiting",
            SubmissionStatus::Held => "held",
            SubmissionStatus::Live => "live",
            SubmissionStatus::Replaced => "replaced",
            SubmissionStatus::SentBack(SubmissionVerdict::Discarded) => "discarded",
            SubmissionStatus::SentBack(SubmissionVerdict::Proscribed)
            | SubmissionStatus::Left(WithdrawalReason::Proscribed) => "proscribed",
            SubmissionStatus::SentBack(_)
            | SubmissionStatus::Left(WithdrawalReason::Disqualified) => "disqualified",
            SubmissionStatus::Left(WithdrawalReason::Withdrawn) => "withdrawn",
            SubmissionStatus::Lost => "lost",
        }
    }

    /// The status in words.
    pub(super) fn word(self) -> Message {
        match self {
            SubmissionStatus::Waiting => say::at_waiting(),
            SubmissionStatus::Held => say::at_held(),
            SubmissionStatus::Live => say::at_live(),
            SubmissionStatus::Replaced => say::at_replaced(),
            SubmissionStatus::SentBack(SubmissionVerdict::Discarded) => say::at_discarded(),
            SubmissionStatus::SentBack(SubmissionVerdict::Proscribed)
            | SubmissionStatus::Left(WithdrawalReason::Proscribed) => say::at_proscribed(),
            SubmissionStatus::SentBack(_)
            | SubmissionStatus::Left(WithdrawalReason::Disqualified) => say::at_disqualified(),
            SubmissionStatus::Left(WithdrawalReason::Withdrawn) => say::at_withdrawn(),
            SubmissionStatus::Lost => say::at_lost(),
        }
    }
}
