//! A course in the browser: a pair shows with its key that it is one, sends files under the names
//! that the announcement asks for, and sees what became of its own. Its teacher rules on players,
//! hands out links and reads all marks.

mod claiming;
mod handed_in;
mod handing_in;
mod marks;
mod pairs;
mod words;

pub(super) use self::{
    handed_in::{HandedIn, handed_in},
    marks::{marks, sheet},
    pairs::pairs,
};

use super::{
    Owns,
    asked::{RoomReply, RoomRequest, heading, page},
    frame::RoomFrame,
    host_say, say as own, viewer,
};
use crate::{
    contest::Exhibit,
    dates::ShownTime,
    page::{ContestPart, Page},
    private::PrivateRoom,
    public::next,
    refusal::{Refusal, Thing},
    say,
    throttle::Limited,
};
use askama::Template;
use certamen_contest::{
    ContestFile,
    file::{CourseSection, Hosting},
};
use certamen_course::{Pair, Register};
use certamen_portal::{
    password,
    rights::{Deed, Sources, may},
};
use certamen_speech::Message;
use handed_in::own_files;
use std::fs;

#[derive(Template)]
#[template(path = "course.html")]
struct CoursePage<'a> {
    frame: RoomFrame<'a>,
    heading: String,
    contest: String,
    /// What somebody who showed that he is of a pair is told; nothing to others.
    pair: Option<PairView>,
    /// Whether whoever claims a pair needs an account, too.
    needs_account: bool,
    /// What he typed for its name.
    handle: String,
    marks: String,
    host: String,
    ask: String,
    next: Option<ShownTime>,
    tables: String,
    told: String,
    wrong: String,
}

/// What a pair sees of itself.
struct PairView {
    number: String,
    names: String,
    place: String,
    files: Vec<FileRow>,
}

/// A file of one's own.
struct FileRow {
    file: String,
    listed_as: String,
    word: String,
    reason: String,
    report: String,
}

/// What is known of a course when somebody comes.
pub(super) struct CourseDesk<'a> {
    pub(super) exhibit: &'a Exhibit,
    pub(super) name: String,
    pub(super) course: CourseSection,
    pub(super) hosting: Hosting,
    pub(super) register: Register,
}

impl<'a> CourseDesk<'a> {
    /// The course on show, as its files are now.
    pub(super) fn open(exhibit: &'a Exhibit) -> Result<CourseDesk<'a>, Refusal> {
        let file = ContestFile::read(&exhibit.folder)?;
        let (Some(course), Some(hosting)) = (file.course, file.hosting) else {
            return Err(Thing::Page.unknown("course"));
        };
        let path = exhibit.folder.path().join(&course.register);
        let bytes = fs::read(path).map_err(|_| Refusal::Ours)?;
        let register = Register::read(&bytes).map_err(|_| Refusal::Ours)?;
        Ok(CourseDesk { exhibit, name: file.name, course, hosting, register })
    }

    /// The pair that whoever signed in showed to be of.
    pub(super) fn pair_of(&self, asked: &RoomRequest<'_>) -> Result<Option<&Pair>, Refusal> {
        let Some(member) = &asked.member else { return Ok(None) };
        let known = asked.people.portal.pair_of(member.id, self.exhibit.slug.as_str())?;
        let is_it = |pair: &&Pair| known.as_deref() == Some(&*pair.id.to_string());
        Ok(self.register.pairs().iter().find(is_it))
    }

    /// Whether somebody decides here.
    pub(super) fn is_host(&self, asked: &RoomRequest<'_>) -> bool {
        let as_whom = viewer(asked.member.as_ref(), self.exhibit.slug.as_str(), Owns::No);
        may(as_whom, Deed::Decide, Sources::Closed)
    }
}

/// What somebody is told beside the page, and whether it is bad news.
enum CourseNews {
    Nothing,
    Good(Message),
    Bad(Message),
}

/// The page, or what comes of a key or of a file.
pub(super) fn answer(asked: &RoomRequest<'_>, exhibit: &Exhibit) -> Result<RoomReply, Refusal> {
    let desk = CourseDesk::open(exhibit)?;
    let pair = desk.pair_of(asked)?;
    let news = match (&asked.form, pair) {
        (None, _) => CourseNews::Nothing,
        (Some(form), None) => match claiming::claim(asked, &desk, form)? {
            Ok(reply) => return Ok(reply),
            Err(wrong) => CourseNews::Bad(wrong),
        },
        (Some(form), Some(pair)) => {
            asked.limited(Limited::Send, &asked.member()?.handle)?;
            let file = form.file.as_ref();
            let sent = file.map_or(("", &[][..]), |file| (&*file.name, &*file.content));
            match handing_in::hand_in(asked, &desk, pair, sent)? {
                Ok(told) => CourseNews::Good(told),
                Err(wrong) => CourseNews::Bad(wrong),
            }
        }
    };
    shown(asked, &desk, pair, news)
}

fn shown(
    asked: &RoomRequest<'_>,
    desk: &CourseDesk<'_>,
    pair: Option<&Pair>,
    news: CourseNews,
) -> Result<RoomReply, Refusal> {
    let (frame, slug) = (asked.frame(), &desk.exhibit.slug);
    let (status, told, wrong) = match news {
        CourseNews::Nothing => (200, String::new(), String::new()),
        CourseNews::Good(told) => (200, frame.t(told), String::new()),
        CourseNews::Bad(wrong) => (422, String::new(), frame.t(wrong)),
    };
    let way = |room: &PrivateRoom, there: bool| if there { frame.way(room) } else { String::new() };
    let is_host = desk.is_host(asked);
    let tables = Page::Contest(slug.clone(), ContestPart::Publications).address(asked.language);
    let typed = asked.form.as_ref().map(|form| form.text("handle").to_owned());
    page(
        status,
        &CoursePage {
            heading: heading(frame, &desk.name),
            contest: frame.contest(slug),
            pair: pair.map(|pair| view(frame, desk, pair)).transpose()?,
            needs_account: asked.member.is_none(),
            handle: typed.unwrap_or_default(),
            marks: way(&PrivateRoom::Marks(slug.clone()), pair.is_some() || is_host),
            host: way(&PrivateRoom::Pairs(slug.clone()), is_host),
            ask: way(&PrivateRoom::Ask(slug.clone()), asked.member.is_some()),
            next: next(&desk.exhibit.board(), &desk.hosting).map(|(_, at)| ShownTime::of(&at)),
            tables,
            told,
            wrong,
            frame,
        },
    )
}

fn view(frame: RoomFrame<'_>, desk: &CourseDesk<'_>, pair: &Pair) -> Result<PairView, Refusal> {
    let all = handed_in(&desk.exhibit.folder)?;
    let files = own_files(&all, pair.id).map(|file| row(frame, file, &all)).collect();
    let (number, names) = (pair.id.to_string(), frame.name(&pair.names));
    Ok(PairView { number, names, place: desk.course.rules.place.clone(), files })
}

/// A file, with what its pair is told of it.
fn row(frame: RoomFrame<'_>, file: &HandedIn, all: &[HandedIn]) -> FileRow {
    FileRow {
        file: file.name.to_string(),
        listed_as: frame.name(&file.listed_as()),
        word: frame.t(file.word(all)),
        reason: file.ruling.as_ref().map(|own| frame.name(&own.reason)).unwrap_or_default(),
        report: file.told(frame.language),
    }
}
