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
pub(crate) enum PrivateRoom {
    /// Where one signs in.
    SignIn,
    /// Where one makes an account for oneself.
    Register,
    /// Where whoever holds this invitation makes one.
    Invited(String),
    /// Where one signs out.
    SignOut,
    /// Where whoever holds this link sets his password.
    OneTime(String),
    /// One's account.
    Me,
    /// Where one sends a program to a contest.
    Submit(Slug),
    /// What one sent to a contest.
    Mine(Slug),
    /// A match of one's own program after a turn, with what that said on standard error.
    OwnMatch(Slug, MatchNumber, Option<u64>),
    /// What is needed to step through it.
    OwnFrames(Slug, MatchNumber),
    /// What was sent under this name, and what became of it.
    Submission(String),
    /// The match that it played before it was let in, after a turn.
    Trial(String, Option<u64>),
    /// What is needed to step through it.
    TrialFrames(String),
    /// The sources of a program that takes part.
    Sources(Slug, String),
    /// What a pair of a course claims, sends and reads.
    Course(Slug),
    /// Its mark; for the teacher, all marks.
    Marks(Slug),
    /// The mark sheet of a course.
    Sheet(Slug),
    /// What a host of a contest decides.
    Host(Slug),
    /// What a teacher decides on pairs and their players.
    Pairs(Slug),
    /// Where a host tells everybody something.
    Notices(Slug),
    /// Who takes part in a contest, for its hosts.
    Members(Slug),
    /// What was done in a contest, for its hosts.
    HostLog(Slug),
    /// What hosts were asked.
    Questions(Slug),
    /// The contest file.
    ContestText(Slug),
    /// Where one asks the hosts.
    Ask(Slug),
    /// Where one sends an idea.
    Idea(Slug),
    /// Where hosts write ideas down.
    Ideas(Slug),
    /// Games that are wished for.
    Wishes,
    /// What concerns the whole site.
    Admin(AdminPart),
    /// Where one opens tables, and finds one's own.
    Play,
    /// Where one opens a table that begins there.
    OpenTable(Origin),
    /// A table, for those who look on.
    Table(String),
    /// What tells whether a page of it would be another.
    TableStamp(String),
    /// A seat of a table, for whoever has its link.
    TableSeat(String, String),
    /// The match of a table after a turn.
    TableMatch(String, Option<u64>),
    /// What is needed to step through it.
    TableFrames(String),
    /// What its position after a turn is worth.
    TableWorth(String, u64),
    /// Its record.
    TableRecord(String),
}

