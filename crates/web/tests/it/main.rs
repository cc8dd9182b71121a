//! What the crate makes without a server.

mod charts;
