//! What goes on being sent: hints that a contest has something new.

mod events;

pub(crate) use events::events;
