//! Why a command could not do what it was asked.

pub(crate) use certamen_speech::{Context, GivenUp as CommandError, foreign, usage};
