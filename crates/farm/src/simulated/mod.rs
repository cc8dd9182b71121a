//! A world of its own to try both halves in: a server, machines, the ways between them, and whatever
//! goes wrong with any of these. One thread plays all of it, as fast as it can.
//!
//! What coordinator and machines decide is decided by the code that always does. Only the server is
//! another one, and how long a match takes is said, not waited for. All chance comes from one seed.

mod agenda;
mod machine;
mod net;
mod server;
mod steady;
mod trouble;
mod wires;

pub use agenda::{Plays, SimulatedFarm};
pub use server::Traffic;
pub use steady::{SteadyLoad, SteadyOutcome, Until};
pub use trouble::FaultPlan;
pub use wires::SimulatedWire;
