//! Who sits where at a table that is being opened.

use super::{opponents::Opponent, say as words};
use crate::{private::asked::PrivateRequest, upload::SentForm};
use certamen_game::DynGame;
use certamen_i18n::Message;
use certamen_portal::Participant;
use std::{iter, ops::RangeInclusive};

/// So many seats can be filled in the form.
pub(super) const SEATS: u8 = 8;
/// Whoever opens the table, in a form.
pub(super) const MYSELF: &str = "me";
/// Somebody who is sent a link.
pub(super) const LINK: &str = "link";
/// A house player of the name that follows.
pub(super) const HOUSE: &str = "house ";
/// A program: its contest and its name follow.
pub(super) const BOT: &str = "bot ";

/// Who sits where.
pub(super) struct SeatAssignment {
    /// One a seat.
    pub(super) sitters: Vec<Participant>,
    /// What each is called; no two alike.
    pub(super) names: Vec<String>,
    /// The first seat of whoever opens the table, if he sits at it.
    pub(super) own: Option<usize>,
}

impl SeatAssignment {
    /// Those whom a form names, or why they cannot play.
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

/// The house player or the program of this value, and what it is called.
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

/// Names of which no two are alike.
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
