//! The picture of a strip, in the notation of the announced sample game (15 September 2007).

use super::{LastInterval, Position, Square, say};
use certamen_game::{Language, Seat};
use serde::Serializer;

/// The strip with the interval of the last turn, and who won that turn.
pub(super) fn of(position: &Position, language: Language) -> String {
    let comment = match position.last {
        None => say::start(),
        Some(LastInterval { winner: None, .. }) => say::no_winner(),
        Some(LastInterval { winner: Some(Seat(0)), .. }) => say::won_by_x(),
        Some(LastInterval { winner: Some(_), .. }) => say::won_by_w(),
    };
    format!("{} {}\n", strip(position), comment.get(language))
}

/// The squares alone, without blanks, as records show them.
pub(super) fn as_text<S: Serializer>(squares: &[Square], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&squares.iter().copied().map(symbol).collect::<String>())
}

/// The squares as the sample game prints them: "() = marcan el intervalo formado por las fichas
/// puestas en un turno". A parenthesis stands in the place of a blank.
fn strip(position: &Position) -> String {
    let [low, high] = position.last.map_or([None; 2], |last| last.ends.map(Some));
    let mut strip = String::with_capacity(2 * position.squares.len() + 1);
    for (place, square) in position.squares.iter().enumerate() {
        if low == Some(place) {
            strip.push('(');
        } else if place > 0 {
            strip.push(if high == Some(place - 1) { ')' } else { ' ' });
        }
        strip.push(symbol(*square));
    }
    if high == Some(position.squares.len() - 1) {
        strip.push(')');
    }
    strip
}

fn symbol(square: Square) -> char {
    match square {
        Square::Free => '.',
        Square::Neutral => '*',
        Square::Of(Seat(0)) => 'x',
        Square::Of(_) => 'w',
    }
}
