//! Bots as people hand them in: the ones that come with Certamen, and ones that are refused.

mod again;
mod bots;
mod builds;
mod coins;
mod go;
mod house;
mod once;
mod python_two;
mod referee;
mod refused;
mod submission;
mod workshop;
