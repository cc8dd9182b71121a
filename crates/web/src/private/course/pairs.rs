//! The teacher's page of a course: rulings on players, and links for teams.

use super::{
    CourseContext,
    handed_in::{CourseUpload, handed_in, own_files},
    own, words,
};
use crate::{
    contest::ContestView,
    frame::NavLink,
    http_error::{HttpError, Resource},
    private::{
        AccessDenied, PrivateRoute,
        asked::{PrivateReply, PrivateRequest, heading, page},
        frame::PrivateContext,
        host::REASON,
        host_nav::ways,
    },
    say,
    upload::SentForm,
};
use askama::Template;
use certamen_contest::entry::{CourseRuling, Ruling};
use certamen_i18n::Message;
use certamen_portal::course::{FileName, Team};
use certamen_portal::{AuditAction, HostRequestKind, TeamMember};

/// The maximum length of the contest's name in a generated username.
const STEM: usize = 24;

#[derive(Template)]
#[template(path = "pairs.html")]
struct PairsPage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    contest: String,
    marks: String,
    ways: Vec<NavLink>,
    pairs: Vec<PairRow>,
    /// Links that were just created: team, names, username, link.
    links: Vec<[String; 4]>,
    wrong: String,
}

/// A team, with its submissions.
struct PairRow {
    number: String,
    names: String,
    members: String,
    files: Vec<RuledRow>,
}

struct RuledRow {
    file: String,
    listed_as: String,
    word: String,
    reason: String,
    report: String,
    source: String,
    /// Whether rulings are possible.
    open: bool,
}

/// The page, or the result of a ruling or of creating links.
pub(crate) fn pairs(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<PrivateReply, HttpError> {
    asked.member()?;
    let desk = CourseContext::open(view)?;
    if !desk.is_host(asked) {
        return Err(Resource::Page.unknown("pairs"));
    }
    let Some(form) = &asked.form else { return shown(asked, &desk, (Vec::new(), None)) };
    if form.text("do") == "links" {
        return shown(asked, &desk, (links(asked, &desk)?, None));
    }
    match rule(asked, &desk, form)? {
        Ok(()) => Ok(asked.elsewhere(asked.room)),
        Err(wrong) => shown(asked, &desk, (Vec::new(), Some(wrong))),
    }
}

/// Stores the ruling, and logs it.
fn rule(
    asked: &PrivateRequest<'_>,
    desk: &CourseContext<'_>,
    form: &SentForm,
) -> Result<Result<(), Message>, HttpError> {
    let (act, reason) = (form.text("do"), form.text("reason").trim());
    let (ruling, logged) = match act {
        "approve" => (Ruling::Approved, AuditAction::Approved),
        "disqualify" => (Ruling::Disqualified, AuditAction::Removed),
        "proscribe" => (Ruling::Proscribed, AuditAction::Removed),
        _ => return Err(HttpError::Barred(AccessDenied::Form)),
    };
    if !(1..=REASON).contains(&reason.chars().count()) {
        return Ok(Err(own::reason_missing(REASON)));
    }
    let folder = &desk.view.folder;
    if folder.marks().exists() {
        return Ok(Err(words::marks_are_out()));
    }
    let all = handed_in(folder)?;
    let name: FileName =
        form.text("id").parse().map_err(|_| HttpError::Barred(AccessDenied::Form))?;
    let there = all.iter().any(|file| file.name == name && file.is_decided());
    if !there {
        return Err(Resource::Page.unknown(form.text("id")));
    }
    let (file, who) = (name.to_string(), (asked.now, asked.member()?.id));
    let ruling = CourseRuling { ruling, reason: reason.to_owned(), time: asked.now };
    let order = HostRequestKind::Rule { file: file.clone(), ruling };
    asked.people.order(desk.view, order, asked.now)?;
    let told = format!("{act} {file} {reason}");
    asked.people.portal.note(who, logged, desk.view.slug.as_str(), &told)?;
    Ok(Ok(()))
}

/// Creates a link for each team without a password.
fn links(
    asked: &PrivateRequest<'_>,
    desk: &CourseContext<'_>,
) -> Result<Vec<[String; 4]>, HttpError> {
    let (portal, slug) = (&asked.people.portal, desk.view.slug.as_str());
    let members = portal.pair_members(slug)?;
    let stem: String = slug.chars().take(STEM).collect();
    let mut links = Vec::new();
    for team in desk.roster.pairs() {
        let number = team.id.to_string();
        if members.iter().any(|member| member.pair == number && member.has_password) {
            continue;
        }
        let language = team.language.unwrap_or(asked.language);
        let wished = format!("{}-{number}", stem.trim_matches('-'));
        let (handle, secret) = portal.invite_pair(&wished, language, (slug, &number), asked.now)?;
        let path = format!("/{language}/one-time/{}", secret.told());
        let names = certamen_game::legible(&team.names);
        links.push([number, names, handle, asked.people.file.address(&path)]);
    }
    Ok(links)
}

fn shown(
    asked: &PrivateRequest<'_>,
    desk: &CourseContext<'_>,
    (links, wrong): (Vec<[String; 4]>, Option<Message>),
) -> Result<PrivateReply, HttpError> {
    let (frame, slug) = (asked.frame(), &desk.view.slug);
    let all = handed_in(&desk.view.folder)?;
    let members = asked.people.portal.pair_members(slug.as_str())?;
    let pairs = desk.roster.pairs().iter();
    let pairs = pairs.map(|team| row(frame, team, &all, &members)).collect();
    let status = if wrong.is_none() { 200 } else { 422 };
    page(
        status,
        &PairsPage {
            heading: heading(frame, &desk.name),
            contest: frame.contest(slug),
            marks: frame.way(&PrivateRoute::Marks(slug.clone())),
            ways: ways(asked, desk.view),
            wrong: wrong.map(|wrong| frame.t(wrong)).unwrap_or_default(),
            pairs,
            links,
            frame,
        },
    )
}

fn row(
    frame: PrivateContext<'_>,
    team: &Team,
    all: &[CourseUpload],
    members: &[TeamMember],
) -> PairRow {
    let number = team.id.to_string();
    let own = members.iter().filter(|member| member.pair == number);
    let handles: Vec<&str> = own.map(|member| &*member.handle).collect();
    let files = own_files(all, team.id).map(|file| RuledRow {
        file: file.name.to_string(),
        listed_as: frame.name(&file.listed_as()),
        word: frame.t(file.word(all)),
        reason: file.ruling.as_ref().map(|own| frame.name(&own.reason)).unwrap_or_default(),
        report: file.told(frame.language),
        source: file.source(),
        open: file.is_decided() && !file.is_replaced(all),
    });
    let (files, members) = (files.collect(), handles.join(", "));
    PairRow { number, names: frame.name(&team.names), members, files }
}
