//! The command as its users type it.

mod analyse;
mod bad_input;
mod contests;
mod doctor;
mod killed;
mod memory;
mod policies;
mod records;
mod site;