impl PrivateRoom {
    /// The private page at `path`, which is without its language; none if it is no such page.
    pub(crate) fn read(path: &str) -> Option<PrivateRoom> {
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        Some(match segments[..] {
            ["sign-in"] => PrivateRoom::SignIn,
            ["register"] => PrivateRoom::Register,
            ["register", secret] if is_id(secret) => PrivateRoom::Invited(secret.to_owned()),
            ["sign-out"] => PrivateRoom::SignOut,
            ["one-time", secret] if is_id(secret) => PrivateRoom::OneTime(secret.to_owned()),
            ["me"] => PrivateRoom::Me,
            ["submissions", id] if is_id(id) => PrivateRoom::Submission(id.to_owned()),
            ["submissions", id, "match"] if is_id(id) => PrivateRoom::Trial(id.to_owned(), None),
            ["submissions", id, "match", turn] if is_id(id) => {
                PrivateRoom::Trial(id.to_owned(), Some(turn_number(turn)?))
            }
            ["submissions", id, "frames.js"] if is_id(id) => {
                PrivateRoom::TrialFrames(id.to_owned())
            }
            ["c", slug, "submit"] => PrivateRoom::Submit(Slug::read(slug)?),
            ["c", slug, "mine"] => PrivateRoom::Mine(Slug::read(slug)?),
            ["c", slug, "mine", "matches", number, ref below @ ..] => {
                own_match(slug, number, below)?
            }
            ["c", slug, "sources", entrant] => {
                PrivateRoom::Sources(Slug::read(slug)?, decoded(entrant).ok()?)
            }
            ["c", slug, "course"] => PrivateRoom::Course(Slug::read(slug)?),
            ["c", slug, "marks"] => PrivateRoom::Marks(Slug::read(slug)?),
            ["c", slug, "marks.csv"] => PrivateRoom::Sheet(Slug::read(slug)?),
            ["c", slug, "host"] => PrivateRoom::Host(Slug::read(slug)?),
            ["c", slug, "host", "pairs"] => PrivateRoom::Pairs(Slug::read(slug)?),
            ["c", slug, "host", "people"] => PrivateRoom::Members(Slug::read(slug)?),
            ["c", slug, "host", "log"] => PrivateRoom::HostLog(Slug::read(slug)?),
            ["c", slug, "host", "notices"] => PrivateRoom::Notices(Slug::read(slug)?),
            ["c", slug, "host", "questions"] => PrivateRoom::Questions(Slug::read(slug)?),
            ["c", slug, "host", "file"] => PrivateRoom::ContestText(Slug::read(slug)?),
            ["c", slug, "idea"] => PrivateRoom::Idea(Slug::read(slug)?),
            ["c", slug, "host", "ideas"] => PrivateRoom::Ideas(Slug::read(slug)?),
            ["c", slug, "ask"] => PrivateRoom::Ask(Slug::read(slug)?),
            ["proposals"] => PrivateRoom::Wishes,
            ["admin", part] => PrivateRoom::Admin(AdminPart::read(part)?),
            ["play"] => PrivateRoom::Play,
            ["play", game] if is_id(game) => PrivateRoom::OpenTable(Origin::Game(game.to_owned())),
            ["c", slug, "play", number, turn] => {
                let number = MatchNumber(i64::try_from(turn_number(number)?).ok()?);
                let origin = Origin::Match(Slug::read(slug)?, number, turn_number(turn)?);
                PrivateRoom::OpenTable(origin)
            }
            ["submissions", id, "play", turn] if is_id(id) => {
                PrivateRoom::OpenTable(Origin::Trial(id.to_owned(), turn_number(turn)?))
            }
            ["t", id, ref below @ ..] if is_id(id) => at_table(id, below)?,
            _ => return None,
        })
    }

