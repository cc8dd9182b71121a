//! Notices and questions. An organizer publishes notices and answers to frequent questions; a
//! signed-in user asks, after seeing similar answers, and an organizer answers.

use super::{
    host::host_head,
    host_say as words,
    request::{PageResult, PrivateRequest, contest_zone, fits, form_page, plain},
};
use crate::{
    board::{Announcement, chosen},
    contest::ContestView,
    dates::ShownTime,
    frame::{ContestHead, PageContext},
    http_error::{AccessDenied, HttpError},
    markdown,
    page::ContestPart,
    private_say as own, say,
    throttle::Limited,
};
use askama::Template;
use certamen_contest::pages::{LocalizedText, PageKind};
use certamen_game::Language;
use certamen_portal::{AuditAction, QuestionRow};
use std::{cmp::Reverse, collections::BTreeSet};

/// The maximum lengths of title and text, in characters.
pub(super) const TITLE: usize = 120;
const TEXT: usize = 20_000;
/// The maximum length of a question, in characters.
const QUESTION: usize = 2_000;
/// The minimum length of a significant word.
const SIGNIFICANT: usize = 4;
/// The maximum number of similar answers.
const SHOWN: usize = 3;

#[derive(Template)]
#[template(path = "host_notices.html")]
struct NoticesPage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
    /// The published notices, the newest first: title, date.
    published: Vec<(String, String)>,
    public: [String; 2],
    title: String,
    text: String,
    wrong: String,
}

/// The published notices, or the result of publishing one.
pub(super) fn notices(request: &PrivateRequest<'_>, view: &ContestView) -> PageResult {
    let (frame, board) = (request.frame(), view.board());
    let texts = board.notices.iter().chain(&board.faq);
    let mut shown = NoticesPage {
        head: host_head(request, view),
        published: texts.map(|text| (frame.name(&text.title), frame.name(&text.date))).collect(),
        public: [ContestPart::Notices, ContestPart::Faq].map(|part| frame.part(&view.slug, part)),
        title: String::new(),
        text: String::new(),
        wrong: String::new(),
        frame,
    };
    let Some(form) = &request.form else { return form_page("", &shown) };
    let [title, text] = ["title", "text"].map(|key| form.text(key).trim());
    if !fits(title, TITLE) || !fits(text, TEXT) {
        shown.wrong = frame.t(words::no_text(TITLE, TEXT));
        (shown.title, shown.text) = (title.to_owned(), text.to_owned());
        return form_page(&shown.wrong, &shown);
    }
    let kind = if form.text("shelf") == "faq" { PageKind::Faq } else { PageKind::Notices };
    let language = Language::ALL.into_iter().find(|known| known.code() == form.text("language"));
    let (title, text) = (title.to_owned(), text.to_owned());
    publish(request, view, kind, LocalizedText { title, text, language })?;
    Ok(request.reload())
}

/// Publishes a notice or an answer, and logs it.
fn publish(
    request: &PrivateRequest<'_>,
    view: &ContestView,
    kind: PageKind,
    content: LocalizedText,
) -> Result<(), HttpError> {
    let title = content.title.clone();
    let date = request.now.to_zoned(contest_zone(view)).date();
    let name = certamen_contest::pages::publish(&view.folder, (kind, &title), date, &[content])
        .map_err(|_| HttpError::Barred(AccessDenied::NoRoom))?;
    let who = (request.now, request.member()?.id);
    request.people.portal.note(who, AuditAction::Announced, view.slug.as_str(), &name)?;
    Ok(())
}

#[derive(Template)]
#[template(path = "ask.html")]
struct AskPage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
    faq: String,
    /// Similar earlier questions: title, and text as HTML.
    alike: Vec<(String, String)>,
    text: String,
    questions: Vec<QuestionView>,
    wrong: String,
}

#[derive(Template)]
#[template(path = "host_questions.html")]
struct QuestionsPage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
    questions: Vec<QuestionView>,
    wrong: String,
}

