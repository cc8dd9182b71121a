//! The players at the seats of a new table.

use super::{opponents::Opponent, say as words};
use crate::{private::asked::PrivateRequest, upload::SentForm};
use certamen_game::DynGame;
use certamen_i18n::Message;
use certamen_portal::Participant;
use std::{iter, ops::RangeInclusive};

/// The maximum number of seats in the form.
pub(super) const SEATS: u8 = 8;
/// The value for the user in a form.
pub(super) const MYSELF: &str = "me";
/// The value for a person with a link.
pub(super) const LINK: &str = "link";
/// The prefix of a built-in player's name.
pub(super) const HOUSE: &str = "house ";
/// The prefix of a bot: its contest and its name follow.
pub(super) const BOT: &str = "bot ";

/// The players at the seats.
pub(super) struct SeatAssignment {
    /// One per seat.
    pub(super) sitters: Vec<Participant>,
    /// Their names, all different.
    pub(super) names: Vec<String>,
    /// The first seat of the user, if any.
    pub(super) own: Option<usize>,
}

impl SeatAssignment {
    /// The players in a form, or why they cannot play.
    pub(super) fn read(
        asked: &PrivateRequest<'_>,
        (game, range): (&dyn DynGame, RangeInclusive<u8>),
        opponents: &[Opponent],
        form: &SentForm,
    ) -> Result<SeatAssignment, Message> {
        let handle = asked.member.as_ref().map(|member| member.handle.clone());
        let handle = handle.unwrap_or_default();
        let mut seat_assignment =
            SeatAssignment { sitters: Vec::new(), names: Vec::new(), own: None };
        let mut guests: u32 = 0;
        for seat in 0..(*range.end()).min(SEATS) {
            let (participant, name) = match form.text(&format!("seat{seat}")) {
                "" => break,
                MYSELF => {
                    seat_assignment.own.get_or_insert(usize::from(seat));
                    (Participant::Person, handle.clone())
                }
                LINK => {
                    guests += 1;
                    (Participant::Person, words::guest(guests).get(asked.language))
                }
                other => not_a_person(game, opponents, other)?,
            };
            seat_assignment.sitters.push(participant);
            seat_assignment.names.push(name);
        }
        if seat_assignment.sitters.len() < usize::from(*range.start()) {
            return Err(words::too_few(*range.start()));
        }
        if !seat_assignment.sitters.contains(&Participant::Person) {
            return Err(words::no_person());
        }
        seat_assignment.names = disambiguate(seat_assignment.names);
        Ok(seat_assignment)
    }
}

/// The built-in player or the bot of this value, and its name.
fn not_a_person(
    game: &dyn DynGame,
    opponents: &[Opponent],
    value: &str,
) -> Result<(Participant, String), Message> {
    if let Some(opponent) = opponents.iter().find(|opponent| opponent.value() == value) {
        let Opponent { contest, name, .. } = opponent.clone();
        return Ok((Participant::Entrant { contest, name: name.clone() }, name));
    }
    let name = value.strip_prefix(HOUSE).filter(|name| game.builtin_names().contains(name));
    let name = name.ok_or_else(words::bad_choice)?.to_owned();
    Ok((Participant::House(name.clone()), name))
}

/// The names made unique.
fn disambiguate(names: Vec<String>) -> Vec<String> {
    let mut apart: Vec<String> = Vec::with_capacity(names.len());
    for name in names {
        let others = (2_u32..).map(|number| format!("{name} ({number})"));
        let mut free = iter::once(name.clone()).chain(others);
        apart.extend(free.find(|name| !apart.contains(name)));
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_at_a_table_are_called_alike() {
        let names = ["ana", "first", "first", "first (2)"].map(str::to_owned).to_vec();
        assert_eq!(disambiguate(names), ["ana", "first", "first (2)", "first (2) (2)"]);
    }
}
