//! `certamen schema`: the JSON Schema of a kind of file.

use crate::{arguments::Schema, ending::Ending, schema::text};
use std::io::{Write, stdout};

/// Prints the schema.
pub(crate) fn schema(arguments: &Schema) -> anyhow::Result<Ending> {
    write!(stdout().lock(), "{}", text(arguments.kind))?;
    Ok(Ending::Fine)
}
