//! E-mails to authors: decisions on submissions, and deadline reminders. Their content is decided
//! here; the portal makes sure that none is sent twice.

use super::{
    PrivateRoute,
    course::{CourseUpload, handed_in},
    letter_say as words,
    submission_status::SubmissionStatus,
};
use crate::{contest::ContestView, people::People, site::Site};
use certamen_contest::{
    Folder,
    entry::{DecidedSubmission, EntryWindow, SubmissionIndex, SubmissionState, WithdrawalReason},
};
use certamen_game::{Language, legible};
use certamen_i18n::{Localize, Message};
use certamen_portal::{Account, AccountId, ContestMember, Email, EmailKind, PortalError, fresh_id};
use jiff::{SignedDuration, Timestamp, Zoned};
use std::{
    collections::BTreeMap,
    fs,
    sync::{Mutex, PoisonError},
    time::SystemTime,
};

/// How long before the deadline authors are reminded.
const AHEAD: SignedDuration = SignedDuration::from_hours(24);
/// Older decisions are not sent: a user who adds an address gets no old e-mails.
const FRESH: SignedDuration = SignedDuration::from_hours(3 * 24);

/// The modification times of the folders of a contest's submissions, at the last check.
#[derive(Debug, Default)]
pub(crate) struct MailCursor {
    folders: Mutex<BTreeMap<String, Vec<Option<SystemTime>>>>,
    /// Errors of each contest that were reported: each is reported once.
    troubles: Mutex<BTreeMap<String, String>>,
}

/// A recipient.
pub(super) struct MailRecipient<'a> {
    pub(super) id: AccountId,
    pub(super) handle: &'a str,
    pub(super) language: Language,
}

impl Site {
    /// Creates the e-mails that are due at `now`.
    pub fn write_letters(&self, now: Timestamp) {
        let Some(people) = self.people.as_deref() else { return };
        for view in self.exhibits() {
            let mail_digest = MailDigest { people, view, now };
            let done = mail_digest.verdicts().and_then(|()| mail_digest.reminders());
            let trouble = done.err().map(|error| error.get(Language::default()));
            let slug = view.slug.to_string();
            let troubles = people.letters.troubles.lock();
            let mut troubles = troubles.unwrap_or_else(PoisonError::into_inner);
            if let Some(trouble) = trouble {
                let line = format!("{slug}: {trouble}");
                if troubles.insert(slug, trouble.clone()).as_ref() != Some(&trouble) {
                    eprintln!("{line}");
                }
            } else {
                troubles.remove(&slug);
            }
        }
    }
}

/// The e-mails of a contest.
struct MailDigest<'a> {
    people: &'a People,
    view: &'a ContestView,
    now: Timestamp,
}

