//! Pending submissions: folders with the submitted file and its metadata.

use crate::safe_files::{entries, read, replace, sweep, synced};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

/// The metadata of a submission.
const ENVELOPE: &str = "entry.json";
/// The submitted file; the sender's name for it is not used.
const CONTENT: &str = "content";
/// The longest metadata and the longest file, in bytes; contests accept less.
const LONGEST_ENVELOPE: u64 = 1 << 20;
const LONGEST_CONTENT: u64 = 256 << 20;
const ENDING: &str = ".sent";
/// The ending of submissions that a host implemented, until the author consents.
const PROPOSAL: &str = ".idea";
const DRAFT: &str = ".part";

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    pub id: String,
    pub entrant: String,
    pub author: String,
    pub file: String,
    pub note: String,
    pub language: String,
    pub received: Timestamp,
    /// Who implemented it, if it was not the author.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_by: Option<String>,
}

#[derive(Debug)]
pub enum SubmissionFileError {
    Io(io::Error),
    Json(serde_json::Error),
}

pub fn sent_name(id: &str) -> String {
    format!("{id}{ENDING}")
}

pub fn draft_name(id: &str) -> String {
    format!(".{id}{DRAFT}")
}

pub fn proposal_name(id: &str) -> String {
    format!(".{id}{PROPOSAL}")
}

impl Submission {
    /// Writes it with its file into `inbox`, flushed, where it is not read yet.
    pub fn write_draft(&self, inbox: &Path, content: &[u8]) -> io::Result<()> {
        self.write(&inbox.join(draft_name(&self.id)), content)?;
        synced(inbox)
    }

    /// Writes it with its file into the folder `home`, flushed to the disk.
    pub fn write(&self, home: &Path, content: &[u8]) -> io::Result<()> {
        fs::create_dir_all(home)?;
        replace(&home.join(ENVELOPE), &serde_json::to_vec_pretty(self)?)?;
        replace(&home.join(CONTENT), content)?;
        synced(home)
    }

    /// Turns a draft, or a proposal that its author consented to, into a submission; succeeds if
    /// that was done already.
    pub fn hand_over(inbox: &Path, id: &str) -> io::Result<()> {
        for name in [draft_name(id), proposal_name(id)] {
            match fs::rename(inbox.join(name), inbox.join(sent_name(id))) {
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                done => done?,
            }
        }
        synced(inbox)
    }

    /// Whether it is in `inbox`, handed over or not.
    pub fn is_in(inbox: &Path, id: &str) -> bool {
        let names = [draft_name(id), proposal_name(id), sent_name(id)];
        names.iter().any(|name| inbox.join(name).exists())
    }

    /// Saves a draft until its author consents.
    pub fn save_draft(inbox: &Path, id: &str) -> io::Result<()> {
        fs::rename(inbox.join(draft_name(id)), inbox.join(proposal_name(id)))?;
        synced(inbox)
    }

    pub fn drop_draft(inbox: &Path, id: &str) -> io::Result<()> {
        fs::remove_dir_all(inbox.join(draft_name(id)))
    }

    /// Deletes files of a course in `inbox` whose upload was interrupted and never acknowledged.
    pub fn sweep_files(inbox: &Path) -> io::Result<()> {
        sweep(inbox, DRAFT)
    }

    /// The submissions in `inbox`, by name.
    pub fn waiting(inbox: &Path) -> io::Result<Vec<PathBuf>> {
        listed(inbox, |name| !name.starts_with('.') && name.ends_with(ENDING))
    }

    /// The ids of the drafts in `inbox`.
    pub fn drafts(inbox: &Path) -> io::Result<Vec<String>> {
        hidden(inbox, DRAFT)
    }

    /// The ids of the proposals in `inbox`.
    pub fn proposals(inbox: &Path) -> io::Result<Vec<String>> {
        hidden(inbox, PROPOSAL)
    }

    /// Reads the metadata in the folder at `path`.
    pub fn read(path: &Path) -> Result<Submission, SubmissionFileError> {
        let bytes =
            read(&path.join(ENVELOPE), LONGEST_ENVELOPE).map_err(SubmissionFileError::Io)?;
        let sent: Submission = serde_json::from_slice(&bytes).map_err(SubmissionFileError::Json)?;
        // Our own files are named by the id.
        let names = [sent_name(&sent.id), draft_name(&sent.id), proposal_name(&sent.id)];
        let own = path.file_name().is_some_and(|own| names.iter().any(|name| *own == **name));
        if own { Ok(sent) } else { Err(SubmissionFileError::Io(ErrorKind::InvalidData.into())) }
    }

    /// Its file, while it is a draft or a proposal.
    pub fn unconfirmed_content(&self, inbox: &Path) -> io::Result<Vec<u8>> {
        match Submission::content(&inbox.join(draft_name(&self.id))) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Submission::content(&inbox.join(proposal_name(&self.id)))
            }
            content => content,
        }
    }

    pub fn content(path: &Path) -> io::Result<Vec<u8>> {
        read(&path.join(CONTENT), LONGEST_CONTENT)
    }
}

/// The ids of the hidden folders with this ending.
fn hidden(inbox: &Path, ending: &str) -> io::Result<Vec<String>> {
    let inside = |name: &str| -> Option<String> {
        Some(name.strip_prefix('.')?.strip_suffix(ending)?.to_owned())
    };
    let paths = listed(inbox, |name| inside(name).is_some())?;
    Ok(paths.iter().filter_map(|path| inside(path.file_name()?.to_str()?)).collect())
}

fn listed(inbox: &Path, wanted: impl Fn(&str) -> bool) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in entries(inbox)? {
        if entry.file_name().to_str().is_some_and(&wanted) && entry.file_type()?.is_dir() {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_are_not_listed() {
        let inbox = tempfile::tempdir().unwrap();
        let sent = Submission {
            id: "abc".to_owned(),
            entrant: "uno".to_owned(),
            author: "ana".to_owned(),
            file: "uno.c".to_owned(),
            note: String::new(),
            language: "es".to_owned(),
            received: Timestamp::UNIX_EPOCH,
            written_by: None,
        };
        sent.write_draft(inbox.path(), b"int main;").unwrap();
        assert!(Submission::waiting(inbox.path()).unwrap().is_empty());
        let half = inbox.path().join(".half.part");
        fs::write(&half, "of a course").unwrap();
        Submission::sweep_files(inbox.path()).unwrap();
        assert!(!half.exists(), "it was never acknowledged");
        assert_eq!(Submission::drafts(inbox.path()).unwrap(), ["abc"]);
        Submission::save_draft(inbox.path(), "abc").unwrap();
        assert!(Submission::drafts(inbox.path()).unwrap().is_empty(), "its author is to consent");
        assert_eq!(Submission::proposals(inbox.path()).unwrap(), ["abc"]);
        for _ in 0..2 {
            Submission::hand_over(inbox.path(), "abc").unwrap();
        }
        let waiting = Submission::waiting(inbox.path()).unwrap();
        assert_eq!(Submission::read(&waiting[0]).unwrap(), sent);
        assert_eq!(Submission::content(&waiting[0]).unwrap(), b"int main;");
        let other = Submission { id: "../../../abc".to_owned(), ..sent };
        other.write(&waiting[0], b"int main;").unwrap();
        assert!(Submission::read(&waiting[0]).is_err(), "its id differs from its folder");
        assert!(Submission::drafts(inbox.path()).unwrap().is_empty());
        assert!(Submission::waiting(&inbox.path().join("none")).unwrap().is_empty());
    }
}
