//! What a site and whoever holds its contests tell each other: plain data, so that it does not
//! matter whether they are one process.

pub mod errand;
