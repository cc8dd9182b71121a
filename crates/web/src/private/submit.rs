//! The submission form of a contest, and what happens to an upload: it is written to disk first,
//! then recorded in the database, then filed; only then confirmed. After a crash, the next start
//! continues from there.

use super::{
    host_say,
    request::{PageResult, PrivateRequest, page, page_with},
    submission::SubmissionStatus,
};
use crate::{
    contest::ContestView,
    dates::ShownTime,
    frame::{ContestHead, PageContext},
    http_error::{AccessDenied, HttpError},
    links,
    page::{ContestPart, Page},
    people::People,
    private_say as own, say,
    throttle::Limited,
    upload::{SentForm, Upload},
};
use askama::Template;
use certamen_contest::{
    ContestError, ContestFile, Folder,
    entry::{
        BotNameError, EntryWindow, Submission, SubmissionIndex, SubmissionState, check_entrant,
        is_same_name,
    },
    file::{EntryRules, Ideas, Visibility},
};
use certamen_games::starter;
use certamen_i18n::{Language, Localize};
use certamen_portal::{
    AccountId, CurrentUser, NewSubmission, PortalError, ReceiveResult, fresh_id,
    quota::{QuotaExceeded, SubmissionQuota},
};
use jiff::Timestamp;
use std::{fs, io};

/// The maximum length of a note, in characters.
const NOTE: usize = 500;
/// The maximum overhead of an archive over its content, in bytes.
const ARCHIVE_OVERHEAD: u64 = 64 << 10;

#[derive(Template)]
#[template(path = "submit.html")]
struct SubmitPage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
    mine: String,
    ask: String,
    idea: String,
    /// When entries open or close.
    window: (String, Option<ShownTime>),
    is_open: bool,
    conditions: Vec<String>,
    slots: Vec<SlotRow>,
    /// The links to the page of the game, with its protocol, and to the rules of the contest.
    game: String,
    rules: String,
    /// The languages with starter code.
    starters: Vec<&'static str>,
    /// The text in the editor, and its file name.
    source: String,
    file_name: String,
    entrant: String,
    note: String,
    wrong: String,
}

/// One of the user's bots in this contest.
struct SlotRow {
    entrant: String,
    word: String,
    to: String,
    received: ShownTime,
}

/// The page, or the result of an upload.
pub(super) fn submit(request: &PrivateRequest<'_>, view: &ContestView) -> PageResult {
    let member = request.member()?;
    let file = ContestFile::read(&view.folder)?;
    let Some(rules) = &file.entries else { return Err(HttpError::Barred(AccessDenied::Form)) };
    let Some(form) = &request.form else {
        return page(&submit_page(request, view, &file.name, rules)?);
    };
    let (entrant, note) = (form.text("entrant"), form.text("note"));
    let typed = |shown| SubmitPage {
        entrant: entrant.to_owned(),
        note: note.to_owned(),
        source: form.text("source").to_owned(),
        file_name: form.text("file_name").to_owned(),
        ..shown
    };
    if form.text("do") == "starter" {
        let found = starter::find(file.game, form.text("language"));
        let found = found.ok_or(HttpError::Barred(AccessDenied::Form))?;
        let shown = typed(submit_page(request, view, &file.name, rules)?);
        let name = if entrant.trim().is_empty() { "my-bot" } else { entrant.trim() };
        return page(&SubmitPage {
            source: found.source(name, request.language),
            file_name: found.starter.file.to_owned(),
            ..shown
        });
    }
    request.limited(Limited::Send, &member.handle)?;
    // What was written in the browser goes the way of a file.
    let written = written(form);
    let sent = match form.file.as_ref().or(written.as_ref()) {
        Some(file) => UploadRequest {
            people: request.people,
            view,
            member,
            language: request.language,
            entrant,
            note,
            file,
            written_by: None,
            now: request.now,
        }
        .send(),
        None => Err(UploadError::Empty),
    };
    match sent {
        Ok(id) => Ok(request.redirect(&links::submission(&id))),
        Err(error) => {
            let shown = submit_page(request, view, &file.name, rules)?;
            let wrong = error.message().get(request.language);
            page_with(error.status(), &SubmitPage { wrong, ..typed(shown) })
        }
    }
}

