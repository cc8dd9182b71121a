//! Backups of a site: its databases at one moment, then its files, then a list of all with their
//! digests.

use crate::{PortalError, database::reader, site_file::ADDRESS};
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

const LIST: &str = "backup.b3";
/// Files that can be recreated, or belong to one run.
const LEFT_OUT: [&str; 5] = ["builds", "scratch", "entries", "entries.lock", "lock"];

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BackupError {
    /// A file of the list is not there.
    Missing(PathBuf),
    Changed(PathBuf),
    /// A file is not on the list.
    Unlisted(PathBuf),
    Damaged(PathBuf),
}

/// Copies the site in `folder` into `out`, which must be new or empty; how many files it has.
pub fn backup(folder: &Path, out: &Path) -> Result<usize, PortalError> {
    fs::create_dir_all(out).map_err(at(out))?;
    if fs::read_dir(out).map_err(at(out))?.next().is_some() {
        return Err(at(out)(io::ErrorKind::DirectoryNotEmpty.into()));
    }
    let found = files(folder)?;
    let (databases, others): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|path| is_database(path));
    // What is submitted while this runs is in the files and not in the database: it is there as if
    // it had been put in by hand. The other way round it would be lost.
    for path in databases.iter().chain(&others) {
        let (from, to) = (folder.join(path), out.join(path));
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent).map_err(at(parent))?;
        }
        if is_database(path) {
            let to = to.to_string_lossy();
            reader(&from)?.execute("VACUUM INTO ?1", [&*to])?;
        } else if let Err(error) = fs::copy(&from, &to)
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(at(&from)(error));
        }
    }
    let mut list = String::new();
    let digests = digests(out)?;
    for (path, digest) in &digests {
        let path = path.to_string_lossy();
        list.extend([digest.as_str(), "  ", &*path, "\n"]);
    }
    fs::write(out.join(LIST), list).map_err(at(out))?;
    Ok(digests.len())
}

/// Whether `folder` was written by [`backup`], to its end.
pub fn is_backup(folder: &Path) -> bool {
    folder.join(LIST).is_file()
}

/// Reads the copy in `out` back; returns its errors.
pub fn verify_backup(out: &Path) -> Result<Vec<BackupError>, PortalError> {
    let path = out.join(LIST);
    let list = fs::read_to_string(&path).map_err(at(&path))?;
    let listed: BTreeMap<PathBuf, &str> = list
        .lines()
        .filter_map(|line| line.split_once("  "))
        .map(|(digest, path)| (PathBuf::from(path), digest))
        .collect();
    let found = digests(out)?;
    let mut faults = Vec::new();
    for (path, digest) in &listed {
        match found.get(path) {
            None => faults.push(BackupError::Missing(path.clone())),
            Some(there) if there.as_str() != *digest => {
                faults.push(BackupError::Changed(path.clone()));
            }
            Some(_) if is_database(path) && !is_sound(&out.join(path))? => {
                faults.push(BackupError::Damaged(path.clone()));
            }
            Some(_) => {}
        }
    }
    let more = found.keys().filter(|path| !listed.contains_key(*path));
    faults.extend(more.map(|path| BackupError::Unlisted(path.clone())));
    Ok(faults)
}

fn is_database(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "sqlite")
}

fn is_sound(path: &Path) -> Result<bool, PortalError> {
    let connection = reader(path)?;
    let answer = connection.query_row("PRAGMA integrity_check", [], |row| row.get::<_, String>(0));
    Ok(answer.is_ok_and(|answer| answer == "ok"))
}

fn digests(folder: &Path) -> Result<BTreeMap<PathBuf, String>, PortalError> {
    let mut all = BTreeMap::new();
    for path in files(folder)?.into_iter().filter(|path| path != Path::new(LIST)) {
        let whole = folder.join(&path);
        let content = fs::read(&whole).map_err(at(&whole))?;
        all.insert(path, blake3::hash(&content).to_hex().to_string());
    }
    Ok(all)
}

/// The regular files below `folder`, without those that can be recreated or belong to a database.
fn files(folder: &Path) -> Result<Vec<PathBuf>, PortalError> {
    let (mut found, mut folders) = (Vec::new(), vec![PathBuf::new()]);
    while let Some(inside) = folders.pop() {
        let whole = folder.join(&inside);
        let below = inside.file_name().is_some_and(|name| name == ".certamen");
        for entry in fs::read_dir(&whole).map_err(at(&whole))? {
            let entry = entry.map_err(at(&whole))?;
            let name = entry.file_name();
            let text = name.to_string_lossy();
            let passing = text.ends_with("-wal") || text.ends_with("-shm");
            let of_one_run = inside == Path::new(".site") && text == ADDRESS;
            if passing || of_one_run || (below && LEFT_OUT.contains(&&*text)) {
                continue;
            }
            let kind = entry.file_type().map_err(at(&whole))?;
            if kind.is_dir() {
                folders.push(inside.join(name));
            } else if kind.is_file() {
                found.push(inside.join(name));
            }
        }
    }
    found.sort();
    Ok(found)
}

fn at(path: &Path) -> impl Fn(io::Error) -> PortalError {
    let path = path.to_owned();
    move |error| PortalError::Unreachable { path: path.clone(), error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Portal;
    use certamen_i18n::Language;
    use jiff::Timestamp;

    #[test]
    fn a_copy_is_whole_and_says_what_was_changed_in_it() {
        let place = tempfile::tempdir().expect("there is room");
        let (site, copy) = (place.path().join("site"), place.path().join("copy"));
        fs::create_dir_all(site.join("open/.certamen/builds")).expect("there is room");
        fs::write(site.join("open/contest.toml"), "name = 1").expect("there is room");
        fs::write(site.join("open/.certamen/builds/x"), "made again").expect("there is room");
        let portal = Portal::create(&site).expect("it is new");
        let now = Timestamp::UNIX_EPOCH;
        portal.add_account("ana", Language::Es, now).expect("the name is free");
        assert_eq!(backup(&site, &copy).expect("there is room"), 2);
        assert!(verify_backup(&copy).expect("it is there").is_empty());
        let again = Portal::open(&copy).expect("it is sound").expect("it was copied");
        assert_eq!(again.account("ana").expect("she was copied").language, Language::Es);
        drop(again);
        for left in ["site.sqlite-wal", "site.sqlite-shm"] {
            let _ = fs::remove_file(copy.join(".site").join(left));
        }
        fs::write(copy.join("open/contest.toml"), "name = 2").expect("there is room");
        fs::write(copy.join("more"), "").expect("there is room");
        let faults = verify_backup(&copy).expect("it is there");
        let [toml, more] = ["open/contest.toml", "more"].map(PathBuf::from);
        assert!(faults.contains(&BackupError::Changed(toml)), "{faults:?}");
        assert!(faults.contains(&BackupError::Unlisted(more)), "{faults:?}");
        assert!(backup(&site, &copy).is_err(), "it is not empty");
    }
}
