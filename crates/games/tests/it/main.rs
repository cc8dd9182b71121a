//! The games against the announcements, the recorded games and the contract of any game.

mod coins;
mod coins_properties;
mod conformance;
mod go;
mod go_properties;
mod jsonl;
mod one_shot;
