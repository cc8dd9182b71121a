//! The commands of `golden/cases.toml`, and the folder in which a build runs them.

use crate::{
    repository::{self, root, succeeds},
    tidy,
};
use anyhow::{Context, Result, ensure};
use regex::Regex;
use std::{
    collections::BTreeMap,
    env, fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::{self, Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// The frozen stores, below the frozen folder.
pub(super) const STORES: [&str; 3] = ["site/round-robin", "site/ladder", "site/course"];

/// What is measured, random or made of the present moment, and what takes its place.
const MASKS: [(&str, &str); 7] = [
    (r"127\.0\.0\.1:\d+", "ADDRESS"),
    (r"/a/[0-9a-f]{8,}/", "/a/HASH/"),
    (r"TODAY[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?", "NOW"),
    (r"\d+(\.\d+)?/s\b", "RATE"),
    // What `check` measures.
    (r"(?m)^ +\d+\.\d{3} s  ([<>*])", "TIME $1"),
    (r"[\d.]+ / (\d+ ms)", "TIME / $1"),
    // Counts what the server has noticed since it started.
    (r#"data-revision="\d+""#, "data-revision=REVISION"),
];

/// The command lines of each group, written out.
pub(super) struct Cases(BTreeMap<String, Vec<String>>);

impl Cases {
    pub(super) fn read() -> Result<Cases> {
        let text = fs::read_to_string(root().join("tools/xtask/golden/cases.toml"))?;
        let table: toml::Table = text.parse()?;
        let list = |value: &toml::Value| -> Vec<String> {
            let words = value.as_array().into_iter().flatten().filter_map(toml::Value::as_str);
            words.map(str::to_owned).collect()
        };
        let values = [
            ("{store}", STORES.map(str::to_owned).to_vec()),
            ("{game}", tidy::game_slugs()?),
            ("{command}", list(&table["commands"])),
            ("{contest}", contests()?),
            ("{record}", list(&table["records"])),
        ];
        let languages = table["languages"].as_str().context("languages is not a string")?;
        let groups = table["groups"].as_table().context("[groups] is missing")?.iter();
        let groups = groups.map(|(group, lines)| {
            let lines = list(lines).into_iter().map(|line| format!("{line} {languages}"));
            let lines = values.iter().fold(lines.collect::<Vec<_>>(), |lines, (name, values)| {
                let filled = |line: &String| {
                    if !line.contains(name) {
                        return vec![line.clone()];
                    }
                    values.iter().map(|value| line.replace(name, value)).collect()
                };
                lines.iter().flat_map(filled).collect()
            });
            (group.clone(), lines.iter().flat_map(|line| alternatives(line)).collect())
        });
        Ok(Cases(groups.collect()))
    }

    pub(super) fn groups(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    pub(super) fn of(&self, group: &str) -> &[String] {
        &self.0[group]
    }
}

/// The repository's contests.
fn contests() -> Result<Vec<String>> {
    let files = repository::files()?.into_iter().map(|file| file.path);
    let folders = files.filter_map(|path| Some(path.strip_suffix("/contest.toml")?.to_owned()));
    Ok(folders.filter(|path| path.starts_with("contests/")).collect())
}

/// One line for each combination of the words that are separated by `|`.
fn alternatives(line: &str) -> Vec<String> {
    line.split_whitespace().fold(vec![String::new()], |lines, word| {
        let joined = |line: &String, word: &str| format!("{line} {word}").trim().to_owned();
        lines.iter().flat_map(|line| word.split('|').map(|word| joined(line, word))).collect()
    })
}

/// A folder with the frozen stores and records, and the repository's contests and bots.
pub(super) struct Folder {
    path: PathBuf,
    binary: PathBuf,
    literals: [(String, &'static str); 4],
    masks: Vec<(Regex, &'static str)>,
}

impl Folder {
    /// Makes one for `binary`, which must be able to read the frozen stores.
    pub(super) fn unpack(binary: &Path) -> Result<Folder> {
        let version = printed(Command::new(binary).arg("--version"))?;
        let version = version.strip_prefix("certamen ").map(str::trim);
        let version = version.with_context(|| format!("{} is not certamen", binary.display()))?;
        let free = |number: &u32| !env::temp_dir().join(name(*number)).exists();
        let path = env::temp_dir().join(name((0..1000).find(free).context("no free name")?));
        fs::create_dir(&path)?;
        // Where root serves, an ordinary user reads the folder.
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        let archive = root().join("tools/xtask/golden/frozen.tar.gz");
        let mut tar = Command::new("tar");
        tar.arg("-xzf").arg(&archive).arg("-C").arg(&path);
        let again = "`cargo xtask golden --freeze` plays the frozen stores again";
        ensure!(archive.is_file() && succeeds(&mut tar)?, "{}: {again}", archive.display());
        // On the day of the freeze its date cannot be distinguished from today's: both are masked.
        let frozen = path.join(STORES[0]).join("contest.toml");
        let literals = [
            (path.display().to_string(), "FOLDER"),
            (version.to_owned(), "VERSION"),
            (date_of(&["-u"])?, "TODAY"),
            (date_of(&["-u", "-r", &frozen.display().to_string()])?, "TODAY"),
        ];
        let masks = MASKS.iter().map(|(mask, name)| Ok((Regex::new(mask)?, *name)));
        let masks = masks.collect::<Result<_>>()?;
        // Help shows the name by which the command was called.
        let link = path.join("certamen");
        symlink(binary, &link)?;
        let folder = Folder { path, binary: link, literals, masks };
        for file in repository::files()? {
            if ["contests/", "bots/"].iter().any(|place| file.path.starts_with(place)) {
                let to = folder.path.join(&file.path);
                fs::create_dir_all(to.parent().context("files lie in folders")?)?;
                fs::copy(root().join(&file.path), to)?;
            }
        }
        for store in STORES {
            let output = folder.command(["standings", store]).output()?;
            let error = String::from_utf8_lossy(&output.stderr);
            ensure!(output.status.success(), "{store}: {}; {again}", error.trim());
        }
        Ok(folder)
    }

    /// The command, to be run in this folder.
    pub(super) fn command<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = Command::new(&self.binary);
        command.args(arguments).current_dir(&self.path).stdin(Stdio::null());
        command.env("LC_ALL", "C").env("TZ", "UTC").env("XDG_CACHE_HOME", self.path.join("cache"));
        command
    }

    /// Runs the command lines on all cores.
    pub(super) fn outputs(&self, cases: &[String]) -> Result<BTreeMap<String, String>> {
        let (next, outputs) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
        let work = || -> Result<()> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(case) = cases.get(number) else { return Ok(()) };
                let output = self.output(case, number)?;
                outputs.lock().expect("no worker panics").insert(case.clone(), output);
            }
        };
        thread::scope(|scope| {
            let workers = (0..thread::available_parallelism()?.get()).map(|_| scope.spawn(work));
            let workers: Vec<_> = workers.collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("no worker panics"))
        })?;
        Ok(outputs.into_inner().expect("no worker panics"))
    }

    /// The exit code, both streams, and the files that were written below `{out}`.
    fn output(&self, case: &str, number: usize) -> Result<String> {
        let out = format!("out/{number}");
        let full = self.path.join(&out);
        fs::create_dir_all(&full)?;
        let output = self.command(case.replace("{out}", &out).split_whitespace()).output()?;
        let mut parts = vec![
            format!("exit {}\n", output.status.code().unwrap_or(-1)),
            format!("-- stdout\n{}", readable(&output.stdout)),
            format!("-- stderr\n{}", readable(&output.stderr)),
        ];
        for file in files_below(&full)? {
            let name = file.strip_prefix(&full)?.display();
            parts.push(format!("-- {name}\n{}", readable(&fs::read(&file)?)));
        }
        fs::remove_dir_all(&full)?;
        Ok(self.mask(&parts.concat().replace(&out, "OUT")))
    }

    /// `text` without what differs from run to run and from machine to machine.
    pub(super) fn mask(&self, text: &str) -> String {
        let literals = self.literals.iter();
        let text = literals.fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
        self.masks
            .iter()
            .fold(text, |text, (mask, name)| mask.replace_all(&text, *name).into_owned())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed stays in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn printed(command: &mut Command) -> Result<String> {
    Ok(String::from_utf8(command.output()?.stdout)?)
}

/// The date that `date` prints with these options, as YYYY-MM-DD.
fn date_of(options: &[&str]) -> Result<String> {
    let date = printed(Command::new("date").args(options).arg("+%F"))?.trim().to_owned();
    ensure!(date.len() == 10, "`date {}` prints no date", options.join(" "));
    Ok(date)
}

fn name(number: u32) -> String {
    format!("certamen-golden-{}-{number}", process::id())
}

/// Text as it is, anything else by its hash.
fn readable(bytes: &[u8]) -> String {
    let text = std::str::from_utf8(bytes).map(str::to_owned);
    text.unwrap_or_else(|_| format!("{} bytes, {}\n", bytes.len(), blake3::hash(bytes)))
}

/// All files below `folder`, in the order of their paths.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    entries.sort();
    let files = entries
        .into_iter()
        .map(|path| if path.is_dir() { files_below(&path) } else { Ok(vec![path]) });
    Ok(files.collect::<Result<Vec<_>>>()?.concat())
}

#[test]
fn every_case_is_written_out_once() {
    assert_eq!(alternatives("show --json|--print x"), ["show --json x", "show --print x"]);
    let cases = Cases::read().unwrap();
    for group in cases.groups() {
        let unique: std::collections::BTreeSet<&String> = cases.of(group).iter().collect();
        assert_eq!(unique.len(), cases.of(group).len(), "{group}");
    }
}
