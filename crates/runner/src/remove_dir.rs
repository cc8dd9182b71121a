//! Removing folders that programs have filled, however deep.
//!
//! The standard library uses a descriptor and a stack frame for each level, so deeply nested folders
//! would stop a contest. Here every folder is moved to the top and emptied there, with two open
//! descriptors at any depth. Links are removed and never followed.

use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use rustix::fs::{self, AtFlags, CWD, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;
use std::ffi::{CStr, CString};
use std::io;
use std::path::Path;

/// Removes the folder `root` with its content, if it exists.
pub(crate) fn remove_folder(root: &Path) -> io::Result<()> {
    let top = match open(CWD, root) {
        Err(Errno::NOENT) => return Ok(()),
        opened => opened?,
    };
    let (mut left, mut last) = (remove_files(&top)?, 0);
    while let Some(name) = left.pop() {
        dismantle(top.as_fd(), &name, &mut left, &mut last)?;
    }
    Ok(fs::rmdir(root)?)
}

/// Removes the folder `name` of `top`; the folders in it are moved beside it and added to `left`.
fn dismantle(
    top: BorrowedFd<'_>,
    name: &CStr,
    left: &mut Vec<CString>,
    last: &mut u64,
) -> io::Result<()> {
    let folder = match fs::unlinkat(top, name, AtFlags::REMOVEDIR) {
        Err(Errno::NOTEMPTY | Errno::EXIST) => open(top, name)?,
        removed => return Ok(removed?),
    };
    for inner in remove_files(&folder)? {
        match fs::unlinkat(&folder, &inner, AtFlags::REMOVEDIR) {
            Err(Errno::NOTEMPTY | Errno::EXIST) => {
                left.push(bring_up(&folder, &inner, top, last)?);
            }
            removed => removed?,
        }
    }
    Ok(fs::unlinkat(top, name, AtFlags::REMOVEDIR)?)
}

/// Moves the folder `name` of `folder` into `top`, under an unused name, which is returned.
fn bring_up(
    folder: &OwnedFd,
    name: &CStr,
    top: BorrowedFd<'_>,
    last: &mut u64,
) -> io::Result<CString> {
    // Moving a folder writes to its `..` entry.
    drop(open(folder, name)?);
    loop {
        *last += 1;
        let flags = fs::RenameFlags::NOREPLACE;
        let new = CString::new(last.to_string()).expect("digits contain no NUL");
        match fs::renameat_with(folder, name, top, &new, flags) {
            Err(Errno::EXIST) => {}
            moved => return Ok(moved.map(|()| new)?),
        }
    }
}

/// Removes everything but folders from `folder`; returns the names of the folders.
fn remove_files(folder: &OwnedFd) -> io::Result<Vec<CString>> {
    let mut folders = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if [c".", c".."].contains(&name) {
            continue;
        }
        let kind = match entry.file_type() {
            FileType::Unknown => {
                let seen = fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
                FileType::from_raw_mode(seen.st_mode)
            }
            known => known,
        };
        if kind == FileType::Directory {
            folders.push(name.to_owned());
        } else {
            fs::unlinkat(folder, name, AtFlags::empty())?;
        }
    }
    Ok(folders)
}

/// Opens the folder `name` of `within`, and restores the permissions to read and write in it.
fn open(within: impl AsFd, name: impl rustix::path::Arg + Copy) -> Result<OwnedFd, Errno> {
    let here = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let found = fs::openat(&within, name, here, Mode::empty())?;
    if fs::fstat(&found)?.st_mode & 0o700 != 0o700 {
        // By the open descriptor and not by name, so that the folder cannot be replaced in between.
        let opened = format!("/proc/self/fd/{}", found.as_raw_fd());
        fs::chmod(opened, Mode::RWXU)?;
    }
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    fs::openat(&found, c".", flags, Mode::empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        fs::{Permissions, create_dir, create_dir_all, set_permissions, write},
        os::unix::fs::{PermissionsExt, symlink},
    };

    #[test]
    fn folders_are_removed_with_all_that_is_in_them() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("root");
        create_dir_all(root.join("1/2/3")).unwrap();
        create_dir_all(root.join("2/1/1")).unwrap();
        write(root.join("1/2/file"), "x").unwrap();
        write(place.path().join("kept"), "x").unwrap();
        symlink(place.path(), root.join("1/link")).unwrap();
        symlink(place.path().join("kept"), root.join("2/link")).unwrap();
        remove_folder(&root).unwrap();
        assert!(!root.exists() && place.path().join("kept").exists());
        remove_folder(&root).unwrap();
    }

    #[test]
    fn folders_without_permissions_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("root");
        create_dir_all(root.join("a/b/c")).unwrap();
        for folder in ["a/b/c", "a/b", "a"] {
            set_permissions(root.join(folder), Permissions::from_mode(0o000)).unwrap();
        }
        remove_folder(&root).unwrap();
        assert!(!root.exists());
    }

    /// More levels than there are descriptors.
    #[test]
    fn no_depth_is_too_deep() {
        let place = tempfile::tempdir_in("/dev/shm").unwrap();
        let root = place.path().join("root");
        create_dir(&root).unwrap();
        let mut folder = open(CWD, &*root).unwrap();
        for _ in 0..1_500 {
            fs::mkdirat(&folder, c"x", Mode::RWXU).unwrap();
            folder = open(&folder, c"x").unwrap();
        }
        remove_folder(&root).unwrap();
        assert!(!root.exists());
    }

    #[test]
    fn a_link_is_no_folder() {
        let place = tempfile::tempdir().unwrap();
        write(place.path().join("kept"), "x").unwrap();
        let link = place.path().join("link");
        symlink(place.path(), &link).unwrap();
        assert!(remove_folder(&link).is_err());
        assert!(place.path().join("kept").exists());
    }
}
