//! Announcements as HTML: Markdown without raw HTML, with links to pages only.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::collections::BTreeSet;

const SCHEMES: [&str; 3] = ["http", "https", "mailto"];

/// The HTML of a text; ids of headings are `prefix` and the heading's text.
pub(crate) fn html(text: &str, prefix: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events: Vec<Event<'_>> = Parser::new_ext(text, options).collect();
    let mut cleaner = Cleaner { prefix, links: Vec::new(), used_ids: BTreeSet::new() };
    let allowed: Vec<Event<'_>> =
        (0..events.len()).filter_map(|at| cleaner.allowed_event(&events[at..])).collect();
    let mut page = String::new();
    html::push_html(&mut page, allowed.into_iter());
    page
}

/// The text of the first heading, if the text begins with one, and the rest.
pub(crate) fn titled(text: &str) -> (Option<&str>, &str) {
    let text = text.trim_start();
    let Some(rest) = text.strip_prefix('#') else { return (None, text) };
    let (line, below) = rest.split_once('\n').unwrap_or((rest, ""));
    (Some(line.trim_start_matches('#').trim()), below)
}

struct Cleaner<'a> {
    prefix: &'a str,
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
                Some(Event::Start(Tag::Heading { level: below(level), id, classes, attrs }))
            }
            Event::End(TagEnd::Heading(level)) => Some(Event::End(TagEnd::Heading(below(level)))),
            Event::Text(text) => Some(Event::Text(CowStr::from(certamen_game::legible(&text)))),
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
        let name = format!("{}{}", self.prefix, words.map(plain).collect::<String>());
        self.used_ids.insert(name.clone()).then_some(name)
    }

    /// The target of a link: a page of this site, by absolute address or fragment, or an allowed
    /// scheme. A relative path is no page.
    fn target(&self, address: &str) -> Option<String> {
        if let Some(name) = address.strip_prefix('#') {
            return Some(format!("#{}{}", self.prefix, plain(name)));
        }
        let end = address.find(['/', '?', '#']).unwrap_or(address.len());
        let is_allowed = match address[..end].split_once(':') {
            Some((scheme, _)) => SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known)),
            // Two slashes at the start mean another site.
            None => address.starts_with('/') && !address.starts_with("//"),
        };
        is_allowed.then(|| address.to_owned())
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

fn plain(title: &str) -> String {
    let letter = |c: char| match c {
        ' ' | '-' => Some('-'),
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
    fn a_title_is_the_first_heading() {
        assert_eq!(titled("\n# A day later\n\ntext\n"), (Some("A day later"), "\ntext\n"));
        assert_eq!(titled("text\n# no\n"), (None, "text\n# no\n"));
        assert_eq!(titled("# only"), (Some("only"), ""));
    }
}
