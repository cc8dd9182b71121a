//! Sandboxes with real programs in them, good and hostile.
//!
//! What any sandbox must do is in `contract`; a file for each sandbox runs it and adds what is
//! peculiar to that one.

mod alone;
mod compile;
mod contract;
mod doctor;
mod isolated;
mod programs;
mod unisolated;
