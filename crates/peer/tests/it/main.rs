//! Matches between two ends over loopback, and one end against others that do not follow the rules.

mod dialogue;
mod faults;
mod hostile;
mod limits;
mod matches;
mod puppet;
mod support;
