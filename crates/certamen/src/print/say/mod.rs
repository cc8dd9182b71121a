//! What tables of contests say: their texts, by subject.

pub mod compare;
pub mod hosting;
pub mod metrics;
pub mod table;
