//! `certamen schema`: the JSON Schema of a kind of file.

use crate::command_error::CommandError;
use crate::{arguments::Schema, ending::Ending, schema::text};
use std::io::{Write, stdout};

/// Prints the schema.
pub(crate) fn schema(arguments: &Schema) -> Result<Ending, CommandError> {
    write!(stdout().lock(), "{}", text(arguments.kind))?;
    Ok(Ending::Fine)
}
