//! Takes in what somebody sends: on the disk first, then noted, then handed over; only then it is
//! confirmed. Whoever is stopped between these goes on from there.

use super::say;
use crate::{contest::Exhibit, people::People, upload::Upload};
use certamen_contest::{
    ContestError, ContestFile,
    entry::{
        BotNameError, EntryHome, Openness, Roster, Sent, check_entrant, draft_name, is_same_name,
    },
    file::EntryRules,
};
use certamen_portal::{
    AccountId, NewSubmission, PortalError, Receiving, SignedIn, StepRow,
    errand::{EntryStage, StageResult},
    fresh_id,
    quota::{OverQuota, Slots},
};
use certamen_speech::{Language, Message, Speak};
use jiff::Timestamp;
use std::{fs, io};

/// The longest note, in characters.
const NOTE: usize = 500;
/// What an archive may be longer than what is in it.
const SLACK: u64 = 64 << 10;

/// What somebody sends.
pub(crate) struct Sending<'a> {
    pub(crate) people: &'a People,
    pub(crate) exhibit: &'a Exhibit,
    pub(crate) member: &'a SignedIn,
    pub(crate) language: Language,
    /// What it is to be called; as its file if nothing is said.
    pub(crate) entrant: &'a str,
    pub(crate) note: &'a str,
    pub(crate) file: &'a Upload,
    /// Who wrote it down, if it was another than its author.
    pub(crate) written_by: Option<String>,
    pub(crate) now: Timestamp,
}

/// Why it is not taken in. Nothing of it is kept.
#[derive(Debug)]
pub(crate) enum NotSent {
    /// The contest takes none in.
    NoEntries,
    /// Not now.
    Openness(Openness),
    /// It may not be called so.
    Name(BotNameError),
    /// It has too many characters.
    Note,
    /// It has nothing in it.
    Empty,
    /// It is too large.
    TooLarge(u64),
    /// Its author may not send it now.
    Over(OverQuota),
    /// The disk is to keep what room is left.
    NoRoom,
    /// The contest cannot be read.
    Contest(ContestError),
    /// It cannot be noted.
    Portal(PortalError),
    /// It cannot be written.
    Io(io::Error),
}

impl NotSent {
    /// The status of the answer.
    pub(crate) fn status(&self) -> u16 {
        match self {
            NotSent::NoEntries => 404,
            NotSent::Openness(_) | NotSent::Over(_) => 409,
            NotSent::TooLarge(_) => 413,
            NotSent::Name(_) | NotSent::Note | NotSent::Empty => 422,
            NotSent::Io(error) if error.kind() == io::ErrorKind::StorageFull => 507,
            NotSent::NoRoom | NotSent::Portal(PortalError::Full) => 507,
            NotSent::Contest(_) | NotSent::Portal(_) | NotSent::Io(_) => 500,
        }
    }
}

impl Speak for NotSent {
    fn message(&self) -> Message {
        match self {
            NotSent::NoEntries => say::no_entries(),
            NotSent::Openness(Openness::NotYet(opens)) => say::not_open_yet(opens.to_string()),
            NotSent::Openness(_) => say::closed_now(),
            NotSent::Name(error) => error.message(),
            NotSent::Note => say::long_note(NOTE),
            NotSent::Empty => say::empty_file(),
            NotSent::TooLarge(most) => say::too_large(most),
            NotSent::Over(over) => over.message(),
            NotSent::Contest(error) => error.message(),
            NotSent::Portal(error) => error.message(),
            NotSent::NoRoom => say::no_room(),
            NotSent::Io(error) if error.kind() == io::ErrorKind::StorageFull => say::no_room(),
            NotSent::Io(_) => say::not_written(),
        }
    }
}

certamen_speech::said!(NotSent);

