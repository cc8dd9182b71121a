//! Matches between two machines that do not trust each other: both run the rules, neither chooses the
//! randomness, and both sign the record. What a player is, this crate does not know: its caller plays
//! the own seat.
