//! Boards of squares, as programs describe them, drawn as pictures.

use crate::message::{LIMITS, check_action};
use crate::say;
use certamen_game::{Ink, MOST_SEATS, Picture, Seat, Shape, read};
use certamen_i18n::{Localize, Message};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The side of a square on the sheet.
const SIDE: i32 = 40;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Grid {
    /// A character for each square.
    rows: Vec<String>,
    /// The colours of characters; others are shown as letters.
    #[serde(default)]
    cells: BTreeMap<String, String>,
    #[serde(default)]
    key: Key,
    /// Rows and columns of squares by the action that pressing them plays.
    #[serde(default)]
    actions: BTreeMap<String, [u8; 2]>,
    /// The squares that were changed last.
    #[serde(default)]
    last: Vec<[u8; 2]>,
}

/// What identifies a thing on the board from one position to the next.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug, Default)]
#[serde(rename_all = "lowercase")]
enum Key {
    #[default]
    Place,
    /// Its letter, which is there once.
    Piece,
}

/// The rows as text; `None` if it is no grid.
pub(crate) fn text(grid: &Value) -> Option<String> {
    Some(read::<Grid>(grid).ok()?.rows.join("\n"))
}

/// The picture of a grid, or what is wrong with it.
pub(crate) fn picture(grid: &Value, caption: Option<&str>) -> Result<Picture, Message> {
    let grid: Grid = read(grid).map_err(|error| error.message())?;
    let columns = grid.rows.first().map_or(0, |row| row.chars().count());
    let is_even = grid.rows.iter().all(|row| row.chars().count() == columns);
    if !is_even || columns == 0 || columns > LIMITS.grid || grid.rows.len() > LIMITS.grid {
        return Err(say::bad_rows(LIMITS.grid));
    }
    let size = [grid.rows.len() as u8, columns as u8];
    let squares = grid.last.iter().chain(grid.actions.values());
    for place in squares {
        if place[0] >= size[0] || place[1] >= size[1] {
            return Err(say::off_the_grid(format!("[{}, {}]", place[0], place[1])));
        }
    }
    let inks = grid.cells.iter().map(|(cell, name)| {
        let mut letters = cell.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return Err(say::one_letter(cell));
        };
        Ok((letter, ink(name).ok_or_else(|| say::unknown_ink(name))?))
    });
    let inks = inks.collect::<Result<BTreeMap<char, Ink>, Message>>()?;
    let description = caption.map_or_else(|| grid.rows.join(" / "), str::to_owned);
    let side = |count: u8| i32::from(count) * SIDE;
    let mut sheet = Picture::sheet(side(size[1]), side(size[0]), description);
    squares_of(&grid, size, &mut sheet)?;
    pieces_of(&grid, &inks, &mut sheet)?;
    Ok(sheet)
}

fn squares_of(grid: &Grid, size: [u8; 2], sheet: &mut Picture) -> Result<(), Message> {
    let mut actions: BTreeMap<[u8; 2], &str> = BTreeMap::new();
    for (action, place) in &grid.actions {
        check_action("actions", action).map_err(|wrong| wrong.detail)?;
        if actions.insert(*place, action).is_some() {
            return Err(say::two_actions(format!("[{}, {}]", place[0], place[1])));
        }
    }
    for row in 0..size[0] {
        for column in 0..size[1] {
            let place = [row, column];
            let ink = if grid.last.contains(&place) { Ink::Last } else { Ink::Free };
            let shape = square(place);
            let item = sheet.put(format!("square {row} {column}"), ink, shape);
            if let Some(action) = actions.get(&place) {
                item.action = Some((*action).to_owned());
                item.label = Some((*action).to_owned());
            }
        }
    }
    Ok(())
}

fn square([row, column]: [u8; 2]) -> Shape {
    Shape::Box {
        x: i32::from(column) * SIDE + 1,
        y: i32::from(row) * SIDE + 1,
        width: SIDE - 2,
        height: SIDE - 2,
        round: 3,
    }
}

