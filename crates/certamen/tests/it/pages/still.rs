//! Pages without what differs from run to run.

use std::fmt::Write;

/// The page without charts, times, and the names of files that change with the program.
pub(super) fn still(page: &str) -> String {
    let page = between(page, "<svg", "</svg>", picture);
    let page = between(&page, "<time", "</time>", |_| "<time/>".to_owned());
    let page = between(&page, "<a data-to-turn=", ">", |_| "<a data-to-turn=#>".to_owned());
    let page = between(&page, "/a/", "/", |_| "/a/#/".to_owned());
    let page = between(&page, "?of=", "\"", |_| "?of=#\"".to_owned());
    let page = between(&page, "<updated>", "</updated>", moment);
    let digest = "<code class=\"digest\">";
    let page = between(&page, digest, "</code>", |_| format!("{digest}#</code>"));
    let mut reported = String::new();
    for line in page.lines().filter(|line| !line.trim().is_empty()) {
        reported += &without_moments(&without_milliseconds(line));
        reported.push('\n');
    }
    reported
}

/// The lines of `page` that differ from the English ones, with their numbers.
pub(super) fn other(english: &str, page: &str) -> String {
    let mut english = english.lines();
    let mut reported = String::new();
    for (number, line) in (1..).zip(page.lines()) {
        if english.next() != Some(line) {
            _ = writeln!(reported, "{number}: {line}");
        }
    }
    reported
}

/// The alternative text of an image.
fn picture(svg: &str) -> String {
    let said = svg.split("aria-label=\"").nth(1).and_then(|rest| rest.split('"').next());
    format!("<svg {}/>", said.unwrap_or_default())
}

/// A time of a feed: `#` for one of this run, which are in UTC; the others are those of the files.
fn moment(element: &str) -> String {
    let own = element.contains("+00:00");
    if own { "<updated>#</updated>".to_owned() } else { element.to_owned() }
}

/// `text` with `change` applied to everything from `begin` to `end`.
fn between(text: &str, begin: &str, end: &str, change: impl Fn(&str) -> String) -> String {
    let (mut changed, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(begin) {
        let inside = start + begin.len();
        let Some(length) = rest[inside..].find(end) else { break };
        let stop = inside + length + end.len();
        changed += &rest[..start];
        changed += &change(&rest[start..stop]);
        rest = &rest[stop..];
    }
    changed + rest
}

/// The line with `#` for dates with minutes, such as `2026-03-13 12:00`.
fn without_moments(line: &str) -> String {
    const SHAPE: &str = "dddd-dd-dd dd:dd";
    let fits = |piece: &str| {
        let pairs = piece.chars().zip(SHAPE.chars());
        piece.len() == SHAPE.len()
            && pairs
                .into_iter()
                .all(|(c, due)| if due == 'd' { c.is_ascii_digit() } else { c == due })
    };
    let (mut reported, mut rest) = (String::new(), line);
    while let Some(first) = rest.chars().next() {
        if rest.get(..SHAPE.len()).is_some_and(fits) {
            reported.push('#');
            rest = &rest[SHAPE.len()..];
        } else {
            reported.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    reported
}

/// The line with `#` for numbers of milliseconds.
fn without_milliseconds(line: &str) -> String {
    let mut pieces = line.split(" ms");
    let mut reported = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let number = |c: char| c.is_ascii_digit() || ".,\u{202f}".contains(c);
        reported = format!("{}# ms{piece}", reported.trim_end_matches(number));
    }
    reported
}
