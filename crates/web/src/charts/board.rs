//! Pictures of positions as SVG. Colours are CSS classes: the style sheet defines them, light and
//! dark.

use crate::charts::escaped;
use certamen_game::{Ink, Picture, PictureItem, Shape};
use std::fmt::Write;

/// The number of seat colours; further seats repeat them, and have labels.
const SEAT_COLOURS: u8 = 8;

/// A mark as an element, both for writing it as text and for moving it with a script.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Element {
    /// The key that identifies the mark from picture to picture.
    pub key: String,
    /// The element's name.
    pub tag: &'static str,
    /// Its CSS class, which gives the colour.
    pub class: String,
    /// Its geometry attributes.
    pub place: Vec<(&'static str, i32)>,
    /// Its text.
    pub text: Option<String>,
    /// Its description.
    pub label: Option<String>,
}

impl Element {
    /// The element that shows `mark`.
    pub fn of(mark: &PictureItem) -> Element {
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
    let Picture { width, height, told, .. } = picture;
    let mut svg = format!(
        "<svg class=\"board\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"{}\">\n",
        escaped(told)
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

fn class(ink: Ink) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::Seat;

    #[test]
    fn marks_are_elements_and_words_stay_words() {
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
    fn what_stands_for_an_action_tells_it_to_those_who_may_play() {
        let mut picture = Picture::sheet(20, 10, "a");
        picture.put("p", Ink::Place, Shape::Disc { x: 5, y: 5, r: 4 }).action =
            Some("<3".to_owned());
        assert!(!board(&picture).contains("data-a"));
        assert!(pressable_board(&picture).contains("r=\"4\" data-a=\"&lt;3\">"));
    }
}
