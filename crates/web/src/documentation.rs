//! The documentation of Certamen, which a site shows below `/docs`: the pages of `docs/` in the
//! order of `docs/SUMMARY.md`, and a search in them. They are part of the program as text.

use crate::markdown::{self, Section};
use certamen_game::Language;
use std::cmp::Reverse;

/// A page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Document {
    /// Its path below `docs/` without the extension.
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
}

/// In the order of the summary, the first page first; `build.rs` writes the list.
static ALL: &[Document] = &include!(concat!(env!("OUT_DIR"), "/documents.rs"));

const SUMMARY: &str = include_str!("../docs/SUMMARY.md");

/// The name of the first page.
const FIRST: &str = "README";

impl Document {
    fn find(name: &str) -> Option<Document> {
        ALL.iter().find(|document| document.name == name).copied()
    }

    /// Its path below the address of the documentation; empty for the first page.
    pub(crate) fn path(self) -> &'static str {
        if self.name == FIRST { "" } else { self.name }
    }

    /// The language that it is written in.
    pub(crate) fn language(self) -> Language {
        match self.name {
            "guides/primeros-pasos" | "guides/inventar-un-juego" => Language::Es,
            "guides/premiers-pas" => Language::Fr,
            "guides/primi-passi" => Language::It,
            _ => Language::En,
        }
    }

    /// The page that a relative link on this one leads to, and the rest of the link, which begins
    /// with `#` unless it is empty; none for files that are not shown.
    pub(crate) fn follow(self, link: &str) -> Option<(Document, String)> {
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        let mut parts: Vec<&str> = self.name.split('/').collect();
        parts.pop();
        for part in path.strip_suffix(".md")?.split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()?),
                part => parts.push(part),
            }
        }
        let document = Document::find(&parts.join("/"))?;
        let anchor = markdown::plain(anchor);
        let mark = if anchor.is_empty() { "" } else { "#" };
        Some((document, format!("{mark}{anchor}")))
    }
}

/// A part of the summary: its title, empty for the pages before the first one, and its pages.
pub(crate) struct Part {
    pub(crate) title: &'static str,
    pub(crate) chapters: Vec<Chapter>,
}

/// A page, by its title in the summary.
#[derive(Clone, Copy)]
pub(crate) struct Chapter {
    pub(crate) title: &'static str,
    pub(crate) document: Document,
}

/// The table of contents.
pub(crate) fn parts() -> Vec<Part> {
    let mut parts = vec![Part { title: "", chapters: Vec::new() }];
    for line in SUMMARY.lines().skip(1) {
        if let Some(title) = line.strip_prefix("# ") {
            parts.push(Part { title, chapters: Vec::new() });
        } else if let (Some(chapter), Some(part)) = (chapter(line), parts.last_mut()) {
            part.chapters.push(chapter);
        }
    }
    parts
}

/// The page in a line `- [title](path)`.
fn chapter(line: &'static str) -> Option<Chapter> {
    let (title, path) = line.trim_start_matches("- ").strip_prefix('[')?.split_once("](")?;
    let (document, _) = ALL.first()?.follow(path.strip_suffix(')')?)?;
    Some(Chapter { title, document })
}

/// What a search found: a section of a page.
pub(crate) struct Hit {
    pub(crate) chapter: Chapter,
    pub(crate) heading: String,
    /// The id of the heading.
    pub(crate) id: String,
    pub(crate) excerpt: String,
}

/// The number of hits shown.
const MOST_HITS: usize = 20;

/// Weights of a word in the title of the page, in the heading, and in the text, where it counts at
/// most `MOST_COUNTED` times.
const IN_TITLE: usize = 12;
const IN_HEADING: usize = 8;
const MOST_COUNTED: usize = 5;

/// The sections that contain all words of `query`, in upper or lower case, the best ones first.
pub(crate) fn search(query: &str) -> Vec<Hit> {
    let words: Vec<String> = query.split_whitespace().map(lower).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let mut hits: Vec<(usize, Hit)> = Vec::new();
    for chapter in parts().into_iter().flat_map(|part| part.chapters) {
        for section in markdown::sections(chapter.document.text) {
            if let Some(weight) = weight(&words, chapter.title, &section) {
                let excerpt = excerpt(&section.text, &words);
                let Section { heading, id, .. } = section;
                hits.push((weight, Hit { chapter, heading, id, excerpt }));
            }
        }
    }
    hits.sort_by_key(|(weight, _)| Reverse(*weight));
    hits.truncate(MOST_HITS);
    hits.into_iter().map(|(_, hit)| hit).collect()
}

