//! Announcements and documentation as HTML: Markdown without raw HTML, with links to pages only.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::collections::BTreeSet;

const SCHEMES: [&str; 3] = ["http", "https", "mailto"];

const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH);

/// The HTML of an announcement; ids of headings are `prefix` and the heading's text. A relative
/// path is no page.
pub(crate) fn html(text: &str, prefix: &str) -> String {
    // Two slashes at the start mean another site.
    let absolute = |path: &str| path.starts_with('/') && !path.starts_with("//");
    let page = |path: &str| absolute(path).then(|| path.to_owned());
    render(text, Style { prefix, level: below, page: &page })
}

/// The HTML of a page of the documentation, with its headings as they are; `page` returns the
/// address for a relative link, if that leads to a page.
pub(crate) fn document(text: &str, page: &dyn Fn(&str) -> Option<String>) -> String {
    let html = render(text, Style { prefix: "", level: |level| level, page });
    // Code that is scrolled sideways must be reachable by keyboard.
    let html = html.replace("<pre>", "<pre tabindex=\"0\">");
    // The corner of a table has no heading.
    html.replace("<th></th>", "<td></td>")
}

/// A part of a page of the documentation: a heading and what stands below it.
#[derive(Default)]
pub(crate) struct Section {
    pub(crate) heading: String,
    /// The id of the heading.
    pub(crate) id: String,
    pub(crate) text: String,
}

/// The parts of a page, as plain text.
pub(crate) fn sections(text: &str) -> Vec<Section> {
    let mut found = vec![Section::default()];
    let mut in_heading = false;
    for event in Parser::new_ext(text, OPTIONS) {
        if let Event::Start(Tag::Heading { .. }) = event {
            found.push(Section::default());
        }
        let Some(section) = found.last_mut() else { continue };
        match event {
            Event::Start(Tag::Heading { .. }) => in_heading = true,
            Event::End(TagEnd::Heading(_)) => in_heading = false,
            Event::Text(words) | Event::Code(words) if in_heading => {
                section.id += &plain(&words);
                section.heading += &words;
            }
            Event::Text(words) | Event::Code(words) => section.text += &words,
            Event::SoftBreak | Event::HardBreak | Event::End(_)
                if !in_heading
                // Ends of words in bold or in links are no ends of words.
                && !matches!(event, Event::End(TagEnd::Strong | TagEnd::Emphasis | TagEnd::Link)) =>
            {
                section.text.push(' ');
            }
            _ => {}
        }
    }
    for section in &mut found {
        section.text = section.text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    found.retain(|section| !section.heading.is_empty() || !section.text.is_empty());
    found
}

fn render(text: &str, style: Style<'_>) -> String {
    let events: Vec<Event<'_>> = Parser::new_ext(text, OPTIONS).collect();
    let mut cleaner = Cleaner { style, links: Vec::new(), used_ids: BTreeSet::new() };
    let allowed: Vec<Event<'_>> =
        (0..events.len()).filter_map(|at| cleaner.allowed_event(&events[at..])).collect();
    let mut page = String::new();
    html::push_html(&mut page, allowed.into_iter());
    page
}

/// What announcements and documentation differ in.
struct Style<'a> {
    /// The start of the headings' ids.
    prefix: &'a str,
    /// The level at which a heading is shown.
    level: fn(HeadingLevel) -> HeadingLevel,
    /// The address for a link without a scheme; none if it is dropped.
    page: &'a dyn Fn(&str) -> Option<String>,
}

/// The text of the first heading, if the text begins with one, and the rest.
pub(crate) fn titled(text: &str) -> (Option<&str>, &str) {
    let text = text.trim_start();
    let Some(rest) = text.strip_prefix('#') else { return (None, text) };
    let (line, below) = rest.split_once('\n').unwrap_or((rest, ""));
    (Some(line.trim_start_matches('#').trim()), below)
}

struct Cleaner<'a> {
    style: Style<'a>,
    /// Whether each of the enclosing links is allowed.
    links: Vec<bool>,
    used_ids: BTreeSet<String>,
}

