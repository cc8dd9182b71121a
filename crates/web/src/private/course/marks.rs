//! Marks: a team sees its own, the teacher all of them, as a table and as a sheet. They come from
//! the last championship until the final standings are published.

use super::{CourseContext, words};
use crate::{
    contest::ContestView,
    dates::ShownTime,
    http_error::{HttpError, Resource},
    private::{
        PrivateRoute,
        asked::{PrivateReply, PrivateRequest, heading, page},
        frame::PrivateContext,
    },
    say,
};
use askama::Template;
use certamen_contest::{
    Folder,
    publication::{Publication, PublicationKind},
};
use certamen_i18n::Message;
use certamen_portal::course::Team;
use csv::StringRecord;
use std::fs;

/// The file name of the sheet.
const SHEET: &str = "marks.csv";
/// The column headings of the page.
const HEAD: [fn() -> Message; 8] = [
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
    frame: PrivateContext<'a>,
    heading: String,
    contest: String,
    course: String,
    /// Whether the final standings are published.
    is_final: bool,
    made: Option<ShownTime>,
    head: Vec<String>,
    lines: Vec<Vec<String>>,
    sheet: String,
}

/// The stored marks.
struct MarkSheet {
    content: Vec<u8>,
    is_final: bool,
    made: Option<ShownTime>,
}

/// The page.
pub(crate) fn marks(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<PrivateReply, HttpError> {
    asked.member()?;
    let desk = CourseContext::open(view)?;
    let (team, is_host) = (desk.pair_of(asked)?, desk.is_host(asked));
    // Users without a team do not learn that there are marks.
    if asked.form.is_some() || (team.is_none() && !is_host) {
        return Err(Resource::Page.unknown("marks"));
    }
    let found = sheet_of(&desk);
    let lines = found.as_ref().map(|sheet| read(&sheet.content)).unwrap_or_default();
    let of_pair = |line: &Vec<String>| is_host || team.is_some_and(|team| is_of(line, team));
    let (frame, slug) = (asked.frame(), &view.slug);
    // The sheet is in the language of the contest, the page in the reader's.
    let head = found.as_ref().map(|_| HEAD.map(|word| frame.t(word())).to_vec());
    let sheet = PrivateRoute::Sheet(slug.clone());
    page(
        200,
        &MarksPage {
            heading: heading(frame, &desk.name),
            contest: frame.contest(slug),
            course: frame.way(&PrivateRoute::Course(slug.clone())),
            is_final: found.as_ref().is_some_and(|sheet| sheet.is_final),
            made: found.and_then(|sheet| sheet.made),
            head: head.unwrap_or_default(),
            lines: lines.into_iter().filter(of_pair).collect(),
            sheet: if is_host { frame.way(&sheet) } else { String::new() },
            frame,
        },
    )
}

/// The whole sheet, for the teacher.
pub(crate) fn sheet(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<PrivateReply, HttpError> {
    asked.member()?;
    let desk = CourseContext::open(view)?;
    if asked.form.is_some() || !desk.is_host(asked) {
        return Err(Resource::Page.unknown(SHEET));
    }
    let sheet = sheet_of(&desk).ok_or(HttpError::NotYet)?;
    Ok(PrivateReply::File(SHEET, sheet.content))
}

/// The final marks, else the provisional ones; both have the date of their standings.
fn sheet_of(desk: &CourseContext<'_>) -> Option<MarkSheet> {
    let folder: &Folder = &desk.view.folder;
    let board = desk.view.board();
    let made = |is_final: bool| {
        let is_it = |table: &&Publication| match table.kind {
            PublicationKind::Final => is_final,
            PublicationKind::Championship => !is_final,
            PublicationKind::Provisional => false,
        };
        board.publications.iter().rfind(is_it).map(|table| ShownTime::of(&table.made))
    };
    if let Ok(content) = fs::read(folder.marks()) {
        return Some(MarkSheet { content, is_final: true, made: made(true) });
    }
    let content = fs::read(folder.marks_so_far()).ok()?;
    Some(MarkSheet { content, is_final: false, made: made(false) })
}

/// The rows of a sheet, below its head.
fn read(sheet: &[u8]) -> Vec<Vec<String>> {
    let cells = |line: StringRecord| line.iter().map(certamen_game::legible).collect();
    csv::Reader::from_reader(sheet).into_records().flatten().map(cells).collect()
}

/// Whether a row belongs to a team: it begins with the group and the number.
fn is_of(line: &[String], team: &Team) -> bool {
    let number = |place: usize| line.get(place).and_then(|text| text.parse::<u32>().ok());
    number(0) == Some(team.group) && number(1) == Some(team.id.pair.into())
}
