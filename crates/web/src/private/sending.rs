//! Receives submissions: written to disk first, then recorded in the database, then filed; only
//! then confirmed. After a crash, the next start continues from there.

use super::say;
use crate::{contest::ContestView, people::People, upload::Upload};
use certamen_contest::{
    ContestError, ContestFile,
    entry::{
        BotNameError, EntryWindow, Submission, SubmissionIndex, SubmissionState, check_entrant,
        draft_name, is_same_name,
    },
    file::EntryRules,
};
use certamen_i18n::{Language, Localize, Message};
use certamen_portal::{
    AccountId, CurrentUser, NewSubmission, PortalError, ReceiveResult, StepRow,
    check_job::{CheckStage, StageResult},
    fresh_id,
    quota::{QuotaExceeded, SubmissionQuota},
};
use jiff::Timestamp;
use std::{fs, io};

/// The maximum length of a note, in characters.
const NOTE: usize = 500;
/// The maximum overhead of an archive over its content.
const SLACK: u64 = 64 << 10;

/// A submission.
pub(crate) struct UploadRequest<'a> {
    pub(crate) people: &'a People,
    pub(crate) view: &'a ContestView,
    pub(crate) member: &'a CurrentUser,
    pub(crate) language: Language,
    /// The name of the bot; that of the file if empty.
    pub(crate) entrant: &'a str,
    pub(crate) note: &'a str,
    pub(crate) file: &'a Upload,
    /// The organizer who implemented it, if any.
    pub(crate) written_by: Option<String>,
    pub(crate) now: Timestamp,
}

/// Why it is rejected. Nothing of it is stored.
#[derive(Debug)]
pub(crate) enum UploadError {
    /// The contest accepts no submissions.
    NoEntries,
    /// Not at this time.
    Openness(EntryWindow),
    /// The name is invalid.
    Name(BotNameError),
    /// The note is too long.
    Note,
    /// The file is empty.
    Empty,
    /// The file is too large.
    TooLarge(u64),
    /// A quota of the author.
    Over(QuotaExceeded),
    /// The disk has less than the minimum of free space.
    NoRoom,
    /// The contest cannot be read.
    Contest(ContestError),
    /// The database cannot be written.
    Portal(PortalError),
    /// The file cannot be written.
    Io(io::Error),
}

impl UploadError {
    /// The HTTP status.
    pub(crate) fn status(&self) -> u16 {
        match self {
            UploadError::NoEntries => 404,
            UploadError::Openness(_) | UploadError::Over(_) => 409,
            UploadError::TooLarge(_) => 413,
            UploadError::Name(_) | UploadError::Note | UploadError::Empty => 422,
            UploadError::Io(error) if error.kind() == io::ErrorKind::StorageFull => 507,
            UploadError::NoRoom | UploadError::Portal(PortalError::Full) => 507,
            UploadError::Contest(_) | UploadError::Portal(_) | UploadError::Io(_) => 500,
        }
    }
}

impl Localize for UploadError {
    fn message(&self) -> Message {
        match self {
            UploadError::NoEntries => say::no_entries(),
            UploadError::Openness(EntryWindow::NotYet(opens)) => {
                say::not_open_yet(opens.to_string())
            }
            UploadError::Openness(_) => say::closed_now(),
            UploadError::Name(error) => error.message(),
            UploadError::Note => say::long_note(NOTE),
            UploadError::Empty => say::empty_file(),
            UploadError::TooLarge(most) => say::too_large(most),
            UploadError::Over(over) => over.message(),
            UploadError::Contest(error) => error.message(),
            UploadError::Portal(error) => error.message(),
            UploadError::NoRoom => say::no_room(),
            UploadError::Io(error) if error.kind() == io::ErrorKind::StorageFull => say::no_room(),
            UploadError::Io(_) => say::not_written(),
        }
    }
}

certamen_i18n::said!(UploadError);

