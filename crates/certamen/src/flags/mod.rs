//! Arguments that several commands share, and parsing of numbers.

#[cfg(feature = "bus")]
pub(crate) mod bus;
pub(crate) mod farm;
pub(crate) mod named;
pub(crate) mod numbers;
pub(crate) mod shared;
