//! Matches played by scripts and by real programs, good and hostile.

mod scripted;
