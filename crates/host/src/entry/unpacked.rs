//! The files of a submission, with names that lead nowhere else.

use super::{EntryFinding, archive, single};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

/// The maximum number of files, and of nested folders.
pub(super) const MOST_FILES: usize = 2_000;
const DEEPEST: usize = 16;
/// The file that says how to build several files.
const MANIFEST: &str = "bot.toml";

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct UnpackedArchive {
    /// The content of each, and whether it is executable, by its path.
    files: BTreeMap<PathBuf, (Vec<u8>, Mode)>,
    /// The path of each as a system reads it to which capitals are the same, and of each folder.
    names: BTreeMap<PathBuf, Named>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Named {
    File,
    Folder,
}

/// Whether a file is to be executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Plain,
    /// It is executed.
    Executable,
}

/// The files in `content`, which came as `file`, at most `most` bytes.
pub(super) fn unpack(
    file: &str,
    content: &[u8],
    most: u64,
) -> Result<UnpackedArchive, EntryFinding> {
    if content.is_empty() {
        return Err(EntryFinding::Empty);
    }
    let lower = file.to_ascii_lowercase();
    let (stem, ending) = lower.rsplit_once('.').unwrap_or((&lower, ""));
    let before = stem.rsplit_once('.').map_or("", |(_, ending)| ending);
    let unpacked = match (before, ending) {
        (_, "zip") => archive::zip(content, most)?,
        (_, "tgz") | ("tar", "gz") => archive::tar(content, most)?,
        _ => single::file(file, content, most)?,
    };
    unpacked.flattened().complete()
}

impl UnpackedArchive {
    /// Adds a file, if its name is one and is not there yet.
    pub(super) fn add(
        &mut self,
        name: &str,
        content: Vec<u8>,
        mode: Mode,
    ) -> Result<(), EntryFinding> {
        let path = plain_path(name)?;
        let folded = PathBuf::from(path.to_string_lossy().to_lowercase());
        let folders = folded.ancestors().skip(1);
        let is_file = |path: &Path| self.names.get(path) == Some(&Named::File);
        // A file that another one needs as its folder cannot be written.
        if self.names.contains_key(&folded) || folders.clone().any(is_file) {
            return Err(EntryFinding::SameName { name: name.to_owned() });
        }
        if self.files.len() >= MOST_FILES {
            return Err(EntryFinding::TooManyFiles { most: MOST_FILES });
        }
        self.names.extend(folders.map(|folder| (folder.to_owned(), Named::Folder)));
        self.names.insert(folded, Named::File);
        self.files.insert(path, (content, mode));
        Ok(())
    }

    /// Without the top folder, if everything is in one.
    fn flattened(self) -> UnpackedArchive {
        let first = |path: &Path| path.iter().next().map(ToOwned::to_owned);
        let top = self.files.keys().next().and_then(|path| first(path));
        let inside = |path: &Path| first(path) == top && path.iter().count() > 1;
        if !self.files.keys().all(|path| inside(path)) {
            return self;
        }
        let cut = |path: PathBuf| path.iter().skip(1).collect();
        let files = self.files.into_iter().map(|(path, it)| (cut(path), it)).collect();
        UnpackedArchive { files, ..self }
    }

    /// The archive, if it is known how to build it.
    fn complete(self) -> Result<UnpackedArchive, EntryFinding> {
        if self.files.is_empty() {
            return Err(EntryFinding::Empty);
        }
        let is_known = self.files.len() == 1 || self.files.contains_key(Path::new(MANIFEST));
        if is_known { Ok(self) } else { Err(EntryFinding::NoManifest) }
    }

    /// Writes the files into `folder`, which must be new: nothing is there that could lead elsewhere.
    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        for (path, (content, mode)) in &self.files {
            let path = folder.join(path);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            let mut file = File::create_new(&path)?;
            file.write_all(content)?;
            let bits = if *mode == Mode::Executable { 0o755 } else { 0o644 };
            file.set_permissions(fs::Permissions::from_mode(bits))?;
            file.sync_all()?;
        }
        Ok(())
    }
}

/// The path that a name in an archive is, if it leads nowhere else.
fn plain_path(name: &str) -> Result<PathBuf, EntryFinding> {
    let bad = || EntryFinding::BadName { name: name.chars().take(80).collect() };
    let is_plain = |part: &str| {
        let hidden = part.is_empty() || part.starts_with('.');
        let acts = |c: char| c.is_control() || matches!(c, '\\' | ':');
        !hidden
            && part.len() <= 200
            && !part.chars().any(acts)
            && certamen_game::escaped(part) == part
    };
    let parts: Vec<&str> = name.split('/').collect();
    if !parts.iter().all(|part| is_plain(part)) {
        return Err(bad());
    }
    if parts.len() > DEEPEST {
        return Err(EntryFinding::TooDeep { name: name.chars().take(80).collect() });
    }
    Ok(parts.iter().collect())
}

/// What some systems put into archives beside what is meant.
pub(super) fn is_litter(name: &str) -> bool {
    let mut parts = name.split('/');
    parts.any(|part| matches!(part, "__MACOSX" | ".DS_Store" | "Thumbs.db"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_nowhere_else() {
        for name in ["a.c", "src/main.c", "ñ/ü.py"] {
            assert_eq!(plain_path(name), Ok(PathBuf::from(name)));
        }
        for name in [
            "../a",
            "/etc/passwd",
            "a/../b",
            "a//b",
            "./a",
            ".git/config",
            "a\\b",
            "C:a",
            "a\0b",
            "a\r\nb",
            "a\u{202e}b",
            "",
        ] {
            assert!(matches!(plain_path(name), Err(EntryFinding::BadName { .. })), "{name:?}");
        }
        let deep = vec!["a"; 17].join("/");
        assert!(matches!(plain_path(&deep), Err(EntryFinding::TooDeep { .. })));
    }

    #[test]
    fn a_folder_around_everything_is_left_out() {
        let mut unpacked = UnpackedArchive::default();
        for name in ["bot/bot.toml", "bot/src/main.c"] {
            unpacked.add(name, vec![1], Mode::Plain).unwrap();
        }
        let twice = unpacked.add("Bot/BOT.toml", Vec::new(), Mode::Plain);
        assert!(matches!(twice, Err(EntryFinding::SameName { .. })));
        for taken in ["bot/bot.toml/x", "bot/SRC", "bot/src/main.c/y/z"] {
            let refused = unpacked.add(taken, Vec::new(), Mode::Plain);
            assert!(matches!(refused, Err(EntryFinding::SameName { .. })), "{taken}");
        }
        let flat = unpacked.flattened().complete().unwrap();
        let paths: Vec<_> = flat.files.keys().collect();
        assert_eq!(paths, [Path::new("bot.toml"), Path::new("src/main.c")]);
    }

    #[test]
    fn several_files_say_how_they_become_a_program() {
        let mut unpacked = UnpackedArchive::default();
        unpacked.add("a.c", vec![1], Mode::Plain).unwrap();
        assert!(unpacked.clone().complete().is_ok());
        unpacked.add("b.c", vec![1], Mode::Plain).unwrap();
        assert_eq!(unpacked.complete(), Err(EntryFinding::NoManifest));
        assert_eq!(unpack("a.c", b"", 10), Err(EntryFinding::Empty));
    }
}
