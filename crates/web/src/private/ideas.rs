//! Ideas: a user without a program describes a strategy, an organizer implements it, and the user
//! approves the program before it is submitted in their name.

use super::{
    AccessDenied,
    asked::{PrivateReply, PrivateRequest, heading, page},
    frame::{PrivateContext, TimeText},
    host_nav::{host, ways},
    host_say as words, notices, say as own,
    sending::{UploadError, UploadRequest, confirm},
    sources::plain,
};
use crate::{
    contest::ContestView,
    frame::NavLink,
    http_error::{HttpError, Resource},
    private::PrivateRoute,
    say,
    throttle::Limited,
    upload::SentForm,
};
use askama::Template;
use certamen_contest::{
    ContestFile,
    entry::{Submission, proposal_name},
    file::{EntryRules, Ideas},
};
use certamen_i18n::{Localize, Message};
use certamen_portal::{Consent, CurrentUser, Grants, IdeaRow, IdeaState};
use std::fs;

/// The maximum length of an idea, in characters.
const IDEA: usize = 4_000;

#[derive(Template)]
#[template(path = "idea.html")]
struct IdeaPage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    contest: String,
    text: String,
    ideas: Vec<IdeaView>,
    wrong: String,
}

#[derive(Template)]
#[template(path = "host_ideas.html")]
struct IdeasPage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    contest: String,
    ways: Vec<NavLink>,
    ideas: Vec<IdeaView>,
    wrong: String,
}

/// An idea as it is shown.
struct IdeaView {
    id: i64,
    who: String,
    text: String,
    time: TimeText,
    word: String,
    /// The draft that waits for approval, with its source.
    draft: String,
    entrant: String,
    source: String,
    /// The link to the submission, once it is submitted.
    to: String,
    open: bool,
}

/// The entry rules of the contest, if it accepts ideas.
fn rules(view: &ContestView) -> Result<EntryRules, HttpError> {
    let rules =
        ContestFile::read(&view.folder)?.entries.filter(|rules| rules.ideas == Ideas::Taken);
    rules.ok_or_else(|| Resource::Page.unknown("idea"))
}

