//! Ideas: a user without a program describes a strategy, an organizer implements it, and the user
//! approves the program before it is submitted in their name.

use super::{
    host::host_head,
    host_say as words,
    request::{PageResult, PrivateRequest, contest_zone, fits, form_page, plain},
    submit::{UploadError, UploadRequest, confirm},
};
use crate::{
    contest::ContestView,
    dates::ShownTime,
    frame::{ContestHead, PageContext},
    http_error::{AccessDenied, HttpError, Resource},
    links, private_say as own, say,
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
    frame: PageContext<'a>,
    head: ContestHead,
    text: String,
    ideas: Vec<IdeaView>,
    wrong: String,
}

#[derive(Template)]
#[template(path = "host_ideas.html")]
struct IdeasPage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
    ideas: Vec<IdeaView>,
    wrong: String,
}

struct IdeaView {
    id: i64,
    who: String,
    text: String,
    time: ShownTime,
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
pub(super) fn idea(request: &PrivateRequest<'_>, view: &ContestView) -> PageResult {
    let (member, rules) = (request.member()?, rules(view)?);
    let Some(form) = &request.form else { return own_ideas(request, view, "", None) };
    if matches!(form.text("do"), "consent" | "refuse") {
        return settle(request, view, &rules, form);
    }
    let text = form.text("text").trim();
    if !fits(text, IDEA) {
        return own_ideas(request, view, text, Some(words::no_idea(IDEA)));
    }
    request.limited(Limited::Ask, &member.handle)?;
    request.people.portal.propose(member.id, (view.slug.as_str(), text), request.now)?;
    Ok(request.reload())
}

/// Submits or discards a draft, as its author decides.
fn settle(
    request: &PrivateRequest<'_>,
    view: &ContestView,
    rules: &EntryRules,
    form: &SentForm,
) -> PageResult {
    let (member, portal) = (request.member()?, &request.people.portal);
    let own = portal.ideas(view.slug.as_str(), Some(member.id))?;
    let draft = own.iter().find_map(|idea| match &idea.state {
        IdeaState::Written { draft, .. } if draft == form.text("draft") => Some(draft),
        _ => None,
    });
    let draft = draft.ok_or_else(|| Resource::Page.unknown("idea"))?;
    let (inbox, settled) = (view.folder.submissions(), (member.id, draft.as_str()));
    if form.text("do") == "refuse" {
        portal.settle(settled, Consent::Refused, request.now)?;
        // A rejected draft has no owner; if it cannot be deleted, it is never read.
        let _ = fs::remove_dir_all(inbox.join(proposal_name(draft)));
        return Ok(request.reload());
    }
    let lost = |_| HttpError::Barred(AccessDenied::NotSent(409, words::idea_lost()));
    let confirmed = if portal.submission(draft)?.is_some() {
        // The author consented before, and did not learn of it.
        Submission::hand_over(&inbox, draft).map(|()| draft.clone()).map_err(UploadError::from)
    } else {
        let sent = Submission::read(&inbox.join(proposal_name(draft))).map_err(lost)?;
        let sent = Submission { received: request.now, ..sent };
        confirm(request.people, view, member.id, rules, sent)
    };
    match confirmed {
        Ok(id) => {
            portal.settle(settled, Consent::Given, request.now)?;
            Ok(request.redirect(&links::submission(&id)))
        }
        Err(error) => own_ideas(request, view, "", Some(error.message())),
    }
}

fn own_ideas(
    request: &PrivateRequest<'_>,
    view: &ContestView,
    text: &str,
    wrong: Option<Message>,
) -> PageResult {
    let (frame, member) = (request.frame(), request.member()?);
    let own = request.people.portal.ideas(view.slug.as_str(), Some(member.id))?;
    let shown = IdeaPage {
        head: frame.head(&view.revision().name, &view.slug),
        text: text.to_owned(),
        ideas: own.into_iter().map(|idea| idea_view(frame, view, &idea)).collect(),
        wrong: wrong.map(|wrong| frame.t(wrong)).unwrap_or_default(),
        frame,
    };
    form_page(&shown.wrong, &shown)
}

/// The page where organizers implement ideas.
pub(super) fn ideas(request: &PrivateRequest<'_>, view: &ContestView) -> PageResult {
    let member = request.member()?;
    rules(view)?;
    let (frame, portal, slug) = (request.frame(), &request.people.portal, view.slug.as_str());
    let mut wrong = String::new();
    if let Some(form) = &request.form {
        let id = form.text("id").parse().unwrap_or(0);
        let all = portal.ideas(slug, None)?;
        let idea = all.iter().find(|idea| idea.id == id);
        let idea = idea.ok_or_else(|| Resource::Page.unknown("idea"))?;
        match save_draft(request, view, idea, form, &member.handle) {
            Ok((draft, entrant)) => {
                portal.write_down((slug, id), (&draft, &entrant), (request.now, member.id))?;
                return Ok(request.reload());
            }
            Err(error) => wrong = frame.t(error.message()),
        }
    }
    let all = portal.ideas(slug, None)?;
    let shown = IdeasPage {
        head: host_head(request, view),
        ideas: all.into_iter().map(|idea| idea_view(frame, view, &idea)).collect(),
        wrong,
        frame,
    };
    form_page(&shown.wrong, &shown)
}

/// Stores an organizer's draft for the author; returns its id, and the name of the bot.
fn save_draft(
    request: &PrivateRequest<'_>,
    view: &ContestView,
    idea: &IdeaRow,
    form: &SentForm,
    host: &str,
) -> Result<(String, String), UploadError> {
    let author = CurrentUser {
        id: idea.author,
        handle: idea.who.clone(),
        language: request.language,
        grants: Grants::default(),
    };
    let note: String = idea.text.chars().take(200).collect();
    let upload = UploadRequest {
        people: request.people,
        view,
        member: &author,
        language: request.language,
        entrant: form.text("entrant"),
        note: &note,
        file: form.file.as_ref().ok_or(UploadError::Empty)?,
        written_by: Some(host.to_owned()),
        now: request.now,
    };
    upload.save_draft()
}

fn idea_view(frame: PageContext<'_>, view: &ContestView, idea: &IdeaRow) -> IdeaView {
    let (word, draft, entrant, to) = match &idea.state {
        IdeaState::Proposed => (words::idea_proposed(), "", "", String::new()),
        IdeaState::Written { draft, entrant } => {
            (words::idea_written(), draft.as_str(), entrant.as_str(), String::new())
        }
        IdeaState::Consented(id) => {
            let to = frame.link(&links::submission(id));
            (words::idea_consented(), "", "", to)
        }
    };
    let path = view.folder.submissions().join(proposal_name(draft));
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
        time: frame.time(idea.sent, &contest_zone(view)),
    }
}
