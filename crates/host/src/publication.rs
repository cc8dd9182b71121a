//! Publications: standings with what readers of the contest's folder need to know about them. Their
//! files, like others, appear in one step.

pub use certamen_contest::publication::{
    Publication, PublicationRow, PublishedConditions, UnrankedReason, UnrankedRow,
    UpcomingPublication,
};

use crate::HostError;
use certamen_contest::Folder;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Publishes standings; they are public from now on.
pub fn publish(publication: &Publication, folder: &Folder) -> Result<(), HostError> {
    let path = folder.published().join(format!("{}.json", publication.stem()));
    replace(&path, publication.to_text().as_bytes())
}

/// Writes a file in one step: it is there as a whole, or not at all.
pub fn replace(path: &Path, content: &[u8]) -> Result<(), HostError> {
    let draft = draft(path);
    let io = |error| HostError::Io { path: path.to_owned(), error };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(io)?;
    }
    fs::write(&draft, content).and_then(|()| fs::rename(&draft, path)).map_err(io)
}

fn draft(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.draft"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PublicationKind;
    use jiff::Zoned;
    use std::fs;

    fn publication(number: u32, planned: &str) -> Publication {
        let planned: Zoned = planned.parse().unwrap();
        Publication {
            contest: "Torneo".to_owned(),
            number,
            kind: PublicationKind::Provisional,
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
        publish(&second, &folder).unwrap();
        publish(&first, &folder).unwrap();
        fs::write(folder.published().join(".0003-x.json.draft"), "{").unwrap();
        fs::write(folder.published().join("current.json"), "{").unwrap();
        assert_eq!(Publication::all(&folder).unwrap(), [first.clone(), second]);
        assert_eq!(first.stem(), "0001-2015-03-13T14-00+0100-provisional");
        fs::write(folder.published().join("0003-x.json"), "{").unwrap();
        let error = Publication::all(&folder).unwrap_err().to_string();
        assert!(error.contains("0003-x.json: not a published standings file"), "{error}");
    }
}
