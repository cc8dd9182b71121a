//! A table of the round for people.

use super::{Holder, Position};
use game::{Language, Words};

const ROUND: Words = Words { en: "round", es: "ronda", fr: "tour", it: "giro" };
const CENTRE: Words = Words {
    en: "coins in the centre",
    es: "monedas en el centro",
    fr: "pièces au centre",
    it: "monete al centro",
};
const COLUMNS: [Words; 5] = [
    Words { en: "player", es: "jugador", fr: "joueur", it: "giocatore" },
    Words { en: "points", es: "puntos", fr: "points", it: "punti" },
    Words { en: "flipped", es: "volteadas", fr: "retournées", it: "girate" },
    Words { en: "unflipped", es: "sin voltear", fr: "non retournées", it: "non girate" },
    Words { en: "if counted now", es: "si se contara ya", fr: "si on comptait", it: "se si contasse" },
];

/// The round, the centre, and the players in turn order; `>` marks who moves.
pub(super) fn draw(position: &Position, language: Language) -> String {
    let [round, centre] = [ROUND, CENTRE].map(|words| words.get(language));
    let (now, rounds, coins) = (position.round(), position.rounds(), position.coins());
    let titles = line(' ', &COLUMNS.map(|column| column.get(language).to_owned()), language);
    let mover = position.mover().map(|holder| holder.id);
    let rows: String = position
        .holders()
        .iter()
        .map(|holder| {
            let mark = if mover == Some(holder.id) { '>' } else { ' ' };
            line(mark, &cells(holder), language)
        })
        .collect();
    format!("{round} {now}/{rounds}, {centre}: {coins}\n{titles}{rows}")
}

fn cells(holder: &Holder) -> [String; 5] {
    let Holder { id, points, flipped, unflipped } = holder;
    [
        id.to_string(),
        points.to_string(),
        flipped.to_string(),
        unflipped.to_string(),
        holder.total().to_string(),
    ]
}

fn line(mark: char, cells: &[String; 5], language: Language) -> String {
    let padded = cells.iter().zip(COLUMNS).map(|(cell, column)| {
        let width = column.get(language).chars().count().max(7);
        format!(" {cell:>width$}")
    });
    format!("{mark}{}\n", padded.collect::<String>())
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
