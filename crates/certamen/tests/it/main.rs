//! The command as its users type it.

mod bad_input;
mod check;
mod compare;
mod contests;
mod doctor;
mod killed;
mod last_words;
mod memory;
mod policies;
mod records;
mod site;
