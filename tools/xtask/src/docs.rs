//! `cargo xtask docs`: the documentation as static web pages, the same that `serve` shows at `/docs`
//! but for the search. `cargo xtask tidy` checks its links.

use crate::{
    Ending,
    repository::{cargo, root, succeeds},
};
use anyhow::{Context, Result};
use std::{fs, io::ErrorKind};

pub(crate) fn run() -> Result<Ending> {
    let out = root().join("target/docs");
    match fs::remove_dir_all(&out) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("cannot remove {}", out.display()));
        }
        _ => {}
    }
    let mut command = cargo();
    command.args(["run", "--quiet", "--package", "certamen-web", "--example", "docs", "--"]);
    Ok(if succeeds(command.arg(&out))? { Ending::Fine } else { Ending::Failed })
}
