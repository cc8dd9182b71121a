//! Sandboxes with real programs in them, good and hostile.
//!
//! What any sandbox must do is in `contract`; a file for each sandbox runs it and adds what is
//! peculiar to that one. What no program may ever achieve is in `hostile`.

mod alone;
mod compile;
mod confined;
mod contract;
mod doctor;
mod hostile;
mod isolated;
mod languages;
mod ordinary;
mod programs;
mod unisolated;
mod without;
