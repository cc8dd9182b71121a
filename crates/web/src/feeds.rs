//! Atom feeds (RFC 4287) of publications and notices.

use crate::charts::escaped;
use crate::{
    board::chosen,
    contest::ContestView,
    dates::exact,
    frame::PageContext,
    page::{ContestPart, Page},
    public::{anchor, kind},
    site::Site,
};
use jiff::civil::Date;
use std::fmt::Write;

const MAX_ENTRIES: usize = 50;
const EMPTY_FEED_DATE: &str = "1970-01-01T00:00:00Z";

struct FeedEntry {
    id: String,
    title: String,
    updated: String,
    to: String,
    text: String,
}

pub(crate) fn feed(frame: PageContext<'_>, of: Option<&ContestView>) -> String {
    let mut entries = match of {
        Some(view) => entries(frame, view),
        None => all(frame.site).flat_map(|view| entries(frame, view)).collect(),
    };
    // Times in one time zone sort as texts; those of several almost do.
    entries.sort_by(|one, other| other.updated.cmp(&one.updated));
    entries.truncate(MAX_ENTRIES);
    let (id, title, home) = match of {
        Some(view) => (
            format!("urn:certamen:{}", view.slug),
            frame.name(&view.revision().name),
            frame.part(&view.slug, ContestPart::Overview),
        ),
        None => ("urn:certamen:all".to_owned(), frame.title(), frame.to(&Page::Home)),
    };
    let updated = entries.first().map_or(EMPTY_FEED_DATE, |entry| &entry.updated);
    let own = frame.links.same(frame.here, frame.language);
    let mut feed = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n\
         <id>{}</id>\n<title>{}</title>\n<updated>{updated}</updated>\n\
         <author><name>{}</name></author>\n\
         <link rel=\"self\" href=\"{}\"/>\n<link rel=\"alternate\" href=\"{}\"/>\n",
        frame.language,
        escaped(&id),
        escaped(&title),
        escaped(&frame.title()),
        escaped(&frame.whole_address(&own)),
        escaped(&frame.whole_address(&home))
    );
    for FeedEntry { id, title, updated, to, text } in &entries {
        _ = write!(
            feed,
            "<entry>\n<id>{}</id>\n<title>{}</title>\n<updated>{updated}</updated>\n\
             <link href=\"{}\"/>\n<content type=\"html\">{}</content>\n</entry>\n",
            escaped(id),
            escaped(title),
            escaped(&frame.whole_address(to)),
            escaped(text)
        );
    }
    feed + "</feed>\n"
}

fn all(site: &Site) -> impl Iterator<Item = &ContestView> {
    site.contest_views().map(|view| &**view)
}

fn entries(frame: PageContext<'_>, view: &ContestView) -> Vec<FeedEntry> {
    let (board, slug) = (view.board(), &view.slug);
    let name = frame.name(&view.revision().name);
    let tables = board.publications.iter().rev().take(MAX_ENTRIES).map(|table| {
        let leader = table.table.first().map(|line| frame.name(&line.name));
        FeedEntry {
            id: format!("urn:certamen:{slug}:publication:{}", table.number),
            title: format!("{name}: {} {}", frame.t(kind(table.kind)), table.number),
            updated: exact(&table.made),
            to: frame.part(slug, ContestPart::Publication(table.number)),
            text: leader
                .map(|leader| format!("<p>1. {}</p>", escaped(&leader)))
                .unwrap_or_default(),
        }
    });
    let notices =
        chosen(&board.notices, frame.language).into_iter().take(MAX_ENTRIES).map(|notice| {
            let place = frame.part(slug, ContestPart::Notices);
            FeedEntry {
                id: format!("urn:certamen:{slug}:notice:{}", anchor(&notice.name)),
                title: format!("{name}: {}", frame.name(&notice.title)),
                updated: day(&notice.date),
                to: format!("{place}#{}", anchor(&notice.name)),
                text: crate::markdown::html(&notice.text, ""),
            }
        });
    tables.chain(notices).collect()
}

/// The day that an organizer wrote, machine-readable; a day long ago if there is none.
fn day(written: &str) -> String {
    let day: Option<Date> = written.get(..10).and_then(|day| day.parse().ok());
    day.map_or_else(|| EMPTY_FEED_DATE.to_owned(), |day| format!("{day}T00:00:00Z"))
}
