//! Carries work and results between machines, through a server that may lose everything.
//!
//! Nothing here decides what is played or what counts: the store of a contest is the only truth, and
//! whatever travels here may be lost, doubled, delayed or forgotten, which costs time and no result.
//! Nothing here plays, either: who fetches work plays it himself and publishes what came of it.
//!
//! Every method waits for what it asked for. The one place that does not is `nats`, where the client
//! of the server lives on a thread of its own.

mod address;
mod bundles;
mod dispatch;
mod errands;
mod error;
mod labour;
mod large;
pub mod layout;
pub mod message;
mod nats;
pub mod rights;
mod roll_call;
mod say;
#[cfg(any(test, feature = "simulated"))]
pub mod simulated;
mod terms;
mod transport;
mod view;

pub use address::{Address, AddressError, Plain};
pub use bundles::BundleParts;
pub use dispatch::{
    Alike, Back, Came, ContestSecret, Coordination, Dispatch, SecretError, Trust, Unbelievable,
};
pub use errands::{Errands, Wish};
pub use error::BusError;
pub use labour::{Fetched, FetchedErrand, Labour, Myself, Sealed, Spool, SpoolError, Taken, Yield};
pub use nats::{KeptStream, Nats, ServerCard};
pub use roll_call::roll_call;
pub use terms::Terms;
pub use transport::{Delivery, Queue, Settling, Signal, Ticket, Transport};
pub use view::{FarmView, QueueDepth};
