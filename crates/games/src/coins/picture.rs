//! A table of the round for people.

use super::{Holder, Position, say};
use certamen_game::{Ink, Language, Picture, Seat, Shape, Turn};
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

// The table as people see it on a page: the centre, and a row a player with both stacks.

const WIDTH: i32 = 680;
/// Where the first row stands, and how high rows are.
const TOP: i32 = 100;
const LINE: i32 = 40;
/// This many coins are drawn in the centre and in a stack; all are counted.
const CENTRE: u32 = 40;
const STACK: u32 = 12;
/// Where the columns stand: stacks begin there, words have their middle there.
const FLIPPED: i32 = 100;
const UNFLIPPED: i32 = 270;
const POINTS: i32 = 460;
const TOTAL: i32 = 550;
const PLAN: i32 = 640;

/// The position after `last`.
pub(super) fn sheet(position: &Position, last: Option<&Turn>, language: Language) -> Picture {
    let height = TOP + LINE * position.holders().len() as i32;
    let centre = say::centre(position.round(), position.rounds(), position.coins()).get(language);
    let played = last.and_then(played);
    let description =
        played.map(|(seat, plan)| say::plays(u32::from(seat.0) + 1, plan).get(language));
    let description: Vec<String> = description.into_iter().chain([centre.clone()]).collect();
    let mut sheet = Picture::sheet(WIDTH, height, description.join("; "));
    let text = Shape::Text { x: WIDTH / 2, y: 20, size: 16, text: centre };
    sheet.put("centre", Ink::Text, text);
    for coin in 0..position.coins().min(CENTRE) {
        let disc = Shape::Disc { x: 38 + 15 * coin as i32, y: 42, r: 8 };
        sheet.put(format!("coin {coin}"), Ink::Neutral, disc);
    }
    heads(&mut sheet, language);
    for (place, holder) in (0..).zip(position.holders()) {
        row(&mut sheet, holder, TOP + LINE * place, language);
        if position.mover() == Some(holder) {
            let y = TOP + LINE * place + 2;
            let frame = Shape::Box { x: 4, y, width: WIDTH - 8, height: LINE - 4, round: 6 };
            sheet.put("mover", Ink::Last, frame);
        }
        if let Some((seat, plan)) = played.filter(|(seat, _)| seat.0 == holder.id) {
            let y = TOP + LINE * place + 26;
            let text = Shape::Text { x: PLAN, y, size: 16, text: plan.to_owned() };
            sheet.put("plan", Ink::Seat(seat), text);
        }
    }
    sheet
}

fn heads(sheet: &mut Picture, language: Language) {
    let heads = [
        (FLIPPED + 50, say::flipped()),
        (UNFLIPPED + 50, say::unflipped()),
        (POINTS, say::points()),
        (TOTAL, say::counted_now()),
    ];
    for (x, word) in heads {
        let text = Shape::Text { x, y: TOP - 8, size: 13, text: word.get(language) };
        sheet.put(format!("head {x}"), Ink::Quiet, text);
    }
}

fn row(sheet: &mut Picture, holder: &Holder, y: i32, language: Language) {
    let Holder { id, points, flipped, unflipped } = *holder;
    let chip = Shape::Box { x: 14, y: y + 10, width: 20, height: 20, round: 4 };
    // People count seats from 1; the table on a terminal has the numbers of the protocol.
    let number = u32::from(id) + 1;
    let label = format!("{} {number}", say::player().get(language));
    sheet.put(format!("player {id}"), Ink::Seat(Seat(id)), chip).label = Some(label);
    let mut word = |key: &str, x, text: String| {
        let text = Shape::Text { x, y: y + 26, size: 16, text };
        sheet.put(format!("{key} {id}"), Ink::Text, text);
    };
    word("id", 52, number.to_string());
    word("points", POINTS, points.to_string());
    word("total", TOTAL, holder.total().to_string());
    word("flipped", FLIPPED - 18, flipped.to_string());
    word("unflipped", UNFLIPPED - 18, unflipped.to_string());
    let stacks = [("up", FLIPPED, flipped, Ink::White), ("down", UNFLIPPED, unflipped, Ink::Black)];
    for (key, x, coins, ink) in stacks {
        for coin in 0..coins.min(STACK) {
            let disc = Shape::Disc { x: x + 10 + 9 * coin as i32, y: y + 20, r: 8 };
            sheet.put(format!("{key} {id} {coin}"), ink, disc);
        }
    }
}

/// Who played what.
fn played(turn: &Turn) -> Option<(Seat, &str)> {
    let entry = turn.moves.first()?;
    Some((entry.seat, entry.action.as_deref()?))
}

pub(super) fn scores(position: &Position) -> Vec<f64> {
    let mut scores = vec![0.0; position.holders().len()];
    for holder in position.holders() {
        scores[usize::from(holder.id)] = holder.total() as f64;
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coins::BadOutput;

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
