//! A simulation in which to test coordinator and workers: a server, workers, the connections
//! between them, and failures of any of these. One thread runs all of it, as fast as it can.
//!
//! Coordinator and workers run their real code. Only the server is another one, and the duration of
//! a match is configured, not waited for. All chance comes from one seed.

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
