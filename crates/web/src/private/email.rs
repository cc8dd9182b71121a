//! E-mails to authors: decisions on submissions, deadline reminders and, for those who asked, the news
//! of their bots each day. Their content is decided here; the portal makes sure that none is sent
//! twice.

use super::{
    course::{CourseUpload, uploads},
    letter_say as words,
    matches::bots_of,
    progress::{BotCard, cards},
    request::contest_zone,
    submission::SubmissionStatus,
};
use crate::{
    contest::ContestView,
    dates::ShownTime,
    frame::{Links, PageContext},
    http_error::HttpError,
    links,
    people::People,
    site::Site,
};
use certamen_contest::{
    Folder,
    entry::{DecidedSubmission, EntryWindow, SubmissionIndex, SubmissionState},
};
use certamen_game::{Language, legible};
use certamen_i18n::Localize;
use certamen_portal::{
    Account, AccountId, ContestMember, DailyEmail, Email, EmailKind, PortalError, fresh_id,
};
use jiff::{SignedDuration, Timestamp, Zoned};
use std::{fs, path::Path, sync::PoisonError, time::SystemTime};

/// How long before the deadline authors are reminded.
const REMINDER: SignedDuration = SignedDuration::from_hours(24);
/// Older decisions are not sent: a user who adds an address gets no old e-mails.
const MAX_AGE: SignedDuration = SignedDuration::from_hours(3 * 24);
/// The hour from which on the news of a day are sent, in the time zone of the contest.
const MORNING: i8 = 6;

pub(super) struct MailRecipient<'a> {
    pub(super) id: AccountId,
    pub(super) handle: &'a str,
    pub(super) language: Language,
}

impl Site {
    /// Creates the e-mails that are due at `now`.
    pub fn create_emails(&self, now: Timestamp) {
        let Some(people) = self.people.as_deref() else { return };
        for view in self.contest_views() {
            let digest = MailDigest { site: self, people, view, now };
            let due = [MailDigest::verdicts, MailDigest::reminders, MailDigest::daily];
            let trouble = due.into_iter().try_for_each(|create| create(&digest)).err();
            let slug = view.slug.to_string();
            let troubles = people.letters.troubles.lock();
            let mut troubles = troubles.unwrap_or_else(PoisonError::into_inner);
            if let Some(error) = trouble {
                let text = error.message().get(Language::default());
                if troubles.insert(slug.clone(), text.clone()).as_ref() != Some(&text) {
                    tracing::warn!(contest = slug, error = text, "e-mails cannot be created");
                }
            } else {
                troubles.remove(&slug);
            }
        }
    }
}

/// The e-mails of a contest.
struct MailDigest<'a> {
    site: &'a Site,
    people: &'a People,
    view: &'a ContestView,
    now: Timestamp,
}

struct EmailContent {
    kind: EmailKind,
    /// What distinguishes it from others of its kind.
    about: String,
    subject: String,
    parts: Vec<String>,
    /// The path of the page with more about it.
    link: String,
}

