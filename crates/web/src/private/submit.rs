//! Where one sends a program to a contest.

use super::{
    asked::{RoomReply, RoomRequest, heading, page},
    frame::{RoomFrame, ToldTime},
    host_say, say as own,
    sending::{NotSent, Sending},
    whereabouts::Whereabouts,
};
use crate::{contest::Exhibit, private::PrivateRoom, refusal::Refusal, say, throttle::Limited};
use askama::Template;
use certamen_contest::{
    ContestFile,
    entry::{Openness, Roster},
    file::{EntryRules, Ideas, Visibility},
};
use certamen_speech::Speak;

#[derive(Template)]
#[template(path = "submit.html")]
struct SubmitPage<'a> {
    frame: RoomFrame<'a>,
    heading: String,
    contest: String,
    mine: String,
    ask: String,
    idea: String,
    openness: (String, Option<ToldTime>),
    takes: bool,
    conditions: Vec<String>,
    slots: Vec<SlotCard>,
    entrant: String,
    note: String,
    wrong: String,
}

/// One of one's programs here.
struct SlotCard {
    entrant: String,
    word: String,
    to: String,
}

/// The page, or what comes of a file.
pub(super) fn answer(asked: &RoomRequest<'_>, exhibit: &Exhibit) -> Result<RoomReply, Refusal> {
    let member = asked.member()?;
    let file = ContestFile::read(&exhibit.folder)?;
    let Some(rules) = &file.entries else {
        return Err(Refusal::Barred(super::Barred::Form));
    };
    let Some(form) = &asked.form else {
        return page(200, &shown(asked, exhibit, (&file.name, rules))?);
    };
    asked.limited(Limited::Send, &member.handle)?;
    let (entrant, note) = (form.text("entrant"), form.text("note"));
    let sent = match &form.file {
        Some(file) => {
            let (people, language, now) = (asked.people, asked.language, asked.now);
            let written_by = None;
            let sending =
                Sending { people, exhibit, member, language, entrant, note, file, written_by, now };
            sending.send()
        }
        None => Err(NotSent::Empty),
    };
    match sent {
        Ok(id) => Ok(asked.elsewhere(&PrivateRoom::Submission(id))),
        Err(error) => {
            let shown = shown(asked, exhibit, (&file.name, rules))?;
            let wrong = error.message().get(asked.language);
            let (entrant, note) = (entrant.to_owned(), note.to_owned());
            page(error.status(), &SubmitPage { entrant, note, wrong, ..shown })
        }
    }
}

fn shown<'a>(
    asked: &RoomRequest<'a>,
    exhibit: &Exhibit,
    (name, rules): (&str, &EntryRules),
) -> Result<SubmitPage<'a>, Refusal> {
    let frame = asked.frame();
    let member = asked.member()?;
    let roster = Roster::read(&exhibit.folder)?;
    let openness = Openness::at(rules, asked.now, &roster.entered());
    let sent = asked.people.portal.sent_by(member.id, exhibit.slug.as_str())?;
    let mut slots: Vec<SlotCard> = Vec::new();
    for one in sent {
        if slots.iter().any(|known| known.entrant == frame.name(&one.entrant)) {
            continue;
        }
        let (found, _) = Whereabouts::of(&exhibit.folder, &one.id)?;
        let to = frame.way(&PrivateRoom::Submission(one.id));
        slots.push(SlotCard { entrant: frame.name(&one.entrant), word: frame.t(found.word()), to });
    }
    Ok(SubmitPage {
        heading: heading(frame, name),
        contest: frame.contest(&exhibit.slug),
        mine: frame.way(&PrivateRoom::Mine(exhibit.slug.clone())),
        ask: frame.way(&PrivateRoom::Ask(exhibit.slug.clone())),
        idea: if rules.ideas == Ideas::Taken {
            frame.way(&PrivateRoom::Idea(exhibit.slug.clone()))
        } else {
            String::new()
        },
        openness: told(frame, openness, rules),
        takes: matches!(openness, Openness::Open(_) | Openness::Correction(_)),
        conditions: conditions(frame, rules),
        slots,
        entrant: String::new(),
        note: String::new(),
        wrong: String::new(),
        frame,
    })
}

fn told(
    frame: RoomFrame<'_>,
    openness: Openness,
    rules: &EntryRules,
) -> (String, Option<ToldTime>) {
    let at = |time| Some(frame.time(time, &rules.zone));
    match openness {
        Openness::NotYet(opens) => (frame.t(own::opens_at()), at(opens)),
        Openness::Open(Some(closes)) => (frame.t(own::open_until()), at(closes)),
        Openness::Open(None) => (frame.t(own::open_now()), None),
        Openness::Correction(until) => (frame.t(own::correction_until()), at(until)),
        Openness::Closed(since) => (frame.t(own::closed_since()), at(since)),
    }
}

/// What the contest asks of programs, a line each.
fn conditions(frame: RoomFrame<'_>, rules: &EntryRules) -> Vec<String> {
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
