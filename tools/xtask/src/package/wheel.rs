//! The wheel: the command of the other packages for `pip`, `pipx` and `uvx`. maturin would compile
//! it once more, to other bytes.

use super::{Release, copy, must};
use crate::repository::root;
use anyhow::{Context, Result};
use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Makes the wheel; returns its path.
pub(super) fn package(release: &Release) -> Result<PathBuf> {
    let arch = release.target.triple.split('-').next().unwrap_or_default();
    let (name, tag) =
        (format!("certamen-{}", release.version), format!("py3-none-manylinux2014_{arch}"));
    let tree = root().join("target/package/wheel").join(arch);
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    copy(&release.binary, &tree.join(format!("{name}.data/scripts/certamen")), 0o755)?;
    let about = tree.join(format!("{name}.dist-info"));
    for file in LICENCES {
        copy(&root().join(file), &about.join("licenses").join(file), 0o644)?;
    }
    let third = "THIRD-PARTY.txt";
    copy(&release.shared.join(third), &about.join("licenses").join(third), 0o644)?;
    let project = fs::read_to_string(root().join("pyproject.toml"))?;
    let readme = fs::read_to_string(root().join("README.md"))?;
    fs::write(about.join("METADATA"), metadata(&project, &release.version, &readme)?)?;
    let wheel = format!(
        "Wheel-Version: 1.0\nGenerator: cargo xtask package\nRoot-Is-Purelib: false\nTag: {tag}\n"
    );
    fs::write(about.join("WHEEL"), wheel)?;
    pack(release, &tree)?;
    Ok(release.dist.join(format!("{name}-{tag}.whl")))
}

/// The licences that `pyproject.toml` names.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Writes the digests of all files, and the archive.
fn pack(release: &Release, tree: &Path) -> Result<()> {
    let mut pack = Command::new("python3");
    pack.args(["-m", "wheel", "pack", "--dest-dir"]).arg(&release.dist).arg(tree);
    must(pack.env("SOURCE_DATE_EPOCH", &release.epoch))
}

/// The core metadata of the package, from its `pyproject.toml`.
fn metadata(project: &str, version: &str, readme: &str) -> Result<String> {
    let project: toml::Table = project.parse()?;
    let project = project.get("project").context("pyproject.toml has no [project]")?;
    let value = |key: &str| {
        let value = project.get(key).and_then(toml::Value::as_str);
        value.with_context(|| format!("pyproject.toml has no project.{key}"))
    };
    let mut text = format!("Metadata-Version: 2.4\nName: {}\nVersion: {version}\n", value("name")?);
    writeln!(text, "Summary: {}", value("description")?)?;
    writeln!(text, "License-Expression: {}", value("license")?)?;
    for file in LICENCES {
        writeln!(text, "License-File: {file}")?;
    }
    writeln!(text, "License-File: THIRD-PARTY.txt")?;
    let classifiers = project.get("classifiers").and_then(toml::Value::as_array);
    for classifier in classifiers.into_iter().flatten().filter_map(toml::Value::as_str) {
        writeln!(text, "Classifier: {classifier}")?;
    }
    writeln!(text, "Requires-Python: {}", value("requires-python")?)?;
    Ok(text + "Description-Content-Type: text/markdown\n\n" + readme)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_metadata_are_those_of_the_project() {
        let project = fs::read_to_string(root().join("pyproject.toml")).unwrap();
        let text = metadata(&project, "9.8.7", "# Read me\n").unwrap();
        for line in ["Name: certamen", "Version: 9.8.7", "License-Expression: MIT OR Apache-2.0"] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
        assert!(text.ends_with("text/markdown\n\n# Read me\n"), "{text}");
        assert!(metadata("[project]\nname = \"x\"\n", "1", "").is_err());
    }
}
