//! A position to be analysed: the options of a match, or a state as records show it.

use super::{GAME, Options, Position, say};
use certamen_game::{Game, Map, OptionsError, Rng};
use serde::Deserialize;
use serde_json::Value;

/// The keys of both.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct BidKeys {
    squares: u32,
    /// The same for both sides, or one number a side.
    points: Value,
    position: i32,
}

impl Default for BidKeys {
    fn default() -> BidKeys {
        let Options { squares, points } = Options::default();
        BidKeys { squares, points: points.into(), position: 0 }
    }
}

/// The position that `given` describes: `{"squares":7,"points":50}` or
/// `{"position":-1,"squares":7,"points":[43,47]}`; what is left out is usual. Errors name the key.
pub fn position(given: &Map) -> Result<Position, OptionsError> {
    let place: BidKeys = certamen_game::read(&Value::Object(given.clone()))?;
    let points = both(&place.points).ok_or_else(|| {
        OptionsError::new("points", say::points_of_both(place.points.to_string()))
    })?;
    // What holds for the richer one holds for both; who has nothing left is lawful here.
    let richer = points[0].max(points[1]);
    let points_of_both = if points == [0; 2] { 0 } else { richer };
    let options = Options { squares: place.squares, points: points_of_both };
    let start = GAME.new_initial_state(&options, 2, &mut Rng::of_turn(0, 0))?;
    let reach = start.reach();
    if !(-reach..=reach).contains(&place.position) {
        return Err(OptionsError::out_of_range("position", place.position, -reach, reach));
    }
    Ok(Position { position: place.position, points, ..start })
}

/// The points of each side.
fn both(given: &Value) -> Option<[u64; 2]> {
    match given {
        Value::Array(sides) => match &sides[..] {
            [left, right] => Some([left.as_u64()?, right.as_u64()?]),
            _ => None,
        },
        equal => Some([equal.as_u64()?; 2]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Position, String> {
        position(&serde_json::from_str(text).expect("an object")).map_err(|error| error.to_string())
    }

    #[test]
    fn options_and_states_are_read() {
        let start = Position { position: 0, squares: 7, points: [50, 50] };
        assert_eq!(read("{}"), Ok(start));
        assert_eq!(
            read(r#"{"squares":9,"points":3}"#),
            Ok(Position { squares: 9, points: [3; 2], ..start })
        );
        let state = r#"{"position":-1,"squares":7,"points":[43,0]}"#;
        assert_eq!(read(state), Ok(Position { position: -1, points: [43, 0], ..start }));
    }

    #[test]
    fn errors_name_the_key() {
        for (text, parts) in [
            (r#"{"squares":8}"#, ["squares", "8 is invalid"]),
            (r#"{"points":0}"#, ["points", "0 is out of range"]),
            (r#"{"points":[1]}"#, ["points", "invalid value [1]"]),
            (r#"{"points":-1}"#, ["points", "invalid value -1"]),
            (r#"{"points":"x"}"#, ["points", "such as 50, or one for each side"]),
            (r#"{"position":4}"#, ["position", "-3 to 3"]),
            (r#"{"place":4}"#, ["place", "unknown"]),
        ] {
            let complaint = read(text).expect_err(text);
            assert!(parts.iter().all(|part| complaint.contains(part)), "{text}: {complaint}");
        }
    }
}
