//! How far something that was sent has come, read from the files that say so.

use super::say;
use certamen_contest::{
    ContestError, Folder,
    entry::{
        SubmissionIndex, SubmissionState, SubmissionVerdict, WithdrawalReason, draft_name,
        sent_name,
    },
};
use certamen_i18n::Message;

/// How far something that was sent has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SubmissionStatus {
    /// It waits for what is to be done with it.
    Waiting,
    /// It waits for a host.
    Held,
    /// It takes part.
    Live,
    /// A later version takes part instead.
    Replaced,
    /// It was sent back.
    SentBack(SubmissionVerdict),
    /// It took part and left.
    Left(WithdrawalReason),
    /// Nobody knows where it is.
    Lost,
}

impl SubmissionStatus {
    /// Where `id` is.
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
            // It may have been decided on between the two looks.
            None => {
                let again = SubmissionIndex::read(folder)?;
                let found = SubmissionStatus::decided(&again, id);
                return Ok((found.unwrap_or(SubmissionStatus::Lost), again));
            }
        };
        Ok((found, roster))
    }

    /// Where `id` is, if it was decided on.
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

    /// Whether something is still to become of it by itself.
    pub(super) fn is_open(self) -> bool {
        self == SubmissionStatus::Waiting
    }

    /// The word for programs.
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

    /// It in words.
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
