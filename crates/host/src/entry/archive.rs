//! The files of a submission, from an untrusted archive or a single file: sizes are what was read
//! and not what is declared, names lead nowhere else, and nothing is written while it is inspected.

use super::EntryFinding;
use flate2::read::GzDecoder;
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Cursor, Read, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};
use tar::{Archive, EntryType};
use zip::ZipArchive;

/// How many times larger than the archive its files may be.
const INFLATION: u64 = 20;
/// The cost of a file in an archive besides its content.
const HEAD: u64 = 1 << 10;
/// What each name in the list of a `.zip` begins with.
const NAMED: &[u8] = b"PK\x01\x02";

struct UnpackLimits {
    left: u64,
    finding: EntryFinding,
}

impl UnpackLimits {
    /// At most `most` bytes, and at most a multiple of the size of the archive.
    fn new(archive: usize, most: u64) -> UnpackLimits {
        let inflated = INFLATION * archive as u64 + HEAD;
        if inflated < most {
            UnpackLimits { left: inflated, finding: EntryFinding::Inflated { most: INFLATION } }
        } else {
            UnpackLimits { left: most, finding: EntryFinding::TooLarge { most } }
        }
    }

    /// The content of a file, if it is within the limit.
    fn read(&mut self, file: impl Read) -> Result<Vec<u8>, EntryFinding> {
        let mut content = Vec::new();
        let read = file.take(self.left + 1).read_to_end(&mut content);
        read.map_err(|_| EntryFinding::NoArchive)?;
        let length = content.len() as u64;
        self.left = self.left.checked_sub(length).ok_or_else(|| self.finding.clone())?;
        Ok(content)
    }
}

fn zip(bytes: &[u8], most: u64) -> Result<UnpackedArchive, EntryFinding> {
    if names_too_many(bytes) {
        return Err(EntryFinding::TooManyFiles { most: MOST_FILES });
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| EntryFinding::NoArchive)?;
    let mut allowance = UnpackLimits::new(bytes.len(), most);
    let mut unpacked = UnpackedArchive::default();
    for number in 0..archive.len() {
        let file = archive.by_index(number).map_err(|_| EntryFinding::NoArchive)?;
        let name = file.name().map_err(|_| EntryFinding::NoArchive)?.into_owned();
        if is_litter(&name) || file.is_dir() {
            continue;
        }
        let mode = file.unix_mode().unwrap_or(0o644);
        // The kind of a file is in the high bits; some archivers leave them out.
        if file.is_symlink() || !matches!(mode >> 12 & 0o17, 0 | 0o10) {
            return Err(EntryFinding::NotPlain { name });
        }
        let content = allowance.read(file)?;
        unpacked.add(&name, content, executable(mode))?;
    }
    Ok(unpacked)
}

/// Whether a `.zip` may name more files than allowed. The library reads all their names at once,
/// and the declared number may be wrong: the headers are counted. Those of a `.zip` stored inside
/// it uncompressed count, too.
fn names_too_many(bytes: &[u8]) -> bool {
    let names = bytes.windows(NAMED.len()).filter(|window| *window == NAMED);
    names.take(MOST_FILES + 1).count() > MOST_FILES
}

fn tar(bytes: &[u8], most: u64) -> Result<UnpackedArchive, EntryFinding> {
    let mut allowance = UnpackLimits::new(bytes.len(), most);
    // Headers and skipped files inflate, too.
    let ceiling = allowance.left + HEAD * 2 * MOST_FILES as u64;
    let mut archive = Archive::new(GzDecoder::new(bytes).take(ceiling));
    let mut unpacked = UnpackedArchive::default();
    let entries = archive.entries().map_err(|_| EntryFinding::NoArchive)?;
    for (number, entry) in entries.enumerate() {
        if number >= MOST_FILES {
            return Err(EntryFinding::TooManyFiles { most: MOST_FILES });
        }
        let entry = entry.map_err(|_| EntryFinding::NoArchive)?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let name = name.strip_prefix("./").unwrap_or(&name).to_owned();
        match entry.header().entry_type() {
            EntryType::Directory | EntryType::XGlobalHeader => continue,
            EntryType::Regular | EntryType::Continuous => {}
            _ => return Err(EntryFinding::NotPlain { name }),
        }
        if is_litter(&name) {
            continue;
        }
        let mode = entry.header().mode().unwrap_or(0o644);
        let content = allowance.read(entry)?;
        unpacked.add(&name, content, executable(mode))?;
    }
    Ok(unpacked)
}

fn executable(mode: u32) -> Mode {
    if mode & 0o111 == 0 { Mode::Plain } else { Mode::Executable }
}

