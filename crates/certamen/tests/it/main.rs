//! The command as its users type it.

mod bad_input;
mod contests;
mod doctor;
mod formats;
mod killed;
mod memory;
mod policies;
mod records;
mod site;
