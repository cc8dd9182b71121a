//! The repository: its path, its files, and cargo run inside it.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("tools/xtask of the workspace")
}

/// The cargo that started us, or the one on the search path, at work in the repository.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Whether cargo has this subcommand, such as `nextest`.
pub(crate) fn cargo_has(subcommand: &str) -> bool {
    let mut command = cargo();
    command.args([subcommand, "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Runs `command` with our own output; whether it succeeded.
pub(crate) fn succeeds(command: &mut Command) -> Result<bool> {
    let status = command.status();
    let status =
        status.with_context(|| format!("cannot run {}", command.get_program().display()))?;
    Ok(status.success())
}

/// What `cargo metadata` says.
pub(crate) fn metadata(arguments: &[&str]) -> Result<Value> {
    let mut command = cargo();
    command.args(["metadata", "--format-version", "1"]).args(arguments).stderr(Stdio::inherit());
    let output = command.output().context("cannot run cargo metadata")?;
    if !output.status.success() {
        bail!("cargo metadata failed");
    }
    serde_json::from_slice(&output.stdout).context("cargo metadata did not print JSON")
}

/// A file of the repository.
#[derive(Clone, Debug)]
pub(crate) struct SourceFile {
    /// From the root, with `/`.
    pub(crate) path: String,
    /// What is in it; none if it is no text.
    pub(crate) text: Option<String>,
}

impl SourceFile {
    /// The last part of its path.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// What is in it, if it is a text of this kind, such as `.rs`.
    pub(crate) fn text_of(&self, suffix: &str) -> Option<&str> {
        self.text.as_deref().filter(|_| self.path.ends_with(suffix))
    }
}

/// All files that are tracked, or new and not ignored.
pub(crate) fn files() -> Result<Vec<SourceFile>> {
    let mut git = Command::new("git");
    git.current_dir(root()).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let output = git.output().context("cannot run git")?;
    if !output.status.success() {
        bail!("git ls-files: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let list = String::from_utf8(output.stdout).context("a file name is not UTF-8")?;
    let mut paths: Vec<&str> = list.split('\0').filter(|path| !path.is_empty()).collect();
    paths.sort_unstable();
    paths.dedup();
    Ok(paths.into_iter().filter_map(read).collect())
}

/// The file, unless it was deleted and git has not heard of it.
fn read(path: &str) -> Option<SourceFile> {
    let full: PathBuf = root().join(path);
    let bytes = full.is_file().then(|| fs::read(&full).ok())??;
    Some(SourceFile { path: path.to_owned(), text: String::from_utf8(bytes).ok() })
}
