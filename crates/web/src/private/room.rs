//! Addresses of private pages.

use super::admin::AdminPart;
use super::tables::Origin;
use crate::{
    Slug,
    address::{decoded, encoded},
};
use certamen_store::MatchNumber;

/// A private page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PrivateRoute {
    /// Sign-in.
    SignIn,
    /// Registration.
    Register,
    /// Registration with an invitation.
    Invited(String),
    /// Sign-out.
    SignOut,
    /// A one-time link for setting a password.
    OneTime(String),
    /// The account page.
    Me,
    /// The submission form of a contest.
    Submit(Slug),
    /// One's submissions to a contest.
    Mine(Slug),
    /// A match of the user's own bot after a turn, with its standard error.
    OwnMatch(Slug, MatchNumber, Option<u64>),
    /// The data for stepping through it.
    OwnFrames(Slug, MatchNumber),
    /// A submission and its status.
    Submission(String),
    /// The trial match of a submission, after a turn.
    Trial(String, Option<u64>),
    /// The data for stepping through it.
    TrialFrames(String),
    /// The source code of a bot.
    Sources(Slug, String),
    /// The page of a course for teams: claiming, submitting, results.
    Course(Slug),
    /// A team's marks; for the teacher, all marks.
    Marks(Slug),
    /// The mark sheet of a course.
    Sheet(Slug),
    /// Decisions of the organizers.
    Host(Slug),
    /// Rulings of the teacher on teams and their players.
    Pairs(Slug),
    /// Publishing of notices.
    Notices(Slug),
    /// The entrants, for organizers.
    Members(Slug),
    /// The log of a contest, for organizers.
    HostLog(Slug),
    /// Questions to the organizers.
    Questions(Slug),
    /// The contest file.
    ContestText(Slug),
    /// The page for asking the organizers.
    Ask(Slug),
    /// The page for sending an idea.
    Idea(Slug),
    /// The ideas, for organizers.
    Ideas(Slug),
    /// Suggested games.
    Wishes,
    /// Administration of the site.
    Admin(AdminPart),
    /// The lobby: opening tables, and one's own tables.
    Play,
    /// Opening a table that continues a match.
    OpenTable(Origin),
    /// A table, for spectators.
    Table(String),
    /// The revision of a table's pages.
    TableStamp(String),
    /// A seat of a table, by its link.
    TableSeat(String, String),
    /// The match of a table after a turn.
    TableMatch(String, Option<u64>),
    /// The data for stepping through it.
    TableFrames(String),
    /// The analysis of its position after a turn.
    TableWorth(String, u64),
    /// Its record.
    TableRecord(String),
}

