//! Pictures of positions as SVG: with colours as CSS classes, which the style sheet defines, and as
//! images for link previews, which stand alone.

use crate::charts::escaped;
use certamen_game::{Ink, Picture, PictureItem, Seat, Shape};
use std::{collections::BTreeSet, fmt::Write};

/// The number of seat colours; further seats repeat them, and have labels.
const SEAT_COLOURS: u8 = 8;

/// A mark as an element, both for writing it as text and for moving it with a script.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Element {
    /// The key that identifies the mark from picture to picture.
    pub key: String,
    pub tag: &'static str,
    /// Its CSS class, which gives the colour.
    pub class: String,
    pub place: Vec<(&'static str, i32)>,
    pub text: Option<String>,
    pub label: Option<String>,
}

impl Element {
    pub fn of(mark: &PictureItem) -> Self {
        let (tag, place, text) = match &mark.shape {
            Shape::Box { x, y, width, height, round } => {
                let size = [("width", *width), ("height", *height), ("rx", *round)];
                ("rect", [[("x", *x), ("y", *y)].as_slice(), &size].concat(), None)
            }
            Shape::Disc { x, y, r } => ("circle", vec![("cx", *x), ("cy", *y), ("r", *r)], None),
            Shape::Line { x1, y1, x2, y2 } => {
                ("line", vec![("x1", *x1), ("y1", *y1), ("x2", *x2), ("y2", *y2)], None)
            }
            Shape::Text { x, y, size, text } => {
                ("text", vec![("x", *x), ("y", *y), ("font-size", *size)], Some(text.clone()))
            }
        };
        let class = class(mark.ink);
        Element { key: mark.key.clone(), tag, class, place, text, label: mark.label.clone() }
    }
}

/// A picture, with a text alternative for screen readers.
pub fn board(picture: &Picture) -> String {
    drawn(picture, |_| None)
}

/// The same, where marks that stand for moves carry them: a click may play one.
pub fn pressable_board(picture: &Picture) -> String {
    drawn(picture, |mark| mark.action.as_deref())
}

fn drawn(picture: &Picture, action: fn(&PictureItem) -> Option<&str>) -> String {
    let Picture { width, height, description, .. } = picture;
    let mut svg = format!(
        "<svg class=\"board\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"{}\">\n",
        escaped(description)
    );
    for mark in &picture.marks {
        push(&mut svg, &Element::of(mark), action(mark));
    }
    svg + "</svg>\n"
}

fn push(svg: &mut String, element: &Element, action: Option<&str>) {
    let Element { key, tag, class, place, text, label } = element;
    _ = write!(svg, "<{tag} data-k=\"{}\" class=\"{class}\"", escaped(key));
    for (name, value) in place {
        _ = write!(svg, " {name}=\"{value}\"");
    }
    if let Some(action) = action {
        _ = write!(svg, " data-a=\"{}\"", escaped(action));
    }
    let label = label.as_deref().map(|label| format!("<title>{}</title>", escaped(label)));
    let text = text.as_deref().map(escaped);
    _ = writeln!(svg, ">{}{}</{tag}>", label.unwrap_or_default(), text.unwrap_or_default());
}

/// The number of a seat, from 1, on a piece of its colour.
pub fn seat_mark(number: usize, ink: Ink) -> String {
    format!(
        "<svg class=\"mark\" viewBox=\"0 0 24 24\" role=\"img\" aria-label=\"{number}\">\
         <circle class=\"{}\" cx=\"12\" cy=\"12\" r=\"11\"/>\
         <text x=\"12\" y=\"17\" font-size=\"14\">{number}</text></svg>",
        class(ink)
    )
}

/// Style rules for a picture that stands alone: the classes of these elements and seats.
pub(super) fn colour_rules(classes: &BTreeSet<&str>, seats: impl Iterator<Item = Ink>) -> String {
    let inks = [
        Ink::Board,
        Ink::Grid,
        Ink::Free,
        Ink::Neutral,
        Ink::Black,
        Ink::White,
        Ink::Text,
        Ink::Quiet,
        Ink::Last,
        Ink::Place,
    ];
    let of_seats: BTreeSet<String> = seats.map(class).collect();
    let inks = inks.into_iter().chain((0..SEAT_COLOURS).map(|seat| Ink::Seat(Seat(seat))));
    let mut rules = format!(
        "text{{fill:{}}}\n.b text{{stroke:none}}\n.paper{{fill:{}}}\n",
        hex(INK),
        hex(PAPER)
    );
    for ink in inks {
        let class = class(ink);
        if classes.contains(class.as_str()) || of_seats.contains(&class) {
            let (fill, stroke) = colours(ink);
            let paint = |colour: Option<Colour>| colour.map_or_else(|| "none".to_owned(), hex);
            let (fill, stroke) = (paint(fill), paint(stroke));
            _ = writeln!(rules, ".{class}{{fill:{fill};stroke:{stroke}}}");
        }
    }
    rules
}

pub(super) fn class(ink: Ink) -> String {
    let word = match ink {
        Ink::Seat(seat) => return format!("ink-seat{}", seat.0 % SEAT_COLOURS),
        Ink::Board => "board",
        Ink::Grid => "grid",
        Ink::Free => "free",
        Ink::Neutral => "neutral",
        Ink::Black => "black",
        Ink::White => "white",
        Ink::Text => "text",
        Ink::Quiet => "quiet",
        Ink::Last => "last",
        Ink::Place => "place",
    };
    format!("ink-{word}")
}

