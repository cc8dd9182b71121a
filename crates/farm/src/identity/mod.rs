//! A key: its file, which nobody else may read, and what is signed with it.
//!
//! Keys are ed25519, written as NATS writes those of its users, so that one kind of file is all that
//! an operator has to keep. Whom a key belongs to, and what may be done with it, is not known here.

mod error;
mod file;
mod say;
mod sign;

pub use error::KeyError;
pub use sign::{WorkerKey, verify};