impl PrivateRoute {
    /// The private page at `path`, which is without its language; none if it is no such page.
    pub(crate) fn read(path: &str) -> Option<PrivateRoute> {
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        Some(match segments[..] {
            ["sign-in"] => PrivateRoute::SignIn,
            ["register"] => PrivateRoute::Register,
            ["register", secret] if is_id(secret) => PrivateRoute::Invited(secret.to_owned()),
            ["sign-out"] => PrivateRoute::SignOut,
            ["one-time", secret] if is_id(secret) => PrivateRoute::OneTime(secret.to_owned()),
            ["me"] => PrivateRoute::Me,
            ["submissions", id] if is_id(id) => PrivateRoute::Submission(id.to_owned()),
            ["submissions", id, "match"] if is_id(id) => PrivateRoute::Trial(id.to_owned(), None),
            ["submissions", id, "match", turn] if is_id(id) => {
                PrivateRoute::Trial(id.to_owned(), Some(turn_number(turn)?))
            }
            ["submissions", id, "frames.js"] if is_id(id) => {
                PrivateRoute::TrialFrames(id.to_owned())
            }
            ["c", slug, "submit"] => PrivateRoute::Submit(Slug::read(slug)?),
            ["c", slug, "mine"] => PrivateRoute::Mine(Slug::read(slug)?),
            ["c", slug, "mine", "matches", number, ref below @ ..] => {
                own_match(slug, number, below)?
            }
            ["c", slug, "sources", entrant] => {
                PrivateRoute::Sources(Slug::read(slug)?, decoded(entrant).ok()?)
            }
            ["c", slug, "course"] => PrivateRoute::Course(Slug::read(slug)?),
            ["c", slug, "marks"] => PrivateRoute::Marks(Slug::read(slug)?),
            ["c", slug, "marks.csv"] => PrivateRoute::Sheet(Slug::read(slug)?),
            ["c", slug, "host"] => PrivateRoute::Host(Slug::read(slug)?),
            ["c", slug, "host", "pairs"] => PrivateRoute::Pairs(Slug::read(slug)?),
            ["c", slug, "host", "people"] => PrivateRoute::Members(Slug::read(slug)?),
            ["c", slug, "host", "log"] => PrivateRoute::HostLog(Slug::read(slug)?),
            ["c", slug, "host", "notices"] => PrivateRoute::Notices(Slug::read(slug)?),
            ["c", slug, "host", "questions"] => PrivateRoute::Questions(Slug::read(slug)?),
            ["c", slug, "host", "file"] => PrivateRoute::ContestText(Slug::read(slug)?),
            ["c", slug, "idea"] => PrivateRoute::Idea(Slug::read(slug)?),
            ["c", slug, "host", "ideas"] => PrivateRoute::Ideas(Slug::read(slug)?),
            ["c", slug, "ask"] => PrivateRoute::Ask(Slug::read(slug)?),
            ["proposals"] => PrivateRoute::Wishes,
            ["admin", part] => PrivateRoute::Admin(AdminPart::read(part)?),
            ["play"] => PrivateRoute::Play,
            ["play", game] if is_id(game) => PrivateRoute::OpenTable(Origin::Game(game.to_owned())),
            ["c", slug, "play", number, turn] => {
                let number = MatchNumber(i64::try_from(turn_number(number)?).ok()?);
                let origin = Origin::Match(Slug::read(slug)?, number, turn_number(turn)?);
                PrivateRoute::OpenTable(origin)
            }
            ["submissions", id, "play", turn] if is_id(id) => {
                PrivateRoute::OpenTable(Origin::Trial(id.to_owned(), turn_number(turn)?))
            }
            ["t", id, ref below @ ..] if is_id(id) => at_table(id, below)?,
            _ => return None,
        })
    }

