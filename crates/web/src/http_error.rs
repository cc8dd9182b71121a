//! Errors of requests, with their HTTP status and message.

use crate::{private::AccessDenied, say};
use certamen_contest::ContestError;
use certamen_game::replay::ReplayError;
use certamen_i18n::{Localize, Message};
use certamen_portal::PortalError;
use certamen_store::StoreError;

/// Why a request is not answered with a page.
#[derive(Debug)]
pub enum HttpError {
    Unknown(Resource, String),
    Address(String),
    Key(String),
    Value(String, String),
    Turn {
        given: u64,
        /// The last turn.
        last: u64,
    },
    NotYet,
    /// Visible to organizers only.
    Veiled,
    /// Visible to the players of the match only.
    OwnMatches,
    Broken(Message),
    Contest(ContestError),
    Replay(ReplayError),
    Record(Message),
    Method(String),
    /// The request does not name one host.
    Host,
    /// An operation on a contest failed.
    Undone(Message),
    Barred(AccessDenied),
    /// All permits are in use.
    Busy,
    Ours,
}

/// A kind of resource that a request can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource {
    Page,
    Contest,
    Match,
    Bot,
    Game,
    Language,
    Publication,
    Series,
    Championship,
    Moment,
    /// A table where people play.
    Table,
    Seat,
    /// A record, by its name.
    Record,
}

impl Resource {
    /// The error for a name that does not exist.
    pub(crate) fn unknown(self, name: &str) -> HttpError {
        HttpError::Unknown(self, name.to_owned())
    }
}

impl HttpError {
    pub(crate) fn value(key: &str, value: &str) -> HttpError {
        HttpError::Value(key.to_owned(), value.to_owned())
    }

    pub(crate) fn status(&self) -> u16 {
        match self {
            HttpError::Unknown(..)
            | HttpError::Turn { .. }
            | HttpError::NotYet
            | HttpError::Veiled
            | HttpError::OwnMatches
            | HttpError::Contest(ContestError::Store(
                StoreError::NoMatch(_) | StoreError::Unplayed(_),
            )) => 404,
            HttpError::Address(_) | HttpError::Key(_) | HttpError::Value(..) | HttpError::Host => {
                400
            }
            HttpError::Method(_) => 405,
            HttpError::Barred(access_denied) => access_denied.status(),
            HttpError::Busy => 503,
            HttpError::Contest(_)
            | HttpError::Broken(_)
            | HttpError::Undone(_)
            | HttpError::Replay(_)
            | HttpError::Record(_)
            | HttpError::Ours => 500,
        }
    }
}

impl HttpError {
    /// The message for readers: errors in a site's files are for organizers and the operator only.
    pub(crate) fn answer(&self) -> Message {
        use PortalError::{Newer, Unreachable};
        match self {
            HttpError::Broken(_) => return say::paused(),
            HttpError::Contest(error) if self.status() == 500 => eprintln!("{error}"),
            HttpError::Barred(AccessDenied::Portal(
                error @ (Unreachable { .. } | Newer { .. }),
            )) => {
                eprintln!("{error}");
            }
            _ => return self.message(),
        }
        say::ours()
    }
}

impl Localize for HttpError {
    fn message(&self) -> Message {
        match self {
            HttpError::Unknown(Resource::Contest, name) => say::no_contest(shown(name)),
            HttpError::Unknown(Resource::Match, name) => say::no_match(shown(name)),
            HttpError::Unknown(Resource::Bot, name) => say::no_bot(shown(name)),
            HttpError::Unknown(Resource::Game, name) => say::no_game(shown(name)),
            HttpError::Unknown(Resource::Language, name) => say::no_language(shown(name)),
            HttpError::Unknown(Resource::Publication, name) => say::no_publication(shown(name)),
            HttpError::Unknown(Resource::Series, name) => say::no_series(shown(name)),
            HttpError::Unknown(Resource::Championship, name) => say::no_championship(shown(name)),
            HttpError::Unknown(Resource::Moment, name) => say::no_moment(shown(name)),
            HttpError::Unknown(Resource::Table, name) => say::no_such_table(shown(name)),
            HttpError::Unknown(Resource::Seat, _) => say::no_such_seat(),
            HttpError::Unknown(Resource::Record, name) => say::no_such_record(shown(name)),
            HttpError::Unknown(Resource::Page, name) => say::no_page(shown(name)),
            HttpError::Address(given) => say::bad_address(shown(given)),
            HttpError::Key(key) => say::bad_key(shown(key)),
            HttpError::Value(key, value) => say::bad_value(shown(key), shown(value)),
            HttpError::Turn { given, last } => say::no_turn(given, last),
            HttpError::NotYet => say::not_yet(),
            HttpError::Veiled => say::veiled(),
            HttpError::OwnMatches => say::own_matches(),
            HttpError::Broken(why) | HttpError::Undone(why) => why.clone(),
            HttpError::Contest(error) => error.message(),
            HttpError::Replay(error) => say::no_replay(error.message()),
            HttpError::Record(error) => say::no_replay(error.clone()),
            HttpError::Method(method) => say::bad_method(shown(method)),
            HttpError::Host => say::bad_host(),
            HttpError::Barred(access_denied) => access_denied.message(),
            HttpError::Busy => say::busy(),
            HttpError::Ours => say::ours(),
        }
    }
}

certamen_i18n::error!(HttpError);

impl From<ContestError> for HttpError {
    fn from(error: ContestError) -> HttpError {
        HttpError::Contest(error)
    }
}

/// Text from the user, shortened for a message.
fn shown(given: &str) -> String {
    certamen_game::keep_reply(given)
}