/// The file that was written in the browser, if any.
fn written(form: &SentForm) -> Option<Upload> {
    let (name, text) = (form.text("file_name").trim(), form.text("source"));
    // Browsers send the line ends of Windows, which a first line with an interpreter must not have.
    let content = text.replace("\r\n", "\n").into_bytes();
    (!text.trim().is_empty()).then(|| Upload { name: name.to_owned(), content })
}

fn submit_page<'a>(
    request: &PrivateRequest<'a>,
    view: &ContestView,
    name: &str,
    rules: &EntryRules,
) -> Result<SubmitPage<'a>, HttpError> {
    let (frame, member) = (request.frame(), request.member()?);
    let index = SubmissionIndex::read(&view.folder)?;
    let window = EntryWindow::at(rules, request.now, &index.entered());
    let game = view.revision().game;
    let mut slots: Vec<SlotRow> = Vec::new();
    for sent in request.people.portal.sent_by(member.id, view.slug.as_str())? {
        let entrant = frame.name(&sent.entrant);
        if slots.iter().any(|known| known.entrant == entrant) {
            continue;
        }
        let (status, _) = SubmissionStatus::of(&view.folder, &sent.id)?;
        let to = frame.link(&links::submission(&sent.id));
        let received = frame.time(sent.received, &rules.zone);
        slots.push(SlotRow { entrant, word: frame.t(status.word()), to, received });
    }
    let at = |time| Some(frame.time(time, &rules.zone));
    Ok(SubmitPage {
        head: frame.head(name, &view.slug),
        mine: frame.contest_page(&view.slug, links::MINE),
        ask: frame.contest_page(&view.slug, links::ASK),
        idea: if rules.ideas == Ideas::Taken {
            frame.contest_page(&view.slug, links::IDEA)
        } else {
            String::new()
        },
        is_open: matches!(window, EntryWindow::Open(_) | EntryWindow::Correction(_)),
        window: match window {
            EntryWindow::NotYet(opens) => (frame.t(own::opens_at()), at(opens)),
            EntryWindow::Open(Some(closes)) => (frame.t(own::open_until()), at(closes)),
            EntryWindow::Open(None) => (frame.t(own::open_now()), None),
            EntryWindow::Correction(until) => (frame.t(own::correction_until()), at(until)),
            EntryWindow::Closed(since) => (frame.t(own::closed_since()), at(since)),
        },
        conditions: conditions(frame, rules),
        slots,
        game: game
            .map(|game| frame.to(&Page::Game(game.info().slug.to_owned())))
            .unwrap_or_default(),
        rules: frame.part(&view.slug, ContestPart::Rules),
        starters: game.map(starter::languages).unwrap_or_default(),
        source: String::new(),
        file_name: String::new(),
        entrant: String::new(),
        note: String::new(),
        wrong: String::new(),
        frame,
    })
}

