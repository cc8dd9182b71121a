//! `cargo xtask package`: what people install, written to `dist/`, with equal bytes each time.
//!
//! The command is linked by zig against glibc 2.17, so that it runs on every distribution since
//! 2014. The tarball, the wheel and the Debian package hold the same binary.

mod debian;
mod licences;
mod wheel;

use crate::{
    Ending,
    repository::{cargo, root},
};
use anyhow::{Context, Result, ensure};
use std::{
    env,
    ffi::OsString,
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The oldest glibc that the command may need: that of manylinux2014.
const GLIBC: (u32, u32) = (2, 17);
/// The maximum length of the command, in bytes.
const MOST_BYTES: u64 = 32 << 20;
/// Where the tools from `PyPI` are looked for: `python3 -m pip install ziglang …`.
const PIP: &str = "python3 -m pip install ziglang cargo-zigbuild wheel";

/// A kind of machine that is packaged for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Target {
    triple: &'static str,
    debian: &'static str,
}

const TARGETS: [Target; 2] = [
    Target { triple: "x86_64-unknown-linux-gnu", debian: "amd64" },
    Target { triple: "aarch64-unknown-linux-gnu", debian: "arm64" },
];

/// What may be packaged, in the order in which it is made.
const KINDS: [&str; 3] = ["tarball", "wheel", "deb"];

/// What to package, and for which machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    target: Target,
    kinds: Vec<&'static str>,
}

impl Plan {
    pub(crate) fn read(words: &[&str]) -> Result<Plan> {
        let (mut target, mut kinds) = (TARGETS[0], Vec::new());
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if *word == "--target" {
                let given = words.next().context("--target needs a value")?;
                let found = TARGETS.into_iter().find(|target| target.triple.starts_with(given));
                target = found.with_context(|| {
                    format!(
                        "unknown target `{given}`: use {}",
                        TARGETS.map(|t| t.triple).join(" or ")
                    )
                })?;
            } else {
                let kind = KINDS.into_iter().find(|kind| kind == word);
                kinds.push(kind.with_context(|| {
                    format!("cannot package `{word}`: use {}", KINDS.join(", "))
                })?);
            }
        }
        if kinds.is_empty() {
            kinds = KINDS.to_vec();
        }
        Ok(Plan { target, kinds })
    }
}

/// What all packages share.
struct Release {
    version: String,
    target: Target,
    /// The time of all files, in seconds since 1970.
    epoch: String,
    /// The stripped command.
    binary: PathBuf,
    /// Manual pages, completions and licences, as they are packaged.
    shared: PathBuf,
    /// Where the packages are written.
    dist: PathBuf,
}

/// Builds the command and packages it.
pub(crate) fn run(plan: &Plan) -> Result<Ending> {
    let missing = missing(&plan.kinds, &|command| is_there(command));
    if !missing.is_empty() {
        eprintln!("packaging needs more programs:");
        for (program, install) in missing {
            eprintln!("  {program}: {install}");
        }
        return Ok(Ending::Stuck);
    }
    let epoch = match env::var("SOURCE_DATE_EPOCH") {
        Ok(epoch) => epoch,
        Err(_) => {
            printed(Command::new("git").current_dir(root()).args(["log", "-1", "--format=%ct"]))?
        }
    };
    let manifest = fs::read_to_string(root().join("Cargo.toml"))?;
    let manifest: toml::Table = manifest.parse()?;
    let version = manifest["workspace"]["package"]["version"].as_str().context("no version")?;
    let binary = build(plan.target, &epoch)?;
    inspect(&binary)?;
    let dist = root().join("dist");
    fs::create_dir_all(&dist)?;
    let shared = root().join("target/package").join(plan.target.triple);
    let release =
        Release { version: version.to_owned(), target: plan.target, epoch, binary, shared, dist };
    release.write_shared()?;
    for kind in &plan.kinds {
        let path = match *kind {
            "tarball" => release.tarball()?,
            "wheel" => wheel::package(&release)?,
            _ => debian::package(&release)?,
        };
        release.sum(&path)?;
    }
    Ok(Ending::Fine)
}

