//! A series: its editions, the latest first.

use super::{first, state::Tag};
use crate::{
    contest::ContestView,
    frame::PageContext,
    http_error::{HttpError, Resource},
    page::ContestPart,
    say,
};
use askama::Template;
use std::num::NonZeroU32;

#[derive(Template)]
#[template(path = "series.html")]
pub(super) struct SeriesPage<'a> {
    frame: PageContext<'a>,
    name: String,
    editions: Vec<EditionRow>,
}

/// A contest of the series.
struct EditionRow {
    number: String,
    to: String,
    name: String,
    tag: Tag,
    first: Option<(String, String)>,
}

impl<'a> SeriesPage<'a> {
    pub(super) fn new(frame: PageContext<'a>, series: &str) -> Result<SeriesPage<'a>, HttpError> {
        let held = frame.site.exhibits().filter_map(|view| {
            let snapshot = view.revision();
            let site = &snapshot.file.as_ref()?.site;
            (site.series.as_deref() == Some(series)).then_some((site.edition, view))
        });
        let mut held: Vec<(Option<NonZeroU32>, &_)> = held.collect();
        if held.is_empty() {
            return Err(Resource::Series.unknown(series));
        }
        // Those without a number come last.
        held.sort_by_key(|(edition, view)| (std::cmp::Reverse(*edition), view.slug.clone()));
        let editions = held.into_iter().map(|(edition, view)| row(frame, edition, view));
        Ok(SeriesPage { name: series.to_owned(), editions: editions.collect(), frame })
    }
}

fn row(frame: PageContext<'_>, edition: Option<NonZeroU32>, view: &ContestView) -> EditionRow {
    let snapshot = view.revision();
    let leader = snapshot.tabled().ok().and_then(|standings| standings.lines.first());
    let leader = leader.filter(|line| line.played > 0).map(|line| frame.name(&line.bot));
    EditionRow {
        number: edition.map(|number| number.to_string()).unwrap_or_default(),
        to: frame.part(&view.slug, ContestPart::Overview),
        name: frame.name(&snapshot.name),
        tag: Tag::of(frame, view, &snapshot),
        first: leader.zip(first(frame, snapshot.finality())),
    }
}
