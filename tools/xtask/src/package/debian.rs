//! The Debian package: the command, its pages, a service for a site and one for workers.

use super::{Release, copy, must};
use crate::repository::root;
use anyhow::{Context, Result};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};

/// Files of `packaging/debian`, where they go, and their mode.
const FILES: [(&str, &str, u32); 11] = [
    ("certamen.service", "lib/systemd/system/certamen.service", 0o644),
    ("certamen-worker@.service", "lib/systemd/system/certamen-worker@.service", 0o644),
    ("site.toml", "etc/certamen/site.toml", 0o644),
    ("apparmor", "etc/apparmor.d/certamen", 0o644),
    ("copyright", "usr/share/doc/certamen/copyright", 0o644),
    ("lintian-overrides", "usr/share/lintian/overrides/certamen", 0o644),
    (
        "../container/certamen-seccomp.json",
        "usr/share/doc/certamen/examples/certamen-seccomp.json",
        0o644,
    ),
    ("conffiles", "DEBIAN/conffiles", 0o644),
    ("postinst", "DEBIAN/postinst", 0o755),
    ("prerm", "DEBIAN/prerm", 0o755),
    ("postrm", "DEBIAN/postrm", 0o755),
];

/// Makes the package; returns its path.
pub(super) fn package(release: &Release) -> Result<PathBuf> {
    let tree = root().join("target/package/deb").join(release.target.debian);
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    copy(&release.binary, &tree.join("usr/bin/certamen"), 0o755)?;
    for (from, to, mode) in FILES {
        copy(&root().join("packaging/debian").join(from), &tree.join(to), mode)?;
    }
    let completions = release.shared.join("completions");
    for (name, folder) in [
        ("certamen", "usr/share/bash-completion/completions"),
        ("_certamen", "usr/share/zsh/vendor-completions"),
        ("certamen.fish", "usr/share/fish/vendor_completions.d"),
    ] {
        copy(&completions.join(name), &tree.join(folder).join(name), 0o644)?;
    }
    let documents = tree.join("usr/share/doc/certamen");
    copy(&release.shared.join("THIRD-PARTY.txt"), &documents.join("THIRD-PARTY.txt"), 0o644)?;
    copy(&root().join("CHANGELOG.md"), &documents.join("changelog"), 0o644)?;
    compress(&documents.join("changelog"))?;
    compress(&documents.join("THIRD-PARTY.txt"))?;
    for page in fs::read_dir(release.shared.join("man"))? {
        let page = page?.path();
        let to = tree.join("usr/share/man/man1").join(page.file_name().unwrap_or_default());
        copy(&page, &to, 0o644)?;
        compress(&to)?;
    }
    let control = fs::read_to_string(root().join("packaging/debian/control"))?;
    let control = control
        .replace("@VERSION@", &release.version)
        .replace("@ARCHITECTURE@", release.target.debian)
        .replace("@SIZE@", &(size(&tree)? / 1024).to_string());
    fs::write(tree.join("DEBIAN/control"), control)?;
    fs::set_permissions(tree.join("DEBIAN"), fs::Permissions::from_mode(0o755))?;
    let path =
        release.dist.join(format!("certamen_{}_{}.deb", release.version, release.target.debian));
    let mut command = Command::new("dpkg-deb");
    // Which time each file has does not depend on when it was copied.
    command.env("SOURCE_DATE_EPOCH", &release.epoch);
    command.args(["--root-owner-group", "-Zxz", "--build"]).arg(&tree).arg(&path);
    must(&mut command)?;
    Ok(path)
}

fn compress(path: &Path) -> Result<()> {
    must(Command::new("gzip").args(["-9n", "--force"]).arg(path))
}

/// The length of all files below `folder`, in bytes.
fn size(folder: &Path) -> Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        sum += if entry.file_type()?.is_dir() {
            size(&entry.path())?
        } else {
            entry.metadata()?.len()
        };
    }
    Ok(sum)
}
