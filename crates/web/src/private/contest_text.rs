//! Editing of the contest file by an organizer, and creation of the next edition. A new file is
//! checked before it replaces the old one; changes are logged, and changed dates are published as a
//! notice.

use super::{
    admin::MAX_CONTESTS,
    confirm::{Question, is_confirmed},
    host::host_head,
    host_say as words,
    notices::TITLE,
    request::{PageResult, PrivateRequest, contest_zone, fits, page_with, plain},
};
use crate::{
    Slug,
    contest::ContestView,
    frame::{ContestHead, PageContext},
    http_error::{AccessDenied, HttpError},
    links, say,
    throttle::Limited,
    upload::SentForm,
};
use askama::Template;
use certamen_contest::{
    ContestFile, Folder, NextEdition, edition_place,
    file::EntryDeadline,
    pages::{LocalizedText, PageKind, publish},
};
use certamen_game::Language;
use certamen_i18n::{Localize, Message};
use certamen_portal::{AuditAction, HostRequestKind};
use jiff::{Timestamp, Zoned};
use std::fs;

#[derive(Template)]
#[template(path = "host_file.html")]
struct ContestTextPage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
    text: String,
    /// The digest of the edited text: two organizers may edit at the same time.
    digest: String,
    edition: EditionForm,
    /// Whether the file was just replaced.
    saved: bool,
    wrong: String,
}

/// The query of the page after the file was replaced.
const SAVED: &str = "saved=1";

/// The page, or the result of an edit.
pub(super) fn answer(request: &PrivateRequest<'_>, view: &ContestView) -> PageResult {
    let (member, folder) = (request.member()?, &view.folder);
    let old = fs::read_to_string(folder.contest_file()).map_err(|_| HttpError::Ours)?;
    let frame = request.frame();
    let shown = ContestTextPage {
        head: host_head(request, view),
        digest: digest(&old),
        text: old.clone(),
        edition: EditionForm::default_for(view),
        saved: request.query == SAVED,
        wrong: String::new(),
        frame,
    };
    let Some(form) = &request.form else { return page_with(200, &shown) };
    if form.text("do") == "next" {
        let edition = EditionForm::typed(view, form);
        return match edition.create(request, view, &old)? {
            Ok(path) => Ok(request.redirect(&path)),
            Err((status, wrong)) => {
                page_with(status, &ContestTextPage { edition, wrong: frame.t(wrong), ..shown })
            }
        };
    }
    let text = form.text("text").replace("\r\n", "\n");
    let rejected = |status, wrong, text| {
        page_with(status, &ContestTextPage { text, wrong: frame.t(wrong), ..shown })
    };
    if form.text("digest") != digest(&old) {
        return rejected(409, words::changed_meanwhile(), text);
    }
    if !ContestFile::keeps_rules(&old, &text) {
        return rejected(422, words::on_the_machine(), text);
    }
    let new = match ContestFile::of_text(folder, &text) {
        Ok(new) => new,
        Err(error) => return rejected(422, view.without_paths(&error.message()), text),
    };
    let before = ContestFile::of_text(folder, &old).ok().filter(|old| new.stays_inside(old));
    let Some(before) = before else { return rejected(422, words::on_the_machine(), text) };
    if !is_confirmed(form) {
        return replacement(request, view, [&old, &text], [&before, &new]);
    }
    request.people.order(view, HostRequestKind::Edit { text: text.clone() }, request.now)?;
    let (who, slug) = ((request.now, member.id), view.slug.as_str());
    request.people.portal.note(who, AuditAction::FileChanged, slug, &difference(&old, &text))?;
    announce_dates(request, view, &before, &new)?;
    Ok(request.redirect(&format!("{}?{SAVED}", request.here)))
}

