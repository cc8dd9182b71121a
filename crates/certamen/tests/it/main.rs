//! The command as its users type it.

mod bad_input;
mod changes;
mod contests;
mod doctor;
mod killed;
mod memory;
mod policies;
mod records;
mod schemas;
mod shells;
mod site;
mod starters;
