//! Errors of commands.

pub(crate) use certamen_i18n::{Context, UserError as CommandError, foreign, usage};
