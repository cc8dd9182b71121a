//! Suggested games: signed-in users suggest games or vote for them, and an admin sets their status.

use super::{
    Ownership,
    asked::{PrivateReply, PrivateRequest, page},
    frame::{PrivateContext, TimeText},
    say as own,
    sources::plain,
    viewer, wish_say as words,
};
use crate::{http_error::HttpError, say, throttle::Limited};
use askama::Template;
use certamen_i18n::Message;
use certamen_portal::{
    SuggestionRow, Vote,
    rights::{Permission, SourceVisibility, may},
};
use jiff::tz::TimeZone;

/// The maximum lengths of a game's name and description, in characters.
const TITLE: usize = 80;
const TEXT: usize = 4_000;

#[derive(Template)]
#[template(path = "wishes.html")]
struct WishesPage<'a> {
    frame: PrivateContext<'a>,
    wishes: Vec<SuggestionText>,
    /// Whether the user may set the status.
    decides: bool,
    title: String,
    text: String,
    wrong: String,
}

/// A suggestion as text.
struct SuggestionText {
    id: i64,
    title: String,
    who: String,
    text: String,
    sent: TimeText,
    supporters: String,
    supported: bool,
    answer: String,
}

/// The page, or the result of a form.
pub(super) fn answer(asked: &PrivateRequest<'_>) -> Result<PrivateReply, HttpError> {
    let member = asked.member()?;
    let Some(form) = &asked.form else { return shown(asked, None) };
    let wrong = match form.text("do") {
        "propose" => proposed(asked, (form.text("title").trim(), form.text("text").trim()))?,
        "support" => supported(asked, Vote::Given)?,
        "withdraw" => supported(asked, Vote::Withdrawn)?,
        "answer" if decides(asked) => {
            let (told, who) = (form.text("answer").trim(), (asked.now, member.id));
            if !(1..=TEXT).contains(&told.chars().count()) {
                Some(words::no_answer(TEXT))
            } else if asked.people.portal.answer_wish(id(asked), told, who)? {
                None
            } else {
                Some(words::no_wish())
            }
        }
        _ => return Err(HttpError::Barred(super::AccessDenied::Form)),
    };
    match wrong {
        None => Ok(asked.elsewhere(asked.room)),
        Some(why) => shown(asked, Some(why)),
    }
}

fn proposed(
    asked: &PrivateRequest<'_>,
    (title, text): (&str, &str),
) -> Result<Option<Message>, HttpError> {
    let is_line = !title.chars().any(char::is_control);
    if !is_line || !(1..=TITLE).contains(&title.chars().count()) {
        return Ok(Some(words::no_title(TITLE)));
    }
    if !(1..=TEXT).contains(&text.chars().count()) {
        return Ok(Some(words::no_text(TEXT)));
    }
    let member = asked.member()?;
    asked.limited(Limited::Ask, &member.handle)?;
    asked.people.portal.suggestion(member.id, (title, text), asked.now)?;
    Ok(None)
}

fn supported(asked: &PrivateRequest<'_>, vote: Vote) -> Result<Option<Message>, HttpError> {
    let done = asked.people.portal.support(asked.member()?.id, (id(asked), vote))?;
    Ok((!done).then(words::no_wish))
}

/// The suggestion that a form is about.
fn id(asked: &PrivateRequest<'_>) -> i64 {
    asked.form.as_ref().and_then(|form| form.text("id").parse().ok()).unwrap_or_default()
}

/// Whether the user may set the status of suggestions.
fn decides(asked: &PrivateRequest<'_>) -> bool {
    may(
        viewer(asked.member.as_ref(), "", Ownership::No),
        Permission::Administer,
        SourceVisibility::Closed,
    )
}

fn shown(asked: &PrivateRequest<'_>, wrong: Option<Message>) -> Result<PrivateReply, HttpError> {
    let (frame, member) = (asked.frame(), asked.member()?);
    let typed = |key: &str, most: usize| -> String {
        let form = asked.form.as_ref().filter(|form| form.text("do") == "propose");
        form.map(|form| form.text(key).chars().take(most).collect()).unwrap_or_default()
    };
    let wishes = asked.people.portal.wishes(member.id)?;
    let status = if wrong.is_some() { 422 } else { 200 };
    page(
        status,
        &WishesPage {
            wishes: wishes.into_iter().map(|row| told(frame, row)).collect(),
            decides: decides(asked),
            title: typed("title", TITLE),
            text: typed("text", TEXT),
            wrong: wrong.map(|why| frame.t(why)).unwrap_or_default(),
            frame,
        },
    )
}

fn told(frame: PrivateContext<'_>, row: SuggestionRow) -> SuggestionText {
    SuggestionText {
        id: row.id,
        title: frame.name(&row.title),
        who: frame.name(&row.who),
        text: plain(row.text.as_bytes()),
        sent: frame.time(row.sent, &TimeZone::UTC),
        supporters: frame.t(words::supporters(frame.count(row.supporters))),
        supported: row.supported,
        answer: row.answer.unwrap_or_default(),
    }
}