/// The maximum number of files, and of nested folders.
const MOST_FILES: usize = 2_000;
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
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
        (_, "zip") => zip(content, most)?,
        (_, "tgz") | ("tar", "gz") => tar(content, most)?,
        _ => single_file(file, content, most)?,
    };
    unpacked.flattened().complete()
}

impl UnpackedArchive {
    /// Adds a file, if its name is one and is not there yet.
    fn add(&mut self, name: &str, content: Vec<u8>, mode: Mode) -> Result<(), EntryFinding> {
        let path = plain_path(name)?;
        let folded = PathBuf::from(path.to_string_lossy().to_lowercase());
        let folders = folded.ancestors().skip(1);
        let is_file = |path: &Path| self.names.get(path) == Some(&Named::File);
        // A file cannot have the name of a folder of another file.
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

    /// Writes the files into `folder`, which must be new: nothing is there that could lead
    /// elsewhere.
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

/// Files that some systems add to archives.
pub(super) fn is_litter(name: &str) -> bool {
    let mut parts = name.split('/');
    parts.any(|part| matches!(part, "__MACOSX" | ".DS_Store" | "Thumbs.db"))
}

/// A name that is harmless in every shell, compiler and system.
fn harmless(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    (1..=80).contains(&name.len()) && name.chars().all(plain) && !name.starts_with(['.', '-'])
}

/// The file under its own name if that is harmless, since it matters in some languages; else under
/// a fixed name with the same extension.
fn single_file(name: &str, content: &[u8], most: u64) -> Result<UnpackedArchive, EntryFinding> {
    if content.len() as u64 > most {
        return Err(EntryFinding::TooLarge { most });
    }
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let ending = last.rsplit_once('.').map_or("", |(_, ending)| ending);
    let ours = format!("bot.{ending}");
    let name = if harmless(last) { last } else { &ours };
    if !harmless(name) {
        return Err(EntryFinding::BadName { name: last.chars().take(80).collect() });
    }
    let mut unpacked = UnpackedArchive::default();
    unpacked.add(name, content.to_vec(), Mode::Plain)?;
    Ok(unpacked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::{
        fs,
        io::Write,
        time::{Duration, Instant},
    };
    use tar::{Builder, Header};
    use zip::{ZipWriter, write::SimpleFileOptions};

    const MOST: u64 = 1 << 20;

    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    /// An archive with arbitrary names and kinds: they are written into the headers by hand.
    fn tarred(files: &[(&str, EntryType, &[u8])]) -> Vec<u8> {
        let mut builder = Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
        for (name, kind, content) in files {
            let mut header = Header::new_gnu();
            header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
            header.set_entry_type(*kind);
            header.set_size(content.len() as u64);
            header.set_mode(0o644);
            header.set_cksum();
            builder.append(&header, *content).unwrap();
        }
        builder.into_inner().unwrap().finish().unwrap()
    }

    #[test]
    fn what_is_in_order_is_unpacked() {
        let zip = zip(&zipped(&[("a/bot.toml", b"x"), ("a/b.c", b"y")]), MOST);
        let regular = EntryType::Regular;
        let files: [(&str, _, &[u8]); 2] =
            [("a/bot.toml", regular, b"x"), ("./a/b.c", regular, b"y")];
        assert_eq!(zip, tar(&tarred(&files), MOST));
        assert!(zip.is_ok());
    }

    #[test]
    fn nothing_leads_out_of_the_folder() {
        for name in ["../a.c", "/etc/passwd", "a/../../b.c"] {
            let bad = Err(EntryFinding::BadName { name: name.to_owned() });
            assert_eq!(tar(&tarred(&[(name, EntryType::Regular, b"x")]), MOST), bad);
            assert_eq!(zip(&zipped(&[(name, b"x")]), MOST), bad);
        }
        for kind in [EntryType::Symlink, EntryType::Link, EntryType::Char, EntryType::Fifo] {
            let name = "a.c".to_owned();
            let refused = tar(&tarred(&[("a.c", kind, b"")]), MOST);
            assert_eq!(refused, Err(EntryFinding::NotPlain { name }));
        }
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        writer.add_symlink("a.c", "/etc/passwd", SimpleFileOptions::default()).unwrap();
        let linked = writer.finish().unwrap().into_inner();
        let name = "a.c".to_owned();
        assert_eq!(zip(&linked, MOST), Err(EntryFinding::NotPlain { name }));
    }

    #[test]
    fn bombs_are_not_set_off() {
        let zeros = vec![0; 4 << 20];
        let inflated = Err(EntryFinding::Inflated { most: INFLATION });
        assert_eq!(zip(&zipped(&[("a.c", &zeros)]), MOST), inflated);
        assert_eq!(tar(&tarred(&[("a.c", EntryType::Regular, &zeros)]), MOST), inflated);
        let noise: Vec<u8> =
            (0..40_000_u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        let large = Err(EntryFinding::TooLarge { most: 1000 });
        assert_eq!(zip(&zipped(&[("a.c", &noise)]), 1000), large);
        let names: Vec<String> = (0..=MOST_FILES).map(|n| format!("{n}.c")).collect();
        let many: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &b"x"[..])).collect();
        let refused = Err(EntryFinding::TooManyFiles { most: MOST_FILES });
        assert_eq!(zip(&zipped(&many), MOST), refused);
    }

    #[test]
    fn what_is_no_archive_is_refused() {
        for bytes in [&b"no archive"[..], b"PK\x03\x04", &[0x1f, 0x8b, 8, 0]] {
            assert_eq!(zip(bytes, MOST), Err(EntryFinding::NoArchive));
            assert!(tar(bytes, MOST).is_err());
        }
    }

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

    #[test]
    fn extensions_are_preserved_and_paths_are_not() {
        for (name, due) in [("uno.c", true), ("C:\\a\\uno.c", true), ("mi bot ñ.py", true)] {
            assert_eq!(single_file(name, b"x", 10).is_ok(), due, "{name}");
        }
        assert!(single_file("uno.c\u{202e}", b"x", 10).is_err());
        assert!(single_file("uno", b"x", 10).is_ok(), "what it is said to be is found out later");
        assert_eq!(single_file("uno.c", b"xx", 1), Err(EntryFinding::TooLarge { most: 1 }));
    }

    /// A `.zip` of nothing but this many names, of the size it must have.
    fn zip_of_names(count: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in 0..count {
            let mut head = [0; 46];
            head[..4].copy_from_slice(NAMED);
            // The length of its name.
            head[28] = 9;
            bytes.extend(head);
            bytes.extend(format!("{number:07}.c").bytes());
        }
        let size = bytes.len() as u64;
        let numbers = |all: &[u64]| all.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<_>>();
        // Numbers this large are in the zip64 end record; the usual end record points there.
        bytes.extend(b"PK\x06\x06");
        bytes.extend(numbers(&[44, 0x2d_002d]));
        bytes.extend([0; 4]);
        bytes.extend(numbers(&[count, count, size, 0]));
        bytes.extend(b"PK\x06\x07\0\0\0\0");
        bytes.extend(numbers(&[size]));
        bytes.extend(b"\x01\0\0\0PK\x05\x06\0\0\0\0");
        bytes.extend([0xff; 12]);
        bytes.extend([0; 2]);
        bytes
    }

    /// A `.tar.gz` of this many empty files, whose names repeat after each 2,500.
    fn tar_of_names(count: usize) -> Vec<u8> {
        let mut part = Vec::new();
        for number in 0..2_500 {
            let mut header = Header::new_gnu();
            header.set_path(format!("{number}.c")).unwrap();
            header.set_size(0);
            header.set_mode(0o644);
            header.set_cksum();
            part.extend(header.as_bytes());
        }
        // After a full flush a block is independent of others: it can be repeated.
        let mut packer = flate2::Compress::new(Compression::fast(), false);
        let mut packed = Vec::with_capacity(part.len());
        packer.compress_vec(&part, &mut packed, flate2::FlushCompress::Full).unwrap();
        assert_eq!(packer.total_in(), part.len() as u64);
        let head = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
        [&head[..], &packed.repeat(count / 2_500)].concat()
    }

    /// The peak memory of this process since it was last reset, in bytes.
    fn most_memory() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
    }

    #[test]
    fn a_million_names_cost_neither_time_nor_memory() {
        let refused = Err(EntryFinding::TooManyFiles { most: MOST_FILES });
        let few = ZipArchive::new(Cursor::new(zip_of_names(3))).unwrap();
        assert_eq!(few.len(), 3, "it is an archive as they are");
        for (kind, bytes) in [("zip", zip_of_names(1_000_000)), ("tar", tar_of_names(1_000_000))] {
            fs::write("/proc/self/clear_refs", "5").unwrap();
            let (memory, begun) = (most_memory(), Instant::now());
            let answer = if kind == "zip" { zip(&bytes, MOST) } else { tar(&bytes, MOST) };
            let (took, more) = (begun.elapsed(), most_memory() - memory);
            assert_eq!(answer, refused, "{kind}");
            assert!(took < Duration::from_secs(20), "{kind}: {took:?}");
            assert!(more < 64 << 20, "{kind}: {more} bytes");
        }
    }
}
