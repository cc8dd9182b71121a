//! Blocks stored in a file, so that a comparison that was stopped continues where it was.
//!
//! The first line says what is compared; it must be the same when continuing, since a test whose
//! hypotheses are chosen after seeing data proves nothing. Only the maximum number of matches may
//! change.

use super::{CompareBlock, CompareRun};
use crate::HostError;
use certamen_game::{Fault, SeatEntry};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// The largest file that is read, in bytes: that of four million matches.
const LARGEST: u64 = 512 << 20;

/// A file of blocks, open for more.
#[derive(Debug)]
pub struct KeptBlocks {
    path: PathBuf,
    file: File,
    /// The stored blocks that have not been taken yet.
    before: Vec<CompareBlock>,
}

/// A block as it is written.
#[derive(Serialize, Deserialize)]
struct SavedBlock {
    half_points: usize,
    both: usize,
    results: [u64; 3],
    start: String,
    played: String,
    faults: [BTreeMap<Fault, u64>; 2],
}

impl KeptBlocks {
    /// The file at `path`, made for `series` if it is not there.
    pub fn open(path: &Path, compare_run: &CompareRun) -> Result<KeptBlocks, HostError> {
        let io = |error| HostError::Io { path: path.to_owned(), error };
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(io)?;
        if file.metadata().map_err(io)?.len() > LARGEST {
            return Err(io(io::ErrorKind::FileTooLarge.into()));
        }
        let head = header(compare_run).to_string();
        let (mut before, mut whole) = (Vec::new(), 0);
        let mut reader = BufReader::new(&file);
        let mut line = String::new();
        // A line that was cut off while it was written does not count.
        while reader.read_line(&mut line).map_err(io)? > 0 && line.ends_with('\n') {
            if whole > 0 {
                let written = serde_json::from_str::<SavedBlock>(&line).ok();
                let block = written.and_then(SavedBlock::block);
                before.push(block.ok_or_else(|| io(io::ErrorKind::InvalidData.into()))?);
            } else if line.trim_end() != head {
                return Err(HostError::OtherSeries { path: path.to_owned() });
            }
            whole += line.len() as u64;
            line.clear();
        }
        file.set_len(whole).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        if whole == 0 {
            writeln!(file, "{head}").map_err(io)?;
        }
        Ok(KeptBlocks { path: path.to_owned(), file, before })
    }

    /// The blocks that were in the file.
    pub(super) fn take_before(&mut self) -> Vec<CompareBlock> {
        std::mem::take(&mut self.before)
    }

    pub(super) fn add(&mut self, block: &CompareBlock) -> Result<(), HostError> {
        let written = SavedBlock {
            half_points: block.half_points,
            both: block.both,
            results: block.results,
            start: block.start.to_hex().to_string(),
            played: block.fingerprint.to_hex().to_string(),
            faults: block.faults.clone(),
        };
        let line = serde_json::to_string(&written).expect("numbers are plain data");
        let done = self.file.write_all(format!("{line}\n").as_bytes());
        done.map_err(|error| HostError::Io { path: self.path.clone(), error })
    }
}

impl SavedBlock {
    fn block(self) -> Option<CompareBlock> {
        Some(CompareBlock {
            half_points: self.half_points,
            both: self.both,
            results: self.results,
            start: blake3::Hash::from_hex(self.start).ok()?,
            fingerprint: blake3::Hash::from_hex(self.played).ok()?,
            faults: self.faults,
        })
    }
}

/// What is compared; it must not change.
fn header(compare_run: &CompareRun) -> Value {
    let CompareRun { table, bots, test, seats, .. } = compare_run;
    let bots: Vec<&SeatEntry> = bots.iter().map(|(entry, _)| entry).collect();
    json!({
        "compare": table,
        "bots": bots,
        "seats": seats,
        "hypotheses": [test.elo0, test.elo1],
        "errors": [test.alpha, test.beta],
    })
}
