//! The desk at which programs come in, one after the other.

use super::{
    by_hand,
    closing::tell_closing,
    trial::{Audition, Auditioned},
    unpacked::unpack,
};
use crate::{HallError, Sandboxes, Venue};
use certamen_contest::{
    ContestFile, Folder,
    entry::{EntryHome, EnvelopeError, Filed, Filing, Roster, Sent, check_entrant},
};
use certamen_portal::errand::{EntryProgress, EntryStage, StageResult};
use certamen_speech::{Message, Speak};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The desk of a contest.
pub struct EntryDesk<'a> {
    /// Its folder.
    pub folder: &'a Folder,
    /// Where sandboxes come from.
    pub sandboxes: &'a Sandboxes,
    /// Where programs are tried.
    pub venue: &'a Venue,
    /// Told how far each program is.
    pub tell: &'a dyn Fn(EntryProgress),
}

/// What came of a look at what waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeskLook {
    /// Everything that waited was decided on.
    Done,
    /// Something of ours failed: it is tried again later.
    Delayed,
}

/// Something of ours that failed.
struct Delay {
    /// The name in addresses of what waits for it.
    id: String,
    why: Message,
}

impl Delay {
    fn of(id: String, error: &HallError) -> Delay {
        Delay { id, why: error.message() }
    }
}

impl EntryDesk<'_> {
    /// Decides on everything that waits.
    pub fn look(&self) -> DeskLook {
        let rules = ContestFile::read(self.folder).ok().and_then(|file| file.entries);
        let Some(rules) = rules else { return DeskLook::Done };
        let by_hand = by_hand::send(self.folder, jiff::Timestamp::now());
        let waiting = Sent::waiting(&self.folder.submissions()).unwrap_or_default();
        let mut looked = if by_hand.is_ok() { DeskLook::Done } else { DeskLook::Delayed };
        for path in waiting {
            if let Err(Delay { id, why }) = self.take_in(&path) {
                looked = DeskLook::Delayed;
                self.told(&id, (EntryStage::Received, StageResult::Delayed), Some(why));
            }
        }
        if tell_closing(self.folder, &rules, jiff::Timestamp::now()).is_err() {
            looked = DeskLook::Delayed;
        }
        looked
    }

    /// Decides on what waits at `path`.
    fn take_in(&self, path: &Path) -> Result<(), Delay> {
        let unnamed = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let io = |error| HallError::Io { path: path.to_owned(), error };
        let sent = Sent::read(path).map_err(|error| match error {
            EnvelopeError::Io(error) => io(error),
            EnvelopeError::Json(error) => io(error.into()),
        });
        let sent = match sent {
            Ok(sent) if check_entrant(&sent.entrant).is_ok() => sent,
            Ok(_) => return Err(Delay::of(unnamed(), &io(io::ErrorKind::InvalidData.into()))),
            Err(error) => return Err(Delay::of(unnamed(), &error)),
        };
        let decided = || -> Result<(), HallError> {
            let roster = Roster::read(self.folder)?;
            if roster.find(&sent.id).is_none() {
                self.decide(path, &sent)?;
            }
            if let Some(filed) = Roster::read(self.folder)?.find(&sent.id) {
                self.tell_decided(filed);
            }
            fs::remove_dir_all(path).map_err(io)
        };
        decided().map_err(|error| Delay::of(sent.id.clone(), &error))
    }

    fn decide(&self, path: &Path, sent: &Sent) -> Result<(), HallError> {
        let io = |error| HallError::Io { path: path.to_owned(), error };
        let file = ContestFile::read(self.folder)?;
        let Some(rules) = &file.entries else {
            return Err(HallError::NoEntries { path: self.folder.contest_file() });
        };
        let content = Sent::content(path).map_err(io)?;
        let language = sent.language.parse().unwrap_or_default();
        let files = self.stage(&sent.id)?;
        let tell = |stage, result| self.told(&sent.id, (stage, result), None);
        tell(EntryStage::Unpacked, StageResult::Running);
        let tried = match unpack(&sent.file, &content, rules.max_source) {
            Ok(unpacked) => {
                unpacked.write(&files).map_err(io)?;
                tell(EntryStage::Unpacked, StageResult::Passed);
                let EntryDesk { folder, sandboxes, venue, .. } = *self;
                let file = &file;
                Audition { folder, file, rules, sandboxes, venue, sent, tell: &tell }.run(&files)?
            }
            Err(finding) => {
                fs::create_dir_all(&files).map_err(io)?;
                fs::write(files.join("content"), &content).map_err(io)?;
                tell(EntryStage::Unpacked, StageResult::Failed);
                Auditioned::sent_back(&[finding], language)
            }
        };
        let Auditioned { verdict, reasons, report, specimen } = tried;
        let digest = blake3::hash(&content).to_hex().to_string();
        let (folder, files, now) = (self.folder, &*files, jiff::Timestamp::now());
        let filing =
            Filing { folder, sent, files, digest, verdict, reasons, report, specimen, now };
        Ok(filing.put_away()?)
    }

    /// A new folder for the files of a program, in which nothing is left of an earlier time.
    fn stage(&self, id: &str) -> Result<PathBuf, HallError> {
        let path = self.folder.written().join("entries").join(id);
        match fs::remove_dir_all(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(HallError::Io { path, error });
            }
            _ => {}
        }
        let parent = self.folder.written().join("entries");
        fs::create_dir_all(&parent).map_err(|error| HallError::Io { path: parent, error })?;
        Ok(path)
    }

    /// Those that were sent back were told so at the stage that failed.
    fn tell_decided(&self, filed: &Filed) {
        let id = &filed.decided.sent.id;
        match filed.home {
            EntryHome::Accepted => self.told(id, (EntryStage::Live, StageResult::Passed), None),
            EntryHome::Held => self.told(id, (EntryStage::Held, StageResult::Running), None),
            EntryHome::Rejected => {}
        }
    }

    fn told(&self, id: &str, (stage, result): (EntryStage, StageResult), why: Option<Message>) {
        (self.tell)(EntryProgress { id: id.to_owned(), stage, result, why });
    }
}