/// The programs that packaging needs and this machine lacks, and the command that installs each.
fn missing(kinds: &[&str], there: &dyn Fn(&[&str]) -> bool) -> Vec<(&'static str, String)> {
    let apt = |package: &str| format!("apt-get install {package}");
    let mut needed = vec![
        ("zig", vec!["python3", "-m", "ziglang", "version"], PIP.to_owned()),
        ("cargo-zigbuild", vec!["cargo-zigbuild", "--version"], PIP.to_owned()),
        ("objdump", vec!["objdump", "--version"], apt("binutils")),
    ];
    if kinds.contains(&"tarball") {
        needed.push(("xz", vec!["xz", "--version"], apt("xz-utils")));
    }
    if kinds.contains(&"wheel") {
        needed.push(("wheel", vec!["python3", "-m", "wheel", "version"], PIP.to_owned()));
    }
    if kinds.contains(&"deb") {
        needed.push(("dpkg-deb", vec!["dpkg-deb", "--version"], apt("dpkg")));
    }
    let lacks = needed.into_iter().filter(|(_, command, _)| !there(command));
    lacks.map(|(program, _, install)| (program, install)).collect()
}

fn is_there(command: &[&str]) -> bool {
    let mut command = with_arguments(command);
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn with_arguments(words: &[&str]) -> Command {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]);
    command
}

/// Runs `command`; an error if it fails.
fn must(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_owned();
    let status = command.status().with_context(|| format!("cannot run {}", program.display()))?;
    ensure!(status.success(), "{} failed: {status}", program.display());
    Ok(())
}

/// What `command` prints, without the last newline.
fn printed(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_owned();
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot run {}", program.display()))?;
    ensure!(output.status.success(), "{} failed: {}", program.display(), output.status);
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}

/// What makes the build independent of where and when it runs.
fn reproducible(command: &mut Command, target: Target, epoch: &str) {
    let home = env::var_os("CARGO_HOME").map_or_else(
        || PathBuf::from(env::var_os("HOME").unwrap_or_default()).join(".cargo"),
        PathBuf::from,
    );
    let remapped = [(root().to_owned(), "/certamen"), (home, "/cargo")];
    let rust =
        remapped.clone().map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()));
    let c = remapped.map(|(from, to)| format!("-ffile-prefix-map={}={to}", from.display()));
    command.env("CARGO_ENCODED_RUSTFLAGS", rust.join("\u{1f}"));
    command.env(format!("CFLAGS_{}", target.triple.replace('-', "_")), c.join(" "));
    command.env("SOURCE_DATE_EPOCH", epoch);
}

/// Builds the command for old systems; returns its path.
fn build(target: Target, epoch: &str) -> Result<PathBuf> {
    let mut command = cargo();
    command.args(["zigbuild", "--profile", "dist", "--locked", "--package", "certamen"]);
    command.arg("--target").arg(format!("{}.{}.{}", target.triple, GLIBC.0, GLIBC.1));
    reproducible(&mut command, target, epoch);
    must(&mut command)?;
    let target_folder = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| OsString::from("target"));
    Ok(root().join(target_folder).join(target.triple).join("dist/certamen"))
}

/// An error if the command is too large, or needs a newer glibc than it may.
fn inspect(binary: &Path) -> Result<()> {
    let bytes = fs::metadata(binary)?.len();
    ensure!(bytes <= MOST_BYTES, "the command has {bytes} bytes; at most {MOST_BYTES} are allowed");
    let symbols = printed(Command::new("objdump").arg("-T").arg(binary))?;
    let newest = newest_glibc(&symbols).context("objdump lists no symbol of glibc")?;
    ensure!(newest <= GLIBC, "the command needs glibc {}.{}", newest.0, newest.1);
    eprintln!("{}: {bytes} bytes, glibc {}.{}", binary.display(), newest.0, newest.1);
    Ok(())
}

/// The newest version of glibc that the list of dynamic symbols names.
fn newest_glibc(symbols: &str) -> Option<(u32, u32)> {
    let versions = symbols.split("GLIBC_").skip(1).filter_map(|rest| {
        let number = rest.split(|c: char| !c.is_ascii_digit() && c != '.').next()?;
        let mut parts = number.split('.').map(str::parse);
        Some((parts.next()?.ok()?, parts.next()?.ok()?))
    });
    versions.max()
}

impl Release {
    /// The name of the tarball, and of the folder in it.
    fn name(&self) -> String {
        format!("certamen-{}-{}", self.version, self.target.triple)
    }

