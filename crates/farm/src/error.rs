//! Why the bus does not carry.

use crate::{AddressError, SecretError, layout, rights::BusRole, say};
use certamen_game::job::MatchNumber;
use certamen_i18n::Localize;

#[derive(Debug, Localize)]
#[localize(error)]
pub enum BusError {
    #[localize(transparent)]
    Address(AddressError),
    /// No server answers there.
    Unreachable {
        address: String,
        why: String,
    },
    /// A server answers there, but its certificate is not trusted.
    Untrusted {
        address: String,
        why: String,
    },
    /// `JetStream` is disabled on the server.
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
    /// The server takes too short messages only.
    #[localize(say::narrow(most >> 10, layout::LARGEST >> 10))]
    Narrow {
        /// The longest, in bytes.
        most: usize,
    },
    /// The server does not know this key, or requires one.
    Stranger {
        address: String,
    },
    /// The key may not do what is to be done with it.
    #[localize(say::forbidden(*subject, role.word()))]
    Forbidden {
        /// The subject for which it has no permission.
        subject: &'static str,
        /// The role that it would need.
        role: BusRole,
    },
    /// Something is there under our names, with other settings.
    Settings {
        stream: &'static str,
        key: &'static str,
    },
    /// A queue is there under our name, with other settings.
    QueueSettings {
        queue: String,
        /// The stream that it takes from.
        stream: &'static str,
        key: &'static str,
    },
    /// The server is unreachable for a while.
    Away {
        what: String,
    },
    /// What was there is not there any more: it has been deleted.
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
    /// No available worker can build a bot.
    #[localize(say::unable(certamen_game::escaped(bot), class, certamen_game::legible(why)))]
    Unable {
        bot: String,
        /// The class of workers that were asked last.
        class: String,
        why: String,
    },
    /// The folders of bots are too large to be sent with a match.
    #[localize(say::heavy(number.0, bytes >> 20))]
    Heavy {
        number: MatchNumber,
        /// How much it is.
        bytes: usize,
    },
    NoWorker {
        tier: String,
    },
    /// Workers fail to do what they are asked for.
    #[localize(say::undone(certamen_game::legible(why)))]
    Undone {
        /// Why, as the last one says.
        why: String,
    },
    Rival {
        /// By how many seconds it began earlier.
        before: u64,
    },
    /// The secret of a contest is missing or damaged.
    #[localize(transparent)]
    Secret(SecretError),
}

impl BusError {
    /// Whether it is the key that is wrong.
    pub fn is_of_key(&self) -> bool {
        matches!(self, BusError::Stranger { .. } | BusError::Forbidden { .. })
    }

    /// Whether it may be all right again in a moment.
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