    /// Its address, without the language; begins with a slash.
    pub(crate) fn path(&self) -> String {
        match self {
            PrivateRoom::SignIn => "/sign-in".to_owned(),
            PrivateRoom::Register => "/register".to_owned(),
            PrivateRoom::Invited(secret) => format!("/register/{secret}"),
            PrivateRoom::SignOut => "/sign-out".to_owned(),
            PrivateRoom::OneTime(secret) => format!("/one-time/{secret}"),
            PrivateRoom::Me => "/me".to_owned(),
            PrivateRoom::Submit(slug) => format!("/c/{slug}/submit"),
            PrivateRoom::Mine(slug) => format!("/c/{slug}/mine"),
            PrivateRoom::OwnMatch(slug, number, None) => format!("/c/{slug}/mine/matches/{number}"),
            PrivateRoom::OwnMatch(slug, number, Some(turn)) => {
                format!("/c/{slug}/mine/matches/{number}/{turn}")
            }
            PrivateRoom::OwnFrames(slug, number) => {
                format!("/c/{slug}/mine/matches/{number}/frames.js")
            }
            PrivateRoom::Submission(id) => format!("/submissions/{id}"),
            PrivateRoom::Trial(id, None) => format!("/submissions/{id}/match"),
            PrivateRoom::Trial(id, Some(turn)) => format!("/submissions/{id}/match/{turn}"),
            PrivateRoom::TrialFrames(id) => format!("/submissions/{id}/frames.js"),
            PrivateRoom::Sources(slug, entrant) => {
                format!("/c/{slug}/sources/{}", encoded(entrant))
            }
            PrivateRoom::Course(slug) => format!("/c/{slug}/course"),
            PrivateRoom::Marks(slug) => format!("/c/{slug}/marks"),
            PrivateRoom::Sheet(slug) => format!("/c/{slug}/marks.csv"),
            PrivateRoom::Host(slug) => format!("/c/{slug}/host"),
            PrivateRoom::Pairs(slug) => format!("/c/{slug}/host/pairs"),
            PrivateRoom::Members(slug) => format!("/c/{slug}/host/people"),
            PrivateRoom::HostLog(slug) => format!("/c/{slug}/host/log"),
            PrivateRoom::Notices(slug) => format!("/c/{slug}/host/notices"),
            PrivateRoom::Questions(slug) => format!("/c/{slug}/host/questions"),
            PrivateRoom::ContestText(slug) => format!("/c/{slug}/host/file"),
            PrivateRoom::Ask(slug) => format!("/c/{slug}/ask"),
            PrivateRoom::Idea(slug) => format!("/c/{slug}/idea"),
            PrivateRoom::Ideas(slug) => format!("/c/{slug}/host/ideas"),
            PrivateRoom::Wishes => "/proposals".to_owned(),
            PrivateRoom::Admin(part) => format!("/admin/{}", part.word()),
            PrivateRoom::Play => "/play".to_owned(),
            PrivateRoom::OpenTable(Origin::Game(game)) => format!("/play/{game}"),
            PrivateRoom::OpenTable(Origin::Match(slug, number, turn)) => {
                format!("/c/{slug}/play/{number}/{turn}")
            }
            PrivateRoom::OpenTable(Origin::Table(id, turn)) => format!("/t/{id}/play/{turn}"),
            PrivateRoom::OpenTable(Origin::Trial(id, turn)) => {
                format!("/submissions/{id}/play/{turn}")
            }
            PrivateRoom::Table(id) => format!("/t/{id}"),
            PrivateRoom::TableStamp(id) => format!("/t/{id}/stamp"),
            PrivateRoom::TableSeat(id, secret) => format!("/t/{id}/seat/{secret}"),
            PrivateRoom::TableMatch(id, None) => format!("/t/{id}/match"),
            PrivateRoom::TableMatch(id, Some(turn)) => format!("/t/{id}/match/{turn}"),
            PrivateRoom::TableFrames(id) => format!("/t/{id}/frames.js"),
            PrivateRoom::TableWorth(id, turn) => format!("/t/{id}/worth/{turn}"),
            PrivateRoom::TableRecord(id) => format!("/t/{id}/record"),
        }
    }
}

impl PrivateRoom {
    /// Whether files are sent to it.
    pub(crate) fn takes_files(&self) -> bool {
        matches!(self, PrivateRoom::Submit(_) | PrivateRoom::Course(_) | PrivateRoom::Ideas(_))
    }

    /// Whether somebody who did not sign in is let in, too.
    pub(crate) fn is_for_all(&self) -> bool {
        matches!(self, PrivateRoom::Course(_))
    }

