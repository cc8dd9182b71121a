//! The list of open players, on a site or in a file: each entry is a line of JSON signed by the player
//! it is about. A list cannot change an entry, only withhold it; readers check all signatures
//! themselves. Beside the players a site lists finished matches, which it replays before it accepts
//! them.

mod client;
mod entry;
mod file;
mod published;
#[cfg(all(test, feature = "schema"))]
mod schema;
#[cfg(any(test, feature = "simulated"))]
pub mod simulated;

pub use client::{ClientError, ListClient};
pub use entry::{Entry, EntryError, EntryFault, LIFETIME_MS, MAX_ENTRY, REPEAT, SignedEntry};
pub use file::{ListFile, ListFileError};
pub use published::{CheckedRecord, MAX_RECORD, MatchLine, RecordFault, SignedRecord, is_record};

use certamen_i18n::Localize;

mod say {
    certamen_i18n::texts!("locales/listing");
}

/// The most entries of a list.
pub const MAX_ENTRIES: usize = 1000;
/// The most entries of one key.
pub const MAX_OF_KEY: usize = 5;
/// The most bytes of a whole list: its entries and the lines of its matches.
pub const MAX_LIST: usize = MAX_ENTRIES * (MAX_ENTRY + 1) + (1 << 20);

/// A list: signed entries, and the matches that were published.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Listing {
    entries: Vec<SignedEntry>,
    matches: Vec<MatchLine>,
}

/// What a list did with an entry that it accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    /// It is new, or replaces an older one.
    Added,
    /// The list has this very line.
    Repeated,
}

/// Why a list does not accept an entry that is sound in itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum Refusal {
    /// The list has an entry of the same key that was issued at the same time or later.
    #[localize(say::entry_older())]
    Older,
    /// The list is full, or the key has its maximum; a place is free in this many milliseconds.
    #[localize(say::list_full(MAX_ENTRIES, MAX_OF_KEY))]
    Full {
        /// At least 1.
        wait_ms: u64,
    },
}

/// A line of a list that cannot be used.
#[derive(Clone, PartialEq, Debug, Localize)]
#[localize(error)]
pub enum ListError {
    /// The list is longer than [`MAX_LIST`].
    #[localize(say::list_too_long(MAX_LIST))]
    TooLong,
    /// This line, counted from 1, is neither an entry nor a match, or wrongly signed.
    #[localize(say::list_line(line, error))]
    Line {
        /// From 1.
        line: usize,
        /// What is wrong with it.
        error: EntryError,
    },
}

impl Listing {
    /// Reads a list whose writer is not trusted: all signatures are checked.
    pub fn read(text: &[u8]) -> Result<Listing, ListError> {
        if text.len() > MAX_LIST {
            return Err(ListError::TooLong);
        }
        let mut listing = Listing::default();
        for (index, line) in text.split(|byte| *byte == b'\n').enumerate() {
            if line.is_empty() {
                continue;
            }
            if let Some(found) = MatchLine::read(line) {
                listing.matches.push(found);
                continue;
            }
            let entry = SignedEntry::read(line);
            listing
                .entries
                .push(entry.map_err(|error| ListError::Line { line: index + 1, error })?);
        }
        Ok(listing)
    }

    /// A list of entries that were checked before.
    pub fn of(entries: Vec<SignedEntry>, matches: Vec<MatchLine>) -> Listing {
        Listing { entries, matches }
    }

    /// The list as lines, each with its end of line.
    pub fn to_text(&self) -> String {
        let entries = self.entries.iter().map(|entry| entry.line().to_owned());
        let lines = entries.chain(self.matches.iter().map(MatchLine::line));
        lines.flat_map(|line| [line, "\n".to_owned()]).collect()
    }

    /// All entries that have not expired, those withdrawn included.
    pub fn entries(&self) -> &[SignedEntry] {
        &self.entries
    }

    /// The players who wait for a challenge at `now`, in milliseconds since 1970; in the order in
    /// which they were added.
    pub fn open(&self, now: u64) -> impl Iterator<Item = &SignedEntry> {
        self.entries.iter().filter(move |entry| entry.is_open(now))
    }

    /// The published matches, the newest first.
    pub fn matches(&self) -> &[MatchLine] {
        &self.matches
    }

    /// Whether the entry would be accepted at `now`, in milliseconds since 1970; accepts it if so.
    /// An entry replaces the one of the same key and address.
    ///
    /// The newest entry of a key stays until it expires, withdrawn or not: otherwise anyone who kept
    /// an older one could add it again.
    pub fn admit(&mut self, new: SignedEntry, now: u64) -> Result<Admission, Refusal> {
        self.entries.retain(|known| !known.is_expired(now));
        let own = || self.entries.iter().filter(|known| known.key == new.key);
        if own().any(|known| known.line() == new.line()) {
            return Ok(Admission::Repeated);
        }
        if own().any(|known| known.issued >= new.issued) {
            return Err(Refusal::Older);
        }
        let stays = |known: &SignedEntry| {
            known.key != new.key || (known.left > 0 && known.address != new.address)
        };
        let (all, of_key) = self
            .entries
            .iter()
            .filter(|known| stays(known))
            .fold((0, 0), |(all, of_key), known| {
                (all + 1, of_key + usize::from(known.key == new.key))
            });
        if all >= MAX_ENTRIES {
            return Err(full(self.entries.iter(), now));
        }
        if of_key >= MAX_OF_KEY && new.left > 0 {
            return Err(full(own(), now));
        }
        self.entries.retain(stays);
        self.entries.push(new);
        Ok(Admission::Added)
    }
}

/// The refusal of a list in which these entries take all places.
fn full<'a>(entries: impl Iterator<Item = &'a SignedEntry>, now: u64) -> Refusal {
    let first = entries.map(|entry| entry.expires()).min().unwrap_or(now);
    Refusal::Full { wait_ms: first.saturating_sub(now).max(1) }
}

#[cfg(test)]
mod tests;
