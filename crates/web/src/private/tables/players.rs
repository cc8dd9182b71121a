//! The players at the seats of a new table, and the bots that a user may play against: their own,
//! references, and those of contests with `play_against = "all"`.

use super::{
    open::{NewApiSeat, NewSeatKind},
    words,
};
use crate::{
    contest::ContestView, private::request::PrivateRequest, pseudonyms::PlayerVisibility,
    upload::SentForm,
};
use certamen_contest::file::PlayedAgainst;
use certamen_game::{DynGame, job::check_bot_name};
use certamen_i18n::{Localize, Message};
use certamen_portal::{Participant, rights::Permission};
use std::{collections::BTreeSet, iter, ops::RangeInclusive};

/// The maximum number of seats in the form.
pub(super) const SEATS: u8 = 8;
/// The value for the user in a form.
pub(super) const MYSELF: &str = "me";
/// The value for a person with a link.
pub(super) const LINK: &str = "link";
/// The prefix of a built-in player's name.
pub(super) const BUILTIN: &str = "house ";
/// The prefix of a bot: its contest and its name follow.
const BOT: &str = "bot ";
/// The maximum number of bots per contest.
const MAX_PER_CONTEST: usize = 200;

pub(super) struct SeatAssignment {
    /// One per seat.
    pub(super) participants: Vec<Participant>,
    /// Their names, all different.
    pub(super) names: Vec<String>,
    /// The first seat of the user, if any.
    pub(super) own: Option<usize>,
}

impl SeatAssignment {
    /// The players in a form, or why they cannot play.
    pub(super) fn read(
        request: &PrivateRequest<'_>,
        game: &dyn DynGame,
        seats: &RangeInclusive<u8>,
        opponents: &[Opponent],
        form: &SentForm,
    ) -> Result<SeatAssignment, Message> {
        let (mut participants, mut names, mut own) = (Vec::new(), Vec::new(), None);
        let mut guests: u32 = 0;
        for seat in 0..(*seats.end()).min(SEATS) {
            let (participant, name) = match form.text(&format!("seat{seat}")) {
                "" => break,
                MYSELF => {
                    own.get_or_insert(usize::from(seat));
                    let handle = request.member.as_ref().map(|member| member.handle.clone());
                    let visitor = || words::visitor().get(request.language);
                    (Participant::Person, handle.unwrap_or_else(visitor))
                }
                LINK => {
                    guests += 1;
                    (Participant::Person, words::guest(guests).get(request.language))
                }
                other => builtin_or_bot(game, opponents, other)?,
            };
            participants.push(participant);
            names.push(name);
        }
        if participants.len() < usize::from(*seats.start()) {
            return Err(words::too_few(*seats.start()));
        }
        let people = participants.iter().filter(|one| **one == Participant::Person).count();
        match people {
            0 => Err(words::no_person()),
            2.. if request.member.is_none() => Err(words::alone()),
            _ => Ok(SeatAssignment { participants, names: disambiguate(names), own }),
        }
    }
}

impl SeatAssignment {
    /// The players of a table that is opened by the API, or why they cannot play.
    pub(super) fn of(
        game: &dyn DynGame,
        range: &RangeInclusive<u8>,
        opponents: &[Opponent],
        seats: &[NewApiSeat],
    ) -> Result<SeatAssignment, Message> {
        if seats.len() > usize::from(*range.end()) {
            return Err(words::bad_choice());
        }
        if seats.len() < usize::from(*range.start()) {
            return Err(words::too_few(*range.start()));
        }
        let (mut participants, mut names) = (Vec::new(), Vec::new());
        for NewApiSeat { kind, name } in seats {
            let (participant, name) = match kind {
                NewSeatKind::Remote => {
                    check_bot_name(name).map_err(|error| error.message())?;
                    (Participant::Person, name.clone())
                }
                NewSeatKind::House => builtin_or_bot(game, opponents, &format!("{BUILTIN}{name}"))?,
                NewSeatKind::Program => {
                    let bot = format!("{BOT}{}", name.replacen('/', " ", 1));
                    builtin_or_bot(game, opponents, &bot)?
                }
            };
            participants.push(participant);
            names.push(name);
        }
        if !participants.contains(&Participant::Person) {
            return Err(words::no_person());
        }
        Ok(SeatAssignment { participants, names: disambiguate(names), own: None })
    }
}

