//! The index of each contest that this process looks at, shared by host and site. Reading it again
//! costs a look at the folder of each entrant; only decisions that may have changed are read.
//!
//! Every change by Certamen renames a file or a folder into the folder of an entrant, which changes
//! its modification time. An edit by hand that keeps the folder as it is is seen after the next
//! change, or in another process.

use super::{DamagedDecision, DecidedSubmission, SubmissionIndex, SubmissionState};
use crate::{ContestError, Corruption, Folder, safe_files::entries};
use std::{
    collections::BTreeMap,
    fs::{self, Metadata},
    io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, SystemTime},
};

/// Two changes within this time may get the same modification time.
const RESOLUTION: Duration = Duration::from_secs(2);

static KNOWN: Mutex<BTreeMap<PathBuf, Arc<Mutex<KnownContest>>>> = Mutex::new(BTreeMap::new());

/// What was read of a contest, by the folder of the entrant.
#[derive(Default)]
struct KnownContest {
    entrants: BTreeMap<PathBuf, KnownEntrant>,
    index: SubmissionIndex,
}

struct KnownEntrant {
    /// When the folder changed last, if that was long enough before it was read.
    changed: Option<SystemTime>,
    decisions: BTreeMap<PathBuf, KnownDecision>,
}

struct KnownDecision {
    stamp: Option<FileStamp>,
    read: DecisionRead,
}

#[derive(Clone)]
enum DecisionRead {
    Decided(Arc<DecidedSubmission>),
    Damaged(Arc<DamagedDecision>),
}

/// What changes when a file is replaced or written to.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FileStamp {
    inode: u64,
    length: u64,
    changed: (i64, i64),
}

pub(super) fn read(folder: &Folder) -> Result<SubmissionIndex, ContestError> {
    let known = {
        let mut all = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(folder.path().to_owned()).or_default())
    };
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Err(error) = known.refresh(folder) {
        // What was found until then is not the whole.
        *known = KnownContest::default();
        return Err(error);
    }
    Ok(known.index.clone())
}

impl KnownContest {
    fn refresh(&mut self, folder: &Folder) -> Result<(), ContestError> {
        let now = SystemTime::now();
        let mut earlier = std::mem::take(&mut self.entrants);
        let mut has_changed = false;
        for home in SubmissionState::ALL {
            for path in folders(&home.path(folder))? {
                let known = earlier.remove(&path);
                let changed = settled(modified(&path)?, now);
                let entrant = match known {
                    Some(known) if known.changed.is_some() && known.changed == changed => known,
                    known => {
                        has_changed = true;
                        let decisions = known.map(|known| known.decisions).unwrap_or_default();
                        KnownEntrant {
                            changed,
                            decisions: read_entrant(&path, home, &decisions, now)?,
                        }
                    }
                };
                self.entrants.insert(path, entrant);
            }
        }
        if has_changed || !earlier.is_empty() {
            let (mut all, mut damaged) = (Vec::new(), Vec::new());
            for known in self.entrants.values().flat_map(|known| known.decisions.values()) {
                match &known.read {
                    DecisionRead::Decided(decided) => all.push(Arc::clone(decided)),
                    DecisionRead::Damaged(found) => damaged.push(Arc::clone(found)),
                }
            }
            self.index = SubmissionIndex::new(all, damaged);
        }
        Ok(())
    }
}

/// The time of a change after which another one would have got another time.
fn settled(changed: SystemTime, now: SystemTime) -> Option<SystemTime> {
    now.duration_since(changed).is_ok_and(|age| age >= RESOLUTION).then_some(changed)
}

fn modified(path: &Path) -> Result<SystemTime, ContestError> {
    let found = fs::metadata(path).and_then(|found| found.modified());
    found.map_err(|error| ContestError::Io { path: path.to_owned(), error })
}