impl Sending<'_> {
    /// Takes it in; its name in addresses.
    pub(crate) fn send(&self) -> Result<String, NotSent> {
        let (rules, sent) = self.draft()?;
        confirm((self.people, self.exhibit), self.member.id, &rules, sent)
    }

    /// Writes it down for its author, who is to consent; the name of the draft, and of the program.
    pub(crate) fn lay_aside(&self) -> Result<(String, String), NotSent> {
        let (_, sent) = self.draft()?;
        Sent::lay_aside(&self.exhibit.folder.submissions(), &sent.id).map_err(NotSent::Io)?;
        Ok((sent.id, sent.entrant))
    }

    /// Writes it where nobody looks at it yet, if it may be sent now.
    fn draft(&self) -> Result<(EntryRules, Sent), NotSent> {
        let folder = &self.exhibit.folder;
        if self.people.file.least_room.lacking(folder.path()).is_some() {
            return Err(NotSent::NoRoom);
        }
        let file = ContestFile::read(folder).map_err(NotSent::Contest)?;
        let rules = file.entries.ok_or(NotSent::NoEntries)?;
        let entrant = self.entrant();
        check_entrant(&entrant).map_err(NotSent::Name)?;
        if self.note.chars().count() > NOTE {
            return Err(NotSent::Note);
        }
        if self.file.content.is_empty() {
            return Err(NotSent::Empty);
        }
        if self.file.content.len() as u64 > rules.max_source + SLACK {
            return Err(NotSent::TooLarge(rules.max_source));
        }
        let roster = Roster::read(folder).map_err(NotSent::Contest)?;
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

    /// Whether it is time to send; whoever was sent back may do so longer.
    fn is_open(&self, rules: &EntryRules, roster: &Roster, entrant: &str) -> Result<(), NotSent> {
        let openness = Openness::at(rules, self.now, &roster.entered());
        let latest = roster.all().iter().rfind(|filed| filed.decided.sent.entrant == entrant);
        let was_sent_back = latest.is_some_and(|filed| {
            filed.home == EntryHome::Rejected && filed.decided.sent.author == self.member.handle
        });
        match openness {
            Openness::Open(_) => Ok(()),
            Openness::Correction(_) if was_sent_back => Ok(()),
            other => Err(NotSent::Openness(other)),
        }
    }

    /// Whether nobody else who takes part is called so, nor alike.
    fn is_free(&self, roster: &Roster, entrant: &str) -> Result<(), NotSent> {
        let revision = self.exhibit.revision();
        let lines = revision.tabled().map(|tabled| &*tabled.lines).unwrap_or_default();
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
            return Err(NotSent::Over(OverQuota::NameOfAnother { entrant }));
        }
        Ok(())
    }

    fn write(&self, entrant: String) -> Result<Sent, NotSent> {
        let inbox = self.exhibit.folder.submissions();
        fs::create_dir_all(&inbox).map_err(NotSent::Io)?;
        let sent = Sent {
            id: fresh_id().map_err(NotSent::Portal)?,
            entrant,
            author: self.member.handle.clone(),
            file: certamen_game::escaped(&self.file.name),
            note: self.note.to_owned(),
            language: self.language.code().to_owned(),
            received: self.now,
            written_by: self.written_by.clone(),
        };
        if let Err(error) = sent.write_draft(&inbox, &self.file.content) {
            // A full disk is to get its room back; what cannot be deleted now is at the next start.
            let _ = Sent::drop_draft(&inbox, &sent.id);
            return Err(NotSent::Io(error));
        }
        Ok(sent)
    }
}

/// Notes a draft as sent by its author, and hands it over; its name in addresses.
pub(crate) fn confirm(
    (people, exhibit): (&People, &Exhibit),
    sender: AccountId,
    rules: &EntryRules,
    sent: Sent,
) -> Result<String, NotSent> {
    let inbox = exhibit.folder.submissions();
    let content = Sent::content(&inbox.join(draft_name(&sent.id))).map_err(NotSent::Io)?;
    let digest = blake3::hash(&content).to_hex().to_string();
    let contest = exhibit.slug.to_string();
    let Sent { id, entrant, file, note, received, .. } = sent;
    let noted = NewSubmission { id, contest, sender, entrant, file, note, digest, received };
    let slots = Slots { per_author: rules.per_author, per_day: rules.per_slot_and_day };
    match people.portal.receive(&noted, slots, &rules.zone) {
        Ok(Receiving::Noted) => {}
        kept => {
            // It was not confirmed; if it cannot be thrown away now, it is at the next start.
            let _ = Sent::drop_draft(&inbox, &noted.id);
            return Err(match kept {
                Ok(Receiving::Over(over)) => NotSent::Over(over),
                Err(error) => NotSent::Portal(error),
                Ok(Receiving::Noted) => NotSent::NoEntries,
            });
        }
    }
    Sent::hand_over(&inbox, &noted.id).map_err(NotSent::Io)?;
    let (stage, result) = (EntryStage::Received.word(), StageResult::Passed.word());
    let (stage, result, facts) = (stage.to_owned(), result.to_owned(), String::new());
    let row = StepRow { stage, result, time: received, facts };
    people.portal.step(&noted.id, row).map_err(NotSent::Portal)?;
    Ok(noted.id)
}
