//! Bots that were put into the inbox by hand: they are submitted like all others, as those of an
//! author without an account.

use super::unpacked::is_litter;
use crate::{
    HostError,
    reception::{QUIET, read},
};
use certamen_contest::{
    Folder,
    entry::{Submission, SubmissionIndex, check_entrant, sent_name},
};
use certamen_game::Language;
use jiff::Timestamp;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The largest file that is looked at.
const LARGEST: usize = 9 << 20;

/// Submits the files in the inbox that are no longer being written. What is not a file of a bot
/// stays where it is.
pub(super) fn send(folder: &Folder, now: Timestamp) -> Result<(), HostError> {
    let inbox = folder.submissions();
    let io = |error| HostError::Io { path: inbox.clone(), error };
    let entries = match fs::read_dir(&inbox) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(io)?,
    };
    let mut waiting: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let entry = entry.map_err(io)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let hidden = name.starts_with('.') || is_litter(&name);
        if !hidden && entry.file_type().map_err(io)?.is_file() {
            waiting.push(entry.path());
        }
    }
    waiting.sort();
    for path in waiting {
        adopt(folder, &inbox, &path, now)?;
    }
    Ok(())
}

fn adopt(folder: &Folder, inbox: &Path, path: &Path, now: Timestamp) -> Result<(), HostError> {
    let io = |error| HostError::Io { path: path.to_owned(), error };
    let written = fs::symlink_metadata(path).and_then(|found| found.modified()).map_err(io)?;
    let written = Timestamp::try_from(written).unwrap_or(now);
    let is_quiet = now.duration_since(written) >= QUIET || now < written;
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = file.rsplit_once('.').map_or(&*file, |(stem, _)| stem);
    let entrant = stem.strip_suffix(".tar").unwrap_or(stem).to_owned();
    if !is_quiet || check_entrant(&entrant).is_err() {
        return Ok(());
    }
    let Some(content) = read(path, LARGEST).map_err(io)? else { return Ok(()) };
    // Equal files of one name are one: a process that is stopped here finds it again.
    let digest = blake3::hash(&[file.as_bytes(), b"\0", &content].concat());
    let id: String = digest.to_hex().chars().take(16).collect();
    let is_known =
        inbox.join(sent_name(&id)).exists() || SubmissionIndex::read(folder)?.find(&id).is_some();
    if !is_known {
        let sent = Submission {
            id: id.clone(),
            entrant,
            author: String::new(),
            file,
            note: String::new(),
            language: Language::default().code().to_owned(),
            received: written.min(now),
            written_by: None,
        };
        // The inbox may belong to a site, whose user could redirect what is written there.
        let draft = folder.written().join("entries").join(&*sent_name(&id));
        sent.write(&draft, &content).map_err(io)?;
        fs::rename(&draft, inbox.join(sent_name(&id))).map_err(io)?;
    }
    fs::remove_file(path).map_err(io)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::SignedDuration;

    #[test]
    fn a_file_that_was_put_there_is_sent_once() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        let inbox = folder.submissions();
        fs::create_dir(&inbox).unwrap();
        let later = Timestamp::now() + SignedDuration::from_secs(10);
        for _ in 0..2 {
            fs::write(inbox.join("uno.c"), "int main;").unwrap();
            send(&folder, Timestamp::now()).unwrap();
            assert!(inbox.join("uno.c").exists(), "somebody may still be writing");
            send(&folder, later).unwrap();
            assert!(!inbox.join("uno.c").exists());
            assert_eq!(Submission::waiting(&inbox).unwrap().len(), 1);
        }
        let sent = Submission::read(&Submission::waiting(&inbox).unwrap()[0]).unwrap();
        assert_eq!((&*sent.entrant, &*sent.file, &*sent.author), ("uno", "uno.c", ""));
        fs::write(inbox.join("\u{202e}.c"), "x").unwrap();
        send(&folder, later).unwrap();
        assert_eq!(Submission::waiting(&inbox).unwrap().len(), 1, "it has no name");
    }
}
