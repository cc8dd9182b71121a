//! The page where an organizer publishes notices and answers to frequent questions.

use super::{
    asked::{PrivateReply, PrivateRequest, heading, page},
    frame::PrivateContext,
    host_nav::{host, ways},
    host_say as words,
};
use crate::{
    contest::ContestView,
    frame::NavLink,
    http_error::HttpError,
    page::{ContestPart, Page},
    say,
};
use askama::Template;
use certamen_contest::pages::{LocalizedText, PageKind, tell};
use certamen_game::Language;
use certamen_portal::AuditAction;
use jiff::tz::TimeZone;

/// The maximum lengths of title and text, in characters.
pub(super) const TITLE: usize = 120;
pub(super) const TEXT: usize = 20_000;

#[derive(Template)]
#[template(path = "host_notices.html")]
struct NoticesPage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    contest: String,
    ways: Vec<NavLink>,
    /// The published notices, the newest first: title, date.
    told: Vec<(String, String)>,
    /// The public page.
    public: [String; 2],
    title: String,
    text: String,
    wrong: String,
}

/// The page, or the result of publishing.
pub(super) fn answer(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<PrivateReply, HttpError> {
    let member = host(asked, view)?;
    let Some(form) = &asked.form else { return shown(asked, view, ["", ""], String::new()) };
    let [title, text] = ["title", "text"].map(|key| form.text(key).trim());
    let fits = |text: &str, most| (1..=most).contains(&text.chars().count());
    if !fits(title, TITLE) || !fits(text, TEXT) {
        let wrong = words::no_text(TITLE, TEXT).get(asked.language);
        return shown(asked, view, [title, text], wrong);
    }
    let shelf = if form.text("shelf") == "faq" { PageKind::Faq } else { PageKind::Notices };
    let chosen = Language::ALL.into_iter().find(|known| known.code() == form.text("language"));
    let [title, text] = [title, text].map(ToOwned::to_owned);
    let told = LocalizedText { title: title.clone(), text, language: chosen };
    let date = asked.now.to_zoned(zone(view)).date();
    let name = tell(&view.folder, (shelf, &title), date, &[told]);
    let name = name.map_err(|_| HttpError::Barred(super::AccessDenied::NoRoom))?;
    let who = (asked.now, member.id);
    asked.people.portal.note(who, AuditAction::Told, view.slug.as_str(), &name)?;
    Ok(asked.elsewhere(asked.room))
}

/// The time zone of the contest's days.
pub(super) fn zone(view: &ContestView) -> TimeZone {
    let snapshot = view.revision();
    let file = snapshot.file.as_ref();
    let schedule = file.and_then(|file| file.schedule.as_ref());
    let held = schedule.map(|schedule| schedule.starts.time_zone().clone());
    let rules = file.and_then(|file| file.entries.as_ref());
    held.or_else(|| rules.map(|rules| rules.zone.clone())).unwrap_or(TimeZone::UTC)
}

fn shown(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
    [title, text]: [&str; 2],
    wrong: String,
) -> Result<PrivateReply, HttpError> {
    let (frame, board) = (asked.frame(), view.board());
    let texts = board.notices.iter().chain(&board.faq);
    let told = texts.map(|text| (frame.name(&text.title), frame.name(&text.date)));
    let public = [ContestPart::Notices, ContestPart::Faq];
    let address = |part| Page::Contest(view.slug.clone(), part).address(asked.language);
    page(
        if wrong.is_empty() { 200 } else { 422 },
        &NoticesPage {
            heading: heading(frame, &view.revision().name),
            contest: frame.contest(&view.slug),
            ways: ways(asked, view),
            told: told.collect(),
            public: public.map(address),
            title: title.to_owned(),
            text: text.to_owned(),
            wrong,
            frame,
        },
    )
}
