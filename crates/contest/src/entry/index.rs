//! Current and former entrants: the folders of decided submissions, the verdicts in them, and their
//! public changes.

use super::Submission;
use crate::{ContestError, Folder, LocalizedTexts};
use certamen_game::job::{BotNameError, check_bot_name};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, btree_map::Entry},
    path::PathBuf,
    sync::Arc,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SubmissionState {
    /// Current and former entrants.
    Accepted,
    /// Submissions that wait for approval.
    Held,
    Rejected,
}

impl SubmissionState {
    pub const ALL: [SubmissionState; 3] =
        [SubmissionState::Accepted, SubmissionState::Held, SubmissionState::Rejected];

    /// The folder for submissions with this verdict.
    pub fn of(verdict: SubmissionVerdict) -> SubmissionState {
        match verdict {
            SubmissionVerdict::Accepted => SubmissionState::Accepted,
            SubmissionVerdict::Held => SubmissionState::Held,
            SubmissionVerdict::Discarded
            | SubmissionVerdict::Disqualified
            | SubmissionVerdict::Banned => SubmissionState::Rejected,
        }
    }

    pub fn path(self, folder: &Folder) -> PathBuf {
        match self {
            SubmissionState::Accepted => folder.accepted(),
            SubmissionState::Held => folder.path().join("held"),
            SubmissionState::Rejected => folder.rejected(),
        }
    }
}

/// A submission with a verdict, and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecidedSubmission {
    pub decided: EntryDecision,
    pub path: PathBuf,
    pub home: SubmissionState,
}

impl DecidedSubmission {
    pub fn report(&self) -> PathBuf {
        self.path.with_extension("txt")
    }

    /// The record of the sample match, if there is one.
    pub fn sample_match(&self) -> PathBuf {
        self.path.with_extension(super::filing::RECORD)
    }

    pub fn decision(&self) -> PathBuf {
        self.path.with_extension("json")
    }
}

/// A decision that cannot be read. Its bot does not take part, nor does an earlier version of it: the
/// decision may have been that it left.
#[derive(Debug)]
pub struct DamagedDecision {
    pub path: PathBuf,
    pub home: SubmissionState,
    pub entrant: String,
    /// The number of the version, by the name of the file.
    pub number: u32,
    pub error: ContestError,
}

/// The decisions on the submissions of a contest. Copies are cheap.
#[derive(Clone, Debug, Default)]
pub struct SubmissionIndex(Arc<IndexContent>);

#[derive(Debug, Default)]
struct IndexContent {
    /// In the order in which they came.
    all: Vec<Arc<DecidedSubmission>>,
    damaged: Vec<Arc<DamagedDecision>>,
    /// Where in `all` the latest version of each entrant is, in order of first entry.
    entrants: Vec<usize>,
}

/// Checks a bot's name: it is no path and does not begin with a dot.
pub fn check_entrant(name: &str) -> Result<(), BotNameError> {
    check_bot_name(name)?;
    let leads_elsewhere = name.starts_with('.') || name.contains(['/', '\\', ':', '=', '\0']);
    if leads_elsewhere { Err(BotNameError::Hidden { name: name.to_owned() }) } else { Ok(()) }
}

impl SubmissionIndex {
    /// The decisions in the folder of a contest. Only what changed since the last call is read.
    pub fn read(folder: &Folder) -> Result<SubmissionIndex, ContestError> {
        super::index_cache::read(folder)
    }

    pub(super) fn new(
        mut all: Vec<Arc<DecidedSubmission>>,
        damaged: Vec<Arc<DamagedDecision>>,
    ) -> SubmissionIndex {
        all.sort_by(|one, other| {
            let key = |submission: &DecidedSubmission| {
                (submission.decided.sent.received, submission.decided.number)
            };
            key(one).cmp(&key(other))
        });
        let mut entrants: Vec<usize> = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for (at, submission) in all.iter().enumerate() {
            if submission.home != SubmissionState::Accepted {
                continue;
            }
            match places.entry(&submission.decided.sent.entrant) {
                Entry::Vacant(place) => {
                    place.insert(entrants.len());
                    entrants.push(at);
                }
                Entry::Occupied(place) => {
                    let latest = &mut entrants[*place.get()];
                    if all[*latest].decided.number < submission.decided.number {
                        *latest = at;
                    }
                }
            }
        }
        entrants.retain(|at| {
            let EntryDecision { sent, number, .. } = &all[*at].decided;
            let is_later = |damaged: &DamagedDecision| {
                damaged.home == SubmissionState::Accepted
                    && damaged.entrant == sent.entrant
                    && damaged.number >= *number
            };
            !damaged.iter().any(|damaged| is_later(damaged))
        });
        SubmissionIndex(Arc::new(IndexContent { all, damaged, entrants }))
    }

