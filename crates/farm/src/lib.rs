//! Carries work and results between coordinators and workers, through a server that may lose
//! everything.
//!
//! Nothing here decides what is played or what counts: the store of a contest is authoritative, and
//! messages may be lost, duplicated or delayed, which costs time and no result. Nothing here plays,
//! either: a client that fetches work plays it itself and publishes the result.
//!
//! Every method waits for what it asked for. The one exception is `nats`, where the client of the
//! server runs on a thread of its own.

mod address;
mod blob;
mod contest_job;
mod coordinator;
mod error;
pub mod layout;
pub mod message;
mod nats;
pub mod rights;
#[cfg(any(test, feature = "simulated"))]
pub mod simulated;
mod transport;
mod urgent_jobs;
mod view;
mod worker_client;

pub use address::{Address, AddressError, AllowPlaintext};
pub use blob::BundleParts;
pub use certamen_peer::identity;
pub use contest_job::{ClassBinding, ContestJob};
pub use coordinator::{
    ContestSecret, Coordinator, ImplausibleMatch, MatchOutcome, MatchReturn, SecretError,
    TrustRecord,
};
pub use error::BusError;
pub use layout::Terms;
pub use nats::{Nats, ServerFeatures, StreamInfo};
pub use transport::{AckKind, AckTicket, Delivery, Queue, Signal, Transport};
pub use urgent_jobs::{JobRequest, UrgentJobs};
pub use view::ping;
pub use view::{FarmView, QueueDepth};
pub use worker_client::{
    BatchOutcome, LeasedBatch, SignedOutcome, Spool, SpoolError, WorkerClient, WorkerInfo,
};

mod say {
    certamen_i18n::texts!("locales");
}
