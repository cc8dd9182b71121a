//! The games against the announcements, the recorded games and the contract of any game.

mod coins;
mod completeness;
mod conformance;
mod footsteps;
mod footsteps_theory;
mod go;
mod intervalo;
mod jsonl;
mod limits;
mod mancala8;
mod one_shot;
mod playthroughs;
mod record_page;
mod results;
mod transcript;
