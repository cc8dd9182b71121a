//! What stands on the command line of several commands, and how numbers are read there.

#[cfg(feature = "bus")]
pub(crate) mod bus;
pub(crate) mod farm;
pub(crate) mod named;
pub(crate) mod numbers;
pub(crate) mod shared;
