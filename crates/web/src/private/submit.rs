//! The submission form of a contest.

use super::{
    asked::{PrivateReply, PrivateRequest, heading, page},
    frame::{PrivateContext, TimeText},
    host_say, say as own,
    sending::{UploadError, UploadRequest},
    submission_status::SubmissionStatus,
};
use crate::{
    contest::ContestView, http_error::HttpError, private::PrivateRoute, say, throttle::Limited,
};
use askama::Template;
use certamen_contest::{
    ContestFile,
    entry::{EntryWindow, SubmissionIndex},
    file::{EntryRules, Ideas, Visibility},
};
use certamen_i18n::Localize;

#[derive(Template)]
#[template(path = "submit.html")]
struct SubmitPage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    contest: String,
    mine: String,
    ask: String,
    idea: String,
    openness: (String, Option<TimeText>),
    takes: bool,
    conditions: Vec<String>,
    slots: Vec<SlotCard>,
    entrant: String,
    note: String,
    wrong: String,
}

/// One of the user's bots in this contest.
struct SlotCard {
    entrant: String,
    word: String,
    to: String,
}

/// The page, or the result of an upload.
pub(super) fn answer(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<PrivateReply, HttpError> {
    let member = asked.member()?;
    let file = ContestFile::read(&view.folder)?;
    let Some(rules) = &file.entries else {
        return Err(HttpError::Barred(super::AccessDenied::Form));
    };
    let Some(form) = &asked.form else {
        return page(200, &shown(asked, view, (&file.name, rules))?);
    };
    asked.limited(Limited::Send, &member.handle)?;
    let (entrant, note) = (form.text("entrant"), form.text("note"));
    let sent = match &form.file {
        Some(file) => {
            let (people, language, now) = (asked.people, asked.language, asked.now);
            let written_by = None;
            let upload = UploadRequest {
                people,
                view,
                member,
                language,
                entrant,
                note,
                file,
                written_by,
                now,
            };
            upload.send()
        }
        None => Err(UploadError::Empty),
    };
    match sent {
        Ok(id) => Ok(asked.elsewhere(&PrivateRoute::Submission(id))),
        Err(error) => {
            let shown = shown(asked, view, (&file.name, rules))?;
            let wrong = error.message().get(asked.language);
            let (entrant, note) = (entrant.to_owned(), note.to_owned());
            page(error.status(), &SubmitPage { entrant, note, wrong, ..shown })
        }
    }
}

fn shown<'a>(
    asked: &PrivateRequest<'a>,
    view: &ContestView,
    (name, rules): (&str, &EntryRules),
) -> Result<SubmitPage<'a>, HttpError> {
    let frame = asked.frame();
    let member = asked.member()?;
    let roster = SubmissionIndex::read(&view.folder)?;
    let entry_window = EntryWindow::at(rules, asked.now, &roster.entered());
    let sent = asked.people.portal.sent_by(member.id, view.slug.as_str())?;
    let mut slots: Vec<SlotCard> = Vec::new();
    for one in sent {
        if slots.iter().any(|known| known.entrant == frame.name(&one.entrant)) {
            continue;
        }
        let (found, _) = SubmissionStatus::of(&view.folder, &one.id)?;
        let to = frame.way(&PrivateRoute::Submission(one.id));
        slots.push(SlotCard { entrant: frame.name(&one.entrant), word: frame.t(found.word()), to });
    }
    Ok(SubmitPage {
        heading: heading(frame, name),
        contest: frame.contest(&view.slug),
        mine: frame.way(&PrivateRoute::Mine(view.slug.clone())),
        ask: frame.way(&PrivateRoute::Ask(view.slug.clone())),
        idea: if rules.ideas == Ideas::Taken {
            frame.way(&PrivateRoute::Idea(view.slug.clone()))
        } else {
            String::new()
        },
        openness: told(frame, entry_window, rules),
        takes: matches!(entry_window, EntryWindow::Open(_) | EntryWindow::Correction(_)),
        conditions: conditions(frame, rules),
        slots,
        entrant: String::new(),
        note: String::new(),
        wrong: String::new(),
        frame,
    })
}

fn told(
    frame: PrivateContext<'_>,
    entry_window: EntryWindow,
    rules: &EntryRules,
) -> (String, Option<TimeText>) {
    let at = |time| Some(frame.time(time, &rules.zone));
    match entry_window {
        EntryWindow::NotYet(opens) => (frame.t(own::opens_at()), at(opens)),
        EntryWindow::Open(Some(closes)) => (frame.t(own::open_until()), at(closes)),
        EntryWindow::Open(None) => (frame.t(own::open_now()), None),
        EntryWindow::Correction(until) => (frame.t(own::correction_until()), at(until)),
        EntryWindow::Closed(since) => (frame.t(own::closed_since()), at(since)),
    }
}

/// The rules of the contest for bots, one per line.
fn conditions(frame: PrivateContext<'_>, rules: &EntryRules) -> Vec<String> {
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
