//! `certamen schema`: the JSON Schema of a kind of file.

use crate::command_error::CommandError;
use crate::ending::Ending;
use certamen_hall::schema::{SchemaKind, text};
use clap::{Args, ValueEnum};
use std::io::{Write, stdout};

#[derive(Args, Debug)]
pub(crate) struct SchemaArgs {
    /// The kind of file
    #[arg(value_enum)]
    pub(crate) kind: AskedSchema,
}

/// A kind of file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum AskedSchema {
    /// contest.toml
    Contest,
    /// bot.toml
    Bot,
    /// One line of the record of a match
    Record,
}

/// Prints the schema.
pub(crate) fn schema(arguments: &SchemaArgs) -> Result<Ending, CommandError> {
    let kind = match arguments.kind {
        AskedSchema::Contest => SchemaKind::Contest,
        AskedSchema::Bot => SchemaKind::Bot,
        AskedSchema::Record => SchemaKind::Record,
    };
    write!(stdout().lock(), "{}", text(kind))?;
    Ok(Ending::Fine)
}
