//! Games whose rules are a program, by their libraries and their processes.

mod libraries;
