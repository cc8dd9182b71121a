//! What a sandbox looks like from inside, planned by the supervisor and built by the setup: the names
//! of files and folders there, which a program sees instead of the machine's.

use crate::{Access, Folder, Languages, Program};
use serde::{Deserialize, Serialize};
use std::{
    ffi::OsStr,
    fs,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    sync::LazyLock,
};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CellPlan {
    /// Needed if this process is not root.
    pub(crate) user_namespace: bool,
    /// The control group of version 2 in which its first process is created.
    pub(crate) birthplace: Option<PathBuf>,
    /// The entry files of the control groups that it enters by itself.
    pub(crate) doors: Vec<PathBuf>,
    /// The folders and files of the machine that are visible, read-only, under their own names.
    pub(crate) roots: Vec<PathBuf>,
    /// The other folders.
    pub(crate) mounts: Vec<Mount>,
    /// The working directory of programs.
    pub(crate) directory: PathBuf,
    /// The user of programs.
    pub(crate) user: u32,
    pub(crate) limits: ProcessLimits,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Mount {
    pub(crate) inside: PathBuf,
    pub(crate) what: MountSource,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum MountSource {
    /// This folder of the machine, read-only.
    Read(PathBuf),
    /// An empty folder in memory, of at most this many bytes.
    Fresh(u64),
}

/// rlimits, inherited by every program.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct ProcessLimits {
    pub(crate) descriptors: u64,
    /// In bytes.
    pub(crate) file_size: u64,
    /// If no control group counts them.
    pub(crate) processes: Option<u64>,
    /// In bytes, if no control group counts memory.
    pub(crate) data: Option<u64>,
    /// In bytes, used or not, if no control group counts the tables that they need.
    pub(crate) addresses: Option<u64>,
}

/// What every program sees of the machine, besides files of its language's interpreter.
const ROOTS: [&str; 12] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
];

/// The names of folders in one program's sandbox.
pub(crate) struct FolderView(Vec<Folder>);

impl FolderView {
    pub(crate) fn of(program: &Program) -> FolderView {
        // The longest first: of two folders, one in the other, the inner one is meant.
        let mut folders = program.folders.clone();
        folders.sort_by_key(|folder| std::cmp::Reverse(folder.outside.as_os_str().len()));
        FolderView(folders)
    }

    /// The name inside of a path outside; other paths stay the same.
    pub(crate) fn inside(&self, path: &Path) -> PathBuf {
        let found = self.0.iter().find_map(|folder| {
            let rest = path.strip_prefix(&folder.outside).ok()?;
            let inside = Path::new(folder.inside);
            Some(if rest.as_os_str().is_empty() { inside.to_owned() } else { inside.join(rest) })
        });
        found.unwrap_or_else(|| path.to_owned())
    }

    pub(crate) fn mounts(&self) -> Vec<Mount> {
        let mount = |folder: &Folder| Mount {
            inside: folder.inside.into(),
            what: match folder.access {
                Access::Read => MountSource::Read(folder.outside.clone()),
                Access::Kept(size) | Access::Scratch(size) | Access::Passing(size) => {
                    MountSource::Fresh(size)
                }
            },
        };
        self.0.iter().map(mount).collect()
    }

    /// The visible parts of the machine: the usual ones, and the folder of the program's own
    /// interpreter if that is elsewhere.
    pub(crate) fn roots(&self, program: &Program) -> Vec<PathBuf> {
        static OF_LANGUAGES: LazyLock<Vec<PathBuf>> = LazyLock::new(of_languages);
        let mut roots: Vec<PathBuf> = ROOTS.iter().map(PathBuf::from).collect();
        roots.extend(OF_LANGUAGES.iter().cloned());
        let tool = program.command.first().map(Path::new);
        let elsewhere = tool.filter(|tool| {
            let known = roots.iter().any(|root| tool.starts_with(root));
            !known && self.inside(tool) == **tool && tool.is_file()
        });
        // `…/bin/tool` finds what it needs in `…/lib`.
        let home = elsewhere.and_then(Path::parent);
        let home = home.map(|home| home.parent().filter(|_| home.ends_with("bin")).unwrap_or(home));
        roots.extend(home.filter(|home| home.parent().is_some()).map(Path::to_owned));
        roots
    }