/// The page where users send ideas, and approve drafts.
pub(super) fn idea(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<PrivateReply, HttpError> {
    let (member, rules) = (asked.member()?, rules(view)?);
    let Some(form) = &asked.form else { return own_ideas(asked, view, ("", None)) };
    let portal = &asked.people.portal;
    if form.text("do") == "consent" || form.text("do") == "refuse" {
        return settle(asked, view, &rules, form);
    }
    let text = form.text("text").trim();
    if !(1..=IDEA).contains(&text.chars().count()) {
        return own_ideas(asked, view, (text, Some(words::no_idea(IDEA))));
    }
    asked.limited(Limited::Ask, &member.handle)?;
    portal.propose(member.id, (view.slug.as_str(), text), asked.now)?;
    Ok(asked.elsewhere(asked.room))
}

/// Submits or discards a draft, as its author decides.
fn settle(
    asked: &PrivateRequest<'_>,
    exhibit: &ContestView,
    rules: &EntryRules,
    form: &SentForm,
) -> Result<PrivateReply, HttpError> {
    let (member, portal) = (asked.member()?, &asked.people.portal);
    let own = portal.ideas(exhibit.slug.as_str(), Some(member.id))?;
    let waits = own.iter().find_map(|idea| match &idea.state {
        IdeaState::Written { draft, .. } if draft == form.text("draft") => Some(draft),
        _ => None,
    });
    let draft = waits.ok_or_else(|| Resource::Page.unknown("idea"))?;
    let (inbox, settled) = (exhibit.folder.submissions(), (member.id, draft.as_str()));
    if form.text("do") == "refuse" {
        portal.settle(settled, Consent::Refused, asked.now)?;
        // A rejected draft has no owner; if it cannot be deleted, it is never read.
        let _ = fs::remove_dir_all(inbox.join(proposal_name(draft)));
        return Ok(asked.elsewhere(asked.room));
    }
    let gone = |_| HttpError::Barred(AccessDenied::NotSent(409, words::idea_lost()));
    let sent = Submission::read(&inbox.join(proposal_name(draft))).map_err(gone)?;
    Submission::take_up(&inbox, draft).map_err(|_| HttpError::Ours)?;
    let sent = Submission { received: asked.now, ..sent };
    match confirm((asked.people, exhibit), member.id, rules, sent) {
        Ok(id) => {
            portal.settle(settled, Consent::Given, asked.now)?;
            Ok(asked.elsewhere(&PrivateRoute::Submission(id)))
        }
        Err(error) => own_ideas(asked, exhibit, ("", Some(error.message()))),
    }
}

fn own_ideas(
    asked: &PrivateRequest<'_>,
    exhibit: &ContestView,
    (text, wrong): (&str, Option<Message>),
) -> Result<PrivateReply, HttpError> {
    let (frame, member) = (asked.frame(), asked.member()?);
    let own = asked.people.portal.ideas(exhibit.slug.as_str(), Some(member.id))?;
    page(
        if wrong.is_none() { 200 } else { 422 },
        &IdeaPage {
            heading: heading(frame, &exhibit.revision().name),
            contest: frame.contest(&exhibit.slug),
            text: text.to_owned(),
            ideas: own.into_iter().map(|idea| view(frame, exhibit, &idea)).collect(),
            wrong: wrong.map(|wrong| frame.t(wrong)).unwrap_or_default(),
            frame,
        },
    )
}

/// The page where organizers implement ideas.
pub(super) fn ideas(
    asked: &PrivateRequest<'_>,
    exhibit: &ContestView,
) -> Result<PrivateReply, HttpError> {
    let member = host(asked, exhibit)?;
    rules(exhibit)?;
    let Some(form) = &asked.form else { return all_ideas(asked, exhibit, None) };
    let (portal, slug) = (&asked.people.portal, exhibit.slug.as_str());
    let id = form.text("id").parse().unwrap_or(0);
    let all = portal.ideas(slug, None)?;
    let idea = all.iter().find(|idea| idea.id == id);
    let idea = idea.ok_or_else(|| Resource::Page.unknown("idea"))?;
    match written(asked, exhibit, (member, idea), form) {
        Ok((draft, entrant)) => {
            portal.write_down((slug, id), (&draft, &entrant), (asked.now, member.id))?;
            Ok(asked.elsewhere(asked.room))
        }
        Err(error) => all_ideas(asked, exhibit, Some(error.message())),
    }
}

/// Stores an organizer's draft for the author.
fn written(
    asked: &PrivateRequest<'_>,
    exhibit: &ContestView,
    (host, idea): (&CurrentUser, &IdeaRow),
    form: &SentForm,
) -> Result<(String, String), UploadError> {
    let file = form.file.as_ref().ok_or(UploadError::Empty)?;
    let author = CurrentUser {
        id: idea.author,
        handle: idea.who.clone(),
        language: asked.language,
        grants: Grants::default(),
    };
    let note: String = idea.text.chars().take(200).collect();
    let upload = UploadRequest {
        people: asked.people,
        view: exhibit,
        member: &author,
        language: asked.language,
        entrant: form.text("entrant"),
        note: &note,
        file,
        written_by: Some(host.handle.clone()),
        now: asked.now,
    };
    upload.lay_aside()
}

fn all_ideas(
    asked: &PrivateRequest<'_>,
    exhibit: &ContestView,
    wrong: Option<Message>,
) -> Result<PrivateReply, HttpError> {
    let frame = asked.frame();
    let all = asked.people.portal.ideas(exhibit.slug.as_str(), None)?;
    page(
        if wrong.is_none() { 200 } else { 422 },
        &IdeasPage {
            heading: heading(frame, &exhibit.revision().name),
            contest: frame.contest(&exhibit.slug),
            ways: ways(asked, exhibit),
            ideas: all.into_iter().map(|idea| view(frame, exhibit, &idea)).collect(),
            wrong: wrong.map(|wrong| frame.t(wrong)).unwrap_or_default(),
            frame,
        },
    )
}

fn view(frame: PrivateContext<'_>, exhibit: &ContestView, idea: &IdeaRow) -> IdeaView {
    let time = frame.time(idea.sent, &notices::zone(exhibit));
    let (word, draft, entrant, to) = match &idea.state {
        IdeaState::Proposed => (words::idea_proposed(), "", "", String::new()),
        IdeaState::Written { draft, entrant } => {
            (words::idea_written(), draft.as_str(), entrant.as_str(), String::new())
        }
        IdeaState::Consented(id) => {
            let to = frame.way(&PrivateRoute::Submission(id.clone()));
            (words::idea_consented(), "", "", to)
        }
    };
    let path = exhibit.folder.submissions().join(proposal_name(draft));
    let content =
        if draft.is_empty() { Vec::new() } else { Submission::content(&path).unwrap_or_default() };
    IdeaView {
        id: idea.id,
        who: frame.name(&idea.who),
        word: frame.t(word),
        draft: draft.to_owned(),
        entrant: frame.name(entrant),
        source: plain(&content),
        open: to.is_empty(),
        to,
        text: plain(idea.text.as_bytes()),
        time,
    }
}
