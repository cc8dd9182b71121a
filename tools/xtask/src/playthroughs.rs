//! `cargo xtask playthroughs`: rewrites the snapshots of whole matches.

use crate::{
    Ending,
    repository::{cargo, root, succeeds},
    tidy,
};
use anyhow::{Context, Result, bail};
use std::{fs, path::PathBuf};

/// Rewrites the snapshot of `slug`, or all of them.
pub(crate) fn run(slug: Option<&str>) -> Result<Ending> {
    let known = tidy::game_slugs()?;
    if let Some(slug) = slug.filter(|slug| !known.iter().any(|known| known == slug)) {
        bail!("unknown game `{slug}`: use {}", known.join(", "));
    }
    // One test plays all games; what it was not asked for is put back.
    let kept = slug.map_or(Ok(Vec::new()), |slug| others(&known, slug))?;
    let mut command = cargo();
    command.args(["test", "--package", "certamen-games", "--test", "it", "playthroughs"]);
    command.env("INSTA_UPDATE", "always");
    let written = succeeds(&mut command)?;
    for (path, bytes) in kept {
        fs::write(&path, bytes).with_context(|| path.display().to_string())?;
    }
    eprintln!("look at what changed: git diff crates/games/src/*/playthrough.snap");
    Ok(if written { Ending::Fine } else { Ending::Failed })
}

/// The snapshots of all games but `slug`.
fn others(known: &[String], slug: &str) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut kept = Vec::new();
    for other in known.iter().filter(|known| *known != slug) {
        let path = root().join(format!("crates/games/src/{other}/playthrough.snap"));
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        kept.push((path, bytes));
    }
    Ok(kept)
}