/// What follows from a new file, to be confirmed.
fn replacement(
    request: &PrivateRequest<'_>,
    view: &ContestView,
    [old, text]: [&str; 2],
    [before, after]: [&ContestFile; 2],
) -> PageResult {
    let mut follows = Vec::new();
    let (old_dates, new_dates) = (dates(before), dates(after));
    let past = moments(after).map(|at| at.is_some_and(|at| at <= request.now));
    for ((old, (word, new)), is_past) in old_dates.into_iter().zip(new_dates).zip(past) {
        if old.1 == new {
            continue;
        }
        let word = word.get(request.language);
        match new {
            Some(at) if is_past => follows.push(words::date_is_past(word, at)),
            Some(at) => follows.push(words::date_becomes(word, at)),
            None => follows.push(words::date_is_dropped(word)),
        }
    }
    follows.push(match (old == text, follows.is_empty()) {
        (true, _) => words::nothing_changes(),
        (false, true) => words::file_is_replaced(),
        (false, false) => words::dates_are_announced(),
    });
    let old_digest = digest(old);
    Question {
        head: host_head(request, view),
        title: words::save(),
        follows,
        difference: plain(difference(old, text).as_bytes()),
        fields: &[("digest", old_digest.as_str()), ("text", text)],
        reason: None,
        wrong: None,
    }
    .page(request)
}

/// The public dates as moments, in the order of [`dates`].
fn moments(file: &ContestFile) -> [Option<Timestamp>; 4] {
    let (rules, schedule) = (file.entries.as_ref(), file.schedule.as_ref());
    let closes = rules.and_then(|rules| match &rules.deadline {
        Some(EntryDeadline::At(at)) => Some(at.timestamp()),
        _ => None,
    });
    [
        rules.and_then(|rules| rules.opens.as_ref()).map(Zoned::timestamp),
        closes,
        schedule.map(|schedule| schedule.starts.timestamp()),
        schedule.and_then(|schedule| schedule.closes.as_ref()).map(Zoned::timestamp),
    ]
}