impl MailDigest<'_> {
    /// E-mails on decisions since the last check.
    fn verdicts(&self) -> Result<(), HttpError> {
        let (slug, folder) = (self.view.slug.as_str(), &self.view.folder);
        let state = modification_times(folder);
        let seen = || self.people.letters.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if seen().get(slug) == Some(&state) {
            return Ok(());
        }
        let members = self.people.portal.contest_members(slug)?;
        if self.view.revision().is_course() {
            let files = uploads(folder)?;
            for file in &files {
                let is_recent = file.decided().is_some_and(|time| self.is_recent(time));
                if is_recent && !file.is_replaced(&files) {
                    let team = file.name.player.pair.to_string();
                    for member in members.iter().filter(|member| member.key == team) {
                        self.file_verdict(file, &files, member)?;
                    }
                }
            }
        }
        let index = SubmissionIndex::read(folder)?;
        for filed in index.all() {
            let decided = &filed.decided;
            let Some(status) = SubmissionStatus::decided(&index, &decided.sent.id) else {
                continue;
            };
            let is_by_others = matches!(
                status,
                SubmissionStatus::Live
                    | SubmissionStatus::Discarded
                    | SubmissionStatus::Disqualified
                    | SubmissionStatus::Banned
            );
            let time = decided.left.as_ref().map_or(decided.decided, |left| left.time);
            if is_by_others && self.is_recent(time) {
                self.verdict(filed, status, &members)?;
            }
        }
        // Only now: after a crash, this is done the next time.
        seen().insert(slug.to_owned(), state);
        Ok(())
    }

    fn is_recent(&self, decided: Timestamp) -> bool {
        self.now.duration_since(decided) < MAX_AGE
    }

    /// An e-mail to a member of a team on the decision on a file.
    fn file_verdict(
        &self,
        file: &CourseUpload,
        all: &[CourseUpload],
        member: &ContestMember,
    ) -> Result<(), PortalError> {
        let (language, contest, name) = (member.language, self.contest(), file.name.to_string());
        let word = file.word(all).get(language);
        let mut parts = vec![words::verdict_text(&contest, &name, &word).get(language)];
        parts.extend(file.ruling.as_ref().map(|ruling| line(&ruling.reason)));
        let report: Vec<String> = file.report_text(language).lines().map(line).collect();
        parts.push(report.join("\n"));
        let link = links::contest_page(&self.view.slug, links::COURSE);
        let subject = words::verdict_subject(contest, name, word).get(language);
        let (kind, about) = (EmailKind::Verdict, file.key());
        self.post(member, EmailContent { kind, about, subject, parts, link })
    }

    fn verdict(
        &self,
        filed: &DecidedSubmission,
        status: SubmissionStatus,
        members: &[ContestMember],
    ) -> Result<(), PortalError> {
        let sent = &filed.decided.sent;
        // A file that was copied there by hand has no author with an address.
        let Some(known) = self.people.portal.submission(&sent.id)? else { return Ok(()) };
        for member in members.iter().filter(|member| known.members.contains(&member.id)) {
            let language = member.language;
            let (contest, entrant) = (self.contest(), line(&sent.entrant));
            let word = status.word().get(language);
            let mut parts = vec![words::verdict_text(&contest, &entrant, &word).get(language)];
            let reasons = filed.decided.reasons.iter().map(|why| why.get(language));
            let left = filed.decided.left.as_ref().map(|left| &*left.reason);
            parts.extend(reasons.chain(left).map(line));
            let link = links::submission(&sent.id);
            let about = format!("{} {}", sent.id, status.key());
            let subject = words::verdict_subject(contest, entrant, word).get(language);
            let kind = EmailKind::Verdict;
            self.post(member, EmailContent { kind, about, subject, parts, link })?;
        }
        Ok(())
    }

    /// Reminds authors once, a day before entries close.
    fn reminders(&self) -> Result<(), HttpError> {
        let Some(closes) = self.closes() else { return Ok(()) };
        let left = closes.timestamp().duration_since(self.now);
        if left <= SignedDuration::ZERO || left > REMINDER {
            return Ok(());
        }
        let slug = self.view.slug.as_str();
        let closes = ShownTime::of(&closes).words;
        for member in self.people.portal.contest_members(slug)? {
            let (language, contest) = (member.language, self.contest());
            let parts = vec![words::reminder_text(&contest, &closes).get(language)];
            let subject = words::reminder_subject(contest, &closes).get(language);
            let link = format!("/c/{slug}");
            let (kind, about) = (EmailKind::Reminder, String::new());
            self.post(&member, EmailContent { kind, about, subject, parts, link })?;
        }
        Ok(())
    }

    /// What has happened to the bots of each author who asked for it, once a day: their page as text.
    fn daily(&self) -> Result<(), HttpError> {
        let local = self.now.to_zoned(contest_zone(self.view));
        let (slug, day) = (self.view.slug.as_str(), local.date().to_string());
        let seen = || self.people.letters.days.lock().unwrap_or_else(PoisonError::into_inner);
        if local.hour() < MORNING || seen().get(slug) == Some(&day) {
            return Ok(());
        }
        for member in self.people.portal.contest_members(slug)? {
            if self.people.portal.daily_email(member.id)? == DailyEmail::Off {
                continue;
            }
            let language = member.language;
            let frame = PageContext::new(self.site, links::ME, language, Links::Addresses);
            let bots = bots_of(&self.people.portal, member.id, self.view)?;
            let cards = cards(frame, self.view, bots, self.now)?;
            if !cards.iter().any(|card| card.has_news) {
                continue;
            }
            let link = links::contest_page(&self.view.slug, links::MINE);
            let subject = words::daily_subject(self.contest(), &day).get(language);
            let parts = cards.iter().map(BotCard::text).collect();
            let (kind, about) = (EmailKind::Daily, day.clone());
            self.post(&member, EmailContent { kind, about, subject, parts, link })?;
        }
        seen().insert(slug.to_owned(), day);
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

    fn post(&self, member: &ContestMember, content: EmailContent) -> Result<(), PortalError> {
        let EmailContent { kind, about, subject, parts, link } = content;
        let recipient =
            MailRecipient { id: member.id, handle: &member.handle, language: member.language };
        let text = self.people.email_text(&recipient, parts, Some(&link));
        let contest = self.view.slug.to_string();
        let email = Email { to: member.id, contest, kind, about, subject, text };
        self.people.portal.write_email(&email, &self.people.file.sender(), self.now)?;
        Ok(())
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
        let recipient = MailRecipient { id: *id, handle, language: *language };
        self.write_link(&recipient, "", link, now)
    }

    /// Sends a password-reset link; returns whether an e-mail was created.
    pub(super) fn write_link(
        &self,
        recipient: &MailRecipient<'_>,
        contest: &str,
        link: &str,
        now: Timestamp,
    ) -> Result<bool, PortalError> {
        let language = recipient.language;
        let parts = vec![words::link_text(line(recipient.handle)).get(language), link.to_owned()];
        let email = Email {
            to: recipient.id,
            contest: contest.to_owned(),
            kind: EmailKind::Link,
            about: fresh_id()?,
            subject: words::link_subject().get(language),
            text: self.email_text(recipient, parts, None),
        };
        self.portal.write_email(&email, &self.file.sender(), now)
    }

    /// The text of every e-mail around `parts`; `more` is the path of the page with more about it.
    fn email_text(
        &self,
        recipient: &MailRecipient<'_>,
        parts: Vec<String>,
        more: Option<&str>,
    ) -> String {
        let language = recipient.language;
        let address = |path: &str| self.file.address(&format!("/{language}{path}"));
        let mut all = vec![words::greeting(line(recipient.handle)).get(language)];
        all.extend(parts);
        all.extend(more.map(|path| words::more_at(address(path)).get(language)));
        all.push(words::why_you(address(links::ME)).get(language));
        all.join("\n\n") + "\n"
    }
}

/// Text of another user, on one line and without control characters.
fn line(text: &str) -> String {
    let whole: Vec<&str> = text.split(['\n', '\r', '\t']).filter(|part| !part.is_empty()).collect();
    legible(&whole.join(" "))
}

/// The modification times of the folders of a contest's decided submissions.
fn modification_times(folder: &Folder) -> Vec<Option<SystemTime>> {
    let mut folders = SubmissionState::ALL.map(|home| home.path(folder)).to_vec();
    folders.extend([folder.rulings(), folder.submissions()]);
    let inside = folders.iter().flat_map(|path| fs::read_dir(path).into_iter().flatten().flatten());
    let inside: Vec<_> = inside.map(|entry| entry.path()).collect();
    folders.extend(inside);
    folders.sort();
    let modified = |path: &Path| fs::metadata(path).and_then(|found| found.modified()).ok();
    folders.iter().map(|path| modified(path)).collect()
}

#[cfg(test)]
mod tests;
