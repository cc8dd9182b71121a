//! Errors of the transport between coordinators and workers.

use crate::{AddressError, SecretError, layout, rights::BusRole, say};
use certamen_game::job::MatchNumber;
use certamen_i18n::Localize;

#[derive(Debug, Localize)]
#[localize(error)]
pub enum BusError {
    #[localize(transparent)]
    Address(AddressError),
    Unreachable {
        address: String,
        why: String,
    },
    /// A server answers there, but its certificate is not trusted.
    Untrusted {
        address: String,
        why: String,
    },
    NoStreams {
        address: String,
    },
    #[localize(say::old_server(found))]
    Old {
        found: String,
    },
    /// The server gives unexpected answers.
    OtherCodes {
        found: String,
        why: String,
    },
    /// The server accepts messages of at most `most` bytes, which is too short.
    #[localize(say::narrow(most >> 10, layout::LARGEST >> 10))]
    Narrow {
        most: usize,
    },
    /// The server does not know this key, or requires one.
    UnknownKey {
        address: String,
    },
    /// The key has no permission for `subject`, which a user of this role needs.
    #[localize(say::forbidden(*subject, role.word()))]
    Forbidden {
        subject: &'static str,
        role: BusRole,
    },
    /// The stream exists with another value of this setting.
    Settings {
        stream: &'static str,
        key: &'static str,
    },
    /// The queue exists with another value of this setting.
    QueueSettings {
        queue: String,
        stream: &'static str,
        key: &'static str,
    },
    /// The server is unreachable at the moment.
    Away {
        what: String,
    },
    /// What was stored has been deleted.
    Gone,
    /// The server has no space for it, until messages are taken or removed.
    Full {
        what: String,
        why: String,
    },
    Refused {
        what: String,
        why: String,
    },
    /// No available worker can build a bot; `class` was asked last.
    #[localize(say::unable(certamen_game::escaped(bot), class, certamen_game::legible(why)))]
    Unable {
        bot: String,
        class: String,
        why: String,
    },
    /// The folders of bots are too large to be sent with a match.
    #[localize(say::heavy(number.0, bytes >> 20))]
    Heavy {
        number: MatchNumber,
        bytes: usize,
    },
    /// No worker with this isolation level or better is available.
    NoWorker {
        tier: String,
    },
    /// Workers failed to do an urgent job; `why` is what the last one reported.
    #[localize(say::undone(certamen_game::legible(why)))]
    Undone {
        why: String,
    },
    /// Another coordinator runs the same contest, and began this many seconds earlier.
    Rival {
        before: u64,
    },
    #[localize(transparent)]
    Secret(SecretError),
}

impl BusError {
    /// Whether the key is wrong or lacks a permission.
    pub fn is_of_key(&self) -> bool {
        matches!(self, BusError::UnknownKey { .. } | BusError::Forbidden { .. })
    }

    /// Whether retrying may help.
    pub fn may_pass(&self) -> bool {
        matches!(self, BusError::Away { .. } | BusError::Gone | BusError::Full { .. })
    }
}

impl From<SecretError> for BusError {
    fn from(error: SecretError) -> BusError {
        BusError::Secret(error)
    }
}

impl From<AddressError> for BusError {
    fn from(error: AddressError) -> BusError {
        BusError::Address(error)
    }
}