impl Cleaner<'_> {
    /// The events that a page may have, from the first of these.
    fn allowed_event<'e>(&mut self, events: &[Event<'e>]) -> Option<Event<'e>> {
        match events.first()?.clone() {
            // Images would be loaded from elsewhere: only their text is shown.
            Event::Html(_)
            | Event::InlineHtml(_)
            | Event::Start(Tag::Image { .. })
            | Event::End(TagEnd::Image) => None,
            Event::Start(Tag::Link { link_type, dest_url, id, .. }) => {
                let target = self.target(&dest_url);
                self.links.push(target.is_some());
                let (dest_url, title) = (CowStr::from(target?), CowStr::from(""));
                Some(Event::Start(Tag::Link { link_type, dest_url, title, id }))
            }
            Event::End(TagEnd::Link) => {
                self.links.pop().unwrap_or(false).then_some(Event::End(TagEnd::Link))
            }
            Event::Start(Tag::Heading { level, .. }) => {
                let id = self.name(&events[1..]).map(CowStr::from);
                let (classes, attrs) = (Vec::new(), Vec::new());
                let level = (self.style.level)(level);
                Some(Event::Start(Tag::Heading { level, id, classes, attrs }))
            }
            Event::End(TagEnd::Heading(level)) => {
                Some(Event::End(TagEnd::Heading((self.style.level)(level))))
            }
            Event::Text(text) => {
                // Blocks of code have several lines.
                let lines: Vec<_> = text.split('\n').map(certamen_game::legible).collect();
                Some(Event::Text(CowStr::from(lines.join("\n"))))
            }
            other => Some(other),
        }
    }

    /// The id of a heading, from the text that follows its start.
    fn name(&mut self, after: &[Event<'_>]) -> Option<String> {
        let inside =
            after.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let words = inside.filter_map(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
            _ => None,
        });
        let name = format!("{}{}", self.style.prefix, words.map(plain).collect::<String>());
        self.used_ids.insert(name.clone()).then_some(name)
    }

    /// The target of a link: a heading of the text, a page, or an address with an allowed scheme.
    fn target(&self, address: &str) -> Option<String> {
        if let Some(name) = address.strip_prefix('#') {
            return Some(format!("#{}{}", self.style.prefix, plain(name)));
        }
        let end = address.find(['/', '?', '#']).unwrap_or(address.len());
        match address[..end].split_once(':') {
            Some((scheme, _)) => {
                let is_allowed = SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known));
                is_allowed.then(|| address.to_owned())
            }
            None => (self.style.page)(address),
        }
    }
}

/// A page has one top heading, the site's own; headings of texts are below it.
fn below(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 | HeadingLevel::H2 => HeadingLevel::H4,
        HeadingLevel::H3 => HeadingLevel::H5,
        _ => HeadingLevel::H6,
    }
}

/// The id of a heading, as other readers of Markdown make it.
pub(crate) fn plain(title: &str) -> String {
    let letter = |c: char| match c {
        ' ' | '-' => Some('-'),
        '_' => Some('_'),
        c if c.is_alphanumeric() => c.to_lowercase().next(),
        _ => None,
    };
    title.chars().filter_map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_html_and_unknown_schemes_are_dropped() {
        let page = html(
            "# Hello\n\n<script>alert(1)</script>\n\nA <b onclick=x>b</b> \
             [go](javascript:alert(1)) [go](JaVaScRiPt:x) [go](data:text/html,x) [file](../x.md) \
             [here](https://example.org/a?b) [there](/c/a) [mail](mailto:a@b.c) ![x](http://e/p.png)",
            "t-",
        );
        assert!(!page.contains("<script") && !page.contains("onclick"), "{page}");
        assert!(!page.to_lowercase().contains("javascript:") && !page.contains("data:"), "{page}");
        assert!(page.contains("<h4 id=\"t-hello\">Hello</h4>") && !page.contains("<img"), "{page}");
        assert!(page.contains("href=\"https://example.org/a?b\""), "{page}");
        assert!(page.contains("href=\"/c/a\"") && page.contains("mailto:a@b.c"), "{page}");
        assert_eq!(page.matches("<a ").count(), 3, "{page}");
        assert_eq!(page.matches("</a>").count(), 3, "{page}");
    }

    #[test]
    fn direction_marks_are_escaped() {
        assert!(!html("a\u{202e}b", "").contains('\u{202e}'));
        assert!(!html("[a](//elsewhere.org/x)", "").contains("elsewhere.org"));
    }

    #[test]
    fn links_lead_to_headings_of_the_same_text() {
        let page = html("[below](#in-short)\n\n## In `short`\n\n## In short\n", "r-");
        assert!(page.contains("href=\"#r-in-short\""), "{page}");
        assert_eq!(page.matches("id=\"r-in-short\"").count(), 1, "{page}");
    }

    #[test]
    fn documents_keep_their_headings_and_links_that_lead_to_pages() {
        let page = |path: &str| (path == "b.md").then(|| "/en/docs/b".to_owned());
        let html = document(
            "# A\n\n[b](b.md) [c](../c.md) `x`\n\n```\n<b>\nc\n```\n## The `run` key\n",
            &page,
        );
        assert!(
            html.contains("<h1 id=\"a\">A</h1>") && html.contains("id=\"the-run-key\""),
            "{html}"
        );
        assert!(html.contains("<a href=\"/en/docs/b\">b</a> c <code>"), "{html}");
        assert!(html.contains("<pre tabindex=\"0\"><code>&lt;b&gt;\nc\n</code>"), "{html}");
    }

    #[test]
    fn sections_are_headings_and_the_text_below() {
        let found = sections("before\n# One\na **b**c\nd\n\n- e\n- f\n## The `two`\n```\ng\n```\n");
        let found: Vec<_> =
            found.iter().map(|section| (&*section.heading, &*section.id, &*section.text)).collect();
        let expected =
            [("", "", "before"), ("One", "one", "a bc d e f"), ("The two", "the-two", "g")];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_title_is_the_first_heading() {
        assert_eq!(titled("\n# A day later\n\ntext\n"), (Some("A day later"), "\ntext\n"));
        assert_eq!(titled("text\n# no\n"), (None, "text\n# no\n"));
        assert_eq!(titled("# only"), (Some("only"), ""));
    }
}
