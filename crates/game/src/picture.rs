//! The picture of a position: items on a sheet. Colours, animation and file formats are up to the
//! renderer.

use crate::Seat;

/// Items on a sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// In the units of all coordinates.
    pub width: i32,
    /// In the same units.
    pub height: i32,
    /// Back to front.
    pub marks: Vec<PictureItem>,
    /// A sentence that describes the picture, for screen readers.
    pub description: String,
}

impl Picture {
    /// An empty sheet.
    pub fn sheet(width: i32, height: i32, description: impl Into<String>) -> Picture {
        Picture { width, height, marks: Vec::new(), description: description.into() }
    }

    /// Puts an item on top.
    pub fn put(&mut self, key: impl Into<String>, ink: Ink, shape: Shape) -> &mut PictureItem {
        self.marks.push(PictureItem { key: key.into(), shape, ink, label: None, action: None });
        self.marks.last_mut().expect("it was just put there")
    }
}

/// One thing on the sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct PictureItem {
    /// The same from state to state for the same thing, so that it can be moved.
    pub key: String,
    /// Its form and place.
    pub shape: Shape,
    /// Its colour, by what it stands for.
    pub ink: Ink,
    /// What it is, in words.
    pub label: Option<String>,
    /// The answer given by pressing it.
    pub action: Option<String>,
}

/// A form and its position: coordinates from the top left corner, those of a [`Shape::Disc`] and of
/// a [`Shape::Text`] to its middle; `size` is the height of letters.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "coordinates are named as in SVG")]
pub enum Shape {
    /// A rectangle.
    Box {
        x: i32,
        y: i32,
        width: i32,
        height: i32,
        /// The radius of the corners.
        round: i32,
    },
    /// A round piece.
    Disc { x: i32, y: i32, r: i32 },
    /// A line.
    Line { x1: i32, y1: i32, x2: i32, y2: i32 },
    /// A line of text around its middle.
    Text {
        x: i32,
        /// The baseline.
        y: i32,
        size: i32,
        text: String,
    },
}

/// A colour, by what it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// The ground that is played on.
    Board,
    /// Its lines.
    Grid,
    /// An empty place.
    Free,
    /// What belongs to no player.
    Neutral,
    /// What belongs to a seat.
    Seat(Seat),
    /// Black stones.
    Black,
    /// White stones.
    White,
    /// Words.
    Text,
    /// Words of less weight.
    Quiet,
    /// What was done last.
    Last,
    /// Where something can be pressed: only its edge is visible.
    Place,
}
