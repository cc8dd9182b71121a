//! Why an address gets no page: 404 or 400, and what of it is not there.

use crate::{private::Barred, say};
use certamen_contest::ContestError;
use certamen_game::replay::ReplayError;
use certamen_portal::PortalError;
use certamen_speech::{Message, Speak};
use certamen_store::StoreError;

/// Why an address gets no page.
#[derive(Debug)]
pub enum Refusal {
    /// There is no such thing.
    Unknown(Thing, String),
    /// The address is none.
    Address(String),
    /// The page knows no such key.
    Key(String),
    /// A key cannot have this value.
    Value(String, String),
    /// The match ended before this turn.
    Turn {
        /// Which was asked for.
        given: u64,
        /// The last there is.
        last: u64,
    },
    /// Something is there, but not yet.
    NotYet,
    /// Only hosts see it.
    Veiled,
    /// Only those who took part see it.
    OwnMatches,
    /// The results cannot be read.
    Broken(Message),
    /// The results cannot be read.
    Contest(ContestError),
    /// The record cannot be replayed.
    Replay(ReplayError),
    /// The record cannot be read.
    Record(Message),
    /// Nothing is changed here.
    Method(String),
    /// It does not name one host.
    Host,
    /// What was to be done with a contest failed, and why.
    Undone(Message),
    /// Somebody is not let in, or what he sends is not taken.
    Barred(Barred),
    /// Everybody here is busy.
    Busy,
    /// Something of ours failed.
    Ours,
}

/// What there may be none of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    /// A page.
    Page,
    /// A contest.
    Contest,
    /// A match.
    Match,
    /// A bot.
    Bot,
    /// A game.
    Game,
    /// A language.
    Language,
    /// A table that was published.
    Publication,
    /// A series of contests.
    Series,
    /// A championship.
    Championship,
    /// A moment of which the table was kept.
    Moment,
    /// A table with people.
    Table,
    /// A seat of one, by its link.
    Seat,
    /// A record, by its name.
    Record,
}

impl Thing {
    /// There is none that is called so.
    pub(crate) fn unknown(self, name: &str) -> Refusal {
        Refusal::Unknown(self, name.to_owned())
    }
}

impl Refusal {
    /// `key` cannot have this value.
    pub(crate) fn value(key: &str, value: &str) -> Refusal {
        Refusal::Value(key.to_owned(), value.to_owned())
    }

    /// The status of the answer.
    pub(crate) fn status(&self) -> u16 {
        match self {
            Refusal::Unknown(..)
            | Refusal::Turn { .. }
            | Refusal::NotYet
            | Refusal::Veiled
            | Refusal::OwnMatches
            | Refusal::Contest(ContestError::Store(
                StoreError::NoMatch(_) | StoreError::Unplayed(_),
            )) => 404,
            Refusal::Address(_) | Refusal::Key(_) | Refusal::Value(..) | Refusal::Host => 400,
            Refusal::Method(_) => 405,
            Refusal::Barred(barred) => barred.status(),
            Refusal::Busy => 503,
            Refusal::Contest(_)
            | Refusal::Broken(_)
            | Refusal::Undone(_)
            | Refusal::Replay(_)
            | Refusal::Record(_)
            | Refusal::Ours => 500,
        }
    }
}

impl Refusal {
    /// The same for readers of a site: what is wrong in its files is for hosts and the operator.
    pub(crate) fn answer(&self) -> Message {
        use PortalError::{Newer, Unreachable};
        match self {
            Refusal::Broken(_) => return say::paused(),
            Refusal::Contest(error) if self.status() == 500 => eprintln!("{error}"),
            Refusal::Barred(Barred::Portal(error @ (Unreachable { .. } | Newer { .. }))) => {
                eprintln!("{error}");
            }
            _ => return self.message(),
        }
        say::ours()
    }
}

impl Speak for Refusal {
    fn message(&self) -> Message {
        match self {
            Refusal::Unknown(Thing::Contest, name) => say::no_contest(shown(name)),
            Refusal::Unknown(Thing::Match, name) => say::no_match(shown(name)),
            Refusal::Unknown(Thing::Bot, name) => say::no_bot(shown(name)),
            Refusal::Unknown(Thing::Game, name) => say::no_game(shown(name)),
            Refusal::Unknown(Thing::Language, name) => say::no_language(shown(name)),
            Refusal::Unknown(Thing::Publication, name) => say::no_publication(shown(name)),
            Refusal::Unknown(Thing::Series, name) => say::no_series(shown(name)),
            Refusal::Unknown(Thing::Championship, name) => say::no_championship(shown(name)),
            Refusal::Unknown(Thing::Moment, name) => say::no_moment(shown(name)),
            Refusal::Unknown(Thing::Table, name) => say::no_such_table(shown(name)),
            Refusal::Unknown(Thing::Seat, _) => say::no_such_seat(),
            Refusal::Unknown(Thing::Record, name) => say::no_such_record(shown(name)),
            Refusal::Unknown(Thing::Page, name) => say::no_page(shown(name)),
            Refusal::Address(given) => say::bad_address(shown(given)),
            Refusal::Key(key) => say::bad_key(shown(key)),
            Refusal::Value(key, value) => say::bad_value(shown(key), shown(value)),
            Refusal::Turn { given, last } => say::no_turn(given, last),
            Refusal::NotYet => say::not_yet(),
            Refusal::Veiled => say::veiled(),
            Refusal::OwnMatches => say::own_matches(),
            Refusal::Broken(why) | Refusal::Undone(why) => why.clone(),
            Refusal::Contest(error) => error.message(),
            Refusal::Replay(error) => say::no_replay(error.message()),
            Refusal::Record(error) => say::no_replay(error.clone()),
            Refusal::Method(method) => say::bad_method(shown(method)),
            Refusal::Host => say::bad_host(),
            Refusal::Barred(barred) => barred.message(),
            Refusal::Busy => say::busy(),
            Refusal::Ours => say::ours(),
        }
    }
}

certamen_speech::error!(Refusal);

impl From<ContestError> for Refusal {
    fn from(error: ContestError) -> Refusal {
        Refusal::Contest(error)
    }
}

/// What somebody typed, as far as it is worth repeating.
fn shown(given: &str) -> String {
    certamen_game::keep_reply(given)
}