/// The width and height of link previews, as clients expect them.
pub const POSTER: (i32, i32) = (1200, 630);
/// Background and text colour.
pub(super) const PAPER: Colour = [0xfc, 0xfb, 0xf8];
const INK: Colour = [0x1c, 0x1e, 0x22];
const QUIET: Colour = [0x5b, 0x61, 0x6b];
const GRID: Colour = [0x8a, 0x7a, 0x55];
const SEATS: [Colour; 8] = [
    [0x1d, 0x5f, 0xa6],
    [0xa8, 0x42, 0x1a],
    [0x2b, 0x6e, 0x35],
    [0x76, 0x40, 0x9c],
    [0x00, 0x68, 0x6c],
    [0x7a, 0x53, 0x00],
    [0xa5, 0x2a, 0x66],
    [0x4a, 0x55, 0x68],
];
/// The area of the board: left, top, width, height.
const FRAME: (i32, i32, i32, i32) = (60, 190, 1080, 390);

pub(super) type Colour = [u8; 3];

/// A link preview: a title, a line below it, and a board of the game.
pub fn poster(title: &str, line: &str, picture: Option<&Picture>) -> String {
    let (width, height) = POSTER;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"system-ui,sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n\
         <text x=\"60\" y=\"100\" font-size=\"56\" fill=\"{}\">{}</text>\n\
         <text x=\"60\" y=\"155\" font-size=\"32\" fill=\"{}\">{}</text>\n",
        hex(PAPER),
        hex(INK),
        escaped(title),
        hex(QUIET),
        escaped(line),
    );
    if let Some(picture) = picture {
        let (x, y, wide, high) = FRAME;
        _ = writeln!(
            svg,
            "<svg x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {} {}\" \
             text-anchor=\"middle\">",
            picture.width, picture.height
        );
        for mark in &picture.marks {
            let Element { tag, place, text, .. } = Element::of(mark);
            let place = place.iter().map(|(name, value)| format!(" {name}=\"{value}\""));
            let place = place.collect::<Vec<_>>().concat();
            let (fill, stroke) = colours(mark.ink);
            let paint = |colour: Option<Colour>| colour.map_or_else(|| "none".to_owned(), hex);
            let text = text.as_deref().map(escaped).unwrap_or_default();
            _ = writeln!(
                svg,
                "<{tag}{place} fill=\"{}\" stroke=\"{}\">{text}</{tag}>",
                paint(fill),
                paint(stroke)
            );
        }
        svg.push_str("</svg>\n");
    }
    svg + "</svg>\n"
}

/// The fill and the stroke of an ink.
pub(super) fn colours(ink: Ink) -> (Option<Colour>, Option<Colour>) {
    match ink {
        Ink::Board => (Some([0xe9, 0xd9, 0xb4]), None),
        Ink::Grid => (None, Some(GRID)),
        Ink::Free => (Some([0xf3, 0xf1, 0xea]), Some(GRID)),
        Ink::Neutral => (Some([0xb9, 0xb3, 0xa3]), None),
        Ink::Seat(seat) => (Some(SEATS[seat.index() % SEATS.len()]), None),
        Ink::Black => (Some([0x16, 0x18, 0x1c]), Some([0; 3])),
        Ink::White => (Some([0xfd, 0xfd, 0xfb]), Some([0x77; 3])),
        Ink::Text => (Some(INK), None),
        Ink::Quiet => (Some(QUIET), None),
        Ink::Last => (None, Some([0xa3, 0x20, 0x2f])),
        Ink::Place => (None, None),
    }
}

fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_elements_and_text_is_escaped() {
        let mut picture = Picture::sheet(20, 10, "a <b>");
        picture.put("token", Ink::Seat(Seat(9)), Shape::Disc { x: 5, y: 5, r: 4 }).label =
            Some("\"x\"".to_owned());
        let text = Shape::Text { x: 1, y: 2, size: 3, text: "<i>".to_owned() };
        picture.put("t", Ink::Quiet, text);
        assert_eq!(
            board(&picture),
            "<svg class=\"board\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 10\" \
             role=\"img\" aria-label=\"a &lt;b&gt;\">\n\
             <circle data-k=\"token\" class=\"ink-seat1\" cx=\"5\" cy=\"5\" r=\"4\">\
             <title>&quot;x&quot;</title></circle>\n\
             <text data-k=\"t\" class=\"ink-quiet\" x=\"1\" y=\"2\" font-size=\"3\">&lt;i&gt;</text>\n\
             </svg>\n"
        );
    }

    #[test]
    fn a_pressable_board_has_the_actions_of_its_marks() {
        let mut picture = Picture::sheet(20, 10, "a");
        picture.put("p", Ink::Place, Shape::Disc { x: 5, y: 5, r: 4 }).action =
            Some("<3".to_owned());
        assert!(!board(&picture).contains("data-a"));
        assert!(pressable_board(&picture).contains("r=\"4\" data-a=\"&lt;3\">"));
    }

    #[test]
    fn names_are_escaped_on_a_poster() {
        let drawn = poster("<script>", "a & b", None);
        assert!(drawn.contains("&#60;script") || drawn.contains("&lt;script"), "{drawn}");
        assert!(!drawn.contains("<script") && drawn.contains("a &"), "{drawn}");
    }
}