    /// Writes the manual pages, completions and licences.
    fn write_shared(&self) -> Result<()> {
        if self.shared.exists() {
            fs::remove_dir_all(&self.shared)?;
        }
        fs::create_dir_all(self.shared.join("completions"))?;
        must(self.own_command().arg("man").arg(self.shared.join("man")).stdout(Stdio::null()))?;
        for (shell, name) in [("bash", "certamen"), ("zsh", "_certamen"), ("fish", "certamen.fish")]
        {
            let script = printed(self.own_command().args(["completions", shell]))?;
            fs::write(self.shared.join("completions").join(name), script + "\n")?;
        }
        fs::write(self.shared.join("THIRD-PARTY.txt"), licences::of_all(self.target.triple)?)?;
        Ok(())
    }

    /// The packaged command; where it is for another kind of machine, the one that developers run,
    /// which has the same pages.
    fn own_command(&self) -> Command {
        if self.target.triple.starts_with(env::consts::ARCH) {
            return Command::new(&self.binary);
        }
        let mut command = cargo();
        command.args(["run", "--quiet", "--locked", "--package", "certamen", "--"]);
        command
    }

    fn tarball(&self) -> Result<PathBuf> {
        let folder = root().join("target/package").join(self.name());
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        copy_folder(&self.shared, &folder)?;
        copy(&self.binary, &folder.join("certamen"), 0o755)?;
        for file in ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md", "README.md"] {
            copy(&root().join(file), &folder.join(file), 0o644)?;
        }
        let profile = "certamen-seccomp.json";
        copy(&root().join("packaging/container").join(profile), &folder.join(profile), 0o644)?;
        let path = self.dist.join(format!("{}.tar.xz", self.name()));
        let mut tar = Command::new("tar");
        tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"]);
        tar.arg(format!("--mtime=@{}", self.epoch)).arg("-C").arg(root().join("target/package"));
        // One thread: several would cut the file by the number of cores.
        tar.env("XZ_OPT", "-9e -T1").arg("-cJf").arg(&path).arg(self.name());
        must(&mut tar)?;
        Ok(path)
    }

    /// Writes and prints the digest of a package, beside it.
    fn sum(&self, path: &Path) -> Result<()> {
        let name = path.file_name().context("a package has a name")?;
        let line = printed(Command::new("sha256sum").current_dir(&self.dist).arg(name))?;
        let bytes = fs::metadata(path)?.len();
        let mut beside = path.as_os_str().to_owned();
        beside.push(".sha256");
        fs::write(beside, format!("{line}\n"))?;
        eprintln!("{line}  {bytes} bytes");
        Ok(())
    }
}

fn copy(from: &Path, to: &Path, mode: u32) -> Result<()> {
    let parent = to.parent().context("a file is in a folder")?;
    fs::create_dir_all(parent)?;
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    fs::set_permissions(to, fs::Permissions::from_mode(mode))?;
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().context("an entry has a name")?);
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            copy(&path, &target, 0o644)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_unknown_ones_refused() {
        let plan = Plan::read(&["--target", "aarch64", "deb"]).unwrap();
        assert_eq!((plan.target, plan.kinds), (TARGETS[1], vec!["deb"]));
        assert_eq!(Plan::read(&[]).unwrap().kinds, KINDS);
        for wrong in [&["rpm"][..], &["--target"], &["--target", "riscv64"]] {
            assert!(Plan::read(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn what_is_missing_is_named_with_its_package() {
        assert_eq!(missing(&KINDS, &|_| true), []);
        let no_zig = missing(&KINDS, &|command| !command.contains(&"ziglang"));
        assert_eq!(no_zig, [("zig", PIP.to_owned())]);
        let nothing = missing(&["deb"], &|_| false);
        let names: Vec<&str> = nothing.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["zig", "cargo-zigbuild", "objdump", "dpkg-deb"]);
    }

    #[test]
    fn the_newest_glibc_is_compared_as_a_number() {
        let symbols = "0 DF *UND* 0 (GLIBC_2.2.5) read\n0 DF *UND* 0 (GLIBC_2.17) x\n\
            0 DF *UND* 0 (GLIBC_2.9) y\n";
        assert_eq!(newest_glibc(symbols), Some((2, 17)));
        assert_eq!(newest_glibc("nothing"), None);
    }
}
