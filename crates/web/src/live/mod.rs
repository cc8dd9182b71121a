//! What goes on being sent: hints that a contest has something new.

mod events;
mod under_way;

pub(crate) use events::events;
pub(crate) use under_way::UnderWay;
