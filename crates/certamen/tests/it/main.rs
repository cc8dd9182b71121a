//! The command as its users type it.

mod bad_input;
mod contests;
mod doctor;
mod killed;
mod records;
mod site;
