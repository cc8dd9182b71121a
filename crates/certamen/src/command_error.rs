//! Why a command could not do what it was asked.

pub(crate) use certamen_speech::{Context, UserError as CommandError, foreign, usage};
