//! An export as JSON lines, which `certamen verify` reads.

use super::each;
use crate::command_error::CommandError;
use certamen_contest::{Results, Reveal};
use std::io::{self, Write};

/// Writes one line for each entry of the account.
pub(super) fn write(
    out: &mut dyn Write,
    results: &Results,
    reveal: Reveal,
) -> Result<(), CommandError> {
    each(results, reveal, &mut |entry| {
        serde_json::to_writer(&mut *out, &entry).map_err(io::Error::from)?;
        Ok(out.write_all(b"\n")?)
    })
}
