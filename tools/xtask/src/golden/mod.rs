//! `cargo xtask golden`: what `certamen` prints and serves, compared with what it printed before.
//!
//! `golden/cases.toml` lists the commands, `golden/frozen.tar.gz` holds the stores and records that
//! they read, and `golden/hashes/` has a file per group with a hash per case. Texts are not stored:
//! `--diff OTHER` runs another build beside this one and shows how they differ.

mod commands;
mod site;

use crate::{
    Ending,
    repository::{root, succeeds},
};
use anyhow::{Context, Result, bail, ensure};
use commands::{Cases, Folder};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{Write, stdout},
    path::{Path, PathBuf},
    process::Command,
};

/// The group of what `certamen serve` answers; all others are in `cases.toml`.
const SITE: &str = "site";

/// The output of each case of each group.
type Groups = BTreeMap<String, BTreeMap<String, String>>;

/// Runs the command with what stands behind `golden`.
pub(crate) fn run(words: &[&str]) -> Result<Ending> {
    let (mut binary, mut other, mut groups) = (None, None, Vec::new());
    let (mut record, mut freeze) = (false, false);
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let path = |given: Option<&&str>| {
            given.map(PathBuf::from).with_context(|| format!("{word}: a path is missing"))
        };
        match *word {
            "--binary" => binary = Some(path(rest.next())?),
            "--diff" => other = Some(path(rest.next())?),
            "--record" => record = true,
            "--freeze" => freeze = true,
            flag if flag.starts_with('-') => bail!(
                "unknown option `{flag}`: use --binary FILE, --diff FILE, --record or --freeze"
            ),
            group => groups.push(group),
        }
    }
    let modes = [record, freeze, other.is_some()].into_iter().filter(|is_set| *is_set).count();
    ensure!(modes <= 1, "--record, --freeze and --diff exclude each other: give one of them");
    ensure!(!freeze || groups.is_empty(), "--freeze plays all stores: it takes no groups");
    let binary = executable(&binary.unwrap_or_else(|| root().join("target/release/certamen")))?;
    if freeze {
        let mut python = Command::new("/usr/bin/python3");
        python.arg(root().join("tools/xtask/golden/freeze.py")).arg(binary);
        return Ok(if succeeds(&mut python)? { Ending::Fine } else { Ending::Failed });
    }
    let cases = Cases::read()?;
    let known: Vec<&str> = cases.groups().chain([SITE]).collect();
    for group in &groups {
        let known = known.join(", ");
        ensure!(known.contains(group), "unknown group `{group}`: expected one of {known}");
    }
    let wanted: Vec<&str> =
        known.into_iter().filter(|it| groups.is_empty() || groups.contains(it)).collect();
    let ours = outputs(&binary, &cases, &wanted)?;
    match other {
        Some(other) => diff(&outputs(&executable(&other)?, &cases, &wanted)?, &ours),
        None => ours.iter().try_fold(Ending::Fine, |ending, (group, outputs)| {
            let path = root().join(format!("tools/xtask/golden/hashes/{group}.txt"));
            let now = hashes(outputs);
            if record {
                fs::write(path, now)?;
                return Ok(ending);
            }
            let stored = fs::read_to_string(&path).with_context(|| {
                format!("{}: `cargo xtask golden --record {group}` writes it", path.display())
            })?;
            let changed = changes(&stored, &now);
            eprintln!("{group}: {} cases, {} changed", outputs.len(), changed.len());
            for change in &changed {
                eprintln!("  {change}");
            }
            Ok(if changed.is_empty() { ending } else { Ending::Failed })
        }),
    }
}

fn executable(path: &Path) -> Result<PathBuf> {
    path.canonicalize().with_context(|| {
        format!(
            "{} does not exist; `cargo build --release --bin certamen` builds it",
            path.display()
        )
    })
}

