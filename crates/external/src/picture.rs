//! Pictures, as programs describe them: shapes on a sheet. They come from an untrusted program and go
//! into pages, so that all that is in them is bounded.

use crate::grid::ink;
use crate::message::{LIMITS, check_action};
use crate::say;
use certamen_game::{Picture, Shape, read};
use certamen_i18n::{Localize, Message};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// The largest sheet; all coordinates lie on it.
const SIDE: i32 = 10_000;
/// The most items: as many as a grid of the largest size has, with a piece on each square.
const ITEMS: usize = 2 * LIMITS.grid * LIMITS.grid;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct RawPicture {
    width: i32,
    height: i32,
    /// Back to front.
    marks: Vec<RawMark>,
    /// A sentence for screen readers.
    description: Option<String>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct RawMark {
    key: String,
    ink: String,
    shape: RawShape,
    label: Option<String>,
    action: Option<String>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum RawShape {
    Box {
        x: i32,
        y: i32,
        width: i32,
        height: i32,
        #[serde(default)]
        round: i32,
    },
    Disc {
        x: i32,
        y: i32,
        r: i32,
    },
    Line {
        x1: i32,
        y1: i32,
        x2: i32,
        y2: i32,
    },
    Text {
        x: i32,
        y: i32,
        size: i32,
        text: String,
    },
}

impl RawShape {
    fn numbers(&self) -> Vec<i32> {
        match *self {
            RawShape::Box { x, y, width, height, round } => vec![x, y, width, height, round],
            RawShape::Disc { x, y, r } => vec![x, y, r],
            RawShape::Line { x1, y1, x2, y2 } => vec![x1, y1, x2, y2],
            RawShape::Text { x, y, size, .. } => vec![x, y, size],
        }
    }
}

impl From<RawShape> for Shape {
    fn from(raw: RawShape) -> Shape {
        match raw {
            RawShape::Box { x, y, width, height, round } => {
                Shape::Box { x, y, width, height, round }
            }
            RawShape::Disc { x, y, r } => Shape::Disc { x, y, r },
            RawShape::Line { x1, y1, x2, y2 } => Shape::Line { x1, y1, x2, y2 },
            RawShape::Text { x, y, size, text } => Shape::Text { x, y, size, text },
        }
    }
}

/// The picture, or what is wrong with it.
pub(crate) fn picture(value: &Value, caption: Option<&str>) -> Result<Picture, Message> {
    let raw: RawPicture = read(value).map_err(|error| error.message())?;
    let on_sheet = |number: i32| match number {
        0..=SIDE => Ok(()),
        other => Err(say::off_the_sheet(other, SIDE)),
    };
    on_sheet(raw.width)?;
    on_sheet(raw.height)?;
    if raw.marks.len() > ITEMS {
        return Err(say::too_many_marks(raw.marks.len(), ITEMS));
    }
    let description = raw.description.as_deref().or(caption).unwrap_or_default();
    let mut sheet = Picture::sheet(raw.width, raw.height, bounded(description)?);
    let mut keys = BTreeSet::new();
    for mark in raw.marks {
        mark.shape.numbers().into_iter().try_for_each(on_sheet)?;
        if let RawShape::Text { text, .. } = &mark.shape {
            bounded(text)?;
        }
        let ink = ink(&mark.ink).ok_or_else(|| say::unknown_ink(&mark.ink))?;
        if !keys.insert(bounded(&mark.key)?.to_owned()) {
            return Err(say::shared_key(&mark.key));
        }
        if let Some(action) = &mark.action {
            check_action("action", action).map_err(|wrong| wrong.detail)?;
        }
        let label = mark.label.as_deref().map(bounded).transpose()?.map(str::to_owned);
        let item = sheet.put(mark.key, ink, mark.shape.into());
        (item.label, item.action) = (label, mark.action);
    }
    Ok(sheet)
}

fn bounded(text: &str) -> Result<&str, Message> {
    match text.len() {
        length if length > LIMITS.message => Err(say::too_large(length, LIMITS.message)),
        _ => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{Ink, Seat};
    use proptest::prelude::*;
    use serde_json::json;

    fn mark(key: &str, shape: &Value) -> Value {
        json!({"key": key, "ink": "seat-1", "shape": shape})
    }

    #[test]
    fn shapes_come_with_their_colours_and_actions() {
        let disc = json!({"disc": {"x": 10, "y": 20, "r": 5}});
        let card = json!({"key": "card", "ink": "free", "shape": {"box": {"x": 0, "y": 0,
            "width": 9, "height": 9}}, "label": "a card", "action": "draw"});
        let sheet = json!({"width": 40, "height": 30, "marks": [card, mark("disc", &disc)]});
        let picture = picture(&sheet, Some("two things")).unwrap();
        assert_eq!((picture.width, picture.height, picture.marks.len()), (40, 30, 2));
        assert_eq!(picture.description, "two things");
        assert_eq!(picture.marks[0].action.as_deref(), Some("draw"));
        assert_eq!(picture.marks[1].ink, Ink::Seat(Seat(1)));
        assert_eq!(picture.marks[1].shape, Shape::Disc { x: 10, y: 20, r: 5 });
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        let sheet = |marks: Value| json!({"width": 40, "height": 30, "marks": marks});
        let disc = json!({"disc": {"x": 10, "y": 20, "r": 5}});
        let cases = [
            json!({}),
            json!({"width": -1, "height": 1, "marks": []}),
            json!({"width": 10_001, "height": 1, "marks": []}),
            json!({"width": 1, "height": 1, "marks": [], "colour": 1}),
            sheet(json!([mark("a", &disc), mark("a", &disc)])),
            sheet(json!([mark("a", &json!({"disc": {"x": 10, "y": 20, "r": 2_000_000_000}}))])),
            sheet(json!([mark("a", &json!({"star": {"x": 10}}))])),
            sheet(json!([mark(&"a".repeat(1025), &disc)])),
            sheet(json!([{"key": "a", "ink": "pink", "shape": disc}])),
            sheet(json!([{"key": "a", "ink": "free", "shape": disc, "action": "a\n"}])),
            sheet((0..=ITEMS).map(|at| mark(&at.to_string(), &disc)).collect()),
        ];
        for value in cases {
            let words: String = value.to_string().chars().take(200).collect();
            assert!(picture(&value, None).is_err(), "{words}");
        }
    }

    proptest! {
        #[test]
        fn no_numbers_make_it_panic(numbers in prop::collection::vec(any::<i32>(), 5)) {
            let [width, height, x, y, r] = numbers[..] else { unreachable!("there are five") };
            let disc = json!({"disc": {"x": x, "y": y, "r": r}});
            let sheet = json!({"width": width, "height": height, "marks": [mark("a", &disc)]});
            let on_sheet = numbers.iter().all(|number| (0..=SIDE).contains(number));
            prop_assert_eq!(picture(&sheet, None).is_ok(), on_sheet);
        }
    }
}
