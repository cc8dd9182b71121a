//! The browser pages of a course: a team identifies itself with its key, submits files with the
//! names that the announcement requires, and sees their status. The teacher rules on players, hands
//! out links and reads all marks.

mod claiming;
mod handed_in;
mod handing_in;
mod marks;
mod pairs;

pub(super) use self::{
    handed_in::{CourseUpload, handed_in},
    marks::{marks, sheet},
    pairs::pairs,
};

use super::{
    Ownership,
    asked::{PrivateReply, PrivateRequest, heading, page},
    frame::PrivateContext,
    host_say, say as own, viewer,
};
use crate::{
    contest::ContestView,
    dates::ShownTime,
    http_error::{HttpError, Resource},
    page::{ContestPart, Page},
    private::PrivateRoute,
    public::next,
    say,
    throttle::Limited,
};
use askama::Template;
use certamen_contest::{
    ContestFile,
    file::{CourseSection, Schedule},
};
use certamen_i18n::Message;
use certamen_portal::course::{Team, TeamRoster};
use certamen_portal::{
    password,
    rights::{Permission, SourceVisibility, may},
};
use handed_in::own_files;
use std::fs;

mod words {
    certamen_i18n::texts!("locales/course");
}

#[derive(Template)]
#[template(path = "course.html")]
struct CoursePage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    contest: String,
    /// The part for members of a team; none for others.
    pair: Option<PairView>,
    /// Whether claiming a team needs an account, too.
    needs_account: bool,
    /// The username that was typed.
    handle: String,
    marks: String,
    host: String,
    ask: String,
    next: Option<ShownTime>,
    tables: String,
    told: String,
    wrong: String,
}

/// What a team sees of itself.
struct PairView {
    number: String,
    names: String,
    place: String,
    files: Vec<FileRow>,
}

/// A file of the team.
struct FileRow {
    file: String,
    listed_as: String,
    word: String,
    reason: String,
    report: String,
}

/// The course with its roster, loaded per request.
pub(super) struct CourseContext<'a> {
    pub(super) view: &'a ContestView,
    pub(super) name: String,
    pub(super) course: CourseSection,
    pub(super) schedule: Schedule,
    pub(super) roster: TeamRoster,
}

impl<'a> CourseContext<'a> {
    /// The course with its current files.
    pub(super) fn open(view: &'a ContestView) -> Result<CourseContext<'a>, HttpError> {
        let file = ContestFile::read(&view.folder)?;
        let (Some(course), Some(schedule)) = (file.course, file.schedule) else {
            return Err(Resource::Page.unknown("course"));
        };
        let path = view.folder.path().join(&course.register);
        let bytes = fs::read(path).map_err(|_| HttpError::Ours)?;
        let roster = TeamRoster::read(&bytes).map_err(|_| HttpError::Ours)?;
        Ok(CourseContext { view, name: file.name, course, schedule, roster })
    }

    /// The team of the signed-in user.
    pub(super) fn pair_of(&self, asked: &PrivateRequest<'_>) -> Result<Option<&Team>, HttpError> {
        let Some(member) = &asked.member else { return Ok(None) };
        let known = asked.people.portal.pair_of(member.id, self.view.slug.as_str())?;
        let is_it = |team: &&Team| known.as_deref() == Some(&*team.id.to_string());
        Ok(self.roster.pairs().iter().find(is_it))
    }

    /// Whether the user is an organizer.
    pub(super) fn is_host(&self, asked: &PrivateRequest<'_>) -> bool {
        let as_whom = viewer(asked.member.as_ref(), self.view.slug.as_str(), Ownership::No);
        may(as_whom, Permission::Decide, SourceVisibility::Closed)
    }
}

/// A message beside the page, and whether it is an error.
enum CourseNews {
    Nothing,
    Good(Message),
    Bad(Message),
}

/// The page, or the result of a claim or an upload.
pub(super) fn answer(
    asked: &PrivateRequest<'_>,
    exhibit: &ContestView,
) -> Result<PrivateReply, HttpError> {
    let desk = CourseContext::open(exhibit)?;
    let team = desk.pair_of(asked)?;
    let news = match (&asked.form, team) {
        (None, _) => CourseNews::Nothing,
        (Some(form), None) => match claiming::claim(asked, &desk, form)? {
            Ok(reply) => return Ok(reply),
            Err(wrong) => CourseNews::Bad(wrong),
        },
        (Some(form), Some(team)) => {
            asked.limited(Limited::Send, &asked.member()?.handle)?;
            let file = form.file.as_ref();
            let sent = file.map_or(("", &[][..]), |file| (&*file.name, &*file.content));
            match handing_in::hand_in(asked, &desk, team, sent)? {
                Ok(told) => CourseNews::Good(told),
                Err(wrong) => CourseNews::Bad(wrong),
            }
        }
    };
    shown(asked, &desk, team, news)
}

fn shown(
    asked: &PrivateRequest<'_>,
    desk: &CourseContext<'_>,
    team: Option<&Team>,
    news: CourseNews,
) -> Result<PrivateReply, HttpError> {
    let (frame, slug) = (asked.frame(), &desk.view.slug);
    let (status, told, wrong) = match news {
        CourseNews::Nothing => (200, String::new(), String::new()),
        CourseNews::Good(told) => (200, frame.t(told), String::new()),
        CourseNews::Bad(wrong) => (422, String::new(), frame.t(wrong)),
    };
    let way =
        |room: &PrivateRoute, there: bool| if there { frame.way(room) } else { String::new() };
    let is_host = desk.is_host(asked);
    let tables = Page::Contest(slug.clone(), ContestPart::Publications).address(asked.language);
    let typed = asked.form.as_ref().map(|form| form.text("handle").to_owned());
    page(
        status,
        &CoursePage {
            heading: heading(frame, &desk.name),
            contest: frame.contest(slug),
            pair: team.map(|team| view(frame, desk, team)).transpose()?,
            needs_account: asked.member.is_none(),
            handle: typed.unwrap_or_default(),
            marks: way(&PrivateRoute::Marks(slug.clone()), team.is_some() || is_host),
            host: way(&PrivateRoute::Pairs(slug.clone()), is_host),
            ask: way(&PrivateRoute::Ask(slug.clone()), asked.member.is_some()),
            next: next(&desk.view.board(), &desk.schedule).map(|(_, at)| ShownTime::of(&at)),
            tables,
            told,
            wrong,
            frame,
        },
    )
}

fn view(
    frame: PrivateContext<'_>,
    desk: &CourseContext<'_>,
    team: &Team,
) -> Result<PairView, HttpError> {
    let all = handed_in(&desk.view.folder)?;
    let files = own_files(&all, team.id).map(|file| row(frame, file, &all)).collect();
    let (number, names) = (team.id.to_string(), frame.name(&team.names));
    Ok(PairView { number, names, place: desk.course.rules.place.clone(), files })
}

/// A file, with the report for its team.
fn row(frame: PrivateContext<'_>, file: &CourseUpload, all: &[CourseUpload]) -> FileRow {
    FileRow {
        file: file.name.to_string(),
        listed_as: frame.name(&file.listed_as()),
        word: frame.t(file.word(all)),
        reason: file.ruling.as_ref().map(|own| frame.name(&own.reason)).unwrap_or_default(),
        report: file.told(frame.language),
    }
}
