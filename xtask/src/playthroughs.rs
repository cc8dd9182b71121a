//! `cargo xtask playthroughs`: rewrites the snapshots of whole matches, on purpose.

use crate::{
    Ending,
    repository::{cargo, root, succeeds},
    tidy,
};
use anyhow::{Context, Result, bail};
use std::{fs, path::PathBuf};

/// Where they lie.
const SNAPSHOTS: &str = "crates/games/tests/it/snapshots";

/// Rewrites the snapshot of `slug`, or all of them.
pub(crate) fn run(slug: Option<&str>) -> Result<Ending> {
    let known = tidy::game_slugs()?;
    if let Some(slug) = slug.filter(|slug| !known.iter().any(|known| known == slug)) {
        bail!("unknown game `{slug}`: use {}", known.join(", "));
    }
    // One test plays all games; what it was not asked for is put back.
    let kept = slug.map_or(Ok(Vec::new()), others)?;
    let mut command = cargo();
    command.args(["test", "--package", "certamen-games", "--test", "it", "playthroughs"]);
    command.env("INSTA_UPDATE", "always");
    let written = succeeds(&mut command)?;
    for (path, bytes) in kept {
        fs::write(&path, bytes).with_context(|| path.display().to_string())?;
    }
    eprintln!("look at what changed: git diff {SNAPSHOTS}");
    Ok(if written { Ending::Fine } else { Ending::Failed })
}

/// The snapshots of all games but `slug`.
fn others(slug: &str) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let folder = root().join(SNAPSHOTS);
    let own = format!("__{slug}.snap");
    let mut kept = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_file() && !path.to_string_lossy().ends_with(&own) {
            let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
            kept.push((path, bytes));
        }
    }
    Ok(kept)
}
