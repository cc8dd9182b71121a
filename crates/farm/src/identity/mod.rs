//! Keys: files that only their owner may read, and signatures made with them.
//!
//! Keys are ed25519, written as NATS writes those of its users, so that an operator has only one
//! kind of file to keep. Whom a key belongs to, and what it permits, is not known here.

mod error;
mod file;
mod sign;

pub use error::KeyError;
pub use sign::{WorkerKey, verify};

mod say {
    certamen_i18n::texts!("locales/identity");
}
