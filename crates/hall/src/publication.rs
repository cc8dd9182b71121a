//! Tables that were published: one JSON file each, which is what is known of them.
//!
//! A file appears in one step and is never changed, so whoever dies while publishing has published
//! or has not. What is drawn from it for readers is drawn by whoever shows it.

use crate::{HallError, Kind, Slot, reception::Texts, replace};
use certamen_contest::Folder;
use certamen_game::Fault;
use jiff::Zoned;
use serde::{Deserialize, Serialize};
use std::{fs, io, path::Path, time::Duration};

/// A table as it was published.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Publication {
    /// The name of the contest.
    pub contest: String,
    /// From 1, in the order in which they were made.
    pub number: u32,
    /// What it is made of.
    pub kind: Kind,
    /// For when it was planned.
    pub planned: Zoned,
    /// When it was made.
    pub made: Zoned,
    /// What comes next, and when; nothing after the final table.
    pub next: Option<Announced>,
    /// How many matches had been planned among random pairings.
    pub matches: u64,
    /// What matches are played under.
    pub conditions: PublishedConditions,
    /// Those who take part, best first.
    pub table: Vec<Row>,
    /// Those who do not, below the table.
    pub below: Vec<Below>,
}

/// A table that is still to come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Announced {
    /// When.
    pub at: Zoned,
    /// What it will be made of.
    pub kind: Kind,
}

/// What the matches of a table were played under, at last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PublishedConditions {
    /// The time for a move as the contest file has it; the game's own if absent.
    pub move_time: Option<String>,
    /// What it comes to on this machine, in milliseconds, rounded up.
    pub move_ms: u64,
    /// The same in microseconds, where it is no whole number of milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_us: Option<u64>,
    /// The tier of isolation.
    pub tier: String,
}

impl PublishedConditions {
    /// What the time for a move comes to on this machine.
    pub fn move_time(&self) -> Duration {
        self.move_us.map_or(Duration::from_millis(self.move_ms), Duration::from_micros)
    }
}

/// A line of the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// From 1; who is equal shares a place.
    pub rank: u32,
    /// What the table calls it; not always another name in each line.
    pub name: String,
    /// The language it is written in.
    pub language: String,
    /// %Ganadas, to two decimals.
    pub share: f64,
    /// Matches.
    pub played: u64,
    /// Of them won.
    pub won: u64,
    /// Of them lost.
    pub lost: u64,
    /// Of them drawn.
    pub drawn: u64,
    /// How many faults it committed.
    pub faults: u64,
}

/// Somebody without a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Below {
    /// What the table calls it.
    pub name: String,
    /// Whether it may come back.
    pub status: Standing,
    /// A fault that ended its contest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// What was wrong with its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Texts>,
}

/// Why somebody has no place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// It may come back with a correction.
    Disqualified,
    /// Its authors may send nothing more.
    Proscribed,
    /// It cannot be built, started or read, and comes in when it is mended.
    #[serde(rename = "set-aside")]
    SetAside,
}

impl Publication {
    /// Its time in the plan.
    pub fn slot(&self) -> Slot {
        Slot { at: self.planned.timestamp(), kind: self.kind }
    }

    /// The name of its files, without their ending: number, time and kind.
    pub fn stem(&self) -> String {
        format!("{:04}-{}", self.number, slot_name(&self.planned, self.kind))
    }

    /// All that are out, in the order in which they were made.
    pub fn all(folder: &Folder) -> Result<Vec<Publication>, HallError> {
        let published = folder.published();
        let io = |error| HallError::Io { path: published.clone(), error };
        let entries = match fs::read_dir(&published) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(io)?,
        };
        let mut found = Vec::new();
        for entry in entries {
            let path = entry.map_err(io)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let numbered = name.starts_with(|first: char| first.is_ascii_digit());
            if numbered && path.extension().is_some_and(|ending| ending == "json") {
                found.push(read(&path)?);
            }
        }
        found.sort_by_key(|publication: &Publication| publication.number);
        Ok(found)
    }

    /// Publishes it: from now on it is out.
    pub fn publish(&self, folder: &Folder) -> Result<(), HallError> {
        let path = folder.published().join(format!("{}.json", self.stem()));
        let text = serde_json::to_string_pretty(self).expect("tables are plain data");
        replace(&path, format!("{text}\n").as_bytes())
    }
}

/// A time and a kind as part of a file's name.
pub(crate) fn slot_name(planned: &Zoned, kind: Kind) -> String {
    format!("{}-{}", planned.strftime("%Y-%m-%dT%H-%M%z"), kind.word())
}

fn read(path: &Path) -> Result<Publication, HallError> {
    let io = |error| HallError::Io { path: path.to_owned(), error };
    let text = fs::read_to_string(path).map_err(io)?;
    serde_json::from_str(&text)
        .map_err(|error| HallError::Publication { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn publication(number: u32, planned: &str) -> Publication {
        let planned: Zoned = planned.parse().unwrap();
        Publication {
            contest: "Torneo".to_owned(),
            number,
            kind: Kind::Provisional,
            made: planned.clone(),
            planned,
            next: None,
            matches: 0,
            conditions: PublishedConditions {
                move_time: None,
                move_ms: 1,
                move_us: None,
                tier: "A".to_owned(),
            },
            table: Vec::new(),
            below: Vec::new(),
        }
    }

    #[test]
    fn what_is_published_is_found_again_and_half_a_file_is_not() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        assert_eq!(Publication::all(&folder).unwrap(), []);
        let second = publication(2, "2015-03-13T16:00[Europe/Madrid]");
        let first = publication(1, "2015-03-13T14:00[Europe/Madrid]");
        second.publish(&folder).unwrap();
        first.publish(&folder).unwrap();
        fs::write(folder.published().join(".0003-x.json.draft"), "{").unwrap();
        fs::write(folder.published().join("current.json"), "{").unwrap();
        assert_eq!(Publication::all(&folder).unwrap(), [first.clone(), second]);
        assert_eq!(first.stem(), "0001-2015-03-13T14-00+0100-provisional");
        fs::write(folder.published().join("0003-x.json"), "{").unwrap();
        let error = Publication::all(&folder).unwrap_err().to_string();
        assert!(error.contains("0003-x.json: no published table"), "{error}");
    }
}
