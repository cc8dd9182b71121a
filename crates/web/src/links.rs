//! Addresses of pages without their language, and the types of their variable parts. They are low
//! in the crate, so that any page can link to any other; `routes` has the page behind each.

use crate::{Slug, address::encoded};
use certamen_store::MatchNumber;
use serde::Deserialize;

pub(crate) const SIGN_IN: &str = "/sign-in";
pub(crate) const SIGN_OUT: &str = "/sign-out";
pub(crate) const REGISTER: &str = "/register";
pub(crate) const ME: &str = "/me";
pub(crate) const SUGGESTIONS: &str = "/proposals";
pub(crate) const LOBBY: &str = "/play";
/// The list of players on other machines, for people and for programs.
pub(crate) const PEERS: &str = "/peers";
/// One match after another on one board.
pub(crate) const TV: &str = "/tv";
/// The first moves of the matches of a contest.
pub(crate) const OPENINGS: &str = "/openings";
pub(crate) const PEERS_CALL: &str = "/api/v1/peers";

pub(crate) const ADMIN_CONTESTS: &str = "/admin/contests";
pub(crate) const ADMIN_PEOPLE: &str = "/admin/people";
pub(crate) const ADMIN_AUDIT: &str = "/admin/audit";
pub(crate) const ADMIN_LIVE: &str = "/admin/hall";
pub(crate) const ADMIN_HEALTH: &str = "/admin/health";

// The ends of the addresses of private pages of a contest, after the contest.
pub(crate) const SUBMIT: &str = "/submit";
/// The user's own submissions.
pub(crate) const MINE: &str = "/mine";
/// Asks the organizers.
pub(crate) const ASK: &str = "/ask";
pub(crate) const IDEA: &str = "/idea";
/// The page of a course for teams: claiming, submitting, results.
pub(crate) const COURSE: &str = "/course";
/// A team's marks; for the teacher, all marks.
pub(crate) const MARKS: &str = "/marks";
pub(crate) const MARK_SHEET: &str = "/marks.csv";
/// Decisions of the organizers.
pub(crate) const HOST: &str = "/host";
/// Rulings of the teacher on teams and their players.
pub(crate) const HOST_TEAMS: &str = "/host/pairs";
/// All submissions.
pub(crate) const HOST_SUBMISSIONS: &str = "/host/submissions";
pub(crate) const HOST_MEMBERS: &str = "/host/people";
pub(crate) const HOST_LOG: &str = "/host/log";
pub(crate) const HOST_NOTICES: &str = "/host/notices";
pub(crate) const HOST_QUESTIONS: &str = "/host/questions";
pub(crate) const HOST_FILE: &str = "/host/file";
pub(crate) const HOST_IDEAS: &str = "/host/ideas";

/// Registration with an invitation.
pub(crate) fn invited(secret: &str) -> String {
    format!("{REGISTER}/{secret}")
}

/// A link for setting a password once.
pub(crate) fn one_time(secret: &str) -> String {
    format!("/one-time/{secret}")
}

/// A private page of a contest: one of the ends above.
pub(crate) fn contest_page(slug: &Slug, page: &str) -> String {
    format!("/c/{slug}{page}")
}

pub(crate) fn submission(id: &str) -> String {
    format!("/submissions/{id}")
}

pub(crate) fn sources(slug: &Slug, entrant: &str) -> String {
    format!("/c/{slug}/sources/{}", encoded(entrant))
}

/// A match of the user's own bot, with its standard error.
pub(crate) fn own_match(slug: &Slug, number: MatchNumber) -> String {
    format!("/c/{slug}{MINE}/matches/{number}")
}

/// The trial match of a submission.
pub(crate) fn trial(id: &str) -> String {
    format!("/submissions/{id}/match")
}

pub(crate) fn table(id: &str) -> String {
    format!("/t/{id}")
}

/// A seat of a table, by its secret.
pub(crate) fn seat(id: &str, secret: &str) -> String {
    format!("/t/{id}/seat/{secret}")
}

pub(crate) fn table_match(id: &str) -> String {
    format!("/t/{id}/match")
}

/// The analysis of the position of a table after a turn.
pub(crate) fn table_worth(id: &str, turn: u64) -> String {
    format!("/t/{id}/worth/{turn}")
}

/// A published match between two machines.
pub(crate) fn peer_match(id: &str) -> String {
    format!("{PEERS}/{id}")
}

/// A new table.
pub(crate) fn open_table(game: &str) -> String {
    format!("{LOBBY}/{game}")
}

/// A new table that continues a match of a contest after a turn.
pub(crate) fn continue_match(slug: &Slug, number: MatchNumber, turn: u64) -> String {
    format!("/c/{slug}/play/{number}/{turn}")
}

pub(crate) fn continue_trial(id: &str, turn: u64) -> String {
    format!("/submissions/{id}/play/{turn}")
}

pub(crate) fn continue_table(id: &str, turn: u64) -> String {
    format!("/t/{id}/play/{turn}")
}

/// A random name in an address, well-formed: it cannot lead anywhere else.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Id(pub(crate) String);

impl TryFrom<String> for Id {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let fits = (1..=64).contains(&text.len()) && text.bytes().all(plain);
        if fits { Ok(Id(text)) } else { Err("not an id") }
    }
}

/// A turn as it is written in addresses: without leading zeros.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Turn(pub(crate) u64);

impl TryFrom<String> for Turn {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let turn = text.parse().ok().filter(|turn: &u64| turn.to_string() == text);
        turn.map(Turn).ok_or("not a turn")
    }
}

/// The number of a match, written as a turn is.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Number(pub(crate) MatchNumber);

impl TryFrom<String> for Number {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let Turn(number) = Turn::try_from(text)?;
        let number = i64::try_from(number).map_err(|_| "not a match")?;
        Ok(Number(MatchNumber(number)))
    }
}
