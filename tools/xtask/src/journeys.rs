//! The npm packages that drive a browser through the pages: installed from their lock file, beside
//! the build output.

use crate::repository::{root, succeeds};
use anyhow::{Context, Result, bail};
use std::{fs, path::Path, process::Command};

/// What says which packages those are.
const FILES: [&str; 2] = ["package.json", "package-lock.json"];

/// Makes sure that the packages are there, unless the tests do without a browser.
pub(crate) fn provide(without: &[String]) -> Result<()> {
    if without.iter().any(|name| name == "browser") {
        return Ok(());
    }
    let (from, to) = (root().join("crates/web/journeys"), root().join("target/journeys"));
    if are_there(&from, &to) {
        return Ok(());
    }
    fs::create_dir_all(&to)?;
    for file in FILES {
        fs::copy(from.join(file), to.join(file))
            .with_context(|| from.join(file).display().to_string())?;
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(&to);
    if !succeeds(&mut npm)? {
        bail!("npm cannot install the journeys' packages; --without browser skips them");
    }
    // What is there now is what these files name: a run that was killed leaves none.
    fs::copy(from.join(FILES[1]), to.join("installed.json"))?;
    Ok(())
}

/// Whether what was installed is what is named now.
fn are_there(from: &Path, to: &Path) -> bool {
    let installed = fs::read(to.join("installed.json")).ok();
    installed.is_some() && installed == fs::read(from.join(FILES[1])).ok()
}
