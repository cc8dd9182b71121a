//! What the command says: its texts, by subject.

pub(crate) mod analyse;
pub(crate) mod audit;
pub(crate) mod check;
pub(crate) mod command_line;
pub(crate) mod compare;
pub(crate) mod draft;
pub(crate) mod help;
pub(crate) mod hosting;
pub(crate) mod machine;
pub(crate) mod play;
pub(crate) mod refusal;
pub(crate) mod serving;
pub(crate) mod table;