/// How well a section matches; none if a word is missing.
fn weight(words: &[String], title: &str, section: &Section) -> Option<usize> {
    let [title, heading, text] = [title, &section.heading, &section.text].map(lower);
    let weights = words.iter().map(|word| {
        let counted = text.matches(word.as_str()).take(MOST_COUNTED).count();
        let in_title = usize::from(title.contains(word)) * IN_TITLE;
        let in_heading = usize::from(heading.contains(word)) * IN_HEADING;
        // The title stands for the whole page, not for a section.
        (counted + in_heading > 0).then_some(counted + in_title + in_heading)
    });
    weights.sum()
}

/// Lower case, character by character, so that places in both texts are the same.
fn lower(text: &str) -> String {
    text.chars().map(|c| c.to_lowercase().next().unwrap_or(c)).collect()
}

/// Characters before and after the first word that was found.
const BEFORE: usize = 60;
const AFTER: usize = 140;

fn excerpt(text: &str, words: &[String]) -> String {
    let lowered = lower(text);
    let first = words.iter().filter_map(|word| lowered.find(word.as_str())).min().unwrap_or(0);
    let first = lowered[..first].chars().count();
    let length = lowered.chars().count();
    let (from, to) = (first.saturating_sub(BEFORE), (first + AFTER).min(length));
    let shown: String = text.chars().skip(from).take(to - from).collect();
    let (before, after) = (if from > 0 { "…" } else { "" }, if to < length { "…" } else { "" });
    format!("{before}{shown}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_summary_lists_every_page_once() {
        let listed: Vec<&str> = parts()
            .iter()
            .flat_map(|part| &part.chapters)
            .map(|chapter| chapter.document.name)
            .collect();
        let all: Vec<&str> = ALL.iter().map(|document| document.name).collect();
        assert_eq!(listed, all);
        assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), listed.len());
        let lines = SUMMARY.lines().filter(|line| line.contains("](")).count();
        assert_eq!(lines, all.len(), "each line of the summary is a page");
        let titles: Vec<&str> = parts().iter().map(|part| part.title).collect();
        let entry_paths = ["Play", "Write a bot", "Hold a contest", "Run a site"];
        assert!(titles.starts_with(&[&[""][..], &entry_paths].concat()), "{titles:?}");
    }

    #[test]
    fn links_are_relative_to_their_page() {
        let guide = Document::find("guides/taking-part").unwrap();
        let follow = |link: &str| guide.follow(link).map(|(page, anchor)| (page.name, anchor));
        let empty = String::new();
        assert_eq!(follow("holding-a-site.md"), Some(("guides/holding-a-site", empty.clone())));
        assert_eq!(follow("../sandbox.md#level-a"), Some(("sandbox", "#level-a".to_owned())));
        assert_eq!(follow("../README.md"), Some(("README", empty)));
        for elsewhere in ["../../SECURITY.md", "../adr/0001-x.md", "../schemas/bot.json", ""] {
            assert_eq!(follow(elsewhere), None, "{elsewhere}");
        }
    }

    #[test]
    fn every_link_to_a_heading_leads_to_one() {
        for document in ALL {
            let check = |link: &str| {
                let (target, anchor) = document.follow(link)?;
                let ids: Vec<String> =
                    markdown::sections(target.text).into_iter().map(|found| found.id).collect();
                let id = anchor.trim_start_matches('#');
                assert!(id.is_empty() || ids.iter().any(|known| known == id), "{link}");
                Some(String::new())
            };
            assert!(markdown::document(document.text, &check).starts_with("<h1"));
        }
    }

    #[test]
    fn a_search_finds_the_section_that_is_about_it() {
        let first = |query: &str| {
            let hits = search(query);
            hits.first().map(|hit| (hit.chapter.document.name, hit.heading.clone()))
        };
        assert_eq!(first("EXIT code").unwrap().0, "commands");
        assert_eq!(first("apparmor").unwrap(), ("sandbox", "Level B".to_owned()));
        assert_eq!(first("gtp protocol").unwrap().0, "protocols/gtp");
        assert!(
            search("Primeros").iter().any(|hit| hit.chapter.document.language() == Language::Es)
        );
        assert!(search("bot").len() == MOST_HITS);
        for nothing in ["", "  ", "xyzzy", "apparmor xyzzy"] {
            assert_eq!(first(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn an_excerpt_surrounds_the_first_word_and_is_cut_between_characters() {
        let text = format!("{} Aquí está ÑANDÚ {}", "é".repeat(100), "ü".repeat(300));
        let cut = excerpt(&text, &[lower("ñandú")]);
        assert!(cut.starts_with("…é") && cut.ends_with("ü…") && cut.contains(" ÑANDÚ "), "{cut}");
        assert_eq!(excerpt("short", &["x".to_owned()]), "short");
    }
}
