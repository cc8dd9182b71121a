//! A program's folder as bytes: what it keeps from one match to the next.
//!
//! Equal folders give equal bytes: names are sorted, and of a file only its content and whether it
//! can be executed are kept. Links, sockets, pipes and devices are left out and never followed.

use crate::say;
use certamen_i18n::Localize;
use rustix::{
    fd::{AsFd, OwnedFd},
    fs::{self, AtFlags, CWD, Dir, FileType, Mode, OFlags},
    io::Errno,
};
use std::{
    ffi::{CStr, CString, OsStr},
    fs::{File, Permissions, create_dir, set_permissions},
    io::{self, Read, Write},
    os::unix::{ffi::OsStrExt, fs::PermissionsExt},
    path::{Component, Path},
};

/// The maximum size of all files together, in bytes.
pub const LARGEST: u64 = 16 << 20;
/// The maximum number of files and folders.
pub const MOST: usize = 1_000;
/// The maximum depth of folders.
const DEEPEST: usize = 32;

/// Why a pack cannot be unpacked.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum UnpackError {
    /// The pack is damaged or not in our format.
    #[localize(say::damaged_pack())]
    Damaged,
    /// A file cannot be written.
    #[localize(transparent)]
    Io(io::Error),
}

from_errors!(UnpackError: Io(io::Error));

const FOLDER: u8 = 0;
const FILE: u8 = 1;
const EXECUTABLE: u8 = 2;

/// Packs the folder `root`, if its files together have at most `largest` bytes. `None` for a folder
/// that has more, or that cannot be read: what a program does to its own folder is never our fault.
pub fn pack(root: &Path, largest: u64) -> Option<Vec<u8>> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = fs::openat(CWD, root, flags, Mode::empty()).ok()?;
    let mut packer = Packer { packed: Vec::new(), entries: 0, left: largest.min(LARGEST) };
    packer.folder(&folder, &mut Vec::new(), 0).ok()?;
    Some(packer.packed)
}

/// Unpacks `packed` into the empty folder `root`. All users may write there: where programs are
/// isolated, the user changes each time. Access is controlled by the folder above.
pub fn unpack(mut packed: &[u8], root: &Path) -> Result<(), UnpackError> {
    let damaged = || UnpackError::Damaged;
    while !packed.is_empty() {
        let kind = take(&mut packed, 1).ok_or_else(damaged)?[0];
        let name = field(&mut packed).ok_or_else(damaged)?;
        let content = field(&mut packed).ok_or_else(damaged)?;
        let path = Path::new(OsStr::from_bytes(name));
        if !path.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(damaged());
        }
        let path = root.join(path);
        match kind {
            FOLDER => {
                create_dir(&path)?;
                set_permissions(&path, Permissions::from_mode(0o777))?;
            }
            FILE | EXECUTABLE => {
                let mode = if kind == EXECUTABLE { 0o777 } else { 0o666 };
                let mut file = File::create_new(path)?;
                file.set_permissions(Permissions::from_mode(mode))?;
                file.write_all(content)?;
            }
            _ => return Err(damaged()),
        }
    }
    Ok(())
}

/// The memory needed to unpack `packed`, in bytes.
pub fn room(mut packed: &[u8]) -> u64 {
    let mut room = 0;
    while take(&mut packed, 1).and_then(|_| field(&mut packed)).is_some() {
        let length = field(&mut packed).map_or(0, <[u8]>::len) as u64;
        room += PAGE + length.next_multiple_of(PAGE);
    }
    room
}

/// The unit of files in memory, and the maximum size of a folder's entry, in bytes.
const PAGE: u64 = 4096;

struct Packer {
    packed: Vec<u8>,
    entries: usize,
    left: u64,
}

fn too_much() -> io::Error {
    io::ErrorKind::FileTooLarge.into()
}

impl Packer {
    fn folder(&mut self, folder: &OwnedFd, path: &mut Vec<u8>, depth: usize) -> io::Result<()> {
        if depth > DEEPEST {
            return Err(too_much());
        }
        for name in self.names(folder)? {
            let length = path.len();
            if length > 0 {
                path.push(b'/');
            }
            path.extend_from_slice(name.to_bytes());
            self.entry(folder, &name, path, depth)?;
            path.truncate(length);
        }
        Ok(())
    }

