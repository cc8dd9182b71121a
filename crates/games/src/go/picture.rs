//! A picture of the board for people, its rows and columns numbered as the protocol numbers them.

use super::{Colour, End, Point, Position, say};
use certamen_game::Language;
use certamen_i18n::Message;

/// The board, the prisoners, and who moves or why neither does.
pub(super) fn draw(position: &Position, language: Language) -> String {
    let size = position.board().size();
    let columns = (1..=size).map(|column| format!(" {column:>2}")).collect::<Vec<_>>().concat();
    let rows = (0..size).map(|row| line(position, row)).collect::<String>();
    let [by_black, by_white] = position.prisoners();
    let below = [say::stones(), say::prisoners(by_black, by_white), status(position)];
    let [stones, prisoners, status] = below.map(|line| line.get(language));
    format!("  {columns}\n{rows}{stones}\n{prisoners}\n{status}\n")
}

fn line(position: &Position, row: u8) -> String {
    let columns = 0..position.board().size();
    let stones = columns.map(|column| match position.board().stone(Point { row, column }) {
        None => "  .",
        Some(Colour::Black) => "  X",
        Some(Colour::White) => "  O",
    });
    format!("{:>2}{}\n", row + 1, stones.collect::<String>())
}

/// Who moves, or why neither does.
pub(super) fn status(position: &Position) -> Message {
    let blacks = position.turn() == Colour::Black;
    match position.end() {
        Some(End::Passes) => say::both_passed(),
        Some(End::Repetition) => say::repeated(),
        Some(End::Plies) => say::limit_reached(),
        // Who has resigned is not to move any more.
        Some(End::Resignation) if blacks => say::white_resigns(),
        Some(End::Resignation) => say::black_resigns(),
        None if blacks => say::black_moves(),
        None => say::white_moves(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Action;
    use super::*;
    use certamen_game::{Rng, Seat, State};

    #[test]
    fn rows_and_columns_are_numbered_as_in_the_protocol() {
        let mut position = Position::start(3, None);
        let point = Point { row: 0, column: 2 };
        position.apply(&[(Seat(0), Action::Stone(point))], &mut Rng::of_turn(0, 1));
        assert_eq!(
            draw(&position, Language::En),
            "    1  2  3\n 1  .  .  X\n 2  .  .  .\n 3  .  .  .\nX black, O white\n\
             prisoners taken by black: 0, white: 0\nto move: white\n"
        );
    }
}
