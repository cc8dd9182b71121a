//! Why a command could not do what it was asked.

pub(crate) use certamen_i18n::{Context, UserError as CommandError, foreign, usage};
