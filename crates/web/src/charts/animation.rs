//! A match as one animated picture without scripts: each form of each item is drawn once, and style
//! rules show it at its turns.

use super::{Element, board::colour_rules, escaped};
use certamen_game::{Ink, Picture};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

/// The sheet: its width, the margin, the height of a line of text, and of the tallest board.
const WIDTH: i32 = 480;
const MARGIN: i32 = 12;
const LINE: i32 = 22;
const TALLEST: i32 = 640;
/// The letters of a line.
const LETTERS: usize = 60;
/// The seats that are named, in two columns.
const MOST_NAMES: usize = 8;
/// How long all turns take at most, one of them at most, and the end, in seconds.
const ALL_TURNS: f64 = 60.0;
const ONE_TURN: f64 = 0.8;
const THE_END: f64 = 5.0;

/// What an animation shows.
pub struct Animation<'a> {
    /// The name of the picture, for screen readers.
    pub title: &'a str,
    /// The names of the seats, and the colours of their pieces.
    pub seats: &'a [(String, Ink)],
    /// The board after some of the turns, in order.
    pub pictures: &'a [&'a Picture],
    /// The last line, shown at the end.
    pub result: &'a str,
}

/// An element with the pictures that it is on.
struct AnimatedElement {
    element: Element,
    /// The first one and the one after the last, of each time that it is there.
    shown: Vec<(usize, usize)>,
}

/// The animation as SVG; `None` without a picture. For those who prefer less motion it is a
/// picture of the end; under a pointer it pauses.
pub fn animation(animation: &Animation<'_>) -> Option<String> {
    let Animation { title, seats, pictures, result } = animation;
    let (last, first) = (pictures.len(), pictures.first()?);
    let items = items(pictures);
    let step = (ALL_TURNS / last as f64).min(ONE_TURN);
    let whole = step * (last - 1) as f64 + THE_END;
    let names = seats.iter().take(MOST_NAMES);
    let head = MARGIN + LINE * names.len().div_ceil(2) as i32;
    let (across, down) = (first.width.max(1), first.height.max(1));
    let wide = WIDTH - 2 * MARGIN;
    let tall = (i64::from(wide) * i64::from(down) / i64::from(across)).clamp(1, TALLEST.into());
    let foot = head + tall as i32 + MARGIN;
    let closing = lines(result);
    let height = foot + MARGIN + LINE * closing.len() as i32;
    let mut timing = Timing { step, whole, last, names: BTreeMap::new() };
    let mut body = String::new();
    for (number, (name, ink)) in names.enumerate() {
        let x = MARGIN + if number % 2 == 0 { 0 } else { WIDTH / 2 };
        let y = MARGIN + LINE * (number / 2) as i32;
        let name: String = name.chars().take(LETTERS / 2 - 4).collect();
        _ = writeln!(
            body,
            "<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"7\"/><text x=\"{}\" y=\"{}\">{}. {}</text>",
            super::board::class(*ink),
            x + 8,
            y + 8,
            x + 22,
            y + 13,
            number + 1,
            escaped(&name),
        );
    }
    _ = writeln!(
        body,
        "<svg class=\"b\" x=\"{MARGIN}\" y=\"{head}\" width=\"{wide}\" height=\"{tall}\" \
         viewBox=\"0 0 {across} {down}\" text-anchor=\"middle\">"
    );
    for item in &items {
        timing.push(&mut body, item);
    }
    _ = writeln!(
        body,
        "</svg>\n<rect class=\"time\" x=\"{MARGIN}\" y=\"{foot}\" width=\"{wide}\" height=\"3\"/>"
    );
    let end = timing.class(&[(last - 1, last)]);
    for (number, line) in closing.iter().enumerate() {
        let y = foot + MARGIN + LINE * number as i32 + 12;
        let line = escaped(line);
        _ = writeln!(body, "<text{end} x=\"{MARGIN}\" y=\"{y}\">{line}</text>");
    }
    let inks: BTreeSet<&str> = items.iter().map(|item| item.element.class.as_str()).collect();
    let title = escaped(title);
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" font-family=\"system-ui,sans-serif\" font-size=\"15\" \
         role=\"img\" aria-label=\"{title}\">\n\
         <title>{title}</title>\n<style>\n:root{{max-width:100%;height:auto}}\n{}{}</style>\n\
         <rect class=\"paper\" width=\"{WIDTH}\" height=\"{height}\"/>\n{body}</svg>\n",
        colour_rules(&inks, seats.iter().map(|(_, ink)| *ink)),
        timing.rules(),
    ))
}