/// The decisions on the versions of an entrant, by the folder of the version.
fn read_entrant(
    entrant: &Path,
    home: SubmissionState,
    earlier: &BTreeMap<PathBuf, KnownDecision>,
    now: SystemTime,
) -> Result<BTreeMap<PathBuf, KnownDecision>, ContestError> {
    let mut found = BTreeMap::new();
    for path in folders(entrant)? {
        let metadata = match fs::metadata(path.with_extension("json")) {
            // A folder that Certamen did not write, or one added by hand.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            metadata => metadata.ok(),
        };
        let stamp = metadata.as_ref().and_then(|metadata| FileStamp::of(metadata, now));
        let known = earlier.get(&path).filter(|known| stamp.is_some() && known.stamp == stamp);
        let read = match known {
            Some(KnownDecision { read, .. }) => read.clone(),
            None => read_decision(&path, home),
        };
        found.insert(path, KnownDecision { stamp, read });
    }
    Ok(found)
}

impl FileStamp {
    /// `None` if it changed just now.
    fn of(metadata: &Metadata, now: SystemTime) -> Option<FileStamp> {
        settled(metadata.modified().ok()?, now)?;
        let changed = (metadata.ctime(), metadata.ctime_nsec());
        Some(FileStamp { inode: metadata.ino(), length: metadata.len(), changed })
    }
}

fn read_decision(path: &Path, home: SubmissionState) -> DecisionRead {
    let file = path.with_extension("json");
    let read = match fs::read(&file) {
        Err(error) => Err(ContestError::Io { path: file.clone(), error }),
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(|_| ContestError::Damaged {
            path: file.clone(),
            damage: Corruption::NoDecision,
        }),
    };
    match read {
        Ok(decided) => {
            let path = path.to_owned();
            DecisionRead::Decided(Arc::new(DecidedSubmission { decided, path, home }))
        }
        Err(error) => {
            let name = |path: Option<&Path>| {
                let name = path.and_then(Path::file_name).unwrap_or_default();
                name.to_string_lossy().into_owned()
            };
            // A name that is no number was never given by us: no later version gets it.
            let number = name(Some(path)).parse().unwrap_or(0);
            let entrant = name(path.parent());
            DecisionRead::Damaged(Arc::new(DamagedDecision {
                path: file,
                home,
                entrant,
                number,
                error,
            }))
        }
    }
}

