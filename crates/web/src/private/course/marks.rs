//! Marks: a pair sees its own, the teacher all of them, as a table and as a sheet. They are those of
//! the last championship until the final table is out.

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

/// What the sheet is called where it is kept.
const SHEET: &str = "marks.csv";
/// What its columns are called on the page.
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
    /// Whether the final table is out.
    is_final: bool,
    made: Option<ShownTime>,
    head: Vec<String>,
    lines: Vec<Vec<String>>,
    sheet: String,
}

/// The marks as they were written.
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
    // Nobody who is of no pair learns that there is anything.
    if asked.form.is_some() || (team.is_none() && !is_host) {
        return Err(Resource::Page.unknown("marks"));
    }
    let found = sheet_of(&desk);
    let lines = found.as_ref().map(|sheet| read(&sheet.content)).unwrap_or_default();
    let of_pair = |line: &Vec<String>| is_host || team.is_some_and(|team| is_of(line, team));
    let (frame, slug) = (asked.frame(), &view.slug);
    // The sheet is in the language of the contest, the page in that of whoever reads it.
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

/// The final marks, else those so far; both are dated as the table that they were made with.
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

/// The lines of a sheet, below its head.
fn read(sheet: &[u8]) -> Vec<Vec<String>> {
    let cells = |line: StringRecord| line.iter().map(certamen_game::legible).collect();
    csv::Reader::from_reader(sheet).into_records().flatten().map(cells).collect()
}

/// Whether a line is that of a pair: it begins with its group and its number.
fn is_of(line: &[String], team: &Team) -> bool {
    let number = |place: usize| line.get(place).and_then(|text| text.parse::<u32>().ok());
    number(0) == Some(team.group) && number(1) == Some(team.id.pair.into())
}
