//! An export as JSON lines: the export of a contest, which `certamen verify` reads, or the rows of
//! a table.

use super::{Export, ExportTable};
use certamen_game::Map;
use certamen_i18n::UserError;
use std::io::{self, Write};

/// Writes one line for each entry of the export.
pub(super) fn write(out: &mut dyn Write, export: &mut Export<'_>) -> Result<(), UserError> {
    export.each(&mut |entry| {
        serde_json::to_writer(&mut *out, &entry).map_err(io::Error::from)?;
        Ok(out.write_all(b"\n")?)
    })
}

/// Writes one line for each row.
pub(super) fn write_rows(
    out: &mut dyn Write,
    export: &mut Export<'_>,
    table: ExportTable,
) -> Result<(), UserError> {
    export.rows(table, &mut |row| {
        let line: Map = row.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        serde_json::to_writer(&mut *out, &line).map_err(io::Error::from)?;
        Ok(out.write_all(b"\n")?)
    })
}
