//! Receipts and heads of the log of attempts. Authors get a receipt for each submitted bot, as
//! evidence that it was received, when, and with which content. Heads are published with the
//! standings, so that changing or omitting earlier lines of the log is detected.

use crate::{ContestError, Corruption, Results, safe_files::entries};
use certamen_store::NO_LINE;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::{fs, path::PathBuf};

const RECEIPT: u32 = 1;
const ENDING: &str = "receipt";
/// The longest receipt, in bytes: file names are short.
const LONGEST: u64 = 1 << 12;

/// A receipt, as stored in a folder of the contest and by the author of the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Receipt {
    pub receipt: u32,
    pub contest: String,
    pub file: String,
    #[serde(flatten)]
    pub entry: ReceiptEntry,
}

/// The public part of a receipt, without the file name, which may identify the author.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReceiptEntry {
    /// BLAKE3 of the file's bytes, in hexadecimal digits.
    pub digest: String,
    pub received: Timestamp,
    /// The number of lines in the log of attempts at that time.
    pub lines: i64,
    pub head: String,
}

impl Receipt {
    /// A receipt for `content`, received as `file` when the log had this head.
    pub fn of(
        (contest, head): (&str, Option<LogHead>),
        (file, content): (&str, &[u8]),
        received: Timestamp,
    ) -> Receipt {
        let (lines, head) =
            head.map_or_else(|| (0, NO_LINE.to_owned()), |chain| (chain.lines, chain.head));
        let digest = blake3::hash(content).to_hex().to_string();
        Receipt {
            receipt: RECEIPT,
            contest: contest.to_owned(),
            file: file.to_owned(),
            entry: ReceiptEntry { digest, received, lines, head },
        }
    }

    /// As it is handed out: one line.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("receipts are plain data") + "\n"
    }

    pub fn name(file: &str, n: u32) -> String {
        let harmless = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let name: String =
            file.chars().take(80).map(|c| if harmless(c) { c } else { '_' }).collect();
        let name = name.trim_start_matches('.');
        if n == 1 { format!("{name}.{ENDING}") } else { format!("{name}-{n}.{ENDING}") }
    }
}

impl ReceiptEntry {
    /// The head of the log in it, if there was a log at that time.
    pub(crate) fn log_head(&self) -> Option<LogHead> {
        let (lines, head) = (self.lines, self.head.clone());
        (lines > 0).then(|| LogHead { chain: 1, contest: String::new(), lines, head })
    }
}

impl Results<'_> {
    /// All receipts, by time and digest.
    pub fn receipts(&self) -> Result<Vec<Receipt>, ContestError> {
        let folder = self.folder.received();
        let io = |error| ContestError::Io { path: folder.clone(), error };
        let mut found = Vec::new();
        for entry in entries(&folder).map_err(io)? {
            let path = entry.path();
            if path.extension().is_some_and(|ending| ending == ENDING) {
                found.push(read(path)?);
            }
        }
        let order = |receipt: &Receipt| (receipt.entry.received, receipt.entry.digest.clone());
        found.sort_by_cached_key(order);
        Ok(found)
    }
}

fn read(path: PathBuf) -> Result<Receipt, ContestError> {
    let io = |error| ContestError::Io { path: path.clone(), error };
    if fs::symlink_metadata(&path).map_err(io)?.len() > LONGEST {
        return Err(ContestError::Damaged { path, damage: Corruption::NoReceipt });
    }
    let text = fs::read(&path).map_err(io)?;
    serde_json::from_slice(&text)
        .map_err(|_| ContestError::Damaged { path, damage: Corruption::NoReceipt })
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogHead {
    pub chain: u32,
    pub contest: String,
    pub lines: i64,
    /// The hash of the last line, in hexadecimal digits.
    pub head: String,
}

/// The terms of a run, as its line in the log states them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LoggedRunOptions {
    pub(crate) certamen: String,
    pub(crate) tier: String,
    pub(crate) before: u64,
}

impl LogHead {
    /// As it is published: one line.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("heads are plain data") + "\n"
    }
}

impl Results<'_> {
    /// `None` if nothing was tried yet.
    pub fn log_head(&self) -> Result<Option<LogHead>, ContestError> {
        let head = self.store.log_head()?;
        let contest = self.name().to_owned();
        Ok(head.map(|(lines, head)| LogHead { chain: 1, contest, lines, head }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_lead_nowhere_else() {
        assert_eq!(Receipt::name("14023150318Ab.cl", 1), "14023150318Ab.cl.receipt");
        assert_eq!(Receipt::name("../../a\u{1b} b", 2), "_.._a__b-2.receipt");
    }

    #[test]
    fn a_receipt_has_the_digest_of_the_file() {
        let received = Timestamp::UNIX_EPOCH;
        let receipt = Receipt::of(("Three", None), ("a.cl", b"(1)"), received);
        let read: Receipt = serde_json::from_str(&receipt.to_line()).unwrap();
        assert_eq!(read, receipt);
        assert_eq!(read.entry.digest, blake3::hash(b"(1)").to_hex().to_string());
        assert_eq!((read.entry.lines, read.entry.log_head()), (0, None));
    }
}
