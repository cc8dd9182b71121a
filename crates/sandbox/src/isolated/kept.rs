//! A folder whose content outlives its sandbox: in memory and of limited size while a program is in
//! there, on the machine before and after.

use crate::{
    Access, ErrorCause, Folder,
    packed::{self, UnpackError},
};
use rustix::{
    fs::{Mode, OFlags, open, openat},
    process::Pid,
};
use std::{
    fs, io,
    os::fd::{AsRawFd, OwnedFd},
    path::PathBuf,
};

/// One such folder. Dropping it copies its content out: all writers must be gone by then.
pub(super) struct KeptScratch {
    /// Held, so that it is there when its sandbox is no more.
    inside: OwnedFd,
    outside: PathBuf,
    size: u64,
}

impl KeptScratch {
    /// Fills `folder` of the sandbox of `zygote` with what is in it outside; none if it is no folder
    /// that is kept.
    pub(super) fn bring_in(
        zygote: Pid,
        folder: &Folder,
    ) -> Result<Option<KeptScratch>, ErrorCause> {
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

    /// A name of the folder in memory, for as long as this lives.
    fn path(&self) -> PathBuf {
        format!("/proc/self/fd/{}/.", self.inside.as_raw_fd()).into()
    }

    fn bring_out(&self) -> io::Result<()> {
        let content = packed::pack(&self.path(), self.size);
        // All that is in there is ours: no other process has ever written to it.
        fs::remove_dir_all(&self.outside)?;
        let Some(content) = content else { return Ok(()) };
        fs::create_dir(&self.outside)?;
        packed::unpack(&content, &self.outside).or_else(|_| fs::remove_dir_all(&self.outside))
    }
}

impl Drop for KeptScratch {
    fn drop(&mut self) {
        // A folder that is not there says that nothing was kept.
        if self.bring_out().is_err() {
            let _ = fs::remove_dir_all(&self.outside);
        }
    }
}
