//! Suggested games: signed-in users suggest games or vote for them, and an admin sets their status.

use super::{
    request::{PageResult, PrivateRequest, fits, form_page, plain},
    wish_say as words,
};
use crate::{
    dates::ShownTime,
    frame::PageContext,
    http_error::{AccessDenied, HttpError},
    private_say as own, say,
    throttle::Limited,
    upload::SentForm,
};
use askama::Template;
use certamen_i18n::Message;
use certamen_portal::{SuggestionRow, Vote, rights::Permission};
use jiff::tz::TimeZone;

/// The maximum lengths of a game's name and description, in characters.
const TITLE: usize = 80;
const TEXT: usize = 4_000;

#[derive(Template)]
#[template(path = "wishes.html")]
struct WishesPage<'a> {
    frame: PageContext<'a>,
    wishes: Vec<SuggestionText>,
    /// Whether the user may set the status.
    decides: bool,
    title: String,
    text: String,
    wrong: String,
}

struct SuggestionText {
    id: i64,
    title: String,
    who: String,
    text: String,
    sent: ShownTime,
    supporters: String,
    supported: bool,
    answer: String,
}

/// The page, or the result of a form.
pub(super) fn answer(request: &PrivateRequest<'_>) -> PageResult {
    let member = request.member()?;
    let Some(form) = &request.form else { return suggestions_page(request, None) };
    let portal = &request.people.portal;
    let id: i64 = form.text("id").parse().unwrap_or_default();
    let support = |vote| -> Result<_, HttpError> {
        Ok((!portal.support(member.id, (id, vote))?).then(words::no_wish))
    };
    let wrong = match form.text("do") {
        "propose" => propose(request, form)?,
        "support" => support(Vote::Given)?,
        "withdraw" => support(Vote::Withdrawn)?,
        "answer" if request.may(Permission::Administer, "") => {
            let answer = form.text("answer").trim();
            if !fits(answer, TEXT) {
                Some(words::no_answer(TEXT))
            } else if portal.answer_suggestion(id, answer, (request.now, member.id))? {
                None
            } else {
                Some(words::no_wish())
            }
        }
        _ => return Err(HttpError::Barred(AccessDenied::Form)),
    };
    match wrong {
        None => Ok(request.reload()),
        Some(why) => suggestions_page(request, Some(why)),
    }
}

/// Stores a suggestion, or returns why it is rejected.
fn propose(request: &PrivateRequest<'_>, form: &SentForm) -> Result<Option<Message>, HttpError> {
    let (title, text) = (form.text("title").trim(), form.text("text").trim());
    if title.chars().any(char::is_control) || !fits(title, TITLE) {
        return Ok(Some(words::no_title(TITLE)));
    }
    if !fits(text, TEXT) {
        return Ok(Some(words::no_text(TEXT)));
    }
    let member = request.member()?;
    request.limited(Limited::Ask, &member.handle)?;
    request.people.portal.suggestion(member.id, (title, text), request.now)?;
    Ok(None)
}

fn suggestions_page(request: &PrivateRequest<'_>, wrong: Option<Message>) -> PageResult {
    let (frame, member) = (request.frame(), request.member()?);
    let typed = |key: &str, most: usize| -> String {
        let form = request.form.as_ref().filter(|form| form.text("do") == "propose");
        form.map(|form| form.text(key).chars().take(most).collect()).unwrap_or_default()
    };
    let wishes = request.people.portal.wishes(member.id)?;
    let shown = WishesPage {
        wishes: wishes.into_iter().map(|row| suggestion_text(frame, row)).collect(),
        decides: request.may(Permission::Administer, ""),
        title: typed("title", TITLE),
        text: typed("text", TEXT),
        wrong: wrong.map(|why| frame.t(why)).unwrap_or_default(),
        frame,
    };
    form_page(&shown.wrong, &shown)
}

fn suggestion_text(frame: PageContext<'_>, row: SuggestionRow) -> SuggestionText {
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
