//! The built-in players: one that rotates, and one that avoids the crowd.

use super::{Choice, Position};
use certamen_game::{
    Rng, Seat,
    builtin::{Arguments, BuiltinError, BuiltinPlayer, refuse_others},
};

/// Their names.
pub(super) const NAMES: &[&str] = &["rotador", "esquivo"];

/// The built-in player of this name.
pub(super) fn player(
    name: &str,
    arguments: &Arguments,
) -> Result<Box<dyn BuiltinPlayer<Position>>, BuiltinError> {
    let player: Box<dyn BuiltinPlayer<Position>> = match name {
        "rotador" => Box::new(Rotador),
        "esquivo" => Box::new(Esquivo),
        _ => return Err(BuiltinError::Unknown { name: name.to_owned() }),
    };
    refuse_others(name, arguments, &[])?;
    Ok(player)
}

/// A, B and C in turn, beginning where its seat stands.
struct Rotador;

impl BuiltinPlayer<Position> for Rotador {
    fn choose(&mut self, state: &Position, seat: Seat, _luck: &mut Rng) -> Option<Choice> {
        let place = (state.round as usize + seat.index()) % Choice::ALL.len();
        Some(Choice::ALL[place])
    }

    fn draws_lots(&self) -> bool {
        false
    }
}

/// Any option but the one that most chose last, each equally likely.
struct Esquivo;

impl BuiltinPlayer<Position> for Esquivo {
    fn choose(&mut self, state: &Position, _seat: Seat, rng: &mut Rng) -> Option<Choice> {
        let counts = state.counts();
        let most = counts.into_iter().max()?;
        let options = Choice::ALL.into_iter().zip(counts);
        let shunning: Vec<Choice> =
            options.filter(|(_, count)| *count < most).map(|(choice, _)| choice).collect();
        rng.pick(if shunning.is_empty() { &Choice::ALL } else { &shunning }).copied()
    }

    fn draws_lots(&self) -> bool {
        true
    }
}
