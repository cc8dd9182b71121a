//! What stands on the command line of several commands, and how numbers are read there.

pub(crate) mod named;
pub(crate) mod numbers;
pub(crate) mod shared;
