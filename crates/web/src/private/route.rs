//! Addresses of private pages.

use super::{admin::AdminPart, tables::Origin};
use crate::{
    Slug,
    address::{decoded, encoded},
};
use certamen_store::MatchNumber;

/// A private page. The turns of match pages are those to show first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PrivateRoute {
    SignIn,
    Register,
    /// Registration with an invitation.
    Invited(String),
    SignOut,
    /// A one-time link for setting a password.
    OneTime(String),
    Me,
    Contest(Slug, ContestPage),
    /// A match of the user's own bot, with its standard error.
    OwnMatch(Slug, MatchNumber, Option<u64>),
    /// The data for stepping through it.
    OwnFrames(Slug, MatchNumber),
    Submission(String),
    /// The trial match of a submission.
    Trial(String, Option<u64>),
    /// The data for stepping through it.
    TrialFrames(String),
    Sources(Slug, String),
    Suggestions,
    Admin(AdminPart),
    /// The lobby: opening tables, and the user's own tables.
    Play,
    /// Opening a table that continues a match.
    OpenTable(Origin),
    Table(String, TablePage),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ContestPage {
    Submit,
    /// The user's own submissions.
    Mine,
    /// The page of a course for teams: claiming, submitting, results.
    Course,
    /// A team's marks; for the teacher, all marks.
    Marks,
    /// The mark sheet of a course.
    Sheet,
    /// Decisions of the organizers.
    Host,
    /// Rulings of the teacher on teams and their players.
    Teams,
    /// The entrants, for organizers.
    Members,
    Log,
    Notices,
    Questions,
    File,
    /// The page for asking the organizers.
    Ask,
    /// The page for sending an idea.
    Idea,
    /// The ideas, for organizers.
    Ideas,
}

impl ContestPage {
    /// All of them, by the end of their addresses.
    const ALL: [(&'static str, ContestPage); 15] = [
        ("submit", ContestPage::Submit),
        ("mine", ContestPage::Mine),
        ("course", ContestPage::Course),
        ("marks", ContestPage::Marks),
        ("marks.csv", ContestPage::Sheet),
        ("host", ContestPage::Host),
        ("host/pairs", ContestPage::Teams),
        ("host/people", ContestPage::Members),
        ("host/log", ContestPage::Log),
        ("host/notices", ContestPage::Notices),
        ("host/questions", ContestPage::Questions),
        ("host/file", ContestPage::File),
        ("ask", ContestPage::Ask),
        ("idea", ContestPage::Idea),
        ("host/ideas", ContestPage::Ideas),
    ];

    fn read(segments: &[&str]) -> Option<ContestPage> {
        let path = segments.join("/");
        ContestPage::ALL.into_iter().find(|(known, _)| *known == path).map(|(_, page)| page)
    }

    fn path(self) -> &'static str {
        let found = ContestPage::ALL.into_iter().find(|(_, page)| *page == self);
        found.map(|(path, _)| path).unwrap_or_default()
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TablePage {
    /// The page for spectators.
    Watch,
    /// The revision of the table's pages.
    Stamp,
    /// A seat, by its secret.
    Seat(String),
    /// Its match after a turn.
    Match(Option<u64>),
    /// The data for stepping through it.
    Frames,
    /// The analysis of its position after a turn.
    Worth(u64),
    Record,
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
            ["submissions", id, ref below @ ..] if is_id(id) => submission_route(id, below)?,
            ["c", slug, "mine", "matches", number] => {
                PrivateRoute::OwnMatch(Slug::read(slug)?, match_number(number)?, None)
            }
            ["c", slug, "mine", "matches", number, "frames.js"] => {
                PrivateRoute::OwnFrames(Slug::read(slug)?, match_number(number)?)
            }
            ["c", slug, "mine", "matches", number, turn] => {
                let turn = Some(turn_number(turn)?);
                PrivateRoute::OwnMatch(Slug::read(slug)?, match_number(number)?, turn)
            }
            ["c", slug, "sources", entrant] => {
                PrivateRoute::Sources(Slug::read(slug)?, decoded(entrant).ok()?)
            }
            ["c", slug, "play", number, turn] => {
                let (number, turn) = (match_number(number)?, turn_number(turn)?);
                PrivateRoute::OpenTable(Origin::Match(Slug::read(slug)?, number, turn))
            }
            ["c", slug, ref below @ ..] => {
                PrivateRoute::Contest(Slug::read(slug)?, ContestPage::read(below)?)
            }
            ["proposals"] => PrivateRoute::Suggestions,
            ["admin", part] => PrivateRoute::Admin(AdminPart::read(part)?),
            ["play"] => PrivateRoute::Play,
            ["play", game] if is_id(game) => PrivateRoute::OpenTable(Origin::Game(game.to_owned())),
            ["t", id, "play", turn] if is_id(id) => {
                PrivateRoute::OpenTable(Origin::Table(id.to_owned(), turn_number(turn)?))
            }
            ["t", id, ref below @ ..] if is_id(id) => {
                PrivateRoute::Table(id.to_owned(), table_page(below)?)
            }
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
            PrivateRoute::Contest(slug, page) => format!("/c/{slug}/{}", page.path()),
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
            PrivateRoute::Suggestions => "/proposals".to_owned(),
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
            PrivateRoute::Table(id, page) => match page {
                TablePage::Watch => format!("/t/{id}"),
                TablePage::Stamp => format!("/t/{id}/stamp"),
                TablePage::Seat(secret) => format!("/t/{id}/seat/{secret}"),
                TablePage::Match(None) => format!("/t/{id}/match"),
                TablePage::Match(Some(turn)) => format!("/t/{id}/match/{turn}"),
                TablePage::Frames => format!("/t/{id}/frames.js"),
                TablePage::Worth(turn) => format!("/t/{id}/worth/{turn}"),
                TablePage::Record => format!("/t/{id}/record"),
            },
        }
    }