impl UploadRequest<'_> {
    /// Receives it; returns its id.
    pub(crate) fn send(&self) -> Result<String, UploadError> {
        let (rules, sent) = self.draft()?;
        confirm((self.people, self.view), self.member.id, &rules, sent)
    }

    /// Stores a draft for the author's approval; returns the id of the draft, and the name of the
    /// bot.
    pub(crate) fn lay_aside(&self) -> Result<(String, String), UploadError> {
        let (_, sent) = self.draft()?;
        Submission::save_draft(&self.view.folder.submissions(), &sent.id)
            .map_err(UploadError::Io)?;
        Ok((sent.id, sent.entrant))
    }

    /// Writes it to a temporary file, if it may be submitted now.
    fn draft(&self) -> Result<(EntryRules, Submission), UploadError> {
        let folder = &self.view.folder;
        if self.people.file.min_free_space.lacking(folder.path()).is_some() {
            return Err(UploadError::NoRoom);
        }
        let file = ContestFile::read(folder).map_err(UploadError::Contest)?;
        let rules = file.entries.ok_or(UploadError::NoEntries)?;
        let entrant = self.entrant();
        check_entrant(&entrant).map_err(UploadError::Name)?;
        if self.note.chars().count() > NOTE {
            return Err(UploadError::Note);
        }
        if self.file.content.is_empty() {
            return Err(UploadError::Empty);
        }
        if self.file.content.len() as u64 > rules.max_source + SLACK {
            return Err(UploadError::TooLarge(rules.max_source));
        }
        let roster = SubmissionIndex::read(folder).map_err(UploadError::Contest)?;
        self.is_open(&rules, &roster, &entrant)?;
        self.is_free(&roster, &entrant)?;
        let sent = self.write(entrant)?;
        Ok((rules, sent))
    }

    fn entrant(&self) -> String {
        let given = self.entrant.trim();
        if !given.is_empty() {
            return given.to_owned();
        }
        let name = self.file.name.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        stem.strip_suffix(".tar").unwrap_or(stem).to_owned()
    }

    /// Whether submissions are open; authors of rejected bots may submit longer.
    fn is_open(
        &self,
        rules: &EntryRules,
        roster: &SubmissionIndex,
        entrant: &str,
    ) -> Result<(), UploadError> {
        let entry_window = EntryWindow::at(rules, self.now, &roster.entered());
        let latest = roster.all().iter().rfind(|filed| filed.decided.sent.entrant == entrant);
        let was_sent_back = latest.is_some_and(|filed| {
            filed.home == SubmissionState::Rejected
                && filed.decided.sent.author == self.member.handle
        });
        match entry_window {
            EntryWindow::Open(_) => Ok(()),
            EntryWindow::Correction(_) if was_sent_back => Ok(()),
            other => Err(UploadError::Openness(other)),
        }
    }

    /// Whether the name is not used by another author, nor a similar one.
    fn is_free(&self, roster: &SubmissionIndex, entrant: &str) -> Result<(), UploadError> {
        let snapshot = self.view.revision();
        let lines = snapshot.tabled().map(|standings| &*standings.lines).unwrap_or_default();
        let own = |name: &str| {
            let mut filed = roster.all().iter();
            filed.any(|filed| {
                filed.decided.sent.entrant == name
                    && filed.decided.sent.author == self.member.handle
            })
        };
        let sent = roster.entrants().into_iter().map(|filed| &*filed.decided.sent.entrant);
        let mut others = lines.iter().map(|line| &*line.bot).chain(sent).filter(|name| !own(name));
        if others.any(|name| is_same_name(name, entrant)) {
            let entrant = entrant.to_owned();
            return Err(UploadError::Over(QuotaExceeded::NameOfAnother { entrant }));
        }
        Ok(())
    }

    fn write(&self, entrant: String) -> Result<Submission, UploadError> {
        let inbox = self.view.folder.submissions();
        fs::create_dir_all(&inbox).map_err(UploadError::Io)?;
        let sent = Submission {
            id: fresh_id().map_err(UploadError::Portal)?,
            entrant,
            author: self.member.handle.clone(),
            file: certamen_game::escaped(&self.file.name),
            note: self.note.to_owned(),
            language: self.language.code().to_owned(),
            received: self.now,
            written_by: self.written_by.clone(),
        };
        if let Err(error) = sent.write_draft(&inbox, &self.file.content) {
            // This frees a full disk; what cannot be deleted now is deleted at the next start.
            let _ = Submission::drop_draft(&inbox, &sent.id);
            return Err(UploadError::Io(error));
        }
        Ok(sent)
    }
}

/// Records a draft as submitted by its author, and files it; returns its id.
pub(crate) fn confirm(
    (people, view): (&People, &ContestView),
    sender: AccountId,
    rules: &EntryRules,
    sent: Submission,
) -> Result<String, UploadError> {
    let inbox = view.folder.submissions();
    let content =
        Submission::content(&inbox.join(draft_name(&sent.id))).map_err(UploadError::Io)?;
    let digest = blake3::hash(&content).to_hex().to_string();
    let contest = view.slug.to_string();
    let Submission { id, entrant, file, note, received, .. } = sent;
    let noted = NewSubmission { id, contest, sender, entrant, file, note, digest, received };
    let slots = SubmissionQuota { per_author: rules.per_author, per_day: rules.per_slot_and_day };
    match people.portal.receive(&noted, slots, &rules.zone) {
        Ok(ReceiveResult::Noted) => {}
        kept => {
            // It was not confirmed; if it cannot be deleted now, it is deleted at the next start.
            let _ = Submission::drop_draft(&inbox, &noted.id);
            return Err(match kept {
                Ok(ReceiveResult::Over(over)) => UploadError::Over(over),
                Err(error) => UploadError::Portal(error),
                Ok(ReceiveResult::Noted) => UploadError::NoEntries,
            });
        }
    }
    Submission::hand_over(&inbox, &noted.id).map_err(UploadError::Io)?;
    let (stage, result) = (CheckStage::Received.word(), StageResult::Passed.word());
    let (stage, result, facts) = (stage.to_owned(), result.to_owned(), String::new());
    let row = StepRow { stage, result, time: received, facts };
    people.portal.step(&noted.id, row).map_err(UploadError::Portal)?;
    Ok(noted.id)
}
