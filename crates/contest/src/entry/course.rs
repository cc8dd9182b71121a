//! Files submitted to a course: the result, in a file next to each, and the host's ruling, which
//! overrides it, in a folder that only hosts write to. The last ruling on a file counts.

use crate::{
    ContestError, Corruption, Folder, LocalizedTexts,
    safe_files::{entries, replace, synced},
};
use certamen_game::Fault;
use jiff::{Timestamp, Zoned};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fs, io, path::Path, time::SystemTime};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CourseReport {
    pub file: String,
    pub received: Zoned,
    pub verdict: CourseVerdict,
    /// The name in the standings; absent if the author is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed_as: Option<String>,
    /// The public reasons against it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<LocalizedTexts>,
    /// Visible to the authors only. Reports of earlier versions have it only in the file next to
    /// them, in the language of the contest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<LocalizedTexts>,
    /// The fault for which it left after it was accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CourseVerdict {
    Accepted,
    Refused,
    Discarded,
    Disqualified,
    /// No bot of its team may.
    #[serde(rename = "proscribed")]
    Banned,
}

/// The ending of a ruling's name, after the name of its file.
const ENDING: &str = ".json";

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CourseRuling {
    pub ruling: Ruling,
    pub reason: String,
    pub time: Timestamp,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ruling {
    /// It plays despite the findings. Faults in matches count as usual.
    Approved,
    /// It does not play; a later file of the same player may.
    Disqualified,
    /// Neither it nor any other file of its team plays.
    #[serde(rename = "proscribed")]
    Banned,
}

impl CourseRuling {
    /// Rules on `file`; the ruling is on the disk when this returns.
    pub fn put(&self, folder: &Folder, file: &str) -> Result<(), ContestError> {
        let home = folder.rulings();
        let path = home.join(format!("{file}{ENDING}"));
        let put = || -> io::Result<()> {
            // A path is not the name of a submitted file.
            if file.is_empty() || file.starts_with('.') || file.contains(['/', '\0']) {
                return Err(io::ErrorKind::InvalidInput.into());
            }
            fs::create_dir_all(&home)?;
            replace(&path, &serde_json::to_vec_pretty(self)?)?;
            synced(&home)
        };
        put().map_err(|error| ContestError::Io { path: path.clone(), error })
    }

    /// All rulings in a contest, by file name.
    pub fn all(folder: &Folder) -> Result<BTreeMap<String, CourseRuling>, ContestError> {
        let home = folder.rulings();
        let io = |error| ContestError::Io { path: home.clone(), error };
        let mut rulings = BTreeMap::new();
        for entry in entries(&home).map_err(io)? {
            let name = entry.file_name().to_string_lossy().into_owned();
            let file = name.strip_suffix(ENDING).filter(|file| !file.starts_with('.'));
            if let Some(file) = file {
                rulings.insert(file.to_owned(), read(&entry.path())?);
            }
        }
        Ok(rulings)
    }

    pub fn changed(folder: &Folder) -> Option<SystemTime> {
        fs::metadata(folder.rulings()).and_then(|found| found.modified()).ok()
    }
}

fn read(path: &Path) -> Result<CourseRuling, ContestError> {
    let bytes =
        fs::read(path).map_err(|error| ContestError::Io { path: path.to_owned(), error })?;
    serde_json::from_slice(&bytes).map_err(|_| ContestError::Damaged {
        path: path.to_owned(),
        damage: Corruption::NoDecision,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ruling_counts_and_damage_is_named() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        assert!(CourseRuling::all(&folder).unwrap().is_empty());
        assert_eq!(CourseRuling::changed(&folder), None);
        for ruling in [Ruling::Banned, Ruling::Approved] {
            let (reason, time) = ("a slip".to_owned(), Timestamp::UNIX_EPOCH);
            CourseRuling { ruling, reason, time }.put(&folder, "14021150318Ab.cl").unwrap();
        }
        let rulings = CourseRuling::all(&folder).unwrap();
        assert_eq!(rulings["14021150318Ab.cl"].ruling, Ruling::Approved);
        assert!(CourseRuling::changed(&folder).is_some());
        fs::write(place.path().join("rulings/x.json"), "{").unwrap();
        assert!(CourseRuling::all(&folder).unwrap_err().to_string().contains("x.json"));
    }
}