    pub(crate) fn accepts_files(&self) -> bool {
        let uploads = [ContestPage::Submit, ContestPage::Course, ContestPage::Ideas];
        matches!(self, PrivateRoute::Contest(_, page) if uploads.contains(page))
    }

    /// Whether anonymous users may open it.
    pub(crate) fn is_for_all(&self) -> bool {
        matches!(self, PrivateRoute::Contest(_, ContestPage::Course))
    }

    /// Whether it is public, over any connection.
    pub(crate) fn is_public(&self) -> bool {
        match self {
            PrivateRoute::Sources(..) => true,
            PrivateRoute::Table(_, page) => !matches!(page, TablePage::Seat(_)),
            _ => false,
        }
    }
}

fn submission_route(id: &str, below: &[&str]) -> Option<PrivateRoute> {
    let id = id.to_owned();
    Some(match below {
        [] => PrivateRoute::Submission(id),
        ["match"] => PrivateRoute::Trial(id, None),
        ["match", turn] => PrivateRoute::Trial(id, Some(turn_number(turn)?)),
        ["frames.js"] => PrivateRoute::TrialFrames(id),
        ["play", turn] => PrivateRoute::OpenTable(Origin::Trial(id, turn_number(turn)?)),
        _ => return None,
    })
}

fn table_page(below: &[&str]) -> Option<TablePage> {
    Some(match below {
        [] => TablePage::Watch,
        ["stamp"] => TablePage::Stamp,
        ["seat", secret] if is_id(secret) => TablePage::Seat((*secret).to_owned()),
        ["match"] => TablePage::Match(None),
        ["match", turn] => TablePage::Match(Some(turn_number(turn)?)),
        ["frames.js"] => TablePage::Frames,
        ["record"] => TablePage::Record,
        ["worth", turn] => TablePage::Worth(turn_number(turn)?),
        _ => return None,
    })
}

fn match_number(text: &str) -> Option<MatchNumber> {
    Some(MatchNumber(i64::try_from(turn_number(text)?).ok()?))
}

/// A turn as it is written in addresses: without leading zeros.
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
    fn every_route_is_read_from_its_own_address() {
        let (id, slug) = (|| "abc7".to_owned(), || Slug::read("go-9x9").unwrap());
        let mut routes = vec![
            PrivateRoute::SignIn,
            PrivateRoute::Register,
            PrivateRoute::Invited(id()),
            PrivateRoute::SignOut,
            PrivateRoute::OneTime(id()),
            PrivateRoute::Me,
            PrivateRoute::OwnMatch(slug(), MatchNumber(7), None),
            PrivateRoute::OwnMatch(slug(), MatchNumber(7), Some(3)),
            PrivateRoute::OwnFrames(slug(), MatchNumber(7)),
            PrivateRoute::Submission(id()),
            PrivateRoute::Trial(id(), None),
            PrivateRoute::Trial(id(), Some(12)),
            PrivateRoute::TrialFrames(id()),
            PrivateRoute::Sources(slug(), "../ñ/<x>".to_owned()),
            PrivateRoute::Suggestions,
            PrivateRoute::Admin(AdminPart::Contests),
            PrivateRoute::Admin(AdminPart::Audit),
            PrivateRoute::Play,
            PrivateRoute::OpenTable(Origin::Game("mancala8".to_owned())),
            PrivateRoute::OpenTable(Origin::Match(slug(), MatchNumber(7), 12)),
            PrivateRoute::OpenTable(Origin::Table(id(), 0)),
            PrivateRoute::OpenTable(Origin::Trial(id(), 3)),
        ];
        routes.extend(ContestPage::ALL.map(|(_, page)| PrivateRoute::Contest(slug(), page)));
        let table_pages = [
            TablePage::Watch,
            TablePage::Stamp,
            TablePage::Seat("def".to_owned()),
            TablePage::Match(None),
            TablePage::Match(Some(3)),
            TablePage::Frames,
            TablePage::Worth(3),
            TablePage::Record,
        ];
        routes.extend(table_pages.map(|page| PrivateRoute::Table(id(), page)));
        for route in routes {
            assert_eq!(PrivateRoute::read(&route.path()), Some(route));
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