fn digest(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// The removed and added lines, each with its sign.
fn difference(old: &str, new: &str) -> String {
    let [old, new]: [Vec<&str>; 2] = [old, new].map(|text| text.lines().collect());
    let removed = old.iter().filter(|line| !new.contains(line)).map(|line| format!("-{line}"));
    let added = new.iter().filter(|line| !old.contains(line)).map(|line| format!("+{line}"));
    removed.chain(added).collect::<Vec<_>>().join("\n")
}

/// Publishes a notice in every language about changed dates.
fn announce_dates(
    request: &PrivateRequest<'_>,
    view: &ContestView,
    before: &ContestFile,
    after: &ContestFile,
) -> Result<(), HttpError> {
    let [old, new] = [dates(before), dates(after)];
    let changed: Vec<_> = old.iter().zip(&new).filter(|(old, new)| old.1 != new.1).collect();
    if changed.is_empty() {
        return Ok(());
    }
    let texts = Language::ALL.map(|language| {
        let shown =
            |date: &Option<String>| date.clone().unwrap_or_else(|| words::no_date().get(language));
        let lines = changed.iter().map(|((word, old), (_, new))| {
            let line = words::date_changed(word.get(language), shown(old), shown(new));
            format!("- {}", line.get(language))
        });
        LocalizedText {
            title: words::dates_changed().get(language),
            text: lines.collect::<Vec<_>>().join("\n"),
            language: Some(language),
        }
    });
    let date = request.now.to_zoned(contest_zone(view)).date();
    publish(&view.folder, (PageKind::Notices, "dates"), date, &texts)
        .map_err(|_| HttpError::Barred(AccessDenied::NoRoom))?;
    Ok(())
}

/// The public dates, each with its label.
fn dates(file: &ContestFile) -> [(Message, Option<String>); 4] {
    let (rules, schedule) = (file.entries.as_ref(), file.schedule.as_ref());
    let opens = rules.and_then(|rules| rules.opens.as_ref()).map(ToString::to_string);
    let closes = match rules.and_then(|rules| rules.deadline.as_ref()) {
        Some(EntryDeadline::At(at)) => Some(at.to_string()),
        _ => None,
    };
    let starts = schedule.map(|schedule| schedule.starts.to_string());
    let ends = schedule.and_then(|schedule| schedule.closes.as_ref()).map(ToString::to_string);
    [
        (words::date_opens(), opens),
        (words::date_closes(), closes),
        (words::date_starts(), starts),
        (words::date_ends(), ends),
    ]
}

/// The form for the next edition of the contest: its file with other dates, without entrants.
#[derive(Clone, Debug, Default)]
struct EditionForm {
    slug: String,
    name: String,
    closes: String,
    starts: String,
    /// Whether the form asks for the start of the next edition.
    has_start: bool,
    /// Whether another contest is allowed.
    may_be: bool,
}

impl EditionForm {
    fn default_for(view: &ContestView) -> EditionForm {
        let snapshot = view.revision();
        let file = snapshot.file.as_ref();
        EditionForm {
            slug: next_slug(view.slug.as_str()),
            name: snapshot.name.clone(),
            has_start: file.is_some_and(|file| file.schedule.is_some()),
            may_be: file.is_some_and(|file| file.course.is_none()),
            ..EditionForm::default()
        }
    }

    fn typed(view: &ContestView, form: &SentForm) -> EditionForm {
        let text = |key| form.text(key).trim().to_owned();
        EditionForm {
            slug: text("slug"),
            name: text("name"),
            closes: text("closes"),
            starts: text("starts"),
            ..EditionForm::default_for(view)
        }
    }

    /// Creates the edition; returns its page for organizers, or the status and why it is rejected.
    fn create(
        &self,
        request: &PrivateRequest<'_>,
        view: &ContestView,
        old: &str,
    ) -> Result<Result<String, (u16, Message)>, HttpError> {
        let member = request.member()?;
        if !self.may_be {
            return Err(HttpError::Barred(AccessDenied::Form));
        }
        let wrong = |status, message| Ok(Err((status, message)));
        let name = certamen_game::escape_reply(&self.slug);
        let Some(slug) = Slug::read(&self.slug) else { return wrong(422, words::no_slug(name)) };
        let Some(path) = edition_place(&view.folder, slug.as_str()) else {
            return wrong(422, words::alone_here());
        };
        let is_used = path.exists() || request.site.contest_view(&slug).is_ok();
        if is_used {
            return wrong(409, words::slug_taken(name));
        }
        if request.site.contest_views().count() >= MAX_CONTESTS {
            return wrong(409, words::too_many_contests(MAX_CONTESTS));
        }
        if !fits(&self.name, TITLE) {
            return wrong(422, words::no_name(TITLE));
        }
        let next = NextEdition {
            slug: view.slug.as_str(),
            name: &self.name,
            closes: Some(&*self.closes).filter(|text| !text.is_empty()),
            starts: Some(&*self.starts).filter(|text| !text.is_empty()),
        };
        let Some(text) = next.file(old) else { return Err(HttpError::Ours) };
        if let Err(error) = ContestFile::of_text(&view.folder, &text) {
            return wrong(422, error.message());
        }
        request.limited(Limited::Ask, &member.handle)?;
        let kind = HostRequestKind::Found { slug: slug.to_string(), text };
        if !request.people.order(view, kind, request.now)? {
            return wrong(409, words::slug_taken(name));
        }
        let slugs = (view.slug.as_str(), slug.as_str());
        request.people.portal.inherit_hosts(slugs, member.id, request.now)?;
        request.site.admit(&slug, &Folder::new(&path));
        Ok(Ok(links::contest_page(&slug, links::HOST_FILE)))
    }
}

/// The name with its number incremented; with a 2 if it has none.
fn next_slug(slug: &str) -> String {
    let stem = slug.trim_end_matches(|c: char| c.is_ascii_digit());
    match slug[stem.len()..].parse::<u32>().ok().and_then(|number| number.checked_add(1)) {
        Some(number) => format!("{stem}{number}"),
        None => format!("{slug}-2"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_lists_removed_and_added_lines() {
        let lines = difference("name = \"a\"\nseed = 1\n", "name = \"b\"\nseed = 1\n# c\n");
        assert_eq!(lines, "-name = \"a\"\n+name = \"b\"\n+# c");
        assert_eq!(difference("a\n", "a\n"), "");
    }

    #[test]
    fn the_next_edition_has_the_next_number() {
        for (slug, next) in
            [("spring", "spring-2"), ("spring-2", "spring-3"), ("go-2026", "go-2027"), ("9", "10")]
        {
            assert_eq!(next_slug(slug), next);
        }
    }
}
