//! Marks: a team sees its own, the teacher all of them, as a table and as a sheet. They come from
//! the last championship until the final standings are published.

use super::{CourseContext, words};
use crate::{
    contest::ContestView,
    dates::ShownTime,
    frame::{ContestHead, PageContext},
    http_error::{HttpError, Resource},
    links,
    private::request::{PageResult, PrivateReply, PrivateRequest, page},
    say,
};
use askama::Template;
use certamen_contest::publication::{Publication, PublicationKind};
use certamen_i18n::Message;
use certamen_portal::course::Team;
use csv::StringRecord;
use std::fs;

/// The file name of the sheet.
const SHEET: &str = "marks.csv";
/// The column headings of the page.
const COLUMNS: [fn() -> Message; 8] = [
    words::head_group,
    words::head_pair,
    words::head_names,
    words::head_players,
    words::head_best,
    words::head_place,
    words::head_references,
    words::head_mark,
];

#[derive(Template)]
#[template(path = "marks.html")]
struct MarksPage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
    course: String,
    /// Whether the final standings are published.
    is_final: bool,
    made: Option<ShownTime>,
    columns: Vec<String>,
    lines: Vec<Vec<String>>,
    sheet: String,
}

struct MarkSheet {
    content: Vec<u8>,
    is_final: bool,
    made: Option<ShownTime>,
}

/// The marks of the user's team; for the teacher, all marks.
pub(crate) fn marks(request: &PrivateRequest<'_>, view: &ContestView) -> PageResult {
    let course = CourseContext::open(view)?;
    let (team, is_host) = (course.team_of(request)?, course.is_host(request));
    // Users without a team do not learn that there are marks.
    if team.is_none() && !is_host {
        return Err(Resource::Page.unknown("marks"));
    }
    let found = read_sheet(view);
    let lines = found.as_ref().map(|sheet| rows(&sheet.content)).unwrap_or_default();
    let is_shown = |line: &Vec<String>| is_host || team.is_some_and(|team| is_of(line, team));
    let (frame, slug) = (request.frame(), &view.slug);
    // The sheet is in the language of the contest, the page in the reader's.
    let columns = found.as_ref().map(|_| COLUMNS.map(|word| frame.t(word())).to_vec());
    page(&MarksPage {
        head: frame.head(&course.name, slug),
        course: frame.contest_page(slug, links::COURSE),
        is_final: found.as_ref().is_some_and(|sheet| sheet.is_final),
        made: found.and_then(|sheet| sheet.made),
        columns: columns.unwrap_or_default(),
        lines: lines.into_iter().filter(is_shown).collect(),
        sheet: if is_host { frame.contest_page(slug, links::MARK_SHEET) } else { String::new() },
        frame,
    })
}

/// The whole sheet, for the teacher.
pub(crate) fn sheet(request: &PrivateRequest<'_>, view: &ContestView) -> PageResult {
    let course = CourseContext::open(view)?;
    if !course.is_host(request) {
        return Err(Resource::Page.unknown(SHEET));
    }
    let sheet = read_sheet(view).ok_or(HttpError::NotYet)?;
    Ok(PrivateReply::File(SHEET, sheet.content))
}

/// The final marks, else the provisional ones; both have the date of their standings.
fn read_sheet(view: &ContestView) -> Option<MarkSheet> {
    let (folder, board) = (&view.folder, view.board());
    let made = |kind: PublicationKind| {
        let is_it = |publication: &&Publication| publication.kind == kind;
        board.publications.iter().rfind(is_it).map(|found| ShownTime::of(&found.made))
    };
    if let Ok(content) = fs::read(folder.marks()) {
        return Some(MarkSheet { content, is_final: true, made: made(PublicationKind::Final) });
    }
    let content = fs::read(folder.marks_so_far()).ok()?;
    Some(MarkSheet { content, is_final: false, made: made(PublicationKind::Championship) })
}

/// The rows of a sheet, below its head.
fn rows(sheet: &[u8]) -> Vec<Vec<String>> {
    let cells = |line: StringRecord| line.iter().map(certamen_game::legible).collect();
    csv::Reader::from_reader(sheet).into_records().flatten().map(cells).collect()
}

/// Whether a row belongs to a team: it begins with the group and the number.
fn is_of(line: &[String], team: &Team) -> bool {
    let number = |column: usize| line.get(column).and_then(|text| text.parse::<u32>().ok());
    number(0) == Some(team.group) && number(1) == Some(team.id.pair.into())
}