    /// Its address, without the language; begins with a slash.
    pub(crate) fn path(&self) -> String {
        match self {
            PrivateRoute::SignIn => "/sign-in".to_owned(),
            PrivateRoute::Register => "/register".to_owned(),
            PrivateRoute::Invited(secret) => format!("/register/{secret}"),
            PrivateRoute::SignOut => "/sign-out".to_owned(),
            PrivateRoute::OneTime(secret) => format!("/one-time/{secret}"),
            PrivateRoute::Me => "/me".to_owned(),
            PrivateRoute::Submit(slug) => format!("/c/{slug}/submit"),
            PrivateRoute::Mine(slug) => format!("/c/{slug}/mine"),
            PrivateRoute::OwnMatch(slug, number, None) => {
                format!("/c/{slug}/mine/matches/{number}")
            }
            PrivateRoute::OwnMatch(slug, number, Some(turn)) => {
                format!("/c/{slug}/mine/matches/{number}/{turn}")
            }
            PrivateRoute::OwnFrames(slug, number) => {
                format!("/c/{slug}/mine/matches/{number}/frames.js")
            }
            PrivateRoute::Submission(id) => format!("/submissions/{id}"),
            PrivateRoute::Trial(id, None) => format!("/submissions/{id}/match"),
            PrivateRoute::Trial(id, Some(turn)) => format!("/submissions/{id}/match/{turn}"),
            PrivateRoute::TrialFrames(id) => format!("/submissions/{id}/frames.js"),
            PrivateRoute::Sources(slug, entrant) => {
                format!("/c/{slug}/sources/{}", encoded(entrant))
            }
            PrivateRoute::Course(slug) => format!("/c/{slug}/course"),
            PrivateRoute::Marks(slug) => format!("/c/{slug}/marks"),
            PrivateRoute::Sheet(slug) => format!("/c/{slug}/marks.csv"),
            PrivateRoute::Host(slug) => format!("/c/{slug}/host"),
            PrivateRoute::Pairs(slug) => format!("/c/{slug}/host/pairs"),
            PrivateRoute::Members(slug) => format!("/c/{slug}/host/people"),
            PrivateRoute::HostLog(slug) => format!("/c/{slug}/host/log"),
            PrivateRoute::Notices(slug) => format!("/c/{slug}/host/notices"),
            PrivateRoute::Questions(slug) => format!("/c/{slug}/host/questions"),
            PrivateRoute::ContestText(slug) => format!("/c/{slug}/host/file"),
            PrivateRoute::Ask(slug) => format!("/c/{slug}/ask"),
            PrivateRoute::Idea(slug) => format!("/c/{slug}/idea"),
            PrivateRoute::Ideas(slug) => format!("/c/{slug}/host/ideas"),
            PrivateRoute::Wishes => "/proposals".to_owned(),
            PrivateRoute::Admin(part) => format!("/admin/{}", part.word()),
            PrivateRoute::Play => "/play".to_owned(),
            PrivateRoute::OpenTable(Origin::Game(game)) => format!("/play/{game}"),
            PrivateRoute::OpenTable(Origin::Match(slug, number, turn)) => {
                format!("/c/{slug}/play/{number}/{turn}")
            }
            PrivateRoute::OpenTable(Origin::Table(id, turn)) => format!("/t/{id}/play/{turn}"),
            PrivateRoute::OpenTable(Origin::Trial(id, turn)) => {
                format!("/submissions/{id}/play/{turn}")
            }
            PrivateRoute::Table(id) => format!("/t/{id}"),
            PrivateRoute::TableStamp(id) => format!("/t/{id}/stamp"),
            PrivateRoute::TableSeat(id, secret) => format!("/t/{id}/seat/{secret}"),
            PrivateRoute::TableMatch(id, None) => format!("/t/{id}/match"),
            PrivateRoute::TableMatch(id, Some(turn)) => format!("/t/{id}/match/{turn}"),
            PrivateRoute::TableFrames(id) => format!("/t/{id}/frames.js"),
            PrivateRoute::TableWorth(id, turn) => format!("/t/{id}/worth/{turn}"),
            PrivateRoute::TableRecord(id) => format!("/t/{id}/record"),
        }
    }
}

impl PrivateRoute {
    /// Whether it accepts uploads.
    pub(crate) fn takes_files(&self) -> bool {
        matches!(self, PrivateRoute::Submit(_) | PrivateRoute::Course(_) | PrivateRoute::Ideas(_))
    }

    /// Whether anonymous users may open it.
    pub(crate) fn is_for_all(&self) -> bool {
        matches!(self, PrivateRoute::Course(_))
    }

    /// Whether it is public, over any connection.
    pub(crate) fn is_public(&self) -> bool {
        use PrivateRoute::{
            Sources, Table, TableFrames, TableMatch, TableRecord, TableStamp, TableWorth,
        };
        matches!(
            self,
            Sources(..)
                | Table(_)
                | TableStamp(_)
                | TableMatch(..)
                | TableFrames(_)
                | TableRecord(_)
                | TableWorth(..)
        )
    }
}

/// A page of a match of the user's own bot.
fn own_match(slug: &str, number: &str, below: &[&str]) -> Option<PrivateRoute> {
    let slug = Slug::read(slug)?;
    let number = MatchNumber(i64::try_from(turn_number(number)?).ok()?);
    Some(match below {
        [] => PrivateRoute::OwnMatch(slug, number, None),
        ["frames.js"] => PrivateRoute::OwnFrames(slug, number),
        [turn] => PrivateRoute::OwnMatch(slug, number, Some(turn_number(turn)?)),
        _ => return None,
    })
}

