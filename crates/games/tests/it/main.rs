//! The games against the announcements, the recorded games and the contract of any game.

mod conformance;
mod mancala8;
