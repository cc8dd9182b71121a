//! Matches between two machines that do not trust each other: both run the rules, neither chooses the
//! randomness, and both sign the record. What a player is, this crate does not know: its caller plays
//! the own seat.
//!
//! `channel` carries lines over TLS, `message` has what they say, `play` is a match from the
//! exchanged seed to the signatures, `opener` and `challenger` are the two ends.

mod challenger;
mod channel;
mod hash;
pub mod identity;
mod limits;
pub mod listing;
mod message;
mod offer;
mod opener;
mod play;
pub mod seal;
mod stop;

pub use challenger::{Challenge, Choice, Target, TargetError, challenge};
pub use channel::{Connection, LinkError, TlsConfigs};
pub use hash::{Hash, Random};
pub use limits::PeerLimits;
pub use message::{
    Abort, AbortReason, Accept, Commit, Hello, MessageError, Offer, PeerMessage, PlayedMove,
    Refuse, RefuseReason, Resume, Reveal, Revealed, Signed, VERSION, fits_name,
};
pub use offer::{OfferError, OutOfScope, check_scope};
pub use opener::{Call, NextCall, Opener, OpenerTerms};
pub use play::{EndKind, MatchEnd, PeerError, PeerEvent, PeerMatch, SeatPlayer};
pub use stop::Stop;

mod say {
    certamen_i18n::texts!("locales/match");
}
