//! The store from outside: versions, sums, records.

mod migrations;
mod scale;
