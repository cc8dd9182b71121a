//! Messages in tables of contests, by subject.

pub mod compare;
pub mod hosting;
pub mod metrics;
pub mod table;