    fn names(&self, folder: &OwnedFd) -> io::Result<Vec<CString>> {
        let mut names = Vec::new();
        for entry in Dir::read_from(folder)? {
            let entry = entry?;
            if ![c".", c".."].contains(&entry.file_name()) {
                names.push(entry.file_name().to_owned());
            }
            if self.entries + names.len() > MOST {
                return Err(too_much());
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    fn entry(
        &mut self,
        folder: impl AsFd,
        name: &CStr,
        path: &mut Vec<u8>,
        depth: usize,
    ) -> io::Result<()> {
        // Checked before it is opened, because opening a pipe or a device has effects; and
        // after, because another one may have been put there in between.
        let seen = fs::statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
        let (is_file, is_folder) = kind(seen.st_mode);
        if !is_file && !is_folder {
            return Ok(());
        }
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let opened = match fs::openat(&folder, name, flags, Mode::empty()) {
            Err(Errno::LOOP) => return Ok(()),
            opened => opened?,
        };
        let opened_mode = fs::fstat(&opened)?.st_mode;
        if kind(opened_mode) != (is_file, is_folder) {
            return Ok(());
        }
        self.entries += 1;
        if self.entries > MOST {
            return Err(too_much());
        }
        if is_folder {
            self.put(FOLDER, path, &[]);
            return self.folder(&opened, path, depth + 1);
        }
        let mut content = Vec::new();
        File::from(opened).take(self.left + 1).read_to_end(&mut content)?;
        self.left = self.left.checked_sub(content.len() as u64).ok_or_else(too_much)?;
        self.put(if opened_mode & 0o100 == 0 { FILE } else { EXECUTABLE }, path, &content);
        Ok(())
    }

    fn put(&mut self, kind: u8, path: &[u8], content: &[u8]) {
        self.packed.push(kind);
        for field in [path, content] {
            self.packed.extend_from_slice(&(field.len() as u64).to_le_bytes());
            self.packed.extend_from_slice(field);
        }
    }
}

/// Whether it is a file, and whether it is a folder.
fn kind(mode: fs::RawMode) -> (bool, bool) {
    let kind = FileType::from_raw_mode(mode);
    (kind == FileType::RegularFile, kind == FileType::Directory)
}

fn field<'a>(packed: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = take(packed, 8)?.try_into().ok().map(u64::from_le_bytes)?;
    take(packed, usize::try_from(length).ok()?)
}

fn take<'a>(packed: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, rest) = packed.split_at_checked(length)?;
    *packed = rest;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        fs::{create_dir_all, metadata, read, write},
        os::unix::fs::symlink,
    };

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    #[test]
    fn a_folder_survives_being_packed_and_unpacked() {
        let one = folder();
        let path = |name: &str| one.path().join(name);
        create_dir_all(path("deep/er")).unwrap();
        create_dir(path("empty")).unwrap();
        write(path("deep/er/z"), [0, 255, 10]).unwrap();
        write(path("a b\n"), "").unwrap();
        write(path("run"), "#!/bin/sh\n").unwrap();
        set_permissions(path("run"), PermissionsExt::from_mode(0o700)).unwrap();
        let packed = pack(one.path(), LARGEST).unwrap();
        let other = folder();
        unpack(&packed, other.path()).unwrap();
        assert_eq!(pack(other.path(), LARGEST).unwrap(), packed);
        assert_eq!(read(other.path().join("deep/er/z")).unwrap(), [0, 255, 10]);
        let mode = |name| metadata(other.path().join(name)).unwrap().permissions().mode() & 0o111;
        assert_eq!((mode("run"), mode("a b\n")), (0o111, 0));
        assert!(other.path().join("empty").is_dir());
        assert_eq!(pack(folder().path(), LARGEST), Some(Vec::new()), "an empty folder is nothing");
    }

    #[test]
    fn the_order_of_creation_does_not_matter() {
        let packs = [["b", "a", "c"], ["c", "b", "a"]].map(|names| {
            let folder = folder();
            for name in names {
                write(folder.path().join(name), name).unwrap();
            }
            pack(folder.path(), LARGEST).unwrap()
        });
        assert_eq!(packs[0], packs[1]);
    }

    #[test]
    fn links_pipes_and_sockets_are_left_out() {
        let (one, secret) = (folder(), folder());
        write(secret.path().join("key"), "secret").unwrap();
        symlink(secret.path(), one.path().join("folder")).unwrap();
        symlink(secret.path().join("key"), one.path().join("file")).unwrap();
        symlink("nowhere", one.path().join("broken")).unwrap();
        let pipe = one.path().join("pipe");
        fs::mknodat(CWD, &pipe, FileType::Fifo, Mode::RWXU, 0).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(one.path().join("socket")).unwrap();
        assert_eq!(pack(one.path(), LARGEST), Some(Vec::new()));
        symlink(secret.path(), secret.path().join("root")).unwrap();
        assert_eq!(pack(&secret.path().join("root"), LARGEST), None);
    }

    #[test]
    fn what_exceeds_the_quota_is_not_kept() {
        let one = folder();
        write(one.path().join("half"), vec![b'x'; 500]).unwrap();
        create_dir(one.path().join("sub")).unwrap();
        write(one.path().join("sub/half"), vec![b'x'; 500]).unwrap();
        assert!(pack(one.path(), 1000).is_some());
        assert_eq!(pack(one.path(), 999), None);
        for name in 0..MOST - 3 {
            write(one.path().join(name.to_string()), "").unwrap();
        }
        assert!(pack(one.path(), 1000).is_some());
        write(one.path().join("sub/one more"), "").unwrap();
        assert_eq!(pack(one.path(), 1000), None);
        let deep = folder();
        create_dir_all(deep.path().join("x/".repeat(DEEPEST))).unwrap();
        assert!(pack(deep.path(), 1000).is_some());
        create_dir_all(deep.path().join("x/".repeat(DEEPEST + 1))).unwrap();
        assert_eq!(pack(deep.path(), 1000), None);
    }

    #[test]
    fn damaged_packs_are_refused_and_write_nothing_elsewhere() {
        let one = folder();
        let mut packer = Packer { packed: Vec::new(), entries: 0, left: 0 };
        packer.put(FILE, b"../out", b"x");
        packer.put(FILE, b"/tmp/out", b"x");
        assert!(unpack(&packer.packed, one.path()).is_err());
        assert!(!one.path().join("../out").exists());
        for damaged in [&[9][..], &[FILE, 1], &[FILE; 40], &[7, 0, 0, 0, 0, 0, 0, 0, 0]] {
            assert!(unpack(damaged, one.path()).is_err(), "{damaged:?}");
        }
    }
}