impl MailDigest<'_> {
    /// E-mails on decisions since the last check.
    fn verdicts(&self) -> Result<(), Message> {
        let (slug, folder) = (self.view.slug.as_str(), &self.view.folder);
        let state = changed(folder);
        let seen = || self.people.letters.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if seen().get(slug) == Some(&state) {
            return Ok(());
        }
        let told = |error: PortalError| error.message();
        let members = self.people.portal.contest_members(slug).map_err(told)?;
        if self.view.revision().is_course() {
            self.handed_in(&members)?;
        }
        let roster = SubmissionIndex::read(folder).map_err(|error| error.message())?;
        for filed in roster.all() {
            let found = SubmissionStatus::decided(&roster, &filed.decided.sent.id);
            let news = found.filter(|found| self.is_news(*found, filed));
            if let Some(found) = news {
                self.verdict((filed, found), &members).map_err(told)?;
            }
        }
        // Only now: after a crash, this is done the next time.
        seen().insert(slug.to_owned(), state);
        Ok(())
    }

    /// E-mails on decisions about the files of teams.
    fn handed_in(&self, members: &[ContestMember]) -> Result<(), Message> {
        let all = handed_in(&self.view.folder).map_err(|refusal| refusal.message())?;
        let is_news = |file: &&CourseUpload| {
            let fresh = file.decided().is_some_and(|time| self.now.duration_since(time) < FRESH);
            fresh && !file.is_replaced(&all)
        };
        for file in all.iter().filter(is_news) {
            let pair = file.name.player.pair.to_string();
            for member in members.iter().filter(|member| member.key == pair) {
                let told = self.file_of_pair((file, &all), member);
                told.map_err(|error| error.message())?;
            }
        }
        Ok(())
    }

    fn file_of_pair(
        &self,
        (file, all): (&CourseUpload, &[CourseUpload]),
        member: &ContestMember,
    ) -> Result<bool, PortalError> {
        let (language, contest, name) = (member.language, self.contest(), file.name.to_string());
        let word = file.word(all).get(language);
        let mut parts = vec![words::verdict_text(&contest, &name, &word).get(language)];
        parts.extend(file.ruling.as_ref().map(|own| line(&own.reason)));
        let report: Vec<String> = file.told(language).lines().map(line).collect();
        parts.push(report.join("\n"));
        let way = PrivateRoute::Course(self.view.slug.clone()).path();
        let email = Email {
            subject: words::verdict_subject(contest, name, word).get(language),
            text: self.people.text(&of(member), parts, Some(&way)),
            ..self.letter(member, EmailKind::Verdict, file.key())
        };
        self.people.post(&email, self.now)
    }

    fn is_news(&self, found: SubmissionStatus, filed: &DecidedSubmission) -> bool {
        let decided = filed.decided.left.as_ref().map_or(filed.decided.decided, |left| left.time);
        let by_others = match found {
            SubmissionStatus::Live | SubmissionStatus::SentBack(_) => true,
            SubmissionStatus::Left(left) => left != WithdrawalReason::Withdrawn,
            _ => false,
        };
        by_others && self.now.duration_since(decided) < FRESH
    }

    fn verdict(
        &self,
        (filed, found): (&DecidedSubmission, SubmissionStatus),
        members: &[ContestMember],
    ) -> Result<(), PortalError> {
        let sent = &filed.decided.sent;
        // A file that was copied there by hand has no author with an address.
        let Some(known) = self.people.portal.submission(&sent.id)? else { return Ok(()) };
        for member in members.iter().filter(|member| known.members.contains(&member.id)) {
            let language = member.language;
            let (contest, entrant) = (self.contest(), line(&sent.entrant));
            let word = found.word().get(language);
            let mut parts = vec![words::verdict_text(&contest, &entrant, &word).get(language)];
            let reasons = filed.decided.reasons.iter().map(|why| why.get(language));
            let left = filed.decided.left.as_ref().map(|left| &*left.reason);
            parts.extend(reasons.chain(left).map(line));
            let way = PrivateRoute::Submission(sent.id.clone()).path();
            let about = format!("{} {}", sent.id, found.key());
            let email = Email {
                subject: words::verdict_subject(contest, entrant, word).get(language),
                text: self.people.text(&of(member), parts, Some(&way)),
                ..self.letter(member, EmailKind::Verdict, about)
            };
            self.people.post(&email, self.now)?;
        }
        Ok(())
    }

    /// Reminds authors once, a day before entries close.
    fn reminders(&self) -> Result<(), Message> {
        let Some(closes) = self.closes() else { return Ok(()) };
        let left = closes.timestamp().duration_since(self.now);
        if left <= SignedDuration::ZERO || left > AHEAD {
            return Ok(());
        }
        let told = |error: PortalError| error.message();
        let slug = self.view.slug.as_str();
        let closes = closes.strftime("%Y-%m-%d %H:%M %Z").to_string();
        for member in self.people.portal.contest_members(slug).map_err(told)? {
            let (language, contest) = (member.language, self.contest());
            let parts = vec![words::reminder_text(&contest, &closes).get(language)];
            let way = format!("/c/{slug}");
            let email = Email {
                subject: words::reminder_subject(contest, &closes).get(language),
                text: self.people.text(&of(&member), parts, Some(&way)),
                ..self.letter(&member, EmailKind::Reminder, String::new())
            };
            self.people.post(&email, self.now).map_err(told)?;
        }
        Ok(())
    }

    /// When entries close, if known.
    fn closes(&self) -> Option<Zoned> {
        let snapshot = self.view.revision();
        let file = snapshot.file.as_ref()?;
        if let Some(schedule) = &file.schedule {
            return schedule.closes.clone();
        }
        let rules = file.entries.as_ref()?;
        let entered = self.view.board().roster.entered();
        match EntryWindow::at(rules, self.now, &entered) {
            EntryWindow::Open(closes) => Some(closes?.to_zoned(rules.zone.clone())),
            _ => None,
        }
    }

    fn contest(&self) -> String {
        line(&self.view.revision().name)
    }

    fn letter(&self, member: &ContestMember, kind: EmailKind, about: String) -> Email {
        let (contest, subject, text) = (self.view.slug.to_string(), String::new(), String::new());
        Email { to: member.id, contest, kind, about, subject, text }
    }
}

