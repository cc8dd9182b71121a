//! Texts with places, found again by their form.
//!
//! A message is hostile: bots and files have a say in it. So everything here is bounded, and what
//! is too long, too deep or in too many pieces stays as it is.

use certamen_game::{Language, Words};
use std::ops::Range;

/// Longer lines are left alone, in bytes.
const LONGEST: usize = 4 << 10;
/// More lines are left alone.
const MOST_LINES: usize = 64;
/// Into how many pieces a line is taken apart.
const MOST_PIECES: usize = 24;
/// Forms that say less themselves, in bytes, have one thing in each place.
const SHORT: usize = 8;
/// How deep messages stand in places of others.
const DEEPEST: usize = 8;

/// Says texts of some tables in a language.
#[derive(Clone, Copy)]
pub(super) struct Speaker<'a> {
    pub(super) tables: &'a [&'a [Words]],
    pub(super) language: Language,
}

impl Speaker<'_> {
    /// A text of one or more lines. English stays as it is to the last byte.
    pub(super) fn lines(self, text: &str) -> String {
        if self.language == Language::En {
            return text.to_owned();
        }
        let mut told = String::with_capacity(text.len());
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let inner = line.trim();
            if index >= MOST_LINES || inner.is_empty() {
                told.push_str(line);
                continue;
            }
            let indent = line.len() - line.trim_start().len();
            told.push_str(&line[..indent]);
            told.push_str(&self.told(inner, 0, &mut Vec::new()));
            told.push_str(&line[indent + inner.len()..]);
        }
        told
    }

    /// One line. What is in no table is said as it is, and collected in `unknown`.
    pub(super) fn told(self, text: &str, depth: usize, unknown: &mut Vec<String>) -> String {
        if depth == DEEPEST || text.len() > LONGEST {
            unknown.push(text.to_owned());
            return text.to_owned();
        }
        let pieces = pieces(text);
        let mut told = String::new();
        let (mut at, mut said) = (0, 0);
        while let Some(piece) = pieces.get(at) {
            told.push_str(&text[said..piece.start]);
            // As much as one text says, else this piece as it is.
            let known = (at..pieces.len()).rev().find_map(|last| {
                let end = pieces[last].end;
                Some((last, self.known(&text[piece.start..end], depth, unknown)?))
            });
            let (last, words) = known.unwrap_or_else(|| {
                unknown.push(text[piece.clone()].to_owned());
                (at, text[piece.clone()].to_owned())
            });
            told.push_str(&words);
            said = pieces[last].end;
            at = last + 1;
        }
        told + &text[said..]
    }

    /// The text of that form: of several, the one that says most itself.
    fn known(self, text: &str, depth: usize, unknown: &mut Vec<String>) -> Option<String> {
        let mut best: Option<(usize, Words, Vec<&str>)> = None;
        for words in self.tables.iter().copied().flatten() {
            let own = words.en.len() - 2 * words.en.matches("{}").count();
            if best.as_ref().is_none_or(|(most, ..)| own > *most)
                && let Some(found) = places(words.en, text)
            {
                best = Some((own, *words, found));
            }
        }
        let (_, words, found) = best?;
        let quoted = quoted(words.en);
        let found: Vec<String> = found
            .into_iter()
            .zip(quoted)
            .map(
                |(place, is_name)| {
                    if is_name { place.to_owned() } else { self.told(place, depth + 1, unknown) }
                },
            )
            .collect();
        Some(filled(words.get(self.language), &found))
    }
}

/// Where a line can be taken apart: at colons and semicolons that stand in no name.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let end = text.strip_suffix(':').unwrap_or(text).len();
    let mut pieces = Vec::new();
    let (mut start, mut is_name) = (0, false);
    let bytes = text.as_bytes();
    for at in 0..end {
        match bytes[at] {
            b'`' => is_name = !is_name,
            b':' | b';' if !is_name && bytes.get(at + 1) == Some(&b' ') && at >= start => {
                if pieces.len() + 1 == MOST_PIECES {
                    break;
                }
                pieces.push(start..at);
                start = at + 2;
            }
            _ => {}
        }
    }
    pieces.push(start.min(end)..end);
    pieces
}

/// What stands in the places `{}` of `form`, if `text` has that form.
fn places<'t>(form: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut pieces = form.split("{}");
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let (mut before, mut is_first) = (form.split("{}").next()?, true);
    // What says little itself would take whole messages for what stands in its places.
    let is_short = !form.contains(": ") && form.len() - 2 * form.matches("{}").count() < SHORT;
    let mut found = Vec::new();
    let mut pieces = pieces.peekable();
    if pieces.peek().is_none() {
        return rest.is_empty().then_some(found);
    }
    while let Some(piece) = pieces.next() {
        let (place, after) = if pieces.peek().is_some() {
            rest.split_once(piece)?
        } else {
            (rest.strip_suffix(piece)?, "")
        };
        // A name may hold anything but the quote that ends it.
        let quote = before.chars().next_back().filter(|it| is_quote(*it) && piece.starts_with(*it));
        let is_one = match quote {
            Some(quote) => !place.contains(quote),
            None if is_short || is_first && before.is_empty() => {
                is_balanced(place) && !place.contains(": ") && !place.contains("; ")
            }
            None => is_balanced(place),
        };
        if !is_one {
            return None;
        }
        found.push(place);
        (rest, before, is_first) = (after, piece, false);
    }
    Some(found)
}

fn is_quote(character: char) -> bool {
    matches!(character, '`' | '\'' | '"')
}

/// Whether brackets are closed in it: else it is two things and what is between them.
fn is_balanced(text: &str) -> bool {
    let mut open = 0_usize;
    text.bytes().all(|byte| {
        match byte {
            b'(' => open += 1,
            b')' if open == 0 => return false,
            b')' => open -= 1,
            _ => {}
        }
        true
    }) && open == 0
}

/// Which places of a form stand in quotes: names, which are the same in every language.
fn quoted(form: &str) -> impl Iterator<Item = bool> + '_ {
    form.match_indices("{}").map(|(at, place)| {
        let (before, after) = (&form[..at], &form[at + place.len()..]);
        let quote = before.chars().next_back().filter(|quote| is_quote(*quote));
        quote.is_some_and(|quote| after.starts_with(quote))
    })
}

/// A form with its places filled: `{}` by what comes next, `{1}` by what stood in that place.
fn filled(form: &str, places: &[String]) -> String {
    let mut told = String::new();
    let mut next = places.iter();
    let mut rest = form;
    while let Some((before, after)) = rest.split_once('{') {
        told.push_str(before);
        let inside = after.split_once('}').map(|(inside, after)| (inside.parse(), inside, after));
        rest = match inside {
            Some((_, "", after)) => {
                told.push_str(next.next().map_or("", String::as_str));
                after
            }
            Some((Ok(index), _, after)) => {
                told.push_str(places.get::<usize>(index).map_or("", String::as_str));
                after
            }
            // No place, but part of the text.
            _ => {
                told.push('{');
                after
            }
        };
    }
    told + rest
}
