//! A table of the round for people.

use super::{Holder, Position, say};
use certamen_game::Language;
use std::fmt::{self, Write};

/// The round, the centre, and the players in turn order; `>` marks who moves.
pub(super) fn draw(position: &Position, language: Language) -> String {
    let mut text = String::with_capacity(128 + 64 * position.holders().len());
    write(&mut text, position, language).expect("a string takes all");
    text
}

fn write(text: &mut String, position: &Position, language: Language) -> fmt::Result {
    let (now, rounds, coins) = (position.round(), position.rounds(), position.coins());
    writeln!(text, "{}", say::centre(now, rounds, coins).get(language))?;
    let columns =
        [say::player(), say::points(), say::flipped(), say::unflipped(), say::counted_now()];
    let titles = columns.map(|column| column.get(language));
    let [a, b, c, d, e] = titles.each_ref().map(|title| title.chars().count().max(7));
    let [player, points, flipped, unflipped, total] = titles;
    writeln!(text, "  {player:>a$} {points:>b$} {flipped:>c$} {unflipped:>d$} {total:>e$}")?;
    for holder in position.holders() {
        let mark = if position.mover() == Some(holder) { '>' } else { ' ' };
        let (Holder { id, points, flipped, unflipped }, total) = (holder, holder.total());
        writeln!(text, "{mark} {id:>a$} {points:>b$} {flipped:>c$} {unflipped:>d$} {total:>e$}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::BadOutput;
    use super::*;

    #[test]
    fn the_round_is_a_table() {
        let start = Position::start(&[1, 0], 21, 50, BadOutput::WholeTurn);
        assert_eq!(
            draw(&start, Language::En),
            "round 1/50, coins in the centre: 21\n\
             \u{20}  player  points flipped unflipped if counted now\n\
             >       1       0       0         0              0\n\
             \u{20}       0       0       0         0              0\n"
        );
    }
}
