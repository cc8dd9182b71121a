//! What a position looks like: items on a sheet. Colours, animation and file formats are decided by
//! the renderer.

use crate::Seat;

/// Marks on a sheet, back to front.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The width of the sheet.
    pub width: i32,
    /// Its height.
    pub height: i32,
    /// What is on it.
    pub marks: Vec<PictureItem>,
    /// What is to be seen, in a sentence, for ears.
    pub told: String,
}

impl Picture {
    /// An empty sheet.
    pub fn sheet(width: i32, height: i32, told: impl Into<String>) -> Picture {
        Picture { width, height, marks: Vec::new(), told: told.into() }
    }

    /// Puts a mark on top.
    pub fn put(&mut self, key: impl Into<String>, ink: Ink, shape: Shape) -> &mut PictureItem {
        self.marks.push(PictureItem { key: key.into(), shape, ink, label: None, action: None });
        self.marks.last_mut().expect("it was just put there")
    }
}

/// One thing on the sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct PictureItem {
    /// The same from state to state for the same thing: what stays is left, what moves is moved,
    /// what is new appears.
    pub key: String,
    /// Its form and place.
    pub shape: Shape,
    /// Its colour, by what it stands for.
    pub ink: Ink,
    /// What it is, in words.
    pub label: Option<String>,
    /// The answer that pressing it gives.
    pub action: Option<String>,
}

/// A form and its place, from the top left corner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A rectangle.
    Box {
        /// The left edge.
        x: i32,
        /// The upper edge.
        y: i32,
        /// How wide it is.
        width: i32,
        /// How high it is.
        height: i32,
        /// The radius of its corners.
        round: i32,
    },
    /// A circle.
    Disc {
        /// Its middle, from the left.
        x: i32,
        /// Its middle, from above.
        y: i32,
        /// Its radius.
        r: i32,
    },
    /// A line.
    Line {
        /// One end, from the left.
        x1: i32,
        /// One end, from above.
        y1: i32,
        /// The other end, from the left.
        x2: i32,
        /// The other end, from above.
        y2: i32,
    },
    /// A line of text around its middle.
    Text {
        /// Its middle, from the left.
        x: i32,
        /// The line on which it stands, from above.
        y: i32,
        /// The height of its letters.
        size: i32,
        /// What it says.
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
    /// A place where nothing is.
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
    /// Where something can be pressed: nothing is seen of it but its edge.
    Place,
}
