//! The names that things have inside: a program is told these, never the machine's.

use super::plan::{Mount, Source};
use crate::{Access, Folder, Program};
use std::{
    ffi::OsStr,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

/// What of the machine every program sees: the languages, and what they look up.
const ROOTS: [&str; 16] = [
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
    "/etc/java-17-openjdk",
    "/etc/perl",
    "/etc/R",
    "/etc/python3.11",
];

/// The names of one program's world.
pub(crate) struct View(Vec<Folder>);

impl View {
    /// The names that `program` sees.
    pub(crate) fn of(program: &Program) -> View {
        // The longest first: of two folders, one in the other, the inner one is meant.
        let mut folders = program.folders.clone();
        folders.sort_by_key(|folder| std::cmp::Reverse(folder.outside.as_os_str().len()));
        View(folders)
    }

    /// The name inside of a path outside; other paths keep theirs.
    pub(crate) fn inside(&self, path: &Path) -> PathBuf {
        let found = self.0.iter().find_map(|folder| {
            let rest = path.strip_prefix(&folder.outside).ok()?;
            let inside = Path::new(folder.inside);
            Some(if rest.as_os_str().is_empty() { inside.to_owned() } else { inside.join(rest) })
        });
        found.unwrap_or_else(|| path.to_owned())
    }

    /// What is mounted for the folders.
    pub(crate) fn mounts(&self) -> Vec<Mount> {
        let mount = |folder: &Folder| Mount {
            inside: folder.inside.into(),
            what: match folder.access {
                Access::Read => Source::Read(folder.outside.clone()),
                Access::Write => Source::Write(folder.outside.clone()),
                Access::Scratch(size) => Source::Fresh(size),
            },
        };
        self.0.iter().map(mount).collect()
    }

    /// What of the machine is seen: the usual, and where the program's own interpreter stands, if
    /// that is somewhere else.
    pub(crate) fn roots(&self, program: &Program) -> Vec<PathBuf> {
        let mut roots: Vec<PathBuf> = ROOTS.iter().map(PathBuf::from).collect();
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

    /// The program's command, in names inside.
    pub(crate) fn command(&self, program: &Program) -> Vec<Vec<u8>> {
        program.command.iter().map(|word| self.word(word)).collect()
    }

    /// The program's environment, likewise.
    pub(crate) fn environment(&self, program: &Program) -> Vec<Vec<u8>> {
        let entry = |(key, value): &(String, String)| {
            [key.as_bytes(), b"=", &self.word(OsStr::new(value))].concat()
        };
        program.environment.iter().map(entry).collect()
    }

    fn word(&self, word: &OsStr) -> Vec<u8> {
        let path = Path::new(word);
        if path.is_absolute() {
            return self.inside(path).into_os_string().as_bytes().to_vec();
        }
        word.as_bytes().to_vec()
    }
}
