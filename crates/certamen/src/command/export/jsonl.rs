//! An export as JSON lines, which `certamen verify` reads.

use super::each;
use certamen_contest::{Results, Reveal};
use std::io::Write;

/// Writes one line for each entry of the account.
pub(super) fn write(out: &mut dyn Write, results: &Results, reveal: Reveal) -> anyhow::Result<()> {
    each(results, reveal, &mut |entry| {
        serde_json::to_writer(&mut *out, &entry)?;
        Ok(out.write_all(b"\n")?)
    })
}
