//! Current and former entrants: the folders of decided submissions, the verdicts in them, and their
//! public changes.

use super::Submission;
use crate::{ContestError, Corruption, Folder, LocalizedTexts, safe_files::entries};
use certamen_game::job::{BotNameError, check_bot_name};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
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

#[derive(Clone, Debug, Default)]
pub struct SubmissionIndex(Vec<DecidedSubmission>);

/// Checks a bot's name: it is no path and does not begin with a dot.
pub fn check_entrant(name: &str) -> Result<(), BotNameError> {
    check_bot_name(name)?;
    let leads_elsewhere = name.starts_with('.') || name.contains(['/', '\\', ':', '=', '\0']);
    if leads_elsewhere { Err(BotNameError::Hidden { name: name.to_owned() }) } else { Ok(()) }
}

impl SubmissionIndex {
    /// Reads the folder of a contest.
    pub fn read(folder: &Folder) -> Result<SubmissionIndex, ContestError> {
        let mut found = Vec::new();
        for home in SubmissionState::ALL {
            for entrant in folders(&home.path(folder))? {
                for path in folders(&entrant)? {
                    found.extend(read(path, home)?);
                }
            }
        }
        found.sort_by(|one, other| {
            let key = |submission: &DecidedSubmission| {
                (submission.decided.sent.received, submission.decided.number)
            };
            key(one).cmp(&key(other))
        });
        Ok(SubmissionIndex(found))
    }

    pub fn all(&self) -> &[DecidedSubmission] {
        &self.0
    }

    pub fn find(&self, id: &str) -> Option<&DecidedSubmission> {
        self.0.iter().find(|submission| submission.decided.sent.id == id)
    }

    /// The latest version of each entrant there ever was, in order of first entry.
    pub fn entrants(&self) -> Vec<&DecidedSubmission> {
        let mut latest: Vec<&DecidedSubmission> = Vec::new();
        let accepted =
            self.0.iter().filter(|submission| submission.home == SubmissionState::Accepted);
        for submission in accepted {
            let name = &submission.decided.sent.entrant;
            match latest.iter_mut().find(|known| known.decided.sent.entrant == *name) {
                Some(known) if known.decided.number < submission.decided.number => {
                    *known = submission;
                }
                Some(_) => {}
                None => latest.push(submission),
            }
        }
        latest
    }

    pub fn taking_part(&self) -> Vec<&DecidedSubmission> {
        let entrants = self.entrants();
        entrants.into_iter().filter(|submission| submission.decided.left.is_none()).collect()
    }

    /// When each current entrant entered first.
    pub fn entered(&self) -> Vec<Timestamp> {
        let accepted =
            || self.0.iter().filter(|submission| submission.home == SubmissionState::Accepted);
        let first = |name: &str| {
            let own = accepted().filter(|submission| submission.decided.sent.entrant == name);
            own.map(|submission| submission.decided.decided).min()
        };
        let names =
            self.taking_part().into_iter().map(|submission| &submission.decided.sent.entrant);
        names.filter_map(|name| first(name)).collect()
    }

    /// The number that the next program of this name gets.
    pub fn next_number(&self, entrant: &str) -> u32 {
        let own = self.0.iter().filter(|submission| submission.decided.sent.entrant == entrant);
        own.map(|submission| submission.decided.number).max().unwrap_or(0) + 1
    }

    /// All that changed, the newest first.
    pub fn changes(&self) -> Vec<EntryChange> {
        let mut accepted: Vec<&DecidedSubmission> = self
            .all()
            .iter()
            .filter(|submission| submission.home == SubmissionState::Accepted)
            .collect();
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

/// The folders in `path`, by name; those with a leading dot are incomplete.
fn folders(path: &Path) -> Result<Vec<PathBuf>, ContestError> {
    let io = |error| ContestError::Io { path: path.to_owned(), error };
    let mut found = Vec::new();
    for entry in entries(path).map_err(io)? {
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if !hidden && entry.file_type().map_err(io)?.is_dir() {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

fn read(path: PathBuf, home: SubmissionState) -> Result<Option<DecidedSubmission>, ContestError> {
    let decision = path.with_extension("json");
    let bytes = match fs::read(&decision) {
        // A folder that Certamen did not write, or one added by hand.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(ContestError::Io { path: decision, error }),
        Ok(bytes) => bytes,
    };
    match serde_json::from_slice(&bytes) {
        Ok(decided) => Ok(Some(DecidedSubmission { decided, path, home })),
        Err(_) => Err(ContestError::Damaged { path: decision, damage: Corruption::NoDecision }),
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
        fs::write(folder.accepted().join("uno/0003.json"), "{").unwrap();
        assert!(SubmissionIndex::read(&folder).unwrap_err().to_string().contains("0003.json"));
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
        assert!(leave(folder, "dos", (WithdrawalReason::Banned, "a copy"), at(5)).unwrap());
        let changes = SubmissionIndex::read(folder).unwrap().changes();
        let told: Vec<_> =
            changes.iter().map(|change| (&*change.entrant, change.what.clone())).collect();
        let left = EntryMove::Left(WithdrawalReason::Banned, "a copy".to_owned());
        let version = EntryMove::Version(2);
        assert_eq!(
            told,
            [("dos", left), ("uno", version), ("dos", EntryMove::New), ("uno", EntryMove::New)]
        );
        assert_eq!(changes[1].note, "deeper");
    }
}