fn outputs(binary: &Path, cases: &Cases, groups: &[&str]) -> Result<Groups> {
    let folder = Folder::unpack(binary)?;
    let outputs = groups.iter().map(|group| {
        let outputs = match *group {
            SITE => site::outputs(&folder),
            group => folder.outputs(cases.of(group)),
        };
        Ok(((*group).to_owned(), outputs?))
    });
    outputs.collect()
}

/// One line per case: its hash, a space, its name.
fn hashes(outputs: &BTreeMap<String, String>) -> String {
    let hash = |text: &str| blake3::hash(text.as_bytes()).to_hex()[..16].to_owned();
    let lines = outputs.iter().map(|(case, text)| format!("{} {case}\n", hash(text)));
    lines.collect::<Vec<_>>().concat()
}

/// What happened to cases whose lines are not the same.
fn changes(stored: &str, now: &str) -> Vec<String> {
    let cases = |text: &str| {
        text.lines()
            .filter_map(|line| line.split_once(' '))
            .map(|(hash, case)| (case.to_owned(), hash.to_owned()))
            .collect::<BTreeMap<_, _>>()
    };
    let (stored, now) = (cases(stored), cases(now));
    let all: BTreeSet<&String> = stored.keys().chain(now.keys()).collect();
    let changes = all.into_iter().filter_map(|case| match (stored.get(case), now.get(case)) {
        (None, _) => Some(format!("new: {case}")),
        (_, None) => Some(format!("gone: {case}")),
        (before, after) => (before != after).then(|| format!("changed: {case}")),
    });
    changes.collect()
}

/// Prints the texts that differ, those of the other build first.
fn diff(other: &Groups, ours: &Groups) -> Result<Ending> {
    let files = ["other", "this"]
        .map(|name| std::env::temp_dir().join(format!("certamen-{name}-{}", std::process::id())));
    let (mut all, mut differ) = (0, 0);
    for (group, outputs) in ours {
        let cases: BTreeSet<&String> = outputs.keys().chain(other[group].keys()).collect();
        for case in cases {
            let texts = [other[group].get(case), outputs.get(case)];
            all += 1;
            if texts[0] == texts[1] {
                continue;
            }
            differ += 1;
            writeln!(stdout(), "== {group}: {case}")?;
            for (file, text) in files.iter().zip(texts) {
                fs::write(file, text.map_or("(no such case)\n", String::as_str))?;
            }
            let labels = ["-U1", "--label", "other", "--label", "this"];
            Command::new("diff").args(labels).args(&files).status()?;
        }
    }
    files.iter().filter(|file| file.exists()).try_for_each(fs::remove_file)?;
    eprintln!("{all} cases compared, {differ} differ");
    Ok(if differ == 0 { Ending::Fine } else { Ending::Failed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_with_what_makes_it() {
        let error = |words: &[&str]| run(words).unwrap_err().to_string();
        let missing = error(&["--binary", "/nowhere/certamen"]);
        assert!(missing.contains("cargo build --release --bin certamen"), "{missing}");
        let group = error(&["--binary", "/bin/true", "no-group"]);
        assert!(group.starts_with("unknown group `no-group`: expected one of audits, "), "{group}");
        assert!(error(&["--all"]).starts_with("unknown option `--all`"));
        assert_eq!(error(&["--diff"]), "--diff: a path is missing");
        assert!(error(&["--record", "--freeze"]).contains("exclude each other"));
        assert!(error(&["--freeze", "tables"]).contains("it takes no groups"));
        assert!(error(&["--binary", "/bin/true"]).contains("is not certamen"));
    }

    #[test]
    fn one_changed_letter_is_named() {
        let lines = |text: &str| hashes(&BTreeMap::from([("b --lang es".into(), text.into())]));
        assert_eq!(changes(&lines("partida"), &lines("partidas")), ["changed: b --lang es"]);
        assert_eq!(changes("0 a\n", "1 c\n"), ["gone: a", "new: c"]);
    }
}
