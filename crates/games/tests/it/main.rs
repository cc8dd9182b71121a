//! The games against the announcements, the recorded games and the contract of any game.

mod completeness;
mod conformance;
mod footsteps;
mod intervalo;
mod playthroughs;
mod transcript;