struct QuestionView {
    id: i64,
    who: String,
    text: String,
    time: ShownTime,
    answer: String,
}

/// The page where a user asks, or the result of asking.
pub(super) fn ask(request: &PrivateRequest<'_>, view: &ContestView) -> PageResult {
    let (frame, member, portal) = (request.frame(), request.member()?, &request.people.portal);
    let (board, slug) = (view.board(), view.slug.as_str());
    let mut shown = AskPage {
        head: frame.head(&view.revision().name, &view.slug),
        faq: if board.faq.is_empty() {
            String::new()
        } else {
            frame.part(&view.slug, ContestPart::Faq)
        },
        alike: Vec::new(),
        text: String::new(),
        questions: rows(frame, view, portal.questions(slug, Some(member.id))?),
        wrong: String::new(),
        frame,
    };
    let Some(form) = &request.form else { return form_page("", &shown) };
    let text = form.text("text").trim();
    text.clone_into(&mut shown.text);
    if !fits(text, QUESTION) {
        shown.wrong = frame.t(words::no_question(QUESTION));
        return form_page(&shown.wrong, &shown);
    }
    shown.alike = alike(text, &chosen(&board.faq, request.language));
    if form.text("do") != "send" && !shown.alike.is_empty() {
        return form_page("", &shown);
    }
    request.limited(Limited::Ask, &member.handle)?;
    portal.ask(member.id, slug, text, request.now)?;
    Ok(request.reload())
}

/// The published answers with the most words of a question.
fn alike(question: &str, faq: &[&Announcement]) -> Vec<(String, String)> {
    let words = |text: &str| -> BTreeSet<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| word.chars().count() >= SIGNIFICANT).map(str::to_lowercase).collect()
    };
    let own = words(question);
    let mut found: Vec<(usize, &Announcement)> = faq
        .iter()
        .map(|text| (words(&format!("{} {}", text.title, text.text)), *text))
        .map(|(known, text)| (known.intersection(&own).count(), text))
        .filter(|(count, _)| *count > 0)
        .collect();
    found.sort_by_key(|(count, _)| Reverse(*count));
    let shown = found.into_iter().take(SHOWN);
    shown.map(|(_, text)| (text.title.clone(), markdown::html(&text.text, &text.name))).collect()
}

/// The questions to the organizers, or the result of an answer.
pub(super) fn questions(request: &PrivateRequest<'_>, view: &ContestView) -> PageResult {
    let member = request.member()?;
    let (frame, portal, slug) = (request.frame(), &request.people.portal, view.slug.as_str());
    let text = request.form.as_ref().map(|form| form.text("answer").trim());
    if let (Some(form), Some(text)) = (&request.form, text.filter(|text| fits(text, TEXT))) {
        let id = form.text("id").parse().unwrap_or(0);
        let question = portal.answer((slug, id), text, (request.now, member.id))?;
        if let Some(question) = question.filter(|_| form.text("faq") == "yes") {
            let title = Some(form.text("title").trim()).filter(|title| !title.is_empty());
            let (title, text) = (title.unwrap_or(&question).to_owned(), text.to_owned());
            let content = LocalizedText { title, text, language: None };
            publish(request, view, PageKind::Faq, content)?;
        }
        return Ok(request.reload());
    }
    let shown = QuestionsPage {
        head: host_head(request, view),
        questions: rows(frame, view, portal.questions(slug, None)?),
        wrong: text.map(|_| frame.t(words::no_answer(TEXT))).unwrap_or_default(),
        frame,
    };
    form_page(&shown.wrong, &shown)
}

fn rows(frame: PageContext<'_>, view: &ContestView, found: Vec<QuestionRow>) -> Vec<QuestionView> {
    let zone = contest_zone(view);
    let rows = found.into_iter().map(|row| QuestionView {
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
    fn similar_questions_are_found_by_their_words() {
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
