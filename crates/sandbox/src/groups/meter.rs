//! A group's counters in the kernel, read through descriptors kept open.

use rustix::io::{Errno, pread, pwrite};
use std::{
    fs::{File, OpenOptions},
    io,
    path::Path,
};

/// One number: a whole file, or one line of it.
#[derive(Debug)]
pub(super) struct Meter {
    file: File,
    key: Option<&'static str>,
}

impl Meter {
    /// A file that holds the number alone, or the line of it that begins with `key`.
    pub(super) fn open(path: &Path, key: Option<&'static str>) -> io::Result<Meter> {
        Ok(Meter { file: File::open(path)?, key })
    }

    /// A file that holds the number alone and may be written to set it back.
    pub(super) fn open_resettable(path: &Path) -> io::Result<Meter> {
        let file = OpenOptions::new().read(true).write(true).open(path);
        Ok(Meter { file: file.or_else(|_| File::open(path))?, key: None })
    }

    pub(super) fn read(&self) -> io::Result<u64> {
        let mut text = [0; 1024];
        let length = pread(&self.file, &mut text, 0)?;
        find(&text[..length], self.key).ok_or_else(|| Errno::BADMSG.into())
    }

    /// Sets a peak back to what is used now.
    pub(super) fn reset(&self) -> io::Result<()> {
        pwrite(&self.file, b"0", 0).map(drop).map_err(io::Error::from)
    }
}

fn find(text: &[u8], key: Option<&str>) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?;
    let number = match key {
        None => text,
        Some(key) => text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '))?,
    };
    number.trim_end().parse().ok()
}

/// What is measured of the memory of a group.
#[derive(Debug)]
pub(super) struct Memory {
    /// The most used at once; old kernels do not keep it in version 2.
    pub(super) peak: Option<Meter>,
    /// How many processes were killed for want of memory.
    pub(super) kills: Meter,
}

/// The time that a group has computed.
#[derive(Debug)]
pub(super) struct Clock {
    pub(super) meter: Meter,
    /// Nanoseconds to the unit.
    pub(super) unit: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found() {
        assert_eq!(find(b"51\n", None), Some(51));
        assert_eq!(
            find(b"oom_kill_disable 0\nunder_oom 0\noom_kill 3\n", Some("oom_kill")),
            Some(3)
        );
        assert_eq!(find(b"usage_usec 7", Some("usage_usec")), Some(7));
    }

    #[test]
    fn anything_else_is_none() {
        assert_eq!(find(b"max\n", None), None);
        assert_eq!(find(b"oom 3\n", Some("oom_kill")), None);
        assert_eq!(find(b"\xff", None), None);
    }
}
