//! Reads files of hosts up to a maximum length, so that memory stays bounded whatever they contain.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// The longest text that is read, in bytes: a thousand times what anybody writes by hand.
pub const LONGEST_TEXT: u64 = 16 << 20;

/// The text at `path`; too long a file is an error.
pub fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read_bytes(path)?;
    String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// The bytes at `path`, with the same bound.
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = File::open(path)?.take(LONGEST_TEXT + 1).read_to_end(&mut bytes)?;
    if read as u64 > LONGEST_TEXT {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_end_is_refused_before_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        std::fs::write(&path, "some words").unwrap();
        assert_eq!(read_text(&path).unwrap(), "some words");
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert_eq!(read_text(&path).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read_text(folder.path()).unwrap_err().kind(), io::ErrorKind::IsADirectory);
    }
}
