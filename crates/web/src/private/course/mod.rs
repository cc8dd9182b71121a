//! The browser pages of a course: a team identifies itself with its key, submits files with the
//! names that the announcement requires, and sees their status. The teacher rules on players, hands
//! out links and reads all marks.

mod marks;
mod teams;
mod uploads;

pub(super) use self::{
    marks::{marks, sheet},
    teams::teams,
    uploads::{CourseUpload, uploads},
};

use super::{
    account::{form_error, start_session},
    host_say,
    request::{Notice, PageResult, PrivateReply, PrivateRequest, form_page},
};
use crate::{
    contest::ContestView,
    dates::ShownTime,
    frame::{ContestHead, PageContext},
    http_error::{HttpError, Resource},
    links,
    page::ContestPart,
    private_say as own,
    public::next,
    say,
    throttle::Limited,
    upload::SentForm,
};
use askama::Template;
use certamen_contest::{
    ContestFile,
    file::{CourseSection, Schedule},
};
use certamen_i18n::Message;
use certamen_portal::{
    course::{Team, TeamId, TeamRoster},
    password,
    rights::Permission,
    same_secret,
};
use std::fs;
use uploads::{FileRow, files_of, submit_file};

mod words {
    certamen_i18n::texts!("locales/course");
}

#[derive(Template)]
#[template(path = "course.html")]
struct CoursePage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
    /// The part for members of a team; none for others.
    pair: Option<TeamView>,
    /// Whether claiming a team needs an account, too.
    needs_account: bool,
    /// The username that was typed.
    handle: String,
    marks: String,
    host: String,
    ask: String,
    next: Option<ShownTime>,
    tables: String,
    notice: Notice,
}

/// What a team sees of itself.
struct TeamView {
    number: String,
    names: String,
    place: String,
    files: Vec<FileRow>,
}

/// The course with its roster, loaded per request.
pub(super) struct CourseContext<'a> {
    view: &'a ContestView,
    name: String,
    section: CourseSection,
    schedule: Schedule,
    roster: TeamRoster,
}

