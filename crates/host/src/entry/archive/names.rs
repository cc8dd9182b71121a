//! Archives of a million names: what it costs to open them.

use super::*;
use flate2::Compression;
use std::{
    fs,
    time::{Duration, Instant},
};
use tar::Header;

const MOST: u64 = 1 << 20;

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
