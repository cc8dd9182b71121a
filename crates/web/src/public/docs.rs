//! The documentation: its pages, and the search in them.

use super::docs_say;
use crate::{
    documentation::{self, Chapter, Document, Hit},
    frame::{NavLink, PageContext},
    http_error::{HttpError, Resource},
    markdown,
    page::Page,
    say,
};
use askama::Template;
use certamen_game::Language;

/// The table of contents, beside every page.
struct Contents {
    parts: Vec<PartLinks>,
    /// The address of the search; empty where no server answers.
    search: String,
    query: String,
}

struct PartLinks {
    title: &'static str,
    is_open: bool,
    links: Vec<NavLink>,
}

impl Contents {
    fn new(frame: PageContext<'_>, here: Option<Document>, query: &str) -> Self {
        let parts = documentation::parts().into_iter().map(|part| {
            let is_here = |chapter: &Chapter| Some(chapter.document) == here;
            let is_open = part.title.is_empty() || part.chapters.iter().any(is_here);
            let links = part.chapters.iter().map(|chapter| NavLink {
                to: address(frame, chapter.document),
                word: chapter.title.to_owned(),
                here: is_here(chapter),
            });
            PartLinks { title: part.title, is_open, links: links.collect() }
        });
        let search = if frame.is_served() { frame.link(SEARCH) } else { String::new() };
        Contents { parts: parts.collect(), search, query: query.to_owned() }
    }
}

fn address(frame: PageContext<'_>, document: Document) -> String {
    frame.to(&Page::Docs(document.path().to_owned()))
}

/// The address of the search, without the language.
pub(super) const SEARCH: &str = "/docs/search";

#[derive(Template)]
#[template(path = "docs.html")]
pub(super) struct DocsPage<'a> {
    frame: PageContext<'a>,
    contents: Contents,
    title: &'static str,
    language: Language,
    html: String,
    previous: Option<NavLink>,
    next: Option<NavLink>,
}

impl<'a> DocsPage<'a> {
    /// The page at `path` below the documentation; the first one if that is empty.
    pub(super) fn new(frame: PageContext<'a>, path: &str) -> Result<Self, HttpError> {
        let chapters: Vec<Chapter> =
            documentation::parts().into_iter().flat_map(|part| part.chapters).collect();
        let at = chapters.iter().position(|chapter| chapter.document.path() == path);
        let at = at.ok_or_else(|| Resource::Page.unknown(frame.here))?;
        let Chapter { title, document } = chapters[at];
        let page = |link: &str| {
            let (target, anchor) = document.follow(link)?;
            Some(format!("{}{anchor}", address(frame, target)))
        };
        let link = |chapter: &Chapter| NavLink {
            to: address(frame, chapter.document),
            word: chapter.title.to_owned(),
            here: false,
        };
        Ok(DocsPage {
            contents: Contents::new(frame, Some(document), ""),
            title,
            language: document.language(),
            html: markdown::document(document.text, &page),
            previous: at.checked_sub(1).map(|before| link(&chapters[before])),
            next: chapters.get(at + 1).map(link),
            frame,
        })
    }
}

#[derive(Template)]
#[template(path = "docs_search.html")]
pub(super) struct DocsSearchPage<'a> {
    frame: PageContext<'a>,
    contents: Contents,
    hits: Vec<HitRow>,
}

struct HitRow {
    to: String,
    page: &'static str,
    heading: String,
    excerpt: String,
    language: Language,
}

/// The maximum length of a query, in characters.
const LONGEST_QUERY: usize = 100;

impl<'a> DocsSearchPage<'a> {
    pub(super) fn new(frame: PageContext<'a>, query: &str) -> Result<Self, HttpError> {
        if query.chars().count() > LONGEST_QUERY {
            return Err(HttpError::value("q", query));
        }
        let hits = documentation::search(query).into_iter().map(|hit| {
            let Hit { chapter, heading, id, excerpt } = hit;
            let to = format!("{}#{id}", address(frame, chapter.document));
            HitRow {
                to,
                page: chapter.title,
                heading,
                excerpt,
                language: chapter.document.language(),
            }
        });
        let contents = Contents::new(frame, None, &certamen_game::legible(query));
        Ok(DocsSearchPage { contents, hits: hits.collect(), frame })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        respond::tests::{fetched, page_of},
        site::Site,
    };
    use std::collections::BTreeSet;

    fn links(html: &str) -> impl Iterator<Item = &str> {
        html.split(" href=\"").skip(1).filter_map(|rest| rest.split('"').next())
    }

    #[test]
    fn every_page_answers_and_every_link_of_it_leads_somewhere() {
        let mut queue = vec!["/en/docs".to_owned()];
        let mut known: BTreeSet<String> = queue.iter().cloned().collect();
        let mut anchors = BTreeSet::new();
        let mut ids = BTreeSet::new();
        let mut fetch = fetched(Site::without_contests());
        while let Some(address) = queue.pop() {
            let (status, html) = fetch(&address);
            assert_eq!(status, 200, "{address}");
            let found = html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next());
            ids.extend(found.map(|id| format!("{address}#{id}")));
            for link in links(&html).filter(|link| !link.starts_with("http")) {
                let link = if link.starts_with('#') {
                    format!("{address}{link}")
                } else {
                    link.to_owned()
                };
                let page = link.split('#').next().unwrap_or_default().to_owned();
                if link.contains('#') {
                    anchors.insert(link.clone());
                }
                let is_english = page.starts_with("/en/docs");
                if known.insert(page.clone()) && is_english {
                    queue.push(page);
                }
            }
        }
        let lost: Vec<&String> = anchors.difference(&ids).collect();
        assert!(lost.is_empty(), "no such heading: {lost:?}");
        let pages = documentation::parts().iter().map(|part| part.chapters.len()).sum::<usize>();
        let read = known.iter().filter(|address| address.starts_with("/en/docs")).count();
        assert_eq!(read, pages, "{known:?}");
        assert_eq!(fetch("/en/docs/no-such-page").0, 404);
        assert_eq!(fetch("/en/docs/guides/no-such-page").0, 404);
    }

    #[test]
    fn a_search_links_to_sections_in_the_readers_language_and_escapes_the_query() {
        let html = page_of(Site::without_contests(), "/docs/search?q=apparmor");
        assert!(html.contains("href=\"/en/docs/sandbox#level-b\""), "{html}");
        let html = page_of(Site::without_contests(), "/docs/search?q=%3Cxyzzy%3E");
        assert!(!html.contains("<xyzzy>") && html.contains("xyzzy"), "{html}");
        assert!(html.contains("nothing found"), "{html}");
        let mut fetch = fetched(Site::without_contests());
        assert!(
            fetch("/es/docs/search?q=apparmor").1.contains("href=\"/es/docs/sandbox#level-b\"")
        );
        assert_eq!(fetch(&format!("/en/docs/search?q={}", "x".repeat(101))).0, 400);
    }

    #[test]
    fn pages_state_the_language_that_they_are_written_in() {
        let mut fetch = fetched(Site::without_contests());
        for page in ["primeros-pasos", "inventar-un-juego"] {
            let html = fetch(&format!("/en/docs/guides/{page}")).1;
            assert!(html.contains("<article lang=\"es\""), "{page}");
        }
        let html = fetch("/fr/docs/sandbox").1;
        assert!(html.contains("<html lang=\"fr\">") && html.contains("<article lang=\"en\""));
    }
}
