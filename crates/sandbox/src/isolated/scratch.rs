//! The writable folders of a sandbox: whether one was touched, seen from outside; and those whose
//! content outlives the sandbox, in memory and of limited size while a program is in there, on the
//! machine before and after.

use crate::{
    Access, ErrorCause, Folder,
    packed::{self, UnpackError},
};
use rustix::{
    fs::{Mode, OFlags, Stat, fstat, open, openat},
    process::Pid,
    system::uname,
};
use std::{
    cell::Cell,
    fs, io,
    os::fd::{AsRawFd, OwnedFd},
    path::{Path, PathBuf},
};

/// The first kernel on which two changes have different times if a reader looked between them.
/// Before, all changes within a few milliseconds had the same time.
const EXACT_TIMES: (u32, u32) = (6, 13);

/// A folder, and its state before it was used.
#[derive(Debug)]
pub(super) struct CleanFolder {
    folder: OwnedFd,
    then: [i64; 7],
    /// The number of the last file that was created there: by us, unless the program created one.
    number: Cell<u64>,
}

impl CleanFolder {
    /// Records the state of the folder `inside` of the sandbox of `zygote`; `None` if it is not
    /// visible, or if a change could be missed.
    pub(super) fn look(zygote: Pid, inside: &Path) -> Option<CleanFolder> {
        if kernel()? < EXACT_TIMES {
            return None;
        }
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let path = format!("/proc/{}/root", zygote.as_raw_nonzero());
        let root = open(path, flags, Mode::empty()).ok()?;
        let inside = inside.strip_prefix("/").unwrap_or(inside);
        let folder = openat(&root, inside, flags | OFlags::NOFOLLOW, Mode::empty()).ok()?;
        let number = Cell::new(next_number(&folder)?);
        let then = times(&fstat(&folder).ok()?);
        Some(CleanFolder { folder, then, number })
    }

    /// Whether it is unchanged, which is more than empty: files created and removed again would
    /// reveal an earlier match by the numbers that files get.
    pub(super) fn still_is(&self) -> bool {
        // Files without a name change nothing in the folder, but take numbers.
        let last = next_number(&self.folder).map(|number| self.number.replace(number));
        let is_next = last.is_some_and(|last| last + 1 == self.number.get());
        is_next && fstat(&self.folder).is_ok_and(|now| times(&now) == self.then)
    }
}

/// The number of a file that is created there now, and removed at once.
fn next_number(folder: &OwnedFd) -> Option<u64> {
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = openat(folder, ".", flags, Mode::RUSR).ok()?;
    Some(fstat(&file).ok()?.st_ino)
}

/// All numbers that change with any change of a folder. Even a change that its owner undoes has a
/// new time.
#[expect(clippy::unnecessary_cast, reason = "the types differ between systems")]
fn times(stat: &Stat) -> [i64; 7] {
    [
        stat.st_atime as i64,
        stat.st_atime_nsec as i64,
        stat.st_mtime as i64,
        stat.st_mtime_nsec as i64,
        stat.st_ctime as i64,
        stat.st_ctime_nsec as i64,
        stat.st_nlink as i64,
    ]
}

fn kernel() -> Option<(u32, u32)> {
    let name = uname();
    let mut numbers = name.release().to_str().ok()?.split(['.', '-']);
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// A folder whose content outlives its sandbox. Dropping it copies the content out: all writers
/// must have ended.
pub(super) struct KeptScratch {
    /// Held open, to exist longer than its sandbox.
    inside: OwnedFd,
    outside: PathBuf,
    size: u64,
}

impl KeptScratch {
    /// Fills `folder` of the sandbox of `zygote` with its content outside; `None` if it is not a
    /// folder to keep.
    pub(super) fn copy_in(zygote: Pid, folder: &Folder) -> Result<Option<KeptScratch>, ErrorCause> {
        let Access::Kept(size) = folder.access else { return Ok(None) };
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let root = format!("/proc/{}/root", zygote.as_raw_nonzero());
        let root = open(root, flags, Mode::empty())?;
        let name = folder.inside.trim_start_matches('/');
        let inside = openat(&root, name, flags | OFlags::NOFOLLOW, Mode::empty())?;
        let outside = folder.outside.clone();
        let content = packed::pack(&outside, packed::LARGEST);
        let content = content.ok_or_else(|| io::Error::from(io::ErrorKind::FileTooLarge))?;
        let kept = KeptScratch { inside, outside, size };
        packed::unpack(&content, &kept.path()).map_err(|error| match error {
            UnpackError::Io(error) => error,
            UnpackError::Damaged => io::ErrorKind::InvalidData.into(),
        })?;
        Ok(Some(kept))
    }

    /// A path of the folder in memory, valid as long as this lives.
    fn path(&self) -> PathBuf {
        format!("/proc/self/fd/{}/.", self.inside.as_raw_fd()).into()
    }

    fn copy_out(&self) -> io::Result<()> {
        let content = packed::pack(&self.path(), self.size);
        // All files there are ours: no other process has ever written to it.
        fs::remove_dir_all(&self.outside)?;
        let Some(content) = content else { return Ok(()) };
        fs::create_dir(&self.outside)?;
        packed::unpack(&content, &self.outside).or_else(|_| fs::remove_dir_all(&self.outside))
    }
}

impl Drop for KeptScratch {
    fn drop(&mut self) {
        // A missing folder shows that nothing was kept.
        if self.copy_out().is_err() {
            let _ = fs::remove_dir_all(&self.outside);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::getpid;
    use std::fs;

    /// Whether it shows that a program did `what` to a folder and tried to hide it.
    fn check(what: impl FnOnce(&Path)) {
        let folder = tempfile::tempdir_in("/dev/shm").unwrap();
        let Some(clean_folder) = CleanFolder::look(getpid(), folder.path()) else { return };
        // Others may create files there at the same time, though not all the time.
        assert!((0..1000).any(|_| clean_folder.still_is()));
        what(folder.path());
        assert!(!clean_folder.still_is());
    }

    #[test]
    fn created_and_removed_files_show() {
        check(|folder| {
            fs::write(folder.join("x"), "x").unwrap();
            fs::remove_file(folder.join("x")).unwrap();
        });
    }

    #[test]
    fn files_without_a_name_show() {
        check(|folder| {
            let flags = OFlags::TMPFILE | OFlags::RDWR;
            drop(open(folder, flags, Mode::RUSR).unwrap());
        });
    }

    #[test]
    fn times_that_are_set_back_show() {
        check(|folder| {
            let then = fs::metadata(folder).unwrap();
            fs::create_dir(folder.join("x")).unwrap();
            fs::remove_dir(folder.join("x")).unwrap();
            let times = fs::FileTimes::new()
                .set_modified(then.modified().unwrap())
                .set_accessed(then.accessed().unwrap());
            fs::File::open(folder).unwrap().set_times(times).unwrap();
        });
    }
}