/// Each form of each item once, in an order that is the one of every picture.
fn items(pictures: &[&Picture]) -> Vec<AnimatedElement> {
    let (mut items, mut order): (Vec<AnimatedElement>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut known: BTreeMap<Element, Vec<usize>> = BTreeMap::new();
    for (at, picture) in pictures.iter().enumerate() {
        let mut places = vec![0; items.len()];
        for (place, item) in order.iter().enumerate() {
            places[*item] = place;
        }
        let (mut next, mut added) = (0, Vec::new());
        for mark in &picture.marks {
            // Labels are for pages, where something can be pointed at.
            let element = Element { label: None, ..Element::of(mark) };
            let same = known.entry(element.clone()).or_default();
            // An item that has come forward since is there twice.
            let found = same.iter().find(|item| places.get(**item).is_some_and(|at| *at >= next));
            let item = found.copied().unwrap_or_else(|| {
                same.push(items.len());
                added.push((next, items.len()));
                items.push(AnimatedElement { element, shown: Vec::new() });
                items.len() - 1
            });
            if let Some(place) = places.get(item) {
                next = place + 1;
            }
            match items[item].shown.last_mut() {
                Some((_, end)) if *end == at => *end = at + 1,
                _ => items[item].shown.push((at, at + 1)),
            }
        }
        order = merged(&order, &added);
    }
    let mut items: Vec<Option<AnimatedElement>> = items.into_iter().map(Some).collect();
    order.into_iter().filter_map(|item| items[item].take()).collect()
}

/// An order with more items, each before one of its places.
fn merged(order: &[usize], added: &[(usize, usize)]) -> Vec<usize> {
    let mut all = Vec::with_capacity(order.len() + added.len());
    let mut added = added.iter().peekable();
    for place in 0..=order.len() {
        while let Some((_, item)) = added.next_if(|(before, _)| *before == place) {
            all.push(*item);
        }
        all.extend(order.get(place));
    }
    all
}

/// When items are visible, as classes: equal times share one.
struct Timing {
    step: f64,
    whole: f64,
    /// The number of pictures.
    last: usize,
    names: BTreeMap<Vec<(usize, usize)>, usize>,
}

impl Timing {
    /// The attribute of an item that is shown on these pictures; empty if that is always.
    fn class(&mut self, shown: &[(usize, usize)]) -> String {
        self.name(shown).map(|name| format!(" class=\"k{name}\"")).unwrap_or_default()
    }

    fn name(&mut self, shown: &[(usize, usize)]) -> Option<usize> {
        if shown == [(0, self.last)] {
            return None;
        }
        let next = self.names.len();
        Some(*self.names.entry(shown.to_vec()).or_insert(next))
    }

    fn push(&mut self, body: &mut String, item: &AnimatedElement) {
        let Element { tag, class, place, text, .. } = &item.element;
        let timed = self.name(&item.shown).map(|name| format!(" k{name}")).unwrap_or_default();
        _ = write!(body, "<{tag} class=\"{class}{timed}\"");
        for (name, value) in place {
            _ = write!(body, " {name}=\"{value}\"");
        }
        match text {
            Some(text) => _ = writeln!(body, ">{}</{tag}>", escaped(text)),
            None => body.push_str("/>\n"),
        }
    }

    /// The style rules: without an animation an item is as at the end.
    fn rules(&self) -> String {
        let mut rules = format!(
            "[class*=\" k\"],[class^=k]{{animation:{:.1}s step-end infinite}}\n\
             .time{{fill:#1d5fa6;transform-origin:{MARGIN}px 0;animation:time {:.1}s linear infinite}}\n\
             @keyframes time{{0%{{transform:scaleX(0)}}{}%{{transform:none}}}}\n\
             svg:hover *{{animation-play-state:paused}}\n",
            self.whole,
            self.whole,
            self.percent(self.last - 1),
        );
        for (spans, name) in &self.names {
            let is_last = spans.last().is_some_and(|(_, end)| *end == self.last);
            if !is_last {
                _ = write!(rules, ".k{name}{{visibility:hidden}}");
            }
            _ = write!(rules, ".k{name}{{animation-name:a{name}}}@keyframes a{name}{{");
            if spans.first().is_some_and(|(start, _)| *start > 0) {
                rules.push_str("0%{visibility:hidden}");
            }
            for (start, end) in spans {
                _ = write!(rules, "{}%{{visibility:visible}}", self.percent(*start));
                if *end < self.last {
                    _ = write!(rules, "{}%{{visibility:hidden}}", self.percent(*end));
                }
            }
            rules.push_str("}\n");
        }
        rules + "@media(prefers-reduced-motion:reduce){*{animation:none!important}}\n"
    }

    /// The time of a picture as a share of the whole, without zeros at the end.
    fn percent(&self, picture: usize) -> String {
        let share = format!("{:.2}", 100.0 * self.step * picture as f64 / self.whole);
        share.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

/// A sentence in lines of at most [`LETTERS`] letters; a longer word is cut.
fn lines(sentence: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // Not at narrow spaces, which belong to a word in French.
    for word in sentence.split(' ').filter(|word| !word.is_empty()) {
        let word: String = word.chars().take(LETTERS).collect();
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= LETTERS => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{Seat, Shape};

    fn sheet(marks: &[(&str, i32)]) -> Picture {
        let mut picture = Picture::sheet(20, 10, "a board");
        for (key, x) in marks {
            let disc = Shape::Disc { x: *x, y: 5, r: 2 };
            picture.put(*key, Ink::Black, disc).label = Some("a label".to_owned());
        }
        picture
    }

    /// The middles of the items in their order, and the pictures that each is on.
    fn ordered(pictures: &[&[(&str, i32)]]) -> Vec<(i32, Vec<(usize, usize)>)> {
        let pictures: Vec<Picture> = pictures.iter().map(|marks| sheet(marks)).collect();
        let found = items(&pictures.iter().collect::<Vec<_>>());
        found.into_iter().map(|item| (item.element.place[0].1, item.shown)).collect()
    }

    #[test]
    fn each_form_of_an_item_is_there_once_and_in_the_order_of_every_picture() {
        let moved: &[&[(&str, i32)]] = &[&[("a", 1), ("z", 9)], &[("a", 2), ("z", 9)]];
        let moved = [moved, &[&[("a", 1), ("b", 5), ("z", 9)]]].concat();
        assert_eq!(
            ordered(&moved),
            [(2, vec![(1, 2)]), (1, vec![(0, 1), (2, 3)]), (5, vec![(2, 3)]), (9, vec![(0, 3)])]
        );
    }

    #[test]
    fn an_item_that_comes_forward_is_there_twice() {
        let crossed = ordered(&[&[("a", 1), ("b", 2)], &[("b", 2), ("a", 1)]]);
        assert_eq!(crossed, [(1, vec![(0, 1)]), (2, vec![(0, 2)]), (1, vec![(1, 2)])]);
    }

    #[test]
    fn style_rules_show_items_at_their_turns_and_names_are_escaped() {
        let pictures = [sheet(&[("a", 1)]), sheet(&[("a", 1), ("b", 2)]), sheet(&[("a", 1)])];
        let drawn = animation(&Animation {
            title: "<i> & co",
            seats: &[("<b>".to_owned(), Ink::Seat(Seat(9)))],
            pictures: &pictures.iter().collect::<Vec<_>>(),
            result: "<b> wins",
        })
        .unwrap();
        assert!(
            drawn.contains("<circle class=\"ink-black\" cx=\"1\" cy=\"5\" r=\"2\"/>"),
            "{drawn}"
        );
        assert!(drawn.contains("<circle class=\"ink-black k0\" cx=\"2\""), "{drawn}");
        let rules = "0%{visibility:hidden}12.12%{visibility:visible}24.24%{visibility:hidden}";
        assert!(drawn.contains(rules), "{drawn}");
        assert!(drawn.contains("aria-label=\"&lt;i&gt; &amp; co\""), "{drawn}");
        assert!(
            drawn.contains("class=\"ink-seat1\"") && drawn.contains(">1. &lt;b&gt;<"),
            "{drawn}"
        );
        assert!(drawn.contains(">&lt;b&gt; wins</text>") && !drawn.contains("script"), "{drawn}");
        assert!(!drawn.contains("a label"), "{drawn}");
        let nothing = Animation { title: "", seats: &[], pictures: &[], result: "" };
        assert_eq!(animation(&nothing), None);
    }

    #[test]
    fn a_long_result_has_several_lines() {
        let long = lines(&"word ".repeat(30));
        assert_eq!(long.len(), 3);
        assert!(long.iter().all(|line| line.chars().count() <= LETTERS), "{long:?}");
        assert_eq!(lines(&"x".repeat(99))[0].len(), LETTERS);
    }
}
