//! Editing of the contest file by an organizer: the new file is checked before it replaces the old
//! one. Changes are logged, and changed dates are published as a notice.

use super::{
    AccessDenied,
    asked::{PrivateReply, PrivateRequest, heading, page},
    frame::PrivateContext,
    host_nav::{host, ways},
    host_say as words,
    next_edition::EditionWish,
    notices,
};
use crate::{contest::ContestView, frame::NavLink, http_error::HttpError, say};
use askama::Template;
use certamen_contest::{
    ContestFile,
    file::EntryDeadline,
    pages::{LocalizedText, PageKind, tell},
};
use certamen_game::Language;
use certamen_i18n::{Localize, Message};
use certamen_portal::{AuditAction, HostRequestKind};

use std::fs;

#[derive(Template)]
#[template(path = "host_file.html")]
struct ContestTextPage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    contest: String,
    ways: Vec<NavLink>,
    text: String,
    /// The digest of the edited text: two organizers may edit at the same time.
    digest: String,
    edition: EditionWish,
    wrong: String,
}

/// The page, or the result of an edit.
pub(super) fn answer(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<PrivateReply, HttpError> {
    let member = host(asked, view)?;
    let folder = &view.folder;
    let old = fs::read_to_string(folder.contest_file()).map_err(|_| HttpError::Ours)?;
    let Some(form) = &asked.form else { return shown(asked, view, (&old, &old), None) };
    if form.text("do") == "next" {
        let wish = EditionWish::typed(view, form);
        return match wish.found(asked, (view, &old))? {
            Ok(room) => Ok(asked.elsewhere(&room)),
            Err(wrong) => show_wish(asked, view, (&old, wish), wrong),
        };
    }
    let text = form.text("text").replace("\r\n", "\n");
    if form.text("digest") != digest(&old) {
        return shown(asked, view, (&old, &text), Some((409, words::changed_meanwhile())));
    }
    let new = match ContestFile::of_text(folder, &text) {
        Ok(new) => new,
        Err(error) => {
            return shown(
                asked,
                view,
                (&old, &text),
                Some((422, view.without_paths(&error.message()))),
            );
        }
    };
    let before = ContestFile::of_text(folder, &old).ok().filter(|old| new.stays_inside(old));
    let Some(before) = before else {
        return shown(asked, view, (&old, &text), Some((422, words::on_the_machine())));
    };
    asked.people.order(view, HostRequestKind::Edit { text: text.clone() }, asked.now)?;
    let (who, slug) = ((asked.now, member.id), view.slug.as_str());
    asked.people.portal.note(who, AuditAction::FileChanged, slug, &difference(&old, &text))?;
    tell_dates(asked, view, (&before, &new))?;
    Ok(asked.elsewhere(asked.room))
}

fn digest(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// The removed and added lines, each with its sign.
fn difference(old: &str, new: &str) -> String {
    let [old, new]: [Vec<&str>; 2] = [old, new].map(|text| text.lines().collect());
    let gone = old.iter().filter(|line| !new.contains(line)).map(|line| format!("-{line}"));
    let come = new.iter().filter(|line| !old.contains(line)).map(|line| format!("+{line}"));
    gone.chain(come).collect::<Vec<_>>().join("\n")
}

/// Publishes a notice in every language about changed dates.
fn tell_dates(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
    (before, after): (&ContestFile, &ContestFile),
) -> Result<(), HttpError> {
    let [old, new] = [dates(before), dates(after)];
    let changed: Vec<_> = old.iter().zip(&new).filter(|(old, new)| old.1 != new.1).collect();
    if changed.is_empty() {
        return Ok(());
    }
    let never = |language| {
        move |date: &Option<String>| date.clone().unwrap_or_else(|| words::no_date().get(language))
    };
    let texts = Language::ALL.map(|language| {
        let shown = never(language);
        let lines = changed.iter().map(|((word, old), (_, new))| {
            let word = word.get(language);
            format!("- {}", words::date_changed(word, shown(old), shown(new)).get(language))
        });
        let title = words::dates_changed().get(language);
        LocalizedText {
            title,
            text: lines.collect::<Vec<_>>().join("\n"),
            language: Some(language),
        }
    });
    let date = asked.now.to_zoned(notices::zone(view)).date();
    let told = tell(&view.folder, (PageKind::Notices, "dates"), date, &texts);
    told.map(|_| ()).map_err(|_| HttpError::Barred(AccessDenied::NoRoom))
}

/// The public dates, each with its label.
fn dates(file: &ContestFile) -> [(Message, Option<String>); 4] {
    let rules = file.entries.as_ref();
    let closes =
        rules.and_then(|rules| rules.deadline.as_ref()).and_then(|deadline| match deadline {
            EntryDeadline::At(at) => Some(at.to_string()),
            _ => None,
        });
    let schedule = file.schedule.as_ref();
    let ends = schedule.and_then(|schedule| schedule.closes.as_ref()).map(ToString::to_string);
    [
        (
            words::date_opens(),
            rules.and_then(|rules| rules.opens.as_ref()).map(ToString::to_string),
        ),
        (words::date_closes(), closes),
        (words::date_starts(), schedule.map(|schedule| schedule.starts.to_string())),
        (words::date_ends(), ends),
    ]
}

fn shown(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
    texts: (&str, &str),
    wrong: Option<(u16, Message)>,
) -> Result<PrivateReply, HttpError> {
    let shown = text_page(asked, view, texts, EditionWish::offered(view));
    let Some((status, wrong)) = wrong else { return page(200, &shown) };
    page(status, &ContestTextPage { wrong: wrong.get(asked.language), ..shown })
}

/// The page with the input for a next edition, and why it was rejected.
fn show_wish(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
    (old, wish): (&str, EditionWish),
    (status, wrong): (u16, Message),
) -> Result<PrivateReply, HttpError> {
    let shown = text_page(asked, view, (old, old), wish);
    page(status, &ContestTextPage { wrong: wrong.get(asked.language), ..shown })
}

fn text_page<'a>(
    asked: &PrivateRequest<'a>,
    view: &ContestView,
    (old, text): (&str, &str),
    edition: EditionWish,
) -> ContestTextPage<'a> {
    let frame = asked.frame();
    ContestTextPage {
        heading: heading(frame, &view.revision().name),
        contest: frame.contest(&view.slug),
        ways: ways(asked, view),
        text: text.to_owned(),
        digest: digest(old),
        edition,
        wrong: String::new(),
        frame,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_has_what_went_and_what_came() {
        let told = difference("name = \"a\"\nseed = 1\n", "name = \"b\"\nseed = 1\n# c\n");
        assert_eq!(told, "-name = \"a\"\n+name = \"b\"\n+# c");
        assert_eq!(difference("a\n", "a\n"), "");
    }
}
