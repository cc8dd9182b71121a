//! The command as its users type it.

mod analyse;
mod bad_input;
mod bots;
mod changes;
mod coins;
mod compare;
mod contests;
mod doctor;
mod field;
mod formats;
mod go;
mod human;
mod killed;
mod languages;
mod last_words;
mod memory;
mod policies;
mod records;
mod schemas;
mod several_matches;
mod shells;
mod site;
mod starters;
mod stepping;
mod words;