/// The rules of the contest for bots, one per line.
fn conditions(frame: PageContext<'_>, rules: &EntryRules) -> Vec<String> {
    let mut lines = vec![
        frame.t(own::rule_size(frame.count(rules.max_source))),
        frame.t(own::rule_slots(rules.per_author)),
    ];
    if let Some(most) = rules.per_slot_and_day {
        lines.push(frame.t(own::rule_day(most)));
    }
    if !rules.languages.is_empty() {
        lines.push(frame.t(own::rule_languages(rules.languages.join(", "))));
    }
    if rules.single_file {
        lines.push(frame.t(own::rule_single()));
    }
    if rules.source_only {
        lines.push(frame.t(own::rule_text()));
    }
    if rules.approval {
        lines.push(frame.t(own::rule_approval()));
    }
    lines.push(frame.t(match rules.visibility {
        Visibility::Open => own::rule_open(),
        Visibility::UntilTheEnd => own::rule_closed(),
    }));
    lines
}

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
#[derive(Debug, Localize)]
#[localize(display)]
pub(crate) enum UploadError {
    #[localize(own::no_entries())]
    NoEntries,
    #[localize(own::not_open_yet(_0.to_string()))]
    NotOpenYet(Timestamp),
    #[localize(own::closed_now())]
    Closed,
    #[localize(transparent)]
    Name(BotNameError),
    #[localize(own::long_note(NOTE))]
    Note,
    #[localize(own::empty_file())]
    Empty,
    /// The file has more than this many bytes.
    #[localize(own::too_large(_0))]
    TooLarge(u64),
    #[localize(transparent)]
    Over(QuotaExceeded),
    /// The disk is full, or has less than the minimum of free space.
    #[localize(own::no_room())]
    NoRoom,
    #[localize(transparent)]
    Contest(ContestError),
    #[localize(transparent)]
    Portal(PortalError),
    #[localize(own::not_written())]
    Io,
}

impl UploadError {
    pub(crate) fn status(&self) -> u16 {
        match self {
            UploadError::NoEntries => 404,
            UploadError::NotOpenYet(_) | UploadError::Closed | UploadError::Over(_) => 409,
            UploadError::TooLarge(_) => 413,
            UploadError::Name(_) | UploadError::Note | UploadError::Empty => 422,
            UploadError::NoRoom | UploadError::Portal(PortalError::Full) => 507,
            UploadError::Contest(_) | UploadError::Portal(_) | UploadError::Io => 500,
        }
    }
}

impl From<io::Error> for UploadError {
    fn from(error: io::Error) -> UploadError {
        match error.kind() {
            io::ErrorKind::StorageFull => UploadError::NoRoom,
            _ => UploadError::Io,
        }
    }
}

impl UploadRequest<'_> {
    /// Receives it; returns its id.
    pub(crate) fn send(&self) -> Result<String, UploadError> {
        let (rules, sent) = self.write_draft()?;
        let id = sent.id.clone();
        let confirmed = confirm(self.people, self.view, self.member.id, &rules, sent);
        if confirmed.is_err() {
            // It was not confirmed; if it cannot be deleted now, it is deleted at the next start.
            let _ = Submission::drop_draft(&self.view.folder.submissions(), &id);
        }
        confirmed
    }

    /// Stores a draft for the author's approval; returns the id of the draft, and the name of the
    /// bot.
    pub(crate) fn save_draft(&self) -> Result<(String, String), UploadError> {
        let (_, sent) = self.write_draft()?;
        Submission::save_draft(&self.view.folder.submissions(), &sent.id)?;
        Ok((sent.id, sent.entrant))
    }

    /// Writes it to a temporary file, if it may be submitted now.
    fn write_draft(&self) -> Result<(EntryRules, Submission), UploadError> {
        let folder = &self.view.folder;
        if self.people.file.min_free_space.lacking(folder.path()).is_some() {
            return Err(UploadError::NoRoom);
        }
        let rules = ContestFile::read(folder).map_err(UploadError::Contest)?;
        let rules = rules.entries.ok_or(UploadError::NoEntries)?;
        let entrant = self.entrant();
        check_entrant(&entrant).map_err(UploadError::Name)?;
        if self.note.chars().count() > NOTE {
            return Err(UploadError::Note);
        }
        if self.file.content.is_empty() {
            return Err(UploadError::Empty);
        }
        if self.file.content.len() as u64 > rules.max_source + ARCHIVE_OVERHEAD {
            return Err(UploadError::TooLarge(rules.max_source));
        }
        let index = SubmissionIndex::read(folder).map_err(UploadError::Contest)?;
        self.is_open(&rules, &index, &entrant)?;
        self.is_free(&index, &entrant)?;
        let inbox = folder.submissions();
        fs::create_dir_all(&inbox)?;
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
            return Err(error.into());
        }
        Ok((rules, sent))
    }

    /// The given name of the bot, else that of the file.
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
        index: &SubmissionIndex,
        entrant: &str,
    ) -> Result<(), UploadError> {
        let latest = index.all().iter().rfind(|filed| filed.decided.sent.entrant == entrant);
        let was_rejected = latest.is_some_and(|filed| {
            filed.home == SubmissionState::Rejected
                && filed.decided.sent.author == self.member.handle
        });
        match EntryWindow::at(rules, self.now, &index.entered()) {
            EntryWindow::Open(_) => Ok(()),
            EntryWindow::Correction(_) if was_rejected => Ok(()),
            EntryWindow::NotYet(opens) => Err(UploadError::NotOpenYet(opens)),
            EntryWindow::Correction(_) | EntryWindow::Closed(_) => Err(UploadError::Closed),
        }
    }

    /// Whether the name is not used by another author, nor a similar one.
    fn is_free(&self, index: &SubmissionIndex, entrant: &str) -> Result<(), UploadError> {
        let snapshot = self.view.revision();
        let lines = snapshot.tabled().map(|standings| &*standings.lines).unwrap_or_default();
        let is_own = |name: &str| {
            let mut submissions = index.all().iter().map(|filed| &filed.decided.sent);
            submissions.any(|sent| sent.entrant == name && sent.author == self.member.handle)
        };
        let mut names = lines.iter().map(|line| &*line.bot).chain(index.names());
        if names.any(|name| !is_own(name) && is_same_name(name, entrant)) {
            let entrant = entrant.to_owned();
            return Err(UploadError::Over(QuotaExceeded::NameOfAnother { entrant }));
        }
        Ok(())
    }
}

