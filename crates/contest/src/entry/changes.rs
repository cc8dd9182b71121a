//! What changed among the entrants, as far as it is public.

use super::{DecidedSubmission, SubmissionIndex, SubmissionState, WithdrawalReason};
use jiff::Timestamp;
use std::collections::BTreeMap;

/// Something that changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryChange {
    /// Whose program it is about.
    pub entrant: String,
    /// When.
    pub time: Timestamp,
    /// What.
    pub what: EntryMove,
    /// What the author says of the version that came.
    pub note: String,
    /// Who wrote it down, if it was another than its author.
    pub written_by: Option<String>,
}

/// What may change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryMove {
    /// A new entrant.
    New,
    /// A new version of an entrant, with its number.
    Version(u32),
    /// An entrant left, for this reason.
    Left(WithdrawalReason, String),
}

impl SubmissionIndex {
    /// All that changed, the newest first.
    pub fn changes(&self) -> Vec<EntryChange> {
        let mut accepted: Vec<&DecidedSubmission> =
            self.all().iter().filter(|filed| filed.home == SubmissionState::Accepted).collect();
        accepted.sort_by_key(|filed| (filed.decided.decided, filed.decided.number));
        let mut versions: BTreeMap<&str, u32> = BTreeMap::new();
        let mut changes = Vec::new();
        for filed in accepted {
            let decided = &filed.decided;
            let version = versions.entry(&decided.sent.entrant).or_default();
            *version += 1;
            let what = if *version == 1 { EntryMove::New } else { EntryMove::Version(*version) };
            changes.push(EntryChange {
                entrant: decided.sent.entrant.clone(),
                time: decided.decided,
                what,
                note: decided.sent.note.clone(),
                written_by: decided.sent.written_by.clone(),
            });
            changes.extend(decided.left.as_ref().map(|departure| EntryChange {
                entrant: decided.sent.entrant.clone(),
                time: departure.time,
                what: EntryMove::Left(departure.left, departure.reason.clone()),
                note: String::new(),
                written_by: None,
            }));
        }
        changes.sort_by_key(|change| std::cmp::Reverse(change.time));
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Folder,
        entry::{PendingDecision, Submission, SubmissionVerdict, leave},
    };
    use std::fs;

    #[test]
    fn who_is_new_who_changed_and_who_left_is_told() {
        let place = tempfile::tempdir().unwrap();
        let folder = &Folder::new(place.path());
        let at = |second| Timestamp::from_second(second).unwrap();
        let put = |second, entrant: &str, verdict| {
            let files = &*place.path().join("files");
            fs::create_dir(files).unwrap();
            let sent = &Submission {
                id: format!("{entrant}{second}"),
                entrant: entrant.to_owned(),
                author: "ana".to_owned(),
                file: "uno.c".to_owned(),
                note: "deeper".to_owned(),
                language: "es".to_owned(),
                received: at(second),
                written_by: None,
            };
            let (digest, report, now) = (String::new(), String::new(), at(second));
            let (reasons, specimen) = (Vec::new(), None);
            let pending_decision = PendingDecision {
                folder,
                sent,
                files,
                digest,
                verdict,
                reasons,
                report,
                specimen,
                now,
            };
            pending_decision.file().unwrap();
        };
        put(1, "uno", SubmissionVerdict::Accepted);
        put(2, "dos", SubmissionVerdict::Accepted);
        put(3, "uno", SubmissionVerdict::Disqualified);
        put(4, "uno", SubmissionVerdict::Accepted);
        assert!(leave(folder, "dos", (WithdrawalReason::Proscribed, "a copy"), at(5)).unwrap());
        let changes = SubmissionIndex::read(folder).unwrap().changes();
        let told: Vec<_> =
            changes.iter().map(|change| (&*change.entrant, change.what.clone())).collect();
        let left = EntryMove::Left(WithdrawalReason::Proscribed, "a copy".to_owned());
        let version = EntryMove::Version(2);
        assert_eq!(
            told,
            [("dos", left), ("uno", version), ("dos", EntryMove::New), ("uno", EntryMove::New)]
        );
        assert_eq!(changes[1].note, "deeper");
    }
}
