//! Bots as they are submitted: those that come with Certamen, and invalid ones.

mod again;
mod bots;
mod builds;
mod coins;
mod go;
mod lasting;
mod once;
mod python_two;
mod referee;
mod refused;
mod stderr;
mod submission;
mod test_table;
mod workshop;
