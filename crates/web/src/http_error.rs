//! Errors of requests, with their HTTP status and message.

use crate::{private_say as own, say};
use axum::response::{IntoResponse, Response};
use certamen_contest::ContestError;
use certamen_game::replay::ReplayError;
use certamen_i18n::{Localize, Message};
use certamen_portal::PortalError;
use certamen_store::StoreError;
use std::sync::Arc;

/// Why a request is not answered with a page.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum HttpError {
    #[localize(_0.unknown_message(shown(_1)))]
    Unknown(Resource, String),
    #[localize(say::bad_address(shown(_0)))]
    Address(String),
    #[localize(say::bad_key(shown(_0)))]
    Key(String),
    #[localize(say::bad_value(shown(_0), shown(_1)))]
    Value(String, String),
    /// The match ended before this turn.
    #[localize(say::no_turn(given, last))]
    Turn {
        given: u64,
        last: u64,
    },
    NotYet,
    /// Visible to organizers only.
    Veiled,
    /// Visible to the players of the match only.
    OwnMatches,
    /// The results cannot be read.
    #[localize(_0.clone())]
    Broken(Message),
    #[localize(transparent)]
    Contest(ContestError),
    #[localize(say::no_replay(_0.message()))]
    Replay(ReplayError),
    #[localize(say::no_replay(_0.clone()))]
    Record(Message),
    /// The game draws nothing.
    #[localize(say::no_picture(_0.clone()))]
    NoPicture(Message),
    #[localize(say::bad_method(shown(_0)))]
    Method(String),
    /// The request does not name one host.
    #[localize(say::bad_host())]
    Host,
    /// An operation on a contest failed.
    #[localize(_0.clone())]
    Undone(Message),
    #[localize(transparent)]
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
    Table,
    Seat,
    Record,
}

impl Resource {
    pub(crate) fn unknown(self, name: &str) -> HttpError {
        HttpError::Unknown(self, name.to_owned())
    }

    fn unknown_message(self, name: String) -> Message {
        match self {
            Resource::Page => say::no_page(name),
            Resource::Contest => say::no_contest(name),
            Resource::Match => say::no_match(name),
            Resource::Bot => say::no_bot(name),
            Resource::Game => say::no_game(name),
            Resource::Language => say::no_language(name),
            Resource::Publication => say::no_publication(name),
            Resource::Series => say::no_series(name),
            Resource::Championship => say::no_championship(name),
            Resource::Moment => say::no_moment(name),
            Resource::Table => say::no_such_table(name),
            Resource::Seat => say::no_such_seat(),
            Resource::Record => say::no_such_record(name),
        }
    }
}

impl HttpError {
    pub(crate) fn value(key: &str, value: &str) -> Self {
        HttpError::Value(key.to_owned(), value.to_owned())
    }

    pub(crate) fn status(&self) -> u16 {
        match self {
            HttpError::Unknown(..)
            | HttpError::NoPicture(_)
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

    /// After how many seconds the request may be repeated, if that helps.
    pub(crate) fn retry_after(&self) -> Option<u64> {
        match self {
            HttpError::Busy => Some(2),
            HttpError::Barred(AccessDenied::Often(seconds)) => Some(*seconds),
            _ => None,
        }
    }

    /// The message for readers: errors in a site's files are for organizers and the operator only.
    pub(crate) fn answer(&self) -> Message {
        use PortalError::{Newer, Unreachable};
        match self {
            HttpError::Broken(_) => return say::paused(),
            HttpError::Contest(error) if self.status() == 500 => {
                tracing::error!(%error, "a contest cannot be read");
            }
            HttpError::Barred(AccessDenied::Portal(
                error @ (Unreachable { .. } | Newer { .. }),
            )) => {
                tracing::error!(%error, "the accounts cannot be read");
            }
            _ => return self.message(),
        }
        say::ours()
    }
}

/// Why access is denied, or a submission rejected.
#[derive(Debug, Localize)]
#[localize(display)]
pub enum AccessDenied {
    #[localize(own::too_large(_0))]
    TooLarge(usize),
    /// The body is not a valid form.
    #[localize(own::no_form())]
    Form,
    /// The request comes from another site.
    #[localize(own::forged())]
    Forged,
    /// The connection is not encrypted.
    #[localize(own::listened())]
    Open,
    #[localize(own::sign_in_first())]
    SignIn,
    /// Rate limit exceeded; retry after this many seconds.
    #[localize(own::too_often(_0))]
    Often(u64),
    /// The submission is rejected for a reason of the contest: status and message.
    #[localize(_1.clone())]
    NotSent(u16, Message),
    #[localize(own::no_room())]
    NoRoom,
    /// The accounts cannot be read or written.
    #[localize(transparent)]
    Portal(PortalError),
}

impl AccessDenied {
    pub(crate) fn status(&self) -> u16 {
        match self {
            AccessDenied::TooLarge(_) => 413,
            AccessDenied::Form => 400,
            AccessDenied::Forged | AccessDenied::Open => 403,
            AccessDenied::SignIn => 401,
            AccessDenied::Often(_) => 429,
            AccessDenied::NotSent(status, _) => *status,
            AccessDenied::NoRoom | AccessDenied::Portal(PortalError::Full) => 507,
            AccessDenied::Portal(PortalError::Spent) => 404,
            AccessDenied::Portal(_) => 500,
        }
    }
}

impl From<PortalError> for HttpError {
    fn from(error: PortalError) -> HttpError {
        HttpError::Barred(AccessDenied::Portal(error))
    }
}

impl From<ContestError> for HttpError {
    fn from(error: ContestError) -> Self {
        HttpError::Contest(error)
    }
}

/// Text from the user, shortened for a message.
fn shown(given: &str) -> String {
    certamen_game::escape_reply(given)
}

/// Handlers return it as it is: `respond` replaces this response by a page in the reader's
/// language, or by a document of the API.
impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let mut response = Response::default();
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}