/// The folders in `path`, by name; those with a leading dot are incomplete.
fn folders(path: &Path) -> Result<Vec<PathBuf>, ContestError> {
    let io = |error| ContestError::Io { path: path.to_owned(), error };
    let mut found = Vec::new();
    for entry in entries(path).map_err(io)? {
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if !hidden && entry.file_type().map_err(io)?.is_dir() {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{
        EntryDecision, PendingDecision, Submission, SubmissionVerdict, WithdrawalReason, leave,
    };
    use jiff::Timestamp;
    use std::{fs::FileTimes, thread};

    fn accept(folder: &Folder, id: &str, entrant: &str) {
        let files = folder.path().join("files");
        fs::create_dir(&files).unwrap();
        let sent = Submission {
            id: id.to_owned(),
            entrant: entrant.to_owned(),
            author: "ana".to_owned(),
            file: "uno.c".to_owned(),
            note: String::new(),
            language: "es".to_owned(),
            received: Timestamp::UNIX_EPOCH,
            written_by: None,
        };
        let decision = PendingDecision {
            folder,
            sent: &sent,
            files: &files,
            digest: String::new(),
            verdict: SubmissionVerdict::Accepted,
            reasons: Vec::new(),
            report: String::new(),
            sample: None,
            now: Timestamp::UNIX_EPOCH,
        };
        decision.file().unwrap();
    }

    fn ids(folder: &Folder) -> Vec<String> {
        let index = SubmissionIndex::read(folder).unwrap();
        let taking_part = index.taking_part().into_iter();
        let mut ids: Vec<String> = taking_part.map(|filed| filed.decided.sent.id.clone()).collect();
        ids.sort();
        ids
    }

    /// Makes everything in `path` an hour old.
    fn age(path: &Path) {
        let then = SystemTime::now() - Duration::from_secs(3600);
        for entry in entries(path).unwrap() {
            if entry.file_type().unwrap().is_dir() {
                age(&entry.path());
            } else {
                set_time(&entry.path(), then);
            }
        }
        set_time(path, then);
    }

    fn set_time(path: &Path, time: SystemTime) {
        fs::File::open(path).unwrap().set_times(FileTimes::new().set_modified(time)).unwrap();
    }

    #[test]
    fn a_damaged_decision_concerns_one_entrant_and_is_named() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        for (id, entrant) in [("a", "uno"), ("b", "uno"), ("c", "dos")] {
            accept(&folder, id, entrant);
        }
        assert_eq!(ids(&folder), ["b", "c"]);
        let decision = folder.accepted().join("uno/0002.json");
        let intact = fs::read(&decision).unwrap();
        fs::write(&decision, "{").unwrap();
        assert_eq!(ids(&folder), ["c"], "the earlier version may have been replaced or banned");
        let index = SubmissionIndex::read(&folder).unwrap();
        assert_eq!(index.damaged()[0].path, decision);
        assert!(index.damaged()[0].error.to_string().contains("0002.json"));
        assert_eq!(index.next_number("uno"), 3, "no other version gets its place");
        assert!(index.names().any(|name| name == "uno"), "its name is taken");
        assert_eq!(index.find("a").unwrap().decided.number, 1);
        fs::write(&decision, intact).unwrap();
        assert_eq!(ids(&folder), ["b", "c"]);
        assert!(SubmissionIndex::read(&folder).unwrap().damaged().is_empty());
    }

    #[test]
    fn only_what_changed_is_read_again() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        for (id, entrant) in [("a", "uno"), ("b", "dos"), ("c", "dos")] {
            accept(&folder, id, entrant);
        }
        age(place.path());
        let first = SubmissionIndex::read(&folder).unwrap();
        let again = SubmissionIndex::read(&folder).unwrap();
        assert!(std::ptr::eq(first.all(), again.all()), "nothing was read");
        assert!(
            leave(&folder, "dos", (WithdrawalReason::Banned, ""), Timestamp::UNIX_EPOCH).unwrap()
        );
        assert_eq!(ids(&folder), ["a"]);
        let changed = SubmissionIndex::read(&folder).unwrap();
        let place_of = |index: &SubmissionIndex, id: &str| {
            let found: *const EntryDecision = &raw const index.find(id).unwrap().decided;
            found
        };
        assert_eq!(place_of(&first, "a"), place_of(&changed, "a"), "another folder");
        assert_eq!(place_of(&first, "b"), place_of(&changed, "b"), "another file of the folder");
        assert_ne!(place_of(&first, "c"), place_of(&changed, "c"));
        fs::remove_dir_all(folder.accepted().join("uno")).unwrap();
        assert!(ids(&folder).is_empty());
    }

    #[test]
    fn changes_in_quick_succession_are_all_seen_by_all_threads() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        thread::scope(|scope| {
            for name in ["uno", "dos", "tres"] {
                let folder = &folder;
                scope.spawn(move || {
                    for n in 1..=20 {
                        let files = folder.path().join(format!("files-{name}-{n}"));
                        fs::create_dir(&files).unwrap();
                        let home = folder.accepted().join(name);
                        fs::create_dir_all(&home).unwrap();
                        let index = SubmissionIndex::read(folder).unwrap();
                        assert_eq!(index.next_number(name), n);
                        let decided = EntryDecision {
                            sent: Submission {
                                id: format!("{name}{n}"),
                                entrant: name.to_owned(),
                                author: String::new(),
                                file: String::new(),
                                note: String::new(),
                                language: String::new(),
                                received: Timestamp::UNIX_EPOCH,
                                written_by: None,
                            },
                            number: n,
                            digest: String::new(),
                            decided: Timestamp::UNIX_EPOCH,
                            verdict: SubmissionVerdict::Accepted,
                            reasons: Vec::new(),
                            left: None,
                        };
                        let path = home.join(format!("{n:04}"));
                        let bytes = serde_json::to_vec(&decided).unwrap();
                        fs::write(path.with_extension("json"), bytes).unwrap();
                        fs::rename(files, path).unwrap();
                        assert_eq!(SubmissionIndex::read(folder).unwrap().next_number(name), n + 1);
                    }
                });
            }
        });
    }
}