/// The built-in player or the bot of this value, and its name.
fn builtin_or_bot(
    game: &dyn DynGame,
    opponents: &[Opponent],
    value: &str,
) -> Result<(Participant, String), Message> {
    if let Some(opponent) = opponents.iter().find(|opponent| opponent.value() == value) {
        let Opponent { contest, name, .. } = opponent.clone();
        return Ok((Participant::Entrant { contest, name: name.clone() }, name));
    }
    let name = value.strip_prefix(BUILTIN).filter(|name| game.builtin_names().contains(name));
    let name = name.ok_or_else(words::bad_choice)?.to_owned();
    Ok((Participant::Builtin(name.clone()), name))
}

fn disambiguate(names: Vec<String>) -> Vec<String> {
    let mut unique: Vec<String> = Vec::with_capacity(names.len());
    for name in names {
        let others = (2_u32..).map(|number| format!("{name} ({number})"));
        let mut free = iter::once(name.clone()).chain(others);
        unique.extend(free.find(|name| !unique.contains(name)));
    }
    unique
}

/// The value of a bot in a form.
pub(super) fn program_value(contest: &str, name: &str) -> String {
    format!("{BOT}{contest} {name}")
}

/// A bot that a user may play against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Opponent {
    /// The slug of its contest, and the title.
    pub(super) contest: String,
    pub(super) title: String,
    pub(super) name: String,
    /// The isolation level of its contest.
    pub(super) tier: String,
}

impl Opponent {
    pub(super) fn value(&self) -> String {
        program_value(&self.contest, &self.name)
    }
}

/// The bots for `game` that the user may play against.
pub(super) fn opponents(request: &PrivateRequest<'_>, game: &dyn DynGame) -> Vec<Opponent> {
    // Visitors play built-in players only, which cost next to nothing.
    if request.member.is_none() {
        return Vec::new();
    }
    let slug = game.info().slug;
    let views = request.site.contest_views();
    let of_game =
        views.filter(|view| view.revision().game.is_some_and(|played| played.info().slug == slug));
    of_game.flat_map(|view| opponents_of(request, view)).collect()
}

fn opponents_of(request: &PrivateRequest<'_>, view: &ContestView) -> Vec<Opponent> {
    let (snapshot, board) = (view.revision(), view.board());
    let Some(file) = &snapshot.file else { return Vec::new() };
    // Bots with private names are not offered.
    if snapshot.visibility != PlayerVisibility::Names || file.course.is_some() {
        return Vec::new();
    }
    let standings = snapshot.tabled().ok();
    let plays_all = file.site.play_against == PlayedAgainst::All
        || request.may(Permission::PlayAgainst, view.slug.as_str());
    let may_play = |author: &str| {
        let is_own = request.member.as_ref().is_some_and(|member| member.handle == author);
        plays_all || request.may_as(is_own, Permission::PlayAgainst, view.slug.as_str())
    };
    let (references, entrants) = (file.references(), board.roster.entrants());
    let gone: BTreeSet<&str> = entrants
        .iter()
        .filter(|filed| filed.decided.left.is_some())
        .map(|filed| filed.decided.sent.entrant.as_str())
        .collect();
    let own = board.roster.taking_part().into_iter().map(|filed| &filed.decided.sent);
    let own = own.filter(|sent| may_play(&sent.author)).map(|sent| sent.entrant.as_str());
    let listed =
        standings.iter().flat_map(|standings| &standings.lines).map(|line| line.bot.as_str());
    let listed = listed.filter(|name| plays_all || references.contains(name));
    let names: BTreeSet<&str> = own.chain(listed).filter(|name| !gone.contains(name)).collect();
    let tier = standings
        .and_then(|standings| standings.tier.clone())
        .unwrap_or_else(|| file.sandbox.minimum_tier.clone());
    let opponent = |name: &str| Opponent {
        contest: view.slug.to_string(),
        title: snapshot.name.clone(),
        name: name.to_owned(),
        tier: tier.clone(),
    };
    names.into_iter().take(MAX_PER_CONTEST).map(opponent).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_at_a_table_differ() {
        let names = ["ana", "first", "first", "first (2)"].map(str::to_owned).to_vec();
        assert_eq!(disambiguate(names), ["ana", "first", "first (2)", "first (2) (2)"]);
    }
}
