//! The teacher's page of a course: rulings on players, and links for teams.

use super::{
    CourseContext, own,
    uploads::{CourseUpload, FileRow, files_of, uploads},
    words,
};
use crate::{
    contest::ContestView,
    frame::{ContestHead, PageContext},
    http_error::{AccessDenied, HttpError, Resource},
    links,
    private::{
        account::one_time_link,
        host::{REASON, host_head},
        request::{PageResult, PrivateRequest, fits, form_page},
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
struct TeamsPage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
    marks: String,
    pairs: Vec<TeamRow>,
    /// Links that were just created: team, names, username, link.
    links: Vec<[String; 4]>,
    wrong: String,
}

struct TeamRow {
    number: String,
    names: String,
    members: String,
    files: Vec<RuledRow>,
}

struct RuledRow {
    row: FileRow,
    source: String,
    /// Whether rulings are possible.
    open: bool,
}

/// The page, or the result of a ruling or of creating links.
pub(crate) fn teams(request: &PrivateRequest<'_>, view: &ContestView) -> PageResult {
    let course = CourseContext::open(view)?;
    let Some(form) = &request.form else { return teams_page(request, &course, Vec::new(), None) };
    if form.text("do") == "links" {
        return teams_page(request, &course, links(request, &course)?, None);
    }
    match rule(request, &course, form)? {
        Ok(()) => Ok(request.reload()),
        Err(wrong) => teams_page(request, &course, Vec::new(), Some(wrong)),
    }
}

/// Stores the ruling, and logs it.
fn rule(
    request: &PrivateRequest<'_>,
    course: &CourseContext<'_>,
    form: &SentForm,
) -> Result<Result<(), Message>, HttpError> {
    let (act, reason) = (form.text("do"), form.text("reason").trim());
    let (ruling, logged) = match act {
        "approve" => (Ruling::Approved, AuditAction::Approved),
        "disqualify" => (Ruling::Disqualified, AuditAction::Removed),
        "proscribe" => (Ruling::Banned, AuditAction::Removed),
        _ => return Err(HttpError::Barred(AccessDenied::Form)),
    };
    if !fits(reason, REASON) {
        return Ok(Err(own::reason_missing(REASON)));
    }
    let folder = &course.view.folder;
    if folder.marks().exists() {
        return Ok(Err(words::marks_are_out()));
    }
    let all = uploads(folder)?;
    let name: FileName =
        form.text("id").parse().map_err(|_| HttpError::Barred(AccessDenied::Form))?;
    if !all.iter().any(|file| file.name == name && file.is_decided()) {
        return Err(Resource::Page.unknown(form.text("id")));
    }
    let file = name.to_string();
    let ruling = CourseRuling { ruling, reason: reason.to_owned(), time: request.now };
    let order = HostRequestKind::Rule { file: file.clone(), ruling };
    request.people.order(course.view, order, request.now)?;
    let (who, detail) = ((request.now, request.member()?.id), format!("{act} {file} {reason}"));
    request.people.portal.note(who, logged, course.view.slug.as_str(), &detail)?;
    Ok(Ok(()))
}

/// Creates a link for each team without a password.
fn links(
    request: &PrivateRequest<'_>,
    course: &CourseContext<'_>,
) -> Result<Vec<[String; 4]>, HttpError> {
    let (portal, slug) = (&request.people.portal, course.view.slug.as_str());
    let members = portal.team_members(slug)?;
    let stem: String = slug.chars().take(STEM).collect();
    let mut links = Vec::new();
    for team in course.roster.pairs() {
        let number = team.id.to_string();
        if members.iter().any(|member| member.pair == number && member.has_password) {
            continue;
        }
        let language = team.language.unwrap_or(request.language);
        let preferred = format!("{}-{number}", stem.trim_matches('-'));
        let (handle, secret) =
            portal.invite_team(&preferred, language, (slug, &number), request.now)?;
        let names = certamen_game::legible(&team.names);
        links.push([number, names, handle, one_time_link(request.people, language, &secret)]);
    }
    Ok(links)
}

fn teams_page(
    request: &PrivateRequest<'_>,
    course: &CourseContext<'_>,
    links: Vec<[String; 4]>,
    wrong: Option<Message>,
) -> PageResult {
    let (frame, slug) = (request.frame(), &course.view.slug);
    let all = uploads(&course.view.folder)?;
    let members = request.people.portal.team_members(slug.as_str())?;
    let teams = course.roster.pairs().iter();
    let shown = TeamsPage {
        head: ContestHead {
            heading: frame.heading(&course.name),
            ..host_head(request, course.view)
        },
        marks: frame.contest_page(slug, links::MARKS),
        pairs: teams.map(|team| row(frame, team, &all, &members)).collect(),
        links,
        wrong: wrong.map(|wrong| frame.t(wrong)).unwrap_or_default(),
        frame,
    };
    form_page(&shown.wrong, &shown)
}

fn row(
    frame: PageContext<'_>,
    team: &Team,
    all: &[CourseUpload],
    members: &[TeamMember],
) -> TeamRow {
    let number = team.id.to_string();
    let own = members.iter().filter(|member| member.pair == number);
    let handles: Vec<&str> = own.map(|member| &*member.handle).collect();
    let files = files_of(all, team.id).map(|file| RuledRow {
        row: FileRow::new(frame, file, all),
        source: file.source(),
        open: file.is_decided() && !file.is_replaced(all),
    });
    TeamRow {
        names: frame.name(&team.names),
        members: handles.join(", "),
        files: files.collect(),
        number,
    }
}
