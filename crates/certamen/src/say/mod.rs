//! Messages of the command, by subject.

pub(crate) use crate::console::say::play;
pub(crate) use crate::print::say::table;

pub(crate) mod analyse;
pub(crate) mod audit;
pub(crate) mod check;
pub(crate) mod command_line;
pub(crate) mod farm;
pub(crate) mod help;
pub(crate) mod machine;
pub(crate) mod refusal;
pub(crate) mod serving;
