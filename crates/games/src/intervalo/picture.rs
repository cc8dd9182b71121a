//! The picture of a strip, in the notation of the announced sample game (15 September 2007).

use super::{Interval, Position, Square};
use certamen_game::{Language, Seat, Words};
use serde::Serializer;

/// The strip with the interval of the last turn, and who won that turn.
pub(super) fn of(position: &Position, language: Language) -> String {
    let comment = match position.last {
        None => START,
        Some(Interval { winner: None, .. }) => NOBODY,
        Some(Interval { winner: Some(Seat(0)), .. }) => WON_BY_X,
        Some(Interval { winner: Some(_), .. }) => WON_BY_W,
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

const START: Words = Words {
    en: "(start of the match)",
    es: "(comienzo de la partida)",
    fr: "(début de la partie)",
    it: "(inizio della partita)",
};

const NOBODY: Words = Words {
    en: "(nobody wins the turn)",
    es: "(nadie gana el turno)",
    fr: "(personne ne gagne le tour)",
    it: "(nessuno vince il turno)",
};

const WON_BY_X: Words = Words {
    en: "(player x wins the turn)",
    es: "(el jugador x gana el turno)",
    fr: "(le joueur x gagne le tour)",
    it: "(il giocatore x vince il turno)",
};

const WON_BY_W: Words = Words {
    en: "(player w wins the turn)",
    es: "(el jugador w gana el turno)",
    fr: "(le joueur w gagne le tour)",
    it: "(il giocatore w vince il turno)",
};
