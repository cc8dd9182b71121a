//! Published standings: one JSON file each, with everything known about them.
//!
//! A file is written atomically and never changed, so a process that dies while publishing has
//! published or has not. The process that shows it renders it for readers.

use crate::{ContestError, Folder, LocalizedTexts, safe_files::entries};
use certamen_game::Fault;
use jiff::Zoned;
use serde::{Deserialize, Serialize};
use std::{path::Path, time::Duration};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Publication {
    pub contest: String,
    /// From 1, in order of creation.
    pub number: u32,
    pub kind: PublicationKind,
    pub planned: Zoned,
    pub made: Zoned,
    pub next: Option<UpcomingPublication>,
    /// The number of matches planned among random pairings.
    pub matches: u64,
    pub conditions: PublishedConditions,
    /// Best first.
    pub table: Vec<PublicationRow>,
    pub below: Vec<UnrankedRow>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PublicationKind {
    /// The pairings that are played all the time.
    Provisional,
    Championship,
    /// All against all, among the entrants at the end.
    Final,
}

impl PublicationKind {
    pub fn word(self) -> &'static str {
        match self {
            PublicationKind::Provisional => "provisional",
            PublicationKind::Championship => "championship",
            PublicationKind::Final => "final",
        }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct UpcomingPublication {
    pub at: Zoned,
    pub kind: PublicationKind,
}

/// The conditions of the last matches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PublishedConditions {
    /// As in the contest file; the game's own if absent.
    pub move_time: Option<String>,
    /// The limit on this machine, in milliseconds, rounded up.
    pub move_ms: u64,
    /// The same in microseconds, if it is no whole number of milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_us: Option<u64>,
    pub tier: String,
}

impl PublishedConditions {
    /// The limit on this machine.
    pub fn move_time(&self) -> Duration {
        self.move_us.map_or(Duration::from_millis(self.move_ms), Duration::from_micros)
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PublicationRow {
    /// From 1; equal bots share a rank.
    pub rank: u32,
    /// The name in the standings; several rows may have the same.
    pub name: String,
    pub language: String,
    /// %Ganadas, to two decimals.
    pub share: f64,
    pub played: u64,
    pub won: u64,
    pub lost: u64,
    pub drawn: u64,
    pub faults: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnrankedRow {
    pub name: String,
    pub status: UnrankedReason,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<LocalizedTexts>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnrankedReason {
    /// It may come back with a correction.
    Disqualified,
    /// Its authors may send nothing more.
    #[serde(rename = "proscribed")]
    Banned,
    /// It cannot be built, started or read, and enters when it is fixed.
    #[serde(rename = "set-aside")]
    Excluded,
}

impl Publication {
    pub fn stem(&self) -> String {
        format!("{:04}-{}", self.number, slot_name(&self.planned, self.kind))
    }

    /// All publications, in order of creation.
    pub fn all(folder: &Folder) -> Result<Vec<Publication>, ContestError> {
        let published = folder.published();
        let io = |error| ContestError::Io { path: published.clone(), error };
        let mut found = Vec::new();
        for entry in entries(&published).map_err(io)? {
            let path = entry.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let numbered = name.starts_with(|first: char| first.is_ascii_digit());
            if numbered && path.extension().is_some_and(|ending| ending == "json") {
                found.push(read(&path)?);
            }
        }
        found.sort_by_key(|publication: &Publication| publication.number);
        Ok(found)
    }

    pub fn to_text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("tables are plain data");
        format!("{text}\n")
    }
}

pub fn slot_name(planned: &Zoned, kind: PublicationKind) -> String {
    format!("{}-{}", planned.strftime("%Y-%m-%dT%H-%M%z"), kind.word())
}

fn read(path: &Path) -> Result<Publication, ContestError> {
    let io = |error| ContestError::Io { path: path.to_owned(), error };
    let text = crate::read_text(path).map_err(io)?;
    serde_json::from_str(&text)
        .map_err(|error| ContestError::Publication { path: path.to_owned(), error })
}
