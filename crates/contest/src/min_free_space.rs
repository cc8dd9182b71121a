//! The minimum free space on the disk: stopping early loses less than filling it to the last byte.

use crate::quantity::{QuantityError, size_within};
use bytesize::ByteSize;
use rustix::fs::statvfs;
use std::path::Path;

/// How much room is to be left where contests lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MinFreeSpace(u64);

impl MinFreeSpace {
    /// What `text` says, such as `512 MiB`.
    pub fn read(text: &str) -> Result<MinFreeSpace, QuantityError> {
        size_within(text, ByteSize::b(0)..=ByteSize::pib(1000)).map(MinFreeSpace)
    }

    /// This many bytes.
    pub fn bytes(self) -> u64 {
        self.0
    }

    /// How many bytes are left where `path` lies, if they are fewer than that. Where the system does
    /// not say, there are enough.
    pub fn lacking(self, path: &Path) -> Option<u64> {
        let found = statvfs(path).ok()?;
        let left = found.f_bavail.saturating_mul(found.f_frsize);
        (left < self.0).then_some(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_has_room_until_it_has_less_than_it_is_to_keep() {
        let place = tempfile::tempdir().unwrap();
        assert_eq!(MinFreeSpace::default().lacking(place.path()), None);
        assert!(MinFreeSpace::read("1000 PiB").unwrap().lacking(place.path()).is_some());
        assert_eq!(MinFreeSpace::read("1000 PiB").unwrap().lacking(Path::new("/not/there")), None);
    }
}
