//! An archive: matches a second, and bytes.

use super::{TWO, contest};
use crate::{Bench, samples::Samples, table::Figure, whole::command};
use anyhow::{Result, ensure};
use std::{fs, path::Path, process::Command, time::Instant};

pub(super) fn figures(bench: &Bench, folder: &Path) -> Result<Vec<Figure>> {
    let matches = bench.of(1000, 100);
    contest(folder, "small", TWO, matches)?;
    let out = folder.join("out");
    let begun = Instant::now();
    let mut run = Command::new(command()?);
    run.arg("archive").arg(folder.join("small")).args(["--languages", "en", "--out"]).arg(&out);
    let done = run.output()?;
    let seconds = begun.elapsed().as_secs_f64();
    ensure!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let one = |value: f64| -> Samples { std::iter::once(value).collect() };
    let bytes = bytes_below(&out)? as f64;
    let (rate, each) = (f64::from(matches) / seconds, bytes / f64::from(matches) / 1000.0);
    Ok(vec![
        Figure::new("archive of a contest", "matches/s", one(rate)).at_least(200.0),
        Figure::new("the same", "kB/match", one(each)),
    ])
}

/// How many bytes the files below a folder have.
fn bytes_below(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let found = entry.metadata()?;
        bytes += if found.is_dir() { bytes_below(&entry.path())? } else { found.len() };
    }
    Ok(bytes)
}
