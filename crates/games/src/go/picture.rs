//! A picture of the board for people, its rows and columns numbered as the protocol numbers them.

use super::{Colour, End, Point, Position};
use certamen_game::{Language, Words};

const BLACK: Words = Words { en: "black", es: "negro", fr: "noir", it: "nero" };
const WHITE: Words = Words { en: "white", es: "blanco", fr: "blanc", it: "bianco" };
const PRISONERS: Words = Words {
    en: "prisoners taken by",
    es: "prisioneros tomados por",
    fr: "prisonniers pris par",
    it: "prigionieri presi da",
};
const TURN: Words = Words { en: "to move", es: "juega", fr: "joue", it: "muove" };
const PASSES: Words = Words {
    en: "both have passed",
    es: "ambos han pasado",
    fr: "les deux ont passé",
    it: "entrambi hanno passato",
};
const REPETITION: Words = Words {
    en: "the position occurs again: a tie",
    es: "la posición se repite: empate",
    fr: "la position se répète : partie nulle",
    it: "la posizione si ripete: parità",
};
const PLIES: Words = Words {
    en: "the limit of moves is reached: a tie",
    es: "se alcanzó el límite de jugadas: empate",
    fr: "la limite de coups est atteinte : partie nulle",
    it: "raggiunto il limite di mosse: parità",
};

const RESIGNS: Words =
    Words { en: "resigns", es: "abandona", fr: "abandonne", it: "abbandona" };

/// The board, the prisoners, and who moves or why nobody does.
pub(super) fn draw(position: &Position, language: Language) -> String {
    let size = position.board().size();
    let columns = (1..=size).map(|column| format!(" {column:>2}")).collect::<Vec<_>>().concat();
    let rows = (0..size).map(|row| line(position, row)).collect::<String>();
    let [black, white] = [BLACK, WHITE].map(|word| word.get(language));
    let prisoners = PRISONERS.get(language);
    let [by_black, by_white] = position.prisoners();
    let status = status(position, language);
    format!(
        "  {columns}\n{rows}X {black}, O {white}\n\
         {prisoners} {black}: {by_black}, {white}: {by_white}\n{status}\n"
    )
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

fn status(position: &Position, language: Language) -> String {
    let end = match position.end() {
        Some(End::Passes) => PASSES,
        Some(End::Repetition) => REPETITION,
        Some(End::Plies) => PLIES,
        Some(End::Resignation) => {
            let loser = if position.turn() == Colour::Black { WHITE } else { BLACK };
            return format!("{} {}", loser.get(language), RESIGNS.get(language));
        }
        None => {
            let colour = if position.turn() == Colour::Black { BLACK } else { WHITE };
            return format!("{}: {}", TURN.get(language), colour.get(language));
        }
    };
    end.get(language).to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::Action;
    use super::*;
    use certamen_game::{Luck, Seat, State};

    #[test]
    fn rows_and_columns_are_numbered_as_in_the_protocol() {
        let mut position = Position::start(3, None);
        let point = Point { row: 0, column: 2 };
        position.apply(&[(Seat(0), Action::Stone(point))], &mut Luck::of_turn(0, 1));
        assert_eq!(
            draw(&position, Language::En),
            "    1  2  3\n 1  .  .  X\n 2  .  .  .\n 3  .  .  .\nX black, O white\n\
             prisoners taken by black: 0, white: 0\nto move: white\n"
        );
    }
}