    /// The program's command with names inside.
    pub(crate) fn command(&self, program: &Program) -> Vec<Vec<u8>> {
        program.command.iter().map(|word| self.word(word)).collect()
    }

    /// The program's environment with names inside.
    pub(crate) fn environment(&self, program: &Program) -> Vec<Vec<u8>> {
        let entry = |(key, value): &(String, String)| {
            [key.as_bytes(), b"=", &self.word(OsStr::new(value))].concat()
        };
        program.environment.iter().map(entry).collect()
    }

    fn word(&self, word: &OsStr) -> Vec<u8> {
        let inside = self.inside(Path::new(word));
        if inside != Path::new(word) {
            return inside.into_os_string().as_bytes().to_vec();
        }
        // Or it is part of a longer word: `--file=/outside/bot.py`.
        self.0.iter().fold(word.as_bytes().to_vec(), |word, folder| {
            replaced(&word, folder.outside.as_os_str().as_bytes(), folder.inside.as_bytes())
        })
    }
}

/// The word with `other` wherever `path` occurs in it as a whole.
fn replaced(word: &[u8], path: &[u8], other: &[u8]) -> Vec<u8> {
    let is_name = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(byte))
    };
    let mut replaced = Vec::with_capacity(word.len());
    let mut rest = word;
    while let Some((first, behind)) = rest.split_first() {
        match rest.strip_prefix(path).filter(|_| !path.is_empty()) {
            Some(after) if !is_name(after.first()) && !is_name(replaced.last()) => {
                replaced.extend_from_slice(other);
                rest = after;
            }
            _ => {
                replaced.push(*first);
                rest = behind;
            }
        }
    }
    replaced
}

/// The files that interpreters of all languages read outside `/usr`: a program may start any of
/// them.
fn of_languages() -> Vec<PathBuf> {
    let known = Languages::built_in();
    let mut roots: Vec<PathBuf> = known
        .iter()
        .flat_map(|(_, language)| &language.roots)
        .flat_map(|it| matching(it))
        .collect();
    roots.sort();
    roots.dedup();
    roots
}

/// The paths of `pattern`: a star at its end matches any end of a name.
fn matching(pattern: &str) -> Vec<PathBuf> {
    let path = Path::new(pattern);
    let star = path.file_name().and_then(OsStr::to_str).and_then(|name| name.strip_suffix('*'));
    let (Some(start), Some(folder)) = (star, path.parent()) else { return vec![path.to_owned()] };
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let names = entries.filter_map(|entry| Some(entry.ok()?.file_name()));
    let found = names.filter(|name| name.as_bytes().starts_with(start.as_bytes()));
    found.map(|name| folder.join(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_inside_a_longer_word_is_the_one_inside() {
        let check = |word: &str, expected: &str| {
            let found = replaced(word.as_bytes(), b"/home/x/source", b"/bot");
            assert_eq!(String::from_utf8(found).unwrap(), expected, "{word}");
        };
        check("--file=/home/x/source/bot.py", "--file=/bot/bot.py");
        check("cp /home/x/source/a '/home/x/source'", "cp /bot/a '/bot'");
        check("/home/x/source-two/a:/home/x/source2", "/home/x/source-two/a:/home/x/source2");
        check("/old/home/x/source", "/old/home/x/source");
        check("a word", "a word");
    }

    #[test]
    fn a_star_is_any_ending() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["java-17", "java-21", "javan"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let pattern = folder.path().join("java-*");
        let mut found = matching(pattern.to_str().unwrap());
        found.sort();
        assert_eq!(found, ["java-17", "java-21"].map(|name| folder.path().join(name)));
        assert_eq!(matching("/etc/R"), [Path::new("/etc/R")]);
        assert!(matching("/nowhere/x*").is_empty());
    }
}