/// Records a draft or a proposal as submitted by its author, and files it; returns its id. The record
/// is what counts: what fails after it is done again by the next reader of its page, by the author
/// who sends it again, or at the next start.
pub(super) fn confirm(
    people: &People,
    view: &ContestView,
    sender: AccountId,
    rules: &EntryRules,
    sent: Submission,
) -> Result<String, UploadError> {
    let inbox = view.folder.submissions();
    let content = sent.unconfirmed_content(&inbox)?;
    let row = NewSubmission {
        id: sent.id.clone(),
        contest: view.slug.to_string(),
        sender,
        entrant: sent.entrant.clone(),
        file: sent.file.clone(),
        note: sent.note.clone(),
        digest: blake3::hash(&content).to_hex().to_string(),
        received: sent.received,
    };
    let slots = SubmissionQuota { per_author: rules.per_author, per_day: rules.per_slot_and_day };
    let id = match people.portal.receive(&row, slots, &rules.zone) {
        Ok(ReceiveResult::Noted(id)) => id,
        Ok(ReceiveResult::Over(over)) => return Err(UploadError::Over(over)),
        // The answer may have been lost, and not what it was about.
        Err(error) => match people.portal.submission(&row.id) {
            Ok(Some(_)) => row.id,
            _ => return Err(UploadError::Portal(error)),
        },
    };
    if let Err(error) = hand_over(&view.folder, &id, sent, &content) {
        eprintln!("{}: {error}", inbox.join(&id).display());
    }
    Ok(id)
}

/// Hands over what was received as `id`: the draft `sent`, or the same one sent before.
fn hand_over(
    folder: &Folder,
    id: &str,
    sent: Submission,
    content: &[u8],
) -> Result<(), UploadError> {
    let inbox = folder.submissions();
    if sent.id != id {
        let draft = sent.id.clone();
        let is_known = Submission::is_in(&inbox, id)
            || SubmissionIndex::read(folder).map_err(UploadError::Contest)?.find(id).is_some();
        if !is_known {
            // Its file was lost after it was received.
            Submission { id: id.to_owned(), ..sent }.write_draft(&inbox, content)?;
        }
        Submission::drop_draft(&inbox, &draft)?;
    }
    Ok(Submission::hand_over(&inbox, id)?)
}

#[cfg(test)]
mod tests;
