//! Questions: a signed-in user asks, after seeing similar answers; an organizer answers, and may
//! publish the answer.

use super::{
    asked::{PrivateReply, PrivateRequest, heading, page},
    frame::{PrivateContext, TimeText},
    host_nav::{host, ways},
    host_say as words, notices, say as own,
    sources::plain,
};
use crate::{
    board::{Announcement, chosen},
    contest::ContestView,
    frame::NavLink,
    http_error::HttpError,
    markdown,
    page::{ContestPart, Page},
    say,
    throttle::Limited,
};
use askama::Template;
use certamen_contest::pages::{LocalizedText, PageKind, tell};
use certamen_portal::{AuditAction, QuestionRow};
use std::collections::BTreeSet;

/// The maximum length of a question, in characters.
const QUESTION: usize = 2_000;
/// The minimum length of a significant word.
const TELLING: usize = 4;
/// The maximum number of similar answers.
const SHOWN: usize = 3;

#[derive(Template)]
#[template(path = "ask.html")]
struct AskPage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    contest: String,
    faq: String,
    /// Similar earlier questions: title, and text as HTML.
    alike: Vec<(String, String)>,
    text: String,
    asked: Vec<AskedRow>,
    wrong: String,
}

#[derive(Template)]
#[template(path = "host_questions.html")]
struct QuestionsPage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    contest: String,
    ways: Vec<NavLink>,
    asked: Vec<AskedRow>,
    wrong: String,
}

struct AskedRow {
    id: i64,
    who: String,
    text: String,
    time: TimeText,
    answer: String,
}

/// The page where a user asks, or the result of asking.
pub(super) fn ask(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<PrivateReply, HttpError> {
    let member = asked.member()?;
    let Some(form) = &asked.form else { return asking(asked, view, QuestionForm::default()) };
    let text = form.text("text").trim();
    if !(1..=QUESTION).contains(&text.chars().count()) {
        let wrong = words::no_question(QUESTION).get(asked.language);
        return asking(asked, view, QuestionForm { text, wrong, ..QuestionForm::default() });
    }
    let board = view.board();
    let alike = alike(text, &chosen(&board.faq, asked.language));
    if form.text("do") != "send" && !alike.is_empty() {
        return asking(asked, view, QuestionForm { text, alike, ..QuestionForm::default() });
    }
    asked.limited(Limited::Ask, &member.handle)?;
    asked.people.portal.ask(member.id, view.slug.as_str(), text, asked.now)?;
    Ok(asked.elsewhere(asked.room))
}

/// The user's questions with their answers.
#[derive(Default)]
struct QuestionForm<'a> {
    text: &'a str,
    alike: Vec<(String, String)>,
    wrong: String,
}

/// The published answers with the most words of a question.
fn alike(question: &str, faq: &[&Announcement]) -> Vec<(String, String)> {
    let words = |text: &str| -> BTreeSet<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| word.chars().count() >= TELLING).map(str::to_lowercase).collect()
    };
    let own = words(question);
    let mut found: Vec<(usize, &Announcement)> = faq
        .iter()
        .map(|text| (words(&format!("{} {}", text.title, text.text)), *text))
        .map(|(known, text)| (known.intersection(&own).count(), text))
        .filter(|(count, _)| *count > 0)
        .collect();
    found.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let shown = found.into_iter().take(SHOWN);
    shown.map(|(_, text)| (text.title.clone(), markdown::html(&text.text, &text.name))).collect()
}

fn asking(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
    QuestionForm { text, alike, wrong }: QuestionForm<'_>,
) -> Result<PrivateReply, HttpError> {
    let (frame, member) = (asked.frame(), asked.member()?);
    let own = asked.people.portal.questions(view.slug.as_str(), Some(member.id))?;
    let faq = Page::Contest(view.slug.clone(), ContestPart::Faq).address(asked.language);
    page(
        if wrong.is_empty() { 200 } else { 422 },
        &AskPage {
            heading: heading(frame, &view.revision().name),
            contest: frame.contest(&view.slug),
            faq: if view.board().faq.is_empty() { String::new() } else { faq },
            alike,
            text: text.to_owned(),
            asked: rows(frame, view, own),
            wrong,
            frame,
        },
    )
}

/// The questions to the organizers, or the result of an answer.
pub(super) fn answer(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<PrivateReply, HttpError> {
    let member = host(asked, view)?;
    let Some(form) = &asked.form else { return waiting(asked, view, String::new()) };
    let text = form.text("answer").trim();
    if !(1..=notices::TEXT).contains(&text.chars().count()) {
        let wrong = words::no_answer(notices::TEXT).get(asked.language);
        return waiting(asked, view, wrong);
    }
    let id = form.text("id").parse().unwrap_or(0);
    let (slug, who) = (view.slug.as_str(), (asked.now, member.id));
    let portal = &asked.people.portal;
    let question = portal.answer((slug, id), text, who)?;
    if let Some(question) = question.filter(|_| form.text("faq") == "yes") {
        let title = Some(form.text("title").trim()).filter(|title| !title.is_empty());
        let title = title.unwrap_or(&question).to_owned();
        let date = asked.now.to_zoned(notices::zone(view)).date();
        let told = LocalizedText { title: title.clone(), text: text.to_owned(), language: None };
        let name = tell(&view.folder, (PageKind::Faq, &title), date, &[told]);
        let name = name.map_err(|_| HttpError::Barred(super::AccessDenied::NoRoom))?;
        portal.note(who, AuditAction::Told, slug, &name)?;
    }
    Ok(asked.elsewhere(asked.room))
}

fn waiting(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
    wrong: String,
) -> Result<PrivateReply, HttpError> {
    let frame = asked.frame();
    let all = asked.people.portal.questions(view.slug.as_str(), None)?;
    page(
        if wrong.is_empty() { 200 } else { 422 },
        &QuestionsPage {
            heading: heading(frame, &view.revision().name),
            contest: frame.contest(&view.slug),
            ways: ways(asked, view),
            asked: rows(frame, view, all),
            wrong,
            frame,
        },
    )
}

fn rows(frame: PrivateContext<'_>, view: &ContestView, found: Vec<QuestionRow>) -> Vec<AskedRow> {
    let zone = notices::zone(view);
    let rows = found.into_iter().map(|row| AskedRow {
        id: row.id,
        who: row.who,
        text: plain(row.text.as_bytes()),
        time: frame.time(row.asked, &zone),
        answer: row.answer.unwrap_or_default(),
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_before_is_found_by_its_words() {
        let text = |title: &str, text: &str| Announcement {
            title: title.to_owned(),
            text: text.to_owned(),
            ..Announcement::default()
        };
        let texts = [text("How long is a move?", "A second."), text("Prize", "A book about Go.")];
        let faq: Vec<&Announcement> = texts.iter().collect();
        let found = |question| -> Vec<String> {
            alike(question, &faq).into_iter().map(|(title, _)| title).collect()
        };
        assert_eq!(found("is a MOVE of one second fine?"), ["How long is a move?"]);
        assert_eq!(found("which book?"), ["Prize"]);
        assert!(found("is it so?").is_empty());
    }
}