/// A page of a table.
fn at_table(id: &str, below: &[&str]) -> Option<PrivateRoute> {
    let id = id.to_owned();
    Some(match below {
        [] => PrivateRoute::Table(id),
        ["stamp"] => PrivateRoute::TableStamp(id),
        ["seat", secret] if is_id(secret) => PrivateRoute::TableSeat(id, (*secret).to_owned()),
        ["match"] => PrivateRoute::TableMatch(id, None),
        ["match", turn] => PrivateRoute::TableMatch(id, Some(turn_number(turn)?)),
        ["frames.js"] => PrivateRoute::TableFrames(id),
        ["record"] => PrivateRoute::TableRecord(id),
        ["play", turn] => PrivateRoute::OpenTable(Origin::Table(id, turn_number(turn)?)),
        ["worth", turn] => PrivateRoute::TableWorth(id, turn_number(turn)?),
        _ => return None,
    })
}

/// A turn as it is written in addresses.
fn turn_number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|turn: &u64| turn.to_string() == text)
}

/// Whether a name in an address is well-formed: it cannot lead anywhere else.
pub(crate) fn is_id(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    (1..=64).contains(&text.len()) && text.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_room_is_found_at_its_own_address() {
        let slug = || Slug::read("go-9x9").unwrap();
        for room in [
            PrivateRoute::SignIn,
            PrivateRoute::Register,
            PrivateRoute::Invited("abc2".to_owned()),
            PrivateRoute::SignOut,
            PrivateRoute::OneTime("abc2".to_owned()),
            PrivateRoute::Me,
            PrivateRoute::Submit(slug()),
            PrivateRoute::Mine(slug()),
            PrivateRoute::OwnMatch(slug(), MatchNumber(7), None),
            PrivateRoute::OwnMatch(slug(), MatchNumber(7), Some(3)),
            PrivateRoute::OwnFrames(slug(), MatchNumber(7)),
            PrivateRoute::Submission("abc7".to_owned()),
            PrivateRoute::Trial("abc7".to_owned(), None),
            PrivateRoute::Trial("abc7".to_owned(), Some(12)),
            PrivateRoute::TrialFrames("abc7".to_owned()),
            PrivateRoute::Sources(slug(), "../ñ/<x>".to_owned()),
            PrivateRoute::Course(slug()),
            PrivateRoute::Marks(slug()),
            PrivateRoute::Sheet(slug()),
            PrivateRoute::Host(slug()),
            PrivateRoute::Pairs(slug()),
            PrivateRoute::Members(slug()),
            PrivateRoute::HostLog(slug()),
            PrivateRoute::Notices(slug()),
            PrivateRoute::Questions(slug()),
            PrivateRoute::ContestText(slug()),
            PrivateRoute::Ask(slug()),
            PrivateRoute::Idea(slug()),
            PrivateRoute::Ideas(slug()),
            PrivateRoute::Wishes,
            PrivateRoute::Admin(AdminPart::Contests),
            PrivateRoute::Admin(AdminPart::Audit),
            PrivateRoute::Play,
            PrivateRoute::OpenTable(Origin::Game("mancala8".to_owned())),
            PrivateRoute::OpenTable(Origin::Match(slug(), MatchNumber(7), 12)),
            PrivateRoute::OpenTable(Origin::Table("abc7".to_owned(), 0)),
            PrivateRoute::OpenTable(Origin::Trial("abc7".to_owned(), 3)),
            PrivateRoute::Table("abc7".to_owned()),
            PrivateRoute::TableStamp("abc7".to_owned()),
            PrivateRoute::TableSeat("abc7".to_owned(), "def".to_owned()),
            PrivateRoute::TableMatch("abc7".to_owned(), None),
            PrivateRoute::TableMatch("abc7".to_owned(), Some(3)),
            PrivateRoute::TableFrames("abc7".to_owned()),
            PrivateRoute::TableWorth("abc7".to_owned(), 3),
            PrivateRoute::TableRecord("abc7".to_owned()),
        ] {
            assert_eq!(PrivateRoute::read(&room.path()), Some(room));
        }
        for path in [
            "/",
            "/c/go",
            "/submissions/..%2f",
            "/submissions/ABC",
            "/c/Go/submit",
            "/me/x",
            "/c/go/mine/matches/x",
            "/c/go/mine/matches/07",
            "/c/go/mine/matches/7/x",
            "/admin/x",
        ] {
            assert_eq!(PrivateRoute::read(path), None, "{path}");
        }
    }
}
