//! A separate user for each program, where root runs the match: root's rights, of which
//! Landlock closes only those over files, never become a program's.
//!
//! Ordinary users cannot switch users; their programs run as they do.

use crate::{
    Access, ErrorCause, Operation, Program, SandboxError,
    isolated::{FIRST_USER, USERS, random_user},
};
use rustix::{
    fs::{AtFlags, CWD, Dir, FileType, Gid, Mode, OFlags, Uid, chownat, openat},
    io::Errno,
    thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid},
};
use serde::{Deserialize, Serialize};
use std::{
    io,
    os::{
        fd::{AsFd, BorrowedFd},
        unix::fs::PermissionsExt,
    },
    path::{Path, PathBuf},
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
};

/// Flags for opening a folder, and never what a link names.
const FOLDER: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
/// Folders deeper than this keep their owner: no honest program has any.
const DEEPEST: usize = 64;

/// The number of a user that no other process has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct OwnUser(u32);

impl OwnUser {
    /// One for the next program; `None` if we are not root.
    pub(super) fn next() -> Option<OwnUser> {
        static NEXT: LazyLock<AtomicU32> = LazyLock::new(|| random_user().into());
        let root = rustix::process::geteuid().is_root();
        root.then(|| OwnUser(FIRST_USER + NEXT.fetch_add(1, Ordering::Relaxed) % USERS))
    }

    /// This process becomes that user for ever, with no group but the user's own.
    pub(super) fn become_it(self) -> Result<(), Errno> {
        let (user, group) = (Uid::from_raw(self.0), Gid::from_raw(self.0));
        set_thread_groups(&[])?;
        set_thread_res_gid(group, group, group)?;
        set_thread_res_uid(user, user, user)
    }

    /// Gives it the folders that the program may write to. It must be able to reach the others.
    pub(super) fn give_folders(self, program: &Program) -> Result<(), SandboxError> {
        let failed = SandboxError::during(Operation::Confining);
        let writes = writable(program);
        let paths = program.folders.iter().map(|folder| &folder.outside);
        for path in paths.chain([&program.directory]) {
            if let Some(closed) = closed_to_others(path, writes.contains(&path)) {
                return Err(failed(ErrorCause::ClosedToOthers(closed)));
            }
        }
        let given = writes.into_iter().try_for_each(|folder| give(folder, self.0));
        given.map_err(|error| failed(error.into()))
    }

    /// Takes the folders back; the program must be gone.
    pub(super) fn take_folders_back(program: &Program) {
        for folder in writable(program) {
            // It is removed or packed by root, whatever its owner.
            let _ = give(folder, 0);
        }
    }
}

fn writable(program: &Program) -> Vec<&PathBuf> {
    let folders = program.folders.iter().filter(|folder| folder.access != Access::Read);
    folders.map(|folder| &folder.outside).collect()
}

/// The first folder on the path to `path` that only its owner may enter. A folder that will be `given`
/// away need not be open itself.
fn closed_to_others(path: &Path, given: bool) -> Option<PathBuf> {
    let folders = path.ancestors().skip(usize::from(given));
    let closed = folders.filter(|folder| {
        folder.metadata().is_ok_and(|found| found.permissions().mode() & 0o001 == 0)
    });
    closed.last().map(Path::to_owned)
}

/// Gives a folder and all that is in it to `user`. Links are given, never followed.
fn give(folder: &Path, user: u32) -> io::Result<()> {
    let opened = match openat(CWD, folder, FOLDER, Mode::empty()) {
        // The folder does not exist yet.
        Err(Errno::NOENT) => return Ok(()),
        opened => opened?,
    };
    let (user, group) = (Some(Uid::from_raw(user)), Some(Gid::from_raw(user)));
    rustix::fs::fchown(&opened, user, group)?;
    give_content(opened.as_fd(), user, group, 0)
}

fn give_content(
    folder: BorrowedFd<'_>,
    user: Option<Uid>,
    group: Option<Gid>,
    depth: usize,
) -> io::Result<()> {
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        if matches!(entry.file_name().to_bytes(), b"." | b"..") {
            continue;
        }
        chownat(folder, entry.file_name(), user, group, AtFlags::SYMLINK_NOFOLLOW)?;
        if entry.file_type() == FileType::Directory && depth < DEEPEST {
            let inner = openat(folder, entry.file_name(), FOLDER, Mode::empty())?;
            give_content(inner.as_fd(), user, group, depth + 1)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_folder_that_others_cannot_enter_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        let mode = |mode| fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode));
        mode(0o700).unwrap();
        assert_eq!(closed_to_others(&inner, false).as_deref(), Some(folder.path()));
        mode(0o711).unwrap();
        assert_eq!(closed_to_others(&inner, false), None);
        fs::set_permissions(&inner, fs::Permissions::from_mode(0o700)).unwrap();
        assert_eq!(closed_to_others(&inner, false).as_deref(), Some(&*inner));
        assert_eq!(closed_to_others(&inner, true), None);
    }
}
