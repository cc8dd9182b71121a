//! Stores a submission with its verdict: the report and the decision first, then the files in one
//! step, which is the moment that counts. If the process stops in between, the rest is repeated.

use super::{
    EntryDecision, Submission, SubmissionIndex, SubmissionState, SubmissionVerdict, Withdrawal,
    WithdrawalReason,
};
use crate::{
    ContestError, Folder, LocalizedTexts,
    safe_files::{replace, synced},
};
use jiff::Timestamp;
use std::{fs, io, path::Path};

/// The ending of the record next to a program.
pub(super) const RECORD: &str = "jsonl";

pub struct PendingDecision<'a> {
    pub folder: &'a Folder,
    pub sent: &'a Submission,
    /// A folder that is moved to its final place.
    pub files: &'a Path,
    /// BLAKE3 of the submitted file.
    pub digest: String,
    pub verdict: SubmissionVerdict,
    pub reasons: Vec<LocalizedTexts>,
    pub report: String,
    /// The record of the sample match.
    pub sample: Option<Vec<u8>>,
    pub now: Timestamp,
}

impl PendingDecision<'_> {
    /// Stores it. After that, the submission may be deleted.
    pub fn file(self) -> Result<(), ContestError> {
        let number = SubmissionIndex::read(self.folder)?.next_number(&self.sent.entrant);
        let home = SubmissionState::of(self.verdict).path(self.folder).join(&self.sent.entrant);
        let path = home.join(format!("{number:04}"));
        let decided = EntryDecision {
            sent: self.sent.clone(),
            number,
            digest: self.digest,
            decided: self.now,
            verdict: self.verdict,
            reasons: self.reasons,
            left: None,
        };
        let put = || -> io::Result<()> {
            fs::create_dir_all(&home)?;
            replace(&path.with_extension("txt"), self.report.as_bytes())?;
            if let Some(record) = &self.sample {
                replace(&path.with_extension(RECORD), record)?;
            }
            write_decision(&path, &decided)?;
            fs::rename(self.files, &path)?;
            synced(&home)
        };
        put().map_err(|error| ContestError::Io { path: path.clone(), error })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostDecision<'a> {
    Approve,
    Reject(&'a str),
}

/// Applies a decision on a bot that waits for approval; false if none waits.
pub fn decide(
    folder: &Folder,
    id: &str,
    decision: HostDecision<'_>,
    now: Timestamp,
) -> Result<bool, ContestError> {
    let index = SubmissionIndex::read(folder)?;
    let Some(submission) =
        index.find(id).filter(|submission| submission.home == SubmissionState::Held)
    else {
        return Ok(false);
    };
    let mut decided = EntryDecision { decided: now, ..submission.decided.clone() };
    decided.verdict = match decision {
        HostDecision::Approve => SubmissionVerdict::Accepted,
        HostDecision::Reject(reason) => {
            decided.reasons = vec![LocalizedTexts::verbatim(reason)];
            SubmissionVerdict::Disqualified
        }
    };
    let home = SubmissionState::of(decided.verdict).path(folder).join(&decided.sent.entrant);
    let path = home.join(format!("{:04}", decided.number));
    let put = || -> io::Result<()> {
        fs::create_dir_all(&home)?;
        replace(&path.with_extension("txt"), &fs::read(submission.report())?)?;
        let record = submission.sample_match();
        if record.exists() {
            replace(&path.with_extension(RECORD), &fs::read(&record)?)?;
        }
        write_decision(&path, &decided)?;
        fs::rename(&submission.path, &path)?;
        synced(&home)?;
        if record.exists() {
            fs::remove_file(record)?;
        }
        fs::remove_file(submission.decision())?;
        fs::remove_file(submission.report())
    };
    put().map_err(|error| ContestError::Io { path: submission.path.clone(), error })?;
    Ok(true)
}

/// Records that an entrant left; false if there is no such entrant.
pub fn leave(
    folder: &Folder,
    entrant: &str,
    (left, reason): (WithdrawalReason, &str),
    time: Timestamp,
) -> Result<bool, ContestError> {
    let index = SubmissionIndex::read(folder)?;
    let taking_part = index.taking_part();
    let Some(submission) =
        taking_part.iter().find(|submission| submission.decided.sent.entrant == entrant)
    else {
        return Ok(false);
    };
    let departure = Withdrawal { left, reason: reason.to_owned(), time };
    let decided = EntryDecision { left: Some(departure), ..submission.decided.clone() };
    write_decision(&submission.path, &decided)
        .map_err(|error| ContestError::Io { path: submission.decision(), error })?;
    Ok(true)
}

fn write_decision(path: &Path, decided: &EntryDecision) -> io::Result<()> {
    replace(&path.with_extension("json"), &serde_json::to_vec_pretty(decided)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::DecidedSubmission;

    fn sent(id: &str) -> Submission {
        Submission {
            id: id.to_owned(),
            entrant: "uno".to_owned(),
            author: "ana".to_owned(),
            file: "uno.c".to_owned(),
            note: String::new(),
            language: "es".to_owned(),
            received: Timestamp::UNIX_EPOCH,
            written_by: None,
        }
    }

    fn file(folder: &Folder, id: &str, verdict: SubmissionVerdict) {
        let (files, report) = (folder.path().join(id), String::new());
        fs::create_dir(&files).unwrap();
        fs::write(files.join("uno.c"), id).unwrap();
        let (sent, files, now) = (&sent(id), &*files, Timestamp::UNIX_EPOCH);
        let (digest, reasons) = (String::new(), Vec::new());
        let sample = Some(b"a record".to_vec());
        let pending_decision =
            PendingDecision { folder, sent, files, digest, verdict, reasons, report, sample, now };
        pending_decision.file().unwrap();
    }

    #[test]
    fn interrupted_work_is_repeated() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        // As if stopped after the decision was written and before the files were moved.
        fs::create_dir_all(folder.accepted().join("uno")).unwrap();
        fs::write(folder.accepted().join("uno/0001.json"), "{").unwrap();
        file(&folder, "a", SubmissionVerdict::Accepted);
        file(&folder, "b", SubmissionVerdict::Accepted);
        let index = SubmissionIndex::read(&folder).unwrap();
        let numbers: Vec<u32> =
            index.all().iter().map(|submission| submission.decided.number).collect();
        assert_eq!(numbers, [1, 2]);
        assert_eq!(fs::read(folder.accepted().join("uno/0002/uno.c")).unwrap(), b"b");
    }

    #[test]
    fn a_host_decides_once() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        let now = Timestamp::UNIX_EPOCH;
        file(&folder, "a", SubmissionVerdict::Held);
        file(&folder, "b", SubmissionVerdict::Held);
        assert!(decide(&folder, "a", HostDecision::Approve, now).unwrap());
        assert!(!decide(&folder, "a", HostDecision::Reject("no"), now).unwrap());
        assert!(decide(&folder, "b", HostDecision::Reject("a copy"), now).unwrap());
        let index = SubmissionIndex::read(&folder).unwrap();
        let home = |id: &str| index.find(id).map(|submission: &DecidedSubmission| submission.home);
        assert_eq!(
            (home("a"), home("b")),
            (Some(SubmissionState::Accepted), Some(SubmissionState::Rejected))
        );
        assert_eq!(index.find("b").unwrap().decided.reasons[0].es, "a copy");
        for id in ["a", "b"] {
            let record = index.find(id).unwrap().sample_match();
            assert_eq!(fs::read(record).unwrap(), b"a record", "it moves, too");
        }
        assert_eq!(fs::read_dir(folder.path().join("held/uno")).unwrap().count(), 0);
        let removed = (WithdrawalReason::Disqualified, "it was a copy, too");
        assert!(leave(&folder, "uno", removed, now).unwrap());
        assert!(!leave(&folder, "uno", removed, now).unwrap());
        assert!(SubmissionIndex::read(&folder).unwrap().taking_part().is_empty());
    }
}
