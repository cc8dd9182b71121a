//! Published standings: one JSON file each, with everything that is known of them.
//!
//! A file appears in one step and is never changed, so a process that dies while publishing has
//! published or has not. What is drawn from it for readers is drawn by the process that shows it.

use crate::{ContestError, Folder, LocalizedTexts};
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
    pub kind: PublicationKind,
    /// For when it was planned.
    pub planned: Zoned,
    /// When it was made.
    pub made: Zoned,
    /// What comes next, and when; nothing after the final table.
    pub next: Option<UpcomingPublication>,
    /// How many matches had been planned among random pairings.
    pub matches: u64,
    /// What matches are played under.
    pub conditions: PublishedConditions,
    /// Those who take part, best first.
    pub table: Vec<PublicationRow>,
    /// Those who do not, below the table.
    pub below: Vec<UnrankedRow>,
}

/// What a published table is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PublicationKind {
    /// The pairings that are played all the time.
    Provisional,
    /// All against all, on the way.
    Championship,
    /// All against all, among those who take part at the end.
    Final,
}

impl PublicationKind {
    /// Its word in files.
    pub fn word(self) -> &'static str {
        match self {
            PublicationKind::Provisional => "provisional",
            PublicationKind::Championship => "championship",
            PublicationKind::Final => "final",
        }
    }
}

/// A table that is still to come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct UpcomingPublication {
    /// When.
    pub at: Zoned,
    /// What it will be made of.
    pub kind: PublicationKind,
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
pub struct PublicationRow {
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

/// An unranked bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnrankedRow {
    /// What the table calls it.
    pub name: String,
    /// Whether it may come back.
    pub status: UnrankedReason,
    /// A fault that ended its contest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// What was wrong with its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<LocalizedTexts>,
}

/// Why a bot is unranked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnrankedReason {
    /// It may come back with a correction.
    Disqualified,
    /// Its authors may send nothing more.
    Proscribed,
    /// It cannot be built, started or read, and enters when it is fixed.
    #[serde(rename = "set-aside")]
    SetAside,
}

impl Publication {
    /// The name of its files, without their ending: number, time and kind.
    pub fn stem(&self) -> String {
        format!("{:04}-{}", self.number, slot_name(&self.planned, self.kind))
    }

    /// All that are out, in the order in which they were made.
    pub fn all(folder: &Folder) -> Result<Vec<Publication>, ContestError> {
        let published = folder.published();
        let io = |error| ContestError::Io { path: published.clone(), error };
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

    /// What its file says.
    pub fn to_text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("tables are plain data");
        format!("{text}\n")
    }
}

/// A time and a kind as part of a file's name.
pub fn slot_name(planned: &Zoned, kind: PublicationKind) -> String {
    format!("{}-{}", planned.strftime("%Y-%m-%dT%H-%M%z"), kind.word())
}

fn read(path: &Path) -> Result<Publication, ContestError> {
    let io = |error| ContestError::Io { path: path.to_owned(), error };
    let text = crate::read_text(path).map_err(io)?;
    serde_json::from_str(&text)
        .map_err(|error| ContestError::Publication { path: path.to_owned(), error })
}