impl<'a> CourseContext<'a> {
    fn open(view: &'a ContestView) -> Result<CourseContext<'a>, HttpError> {
        let file = ContestFile::read(&view.folder)?;
        let (Some(section), Some(schedule)) = (file.course, file.schedule) else {
            return Err(Resource::Page.unknown("course"));
        };
        let path = view.folder.path().join(&section.register);
        let bytes = fs::read(path).map_err(|_| HttpError::Ours)?;
        let roster = TeamRoster::read(&bytes).map_err(|_| HttpError::Ours)?;
        Ok(CourseContext { view, name: file.name, section, schedule, roster })
    }

    fn team_of(&self, request: &PrivateRequest<'_>) -> Result<Option<&Team>, HttpError> {
        let Some(member) = &request.member else { return Ok(None) };
        let known = request.people.portal.pair_of(member.id, self.view.slug.as_str())?;
        let is_it = |team: &&Team| known.as_deref() == Some(&*team.id.to_string());
        Ok(self.roster.pairs().iter().find(is_it))
    }

    fn is_host(&self, request: &PrivateRequest<'_>) -> bool {
        request.may(Permission::Decide, self.view.slug.as_str())
    }
}

/// The page, or the result of a claim or an upload.
pub(super) fn course(request: &PrivateRequest<'_>, view: &ContestView) -> PageResult {
    let course = CourseContext::open(view)?;
    let team = course.team_of(request)?;
    let (frame, slug) = (request.frame(), &view.slug);
    let notice = match (&request.form, team) {
        (None, _) => Notice::default(),
        (Some(form), None) => match claim(request, &course, form)? {
            Ok(reply) => return Ok(reply),
            Err(wrong) => Notice::wrong(&wrong, request.language),
        },
        (Some(form), Some(team)) => {
            request.limited(Limited::Send, &request.member()?.handle)?;
            let file = form.file.as_ref();
            let (name, content) = file.map_or(("", &[][..]), |file| (&file.name, &file.content));
            match submit_file(request, &course, team, name, content)? {
                Ok(done) => Notice { done: frame.t(done), ..Notice::default() },
                Err(wrong) => Notice::wrong(&wrong, request.language),
            }
        }
    };
    let link_if = |shown: bool, page| {
        if shown { frame.contest_page(slug, page) } else { String::new() }
    };
    let is_host = course.is_host(request);
    let typed = request.form.as_ref().map(|form| form.text("handle").to_owned());
    let shown = CoursePage {
        head: frame.head(&course.name, slug),
        pair: team.map(|team| team_view(frame, &course, team)).transpose()?,
        needs_account: request.member.is_none(),
        handle: typed.unwrap_or_default(),
        marks: link_if(team.is_some() || is_host, links::MARKS),
        host: link_if(is_host, links::HOST_TEAMS),
        ask: link_if(request.member.is_some(), links::ASK),
        next: next(&view.board(), &course.schedule).map(|(_, at)| ShownTime::of(&at)),
        tables: frame.part(slug, ContestPart::Publications),
        notice,
        frame,
    };
    form_page(&shown.notice.wrong, &shown)
}

fn team_view(
    frame: PageContext<'_>,
    course: &CourseContext<'_>,
    team: &Team,
) -> Result<TeamView, HttpError> {
    let all = uploads(&course.view.folder)?;
    Ok(TeamView {
        number: team.id.to_string(),
        names: frame.name(&team.names),
        place: course.section.rules.place.clone(),
        files: files_of(&all, team.id).map(|file| FileRow::new(frame, file, &all)).collect(),
    })
}

/// Makes a user who knows the group, number and key of a team its member, with an existing account or
/// a new one; or returns why not.
fn claim(
    request: &PrivateRequest<'_>,
    course: &CourseContext<'_>,
    form: &SentForm,
) -> Result<Result<PrivateReply, Message>, HttpError> {
    let slug = &course.view.slug;
    let [group, number, key] = ["group", "pair", "key"].map(|key| form.text(key).trim());
    // Guessing keys is rate-limited, from any network.
    request.limited(Limited::Claim, &format!("{slug} {group} {number}"))?;
    let Some(team) = team_with_key(&course.roster, [group, number, key]) else {
        return Ok(Err(words::no_pair()));
    };
    let (portal, team) = (&request.people.portal, team.to_string());
    let claim = (slug.as_str(), &*team);
    let here = links::contest_page(slug, links::COURSE);
    if let Some(member) = &request.member {
        portal.claim(member.id, claim, request.now)?;
        return Ok(Ok(request.redirect(&here)));
    }
    let account = (form.text("handle").trim(), form.text("password"));
    match portal.register_member(account, request.language, claim, request.now) {
        Ok(account) => {
            let next = Some(request.frame().link(&here));
            Ok(Ok(start_session(request, account, next)?))
        }
        Err(error) => Ok(Err(form_error(error)?)),
    }
}

/// The team with this group, number and key; the time does not depend on how much matches.
fn team_with_key(roster: &TeamRoster, [group, number, key]: [&str; 3]) -> Option<TeamId> {
    let mut found = None;
    for team in roster.pairs() {
        let named = team.group.to_string() == group
            && number.parse::<u8>().is_ok_and(|number| number == team.id.pair);
        let known = team.key.as_ref().map_or("", |key| key.secret());
        if same_secret(known, key) & named & !known.is_empty() {
            found = Some(team.id);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_is_claimed_with_its_own_key_only() {
        let csv = b"group,pair,key\n2314,2,AbCd123456\n2314,3,XyZw987654\n2314,4,\n";
        let roster = TeamRoster::read(csv).unwrap();
        let look = |given| team_with_key(&roster, given).map(|team| team.to_string());
        assert_eq!(look(["2314", "2", "AbCd123456"]).as_deref(), Some("1402"));
        assert_eq!(look(["2314", "02", "AbCd123456"]).as_deref(), Some("1402"));
        for wrong in [
            ["2314", "2", "XyZw987654"],
            ["2314", "2", "abcd123456"],
            ["14", "2", "AbCd123456"],
            ["2314", "4", ""],
            ["", "", ""],
        ] {
            assert_eq!(look(wrong), None, "{wrong:?}");
        }
    }
}