impl People {
    /// Sends the owner of the account a password-reset link, if they entered an address; returns
    /// whether an e-mail was created.
    pub fn send_link(
        &self,
        account: &Account,
        link: &str,
        now: Timestamp,
    ) -> Result<bool, PortalError> {
        let Account { id, handle, language, .. } = account;
        self.write_link(&MailRecipient { id: *id, handle, language: *language }, ("", link), now)
    }

    /// Sends a password-reset link; returns whether an e-mail was created.
    pub(super) fn write_link(
        &self,
        reader: &MailRecipient<'_>,
        (contest, link): (&str, &str),
        now: Timestamp,
    ) -> Result<bool, PortalError> {
        let language = reader.language;
        let parts = vec![words::link_text(line(reader.handle)).get(language), link.to_owned()];
        let email = Email {
            to: reader.id,
            contest: contest.to_owned(),
            kind: EmailKind::Link,
            about: fresh_id()?,
            subject: words::link_subject().get(language),
            text: self.text(reader, parts, None),
        };
        self.post(&email, now)
    }

    fn post(&self, email: &Email, now: Timestamp) -> Result<bool, PortalError> {
        self.portal.write_letter(email, &self.file.sender(), now)
    }

    /// The text of every e-mail around `parts`; `way` is the link for more.
    fn text(&self, reader: &MailRecipient<'_>, parts: Vec<String>, way: Option<&str>) -> String {
        let language = reader.language;
        let address = |way: &str| self.file.address(&format!("/{language}{way}"));
        let mut all = vec![words::greeting(line(reader.handle)).get(language)];
        all.extend(parts);
        all.extend(way.map(|way| words::more_at(address(way)).get(language)));
        all.push(words::why_you(address(&PrivateRoute::Me.path())).get(language));
        all.join("\n\n") + "\n"
    }
}

fn of(member: &ContestMember) -> MailRecipient<'_> {
    MailRecipient { id: member.id, handle: &member.handle, language: member.language }
}

/// Text of another user, on one line and without control characters.
fn line(text: &str) -> String {
    let whole: Vec<&str> = text.split(['\n', '\r', '\t']).filter(|part| !part.is_empty()).collect();
    legible(&whole.join(" "))
}

/// The modification times of the folders of a contest's decided submissions.
fn changed(folder: &Folder) -> Vec<Option<SystemTime>> {
    let mut homes = SubmissionState::ALL.map(|home| home.path(folder)).to_vec();
    homes.extend([folder.rulings(), folder.submissions()]);
    let below = homes.iter().flat_map(|home| fs::read_dir(home).into_iter().flatten().flatten());
    let below = below.map(|entry| entry.path());
    let mut places: Vec<_> = homes.iter().cloned().chain(below).collect();
    places.sort();
    let changed = |path: &std::path::PathBuf| fs::metadata(path).and_then(|found| found.modified());
    places.iter().map(|path| changed(path).ok()).collect()
}

#[cfg(test)]
mod tests;