    pub fn all(&self) -> &[Arc<DecidedSubmission>] {
        &self.0.all
    }

    /// The decisions that cannot be read.
    pub fn damaged(&self) -> &[Arc<DamagedDecision>] {
        &self.0.damaged
    }

    pub fn find(&self, id: &str) -> Option<&DecidedSubmission> {
        self.0.all.iter().find(|submission| submission.decided.sent.id == id).map(|found| &**found)
    }

    /// The latest version of each entrant there ever was, in order of first entry.
    pub fn entrants(&self) -> Vec<&DecidedSubmission> {
        self.0.entrants.iter().map(|at| &*self.0.all[*at]).collect()
    }

    /// The names that entrants have or had.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let damaged = self.0.damaged.iter().filter(|one| one.home == SubmissionState::Accepted);
        let names = self.entrants().into_iter().map(|filed| &*filed.decided.sent.entrant);
        names.chain(damaged.map(|damaged| &*damaged.entrant))
    }

    pub fn taking_part(&self) -> Vec<&DecidedSubmission> {
        let entrants = self.entrants();
        entrants.into_iter().filter(|submission| submission.decided.left.is_none()).collect()
    }

    /// When each current entrant entered first.
    pub fn entered(&self) -> Vec<Timestamp> {
        let mut first: BTreeMap<&str, Timestamp> = BTreeMap::new();
        for filed in self.0.all.iter().filter(|filed| filed.home == SubmissionState::Accepted) {
            let EntryDecision { sent, decided, .. } = &filed.decided;
            let earliest = first.entry(&sent.entrant).or_insert(*decided);
            *earliest = (*earliest).min(*decided);
        }
        let current = self.taking_part();
        current.into_iter().map(|filed| first[&*filed.decided.sent.entrant]).collect()
    }

    /// The number that the next program of this name gets.
    pub fn next_number(&self, entrant: &str) -> u32 {
        let own = self.0.all.iter().map(|filed| &filed.decided);
        let own = own.filter(|decided| decided.sent.entrant == entrant);
        let damaged = self.0.damaged.iter().filter(|damaged| damaged.entrant == entrant);
        let numbers = damaged.map(|damaged| damaged.number);
        own.map(|decided| decided.number).chain(numbers).max().unwrap_or(0) + 1
    }

    /// All that changed, the newest first.
    pub fn changes(&self) -> Vec<EntryChange> {
        let all = self.0.all.iter().map(|filed| &**filed);
        let mut accepted: Vec<_> =
            all.filter(|filed| filed.home == SubmissionState::Accepted).collect();
        accepted.sort_by_key(|submission| (submission.decided.decided, submission.decided.number));
        let mut versions: BTreeMap<&str, u32> = BTreeMap::new();
        let mut changes = Vec::new();
        for submission in accepted {
            let decided = &submission.decided;
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

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryDecision {
    pub sent: Submission,
    /// The number of the version, from 1.
    pub number: u32,
    /// BLAKE3 of the submitted file.
    pub digest: String,
    pub decided: Timestamp,
    pub verdict: SubmissionVerdict,
    pub reasons: Vec<LocalizedTexts>,
    /// How it left, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Withdrawal>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubmissionVerdict {
    Accepted,
    Held,
    /// It is no program that can be checked.
    Discarded,
    /// It may enter when it is fixed.
    Disqualified,
    #[serde(rename = "proscribed")]
    Banned,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    pub left: WithdrawalReason,
    /// The host's reason, which is public.
    pub reason: String,
    pub time: Timestamp,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WithdrawalReason {
    Withdrawn,
    /// Excluded by a host; it may come back fixed.
    Disqualified,
    /// Excluded by a host for good.
    #[serde(rename = "proscribed")]
    Banned,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryChange {
    pub entrant: String,
    pub time: Timestamp,
    pub what: EntryMove,
    /// The author's note on the version.
    pub note: String,
    /// Who implemented it, if it was not the author.
    pub written_by: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryMove {
    New,
    Version(u32),
    Left(WithdrawalReason, String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Folder,
        entry::{
            PendingDecision, Submission, SubmissionVerdict, Withdrawal, WithdrawalReason, leave,
        },
    };
    use std::fs;

    fn put(
        folder: &Folder,
        name: &str,
        number: u32,
        verdict: SubmissionVerdict,
        left: Option<WithdrawalReason>,
    ) {
        let time = Timestamp::from_second(1000 + i64::from(number)).unwrap();
        let sent = Submission {
            id: format!("{name}{number}"),
            entrant: name.to_owned(),
            author: "ana".to_owned(),
            file: format!("{name}.c"),
            note: String::new(),
            language: "es".to_owned(),
            received: time,
            written_by: None,
        };
        let left = left.map(|left| Withdrawal { left, reason: String::new(), time });
        let digest = String::new();
        let decided = EntryDecision {
            sent,
            number,
            digest,
            decided: time,
            verdict,
            reasons: Vec::new(),
            left,
        };
        let path =
            SubmissionState::of(verdict).path(folder).join(name).join(format!("{number:04}"));
        fs::create_dir_all(&path).unwrap();
        fs::write(path.with_extension("json"), serde_json::to_vec(&decided).unwrap()).unwrap();
    }

    #[test]
    fn the_latest_version_plays_unless_it_left() {
        use SubmissionVerdict::{Accepted, Disqualified, Held};
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        put(&folder, "uno", 1, Accepted, None);
        put(&folder, "uno", 3, Accepted, None);
        put(&folder, "uno", 4, Disqualified, None);
        put(&folder, "dos", 2, Accepted, None);
        put(&folder, "dos", 5, Accepted, Some(WithdrawalReason::Withdrawn));
        put(&folder, "tres", 1, Held, None);
        let index = SubmissionIndex::read(&folder).unwrap();
        let names = |found: Vec<&DecidedSubmission>| -> Vec<String> {
            found.iter().map(|submission| submission.decided.sent.id.clone()).collect()
        };
        assert_eq!(names(index.entrants()), ["uno3", "dos5"]);
        assert_eq!(names(index.taking_part()), ["uno3"]);
        assert_eq!(index.entered(), [Timestamp::from_second(1001).unwrap()]);
        assert_eq!(index.next_number("uno"), 5);
        assert_eq!(index.next_number("nadie"), 1);
        assert_eq!(index.find("tres1").unwrap().home, SubmissionState::Held);
    }

    #[test]
    fn names_lead_nowhere_else() {
        for name in ["uno", "Ñandú 2", "a.b"] {
            assert!(check_entrant(name).is_ok(), "{name}");
        }
        for name in ["..", ".uno", "a/b", "a\\b", "c:", "a=b", "a\u{202e}b", "a\r\nb", ""] {
            assert!(check_entrant(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn new_changed_and_former_entrants_are_listed() {
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
            let (reasons, sample) = (Vec::new(), None);
            let pending_decision = PendingDecision {
                folder,
                sent,
                files,
                digest,
                verdict,
                reasons,
                report,
                sample,
                now,
            };
            pending_decision.file().unwrap();
        };
        put(1, "uno", SubmissionVerdict::Accepted);
        put(2, "dos", SubmissionVerdict::Accepted);
        put(3, "uno", SubmissionVerdict::Disqualified);
        put(4, "uno", SubmissionVerdict::Accepted);
        assert!(leave(folder, "dos", (WithdrawalReason::Banned, "a copy"), at(5)).unwrap());
        let changes = SubmissionIndex::read(folder).unwrap().changes();
        let sent_texts: Vec<_> =
            changes.iter().map(|change| (&*change.entrant, change.what.clone())).collect();
        let left = EntryMove::Left(WithdrawalReason::Banned, "a copy".to_owned());
        let version = EntryMove::Version(2);
        assert_eq!(
            sent_texts,
            [("dos", left), ("uno", version), ("dos", EntryMove::New), ("uno", EntryMove::New)]
        );
        assert_eq!(changes[1].note, "deeper");
    }
}
