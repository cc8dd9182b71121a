//! Opens untrusted archives: sizes are what was read and not what is declared, and nothing is
//! written while it is inspected.

use super::{
    EntryFinding,
    unpacked::{MOST_FILES, Mode, UnpackedArchive, is_litter},
};
use flate2::read::GzDecoder;
use std::io::{Cursor, Read};
use tar::{Archive, EntryType};
use zip::ZipArchive;

/// How many times larger than the archive its files may be.
const INFLATION: u64 = 20;
/// The cost of a file in an archive besides its content.
const HEAD: u64 = 1 << 10;
/// What each name in the list of a `.zip` begins with.
const NAMED: &[u8] = b"PK\x01\x02";

/// How much may still be read.
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

    /// All that is in a file, if that is not too much.
    fn read(&mut self, file: impl Read) -> Result<Vec<u8>, EntryFinding> {
        let mut content = Vec::new();
        let read = file.take(self.left + 1).read_to_end(&mut content);
        read.map_err(|_| EntryFinding::NoArchive)?;
        let length = content.len() as u64;
        self.left = self.left.checked_sub(length).ok_or_else(|| self.finding.clone())?;
        Ok(content)
    }
}

/// The files in a `.zip`.
pub(super) fn zip(bytes: &[u8], most: u64) -> Result<UnpackedArchive, EntryFinding> {
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

/// The files in a `.tar.gz`.
pub(super) fn tar(bytes: &[u8], most: u64) -> Result<UnpackedArchive, EntryFinding> {
    let mut allowance = UnpackLimits::new(bytes.len(), most);
    // Heads and what is left out inflate, too.
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

#[cfg(test)]
mod names;

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;
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
}