    /// Whether it is open to everybody, over whatever wire.
    pub(crate) fn needs_nobody(&self) -> bool {
        use PrivateRoom::{
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

/// A page of a match of one's own program.
fn own_match(slug: &str, number: &str, below: &[&str]) -> Option<PrivateRoom> {
    let slug = Slug::read(slug)?;
    let number = MatchNumber(i64::try_from(turn_number(number)?).ok()?);
    Some(match below {
        [] => PrivateRoom::OwnMatch(slug, number, None),
        ["frames.js"] => PrivateRoom::OwnFrames(slug, number),
        [turn] => PrivateRoom::OwnMatch(slug, number, Some(turn_number(turn)?)),
        _ => return None,
    })
}

/// A page of a table.
fn at_table(id: &str, below: &[&str]) -> Option<PrivateRoom> {
    let id = id.to_owned();
    Some(match below {
        [] => PrivateRoom::Table(id),
        ["stamp"] => PrivateRoom::TableStamp(id),
        ["seat", secret] if is_id(secret) => PrivateRoom::TableSeat(id, (*secret).to_owned()),
        ["match"] => PrivateRoom::TableMatch(id, None),
        ["match", turn] => PrivateRoom::TableMatch(id, Some(turn_number(turn)?)),
        ["frames.js"] => PrivateRoom::TableFrames(id),
        ["record"] => PrivateRoom::TableRecord(id),
        ["play", turn] => PrivateRoom::OpenTable(Origin::Table(id, turn_number(turn)?)),
        ["worth", turn] => PrivateRoom::TableWorth(id, turn_number(turn)?),
        _ => return None,
    })
}

/// A turn as it is written in our addresses.
fn turn_number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|turn: &u64| turn.to_string() == text)
}

/// Whether a name in an address may be one of ours: it leads nowhere else.
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
            PrivateRoom::SignIn,
            PrivateRoom::Register,
            PrivateRoom::Invited("abc2".to_owned()),
            PrivateRoom::SignOut,
            PrivateRoom::OneTime("abc2".to_owned()),
            PrivateRoom::Me,
            PrivateRoom::Submit(slug()),
            PrivateRoom::Mine(slug()),
            PrivateRoom::OwnMatch(slug(), MatchNumber(7), None),
            PrivateRoom::OwnMatch(slug(), MatchNumber(7), Some(3)),
            PrivateRoom::OwnFrames(slug(), MatchNumber(7)),
            PrivateRoom::Submission("abc7".to_owned()),
            PrivateRoom::Trial("abc7".to_owned(), None),
            PrivateRoom::Trial("abc7".to_owned(), Some(12)),
            PrivateRoom::TrialFrames("abc7".to_owned()),
            PrivateRoom::Sources(slug(), "../ñ/<x>".to_owned()),
            PrivateRoom::Course(slug()),
            PrivateRoom::Marks(slug()),
            PrivateRoom::Sheet(slug()),
            PrivateRoom::Host(slug()),
            PrivateRoom::Pairs(slug()),
            PrivateRoom::Members(slug()),
            PrivateRoom::HostLog(slug()),
            PrivateRoom::Notices(slug()),
            PrivateRoom::Questions(slug()),
            PrivateRoom::ContestText(slug()),
            PrivateRoom::Ask(slug()),
            PrivateRoom::Idea(slug()),
            PrivateRoom::Ideas(slug()),
            PrivateRoom::Wishes,
            PrivateRoom::Admin(AdminPart::Contests),
            PrivateRoom::Admin(AdminPart::Audit),
            PrivateRoom::Play,
            PrivateRoom::OpenTable(Origin::Game("mancala8".to_owned())),
            PrivateRoom::OpenTable(Origin::Match(slug(), MatchNumber(7), 12)),
            PrivateRoom::OpenTable(Origin::Table("abc7".to_owned(), 0)),
            PrivateRoom::OpenTable(Origin::Trial("abc7".to_owned(), 3)),
            PrivateRoom::Table("abc7".to_owned()),
            PrivateRoom::TableStamp("abc7".to_owned()),
            PrivateRoom::TableSeat("abc7".to_owned(), "def".to_owned()),
            PrivateRoom::TableMatch("abc7".to_owned(), None),
            PrivateRoom::TableMatch("abc7".to_owned(), Some(3)),
            PrivateRoom::TableFrames("abc7".to_owned()),
            PrivateRoom::TableWorth("abc7".to_owned(), 3),
            PrivateRoom::TableRecord("abc7".to_owned()),
        ] {
            assert_eq!(PrivateRoom::read(&room.path()), Some(room));
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
            assert_eq!(PrivateRoom::read(path), None, "{path}");
        }
    }
}
