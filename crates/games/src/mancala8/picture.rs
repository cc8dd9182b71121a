//! The board as the announcement prints it.

use super::{board::HOLES, say, state::Position};
use certamen_game::{Language, Seat};
use std::fmt::Write as _;

/// The picture: side 1 above and reversed, `*` at the side that will really play next, the
/// Kalahas between the rows, points and accumulators at the right.
pub fn picture(position: &Position, language: Language) -> String {
    labelled(position, language, ["", ""])
}

/// The same with the names of the sides, as in the announcement's worked example.
pub fn picture_with_players(position: &Position, language: Language) -> String {
    let [first, second] = [1, 2].map(|number| format!("  {}", say::player(number).get(language)));
    labelled(position, language, [&first, &second])
}

fn labelled(position: &Position, language: Language, [first, second]: [&str; 2]) -> String {
    let rule = "-".repeat(3 * usize::from(HOLES) - 1);
    let [left, right] = [1, 0].map(|side| position.node().board.kalaha(Seat(side)));
    let gap = " ".repeat(3 * usize::from(HOLES));
    let mut text = String::with_capacity(256);
    let mut line = |line: String| writeln!(text, "{}", line.trim_end()).expect("memory takes all");
    line(say::board().get(language));
    line(String::new());
    line(format!("   {}", cells((0..HOLES).rev())));
    line(format!("    {rule}"));
    line(side(position, Seat(1)) + second);
    line(format!("{left:>3}{gap}{right:>3}"));
    line(side(position, Seat(0)) + first);
    line(format!("    {rule}"));
    line(format!("   {}", cells(0..HOLES)));
    text
}

/// A row of holes with what is next to it.
fn side(position: &Position, side: Seat) -> String {
    let node = position.node();
    // While a pass is due the asterisk is already with the side that plays again.
    let star = if node.plays_next() == side && !position.is_over() { '*' } else { ' ' };
    let seeds = |hole| node.board.seeds(side, hole);
    let row = match side {
        Seat(0) => cells((0..HOLES).map(seeds)),
        _ => cells((0..HOLES).rev().map(seeds)),
    };
    let (points, ac) = (position.points()[side.index()], position.ac()[side.index()]);
    format!("{star:>2} {row}{points:>8}  Ac:{ac:>3}")
}

fn cells(numbers: impl Iterator<Item = u8>) -> String {
    numbers.map(|number| format!("{number:>3}")).collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mancala8::{action::Action, board::Board};

    #[test]
    fn the_board_stands_as_announced() {
        let mut position = Position::start(Board::START, Seat(0), 60);
        position.play(Action::Sow(3));
        let shown = picture_with_players(&position, Language::Es);
        let expected = "\
TABLERO:

     5  4  3  2  1  0
    -----------------
     3  3  3  3  3  3      18  Ac:  0  Jugador 2
  0                    1
 *   3  3  3  0  4  4      18  Ac:  0  Jugador 1
    -----------------
     0  1  2  3  4  5
";
        assert_eq!(shown, expected);
    }
}