fn pieces_of(grid: &Grid, inks: &BTreeMap<char, Ink>, sheet: &mut Picture) -> Result<(), Message> {
    let mut keys = BTreeSet::new();
    for (row, line) in grid.rows.iter().enumerate() {
        for (column, letter) in line.chars().enumerate() {
            if letter == '.' {
                continue;
            }
            let key = match grid.key {
                Key::Place => format!("piece {row} {column}"),
                Key::Piece => format!("piece {letter}"),
            };
            if !keys.insert(key.clone()) {
                return Err(say::shared_key(letter));
            }
            let [x, y] = [column, row].map(|at| at as i32 * SIDE + SIDE / 2);
            let (ink, shape) = if let Some(ink) = inks.get(&letter) {
                (*ink, Shape::Disc { x, y, r: SIDE / 2 - 6 })
            } else {
                let text = letter.to_string();
                (Ink::Text, Shape::Text { x, y, size: SIDE / 2, text })
            };
            sheet.put(key, ink, shape).label = Some(letter.to_string());
        }
    }
    Ok(())
}

/// The colour of this name.
pub(crate) fn ink(name: &str) -> Option<Ink> {
    Some(match name {
        "board" => Ink::Board,
        "grid" => Ink::Grid,
        "free" => Ink::Free,
        "neutral" => Ink::Neutral,
        "black" => Ink::Black,
        "white" => Ink::White,
        "text" => Ink::Text,
        "quiet" => Ink::Quiet,
        "last" => Ink::Last,
        "place" => Ink::Place,
        _ => {
            let seat: u8 = name.strip_prefix("seat-")?.parse().ok()?;
            (seat < MOST_SEATS).then_some(Ink::Seat(Seat(seat)))?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn a_grid_becomes_squares_and_pieces() {
        let grid = json!({"rows": ["x.o", "..k"], "cells": {"x": "seat-0", "o": "seat-1"},
            "actions": {"a1": [1, 0]}, "last": [[0, 2]]});
        let picture = picture(&grid, Some("a board")).unwrap();
        assert_eq!((picture.width, picture.height), (120, 80));
        assert_eq!(picture.marks.len(), 6 + 3);
        assert_eq!(picture.description, "a board");
        let pressed: Vec<_> =
            picture.marks.iter().filter_map(|item| item.action.as_deref()).collect();
        assert_eq!(pressed, ["a1"]);
        assert_eq!(picture.marks[2].ink, Ink::Last);
        assert_eq!(picture.marks[6].ink, Ink::Seat(Seat(0)));
        assert!(matches!(&picture.marks[8].shape, Shape::Text { text, .. } if text == "k"));
    }

    #[test]
    fn what_is_no_grid_is_refused() {
        let cases = [
            json!({"rows": []}),
            json!({"rows": ["xx", "x"]}),
            json!({"rows": ["x".repeat(65)]}),
            json!({"rows": ["xx"], "key": "piece"}),
            json!({"rows": ["x"], "last": [[0, 1]]}),
            json!({"rows": ["x"], "cells": {"x": "seat-64"}}),
            json!({"rows": ["x"], "cells": {"xy": "black"}}),
            json!({"rows": ["x"], "actions": {"a": [0, 0], "b": [0, 0]}}),
            json!({"rows": ["x"], "colour": 1}),
        ];
        for grid in cases {
            assert!(picture(&grid, None).is_err(), "{grid}");
        }
    }

    proptest! {
        #[test]
        fn pictures_of_grids_are_valid(rows in prop::collection::vec("[.xok]{5}", 1..9)) {
            let grid = json!({"rows": rows, "cells": {"x": "black", "o": "white"}});
            let picture = picture(&grid, None).unwrap();
            let keys: BTreeSet<&str> = picture.marks.iter().map(|item| item.key.as_str()).collect();
            prop_assert_eq!(keys.len(), picture.marks.len());
        }
    }
}
