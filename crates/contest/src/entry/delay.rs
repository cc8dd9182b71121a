//! Submissions without a verdict because of a failure on our side: the reason, the time of the next
//! attempt, and requests of a host or the author.
//!
//! They are stored below `.certamen/`, where only the deciding process writes.

use super::Submission;
use crate::{
    ContestError, Folder, LocalizedTexts,
    safe_files::{read, replace},
};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The delay after the first failure, and the longest, in seconds.
const FIRST_REST: i64 = 30;
const LONGEST_REST: i64 = 3_600;
const LARGEST: u64 = 1 << 20;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryDelay {
    pub why: LocalizedTexts,
    /// Consecutive failures.
    pub failures: u32,
    pub again: Timestamp,
}

/// What to do with a delayed submission.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DelayWish {
    TryAgain,
    /// An organizer rejects it, for this reason.
    Discard(String),
    Withdraw,
}

impl EntryDelay {
    /// Each delay is twice as long as the one before.
    pub fn after(earlier: Option<&EntryDelay>, why: LocalizedTexts, now: Timestamp) -> EntryDelay {
        let before = earlier.map_or(0, |delay| delay.failures);
        let rest = FIRST_REST.saturating_mul(2_i64.saturating_pow(before)).min(LONGEST_REST);
        let again = now.checked_add(SignedDuration::from_secs(rest)).unwrap_or(now);
        EntryDelay { why, failures: before.saturating_add(1), again }
    }

    /// Whether it still waits at `now`. If the clock was set back, it does not wait longer than the
    /// longest delay.
    pub fn rests(&self, now: Timestamp) -> bool {
        let left = self.again.duration_since(now).as_secs();
        self.again > now && left <= LONGEST_REST
    }

    pub fn of(folder: &Folder, id: &str) -> Option<EntryDelay> {
        // An unreadable delay counts as none: the bot is checked, and the delay is written again.
        read_json(&file(folder, id, DELAY)?)
    }

    /// All delayed submissions in `folder`: the id, the metadata if readable, and the delay.
    pub fn all(folder: &Folder) -> io::Result<Vec<(String, Option<Submission>, EntryDelay)>> {
        let waiting = Submission::waiting(&folder.submissions())?;
        let found = waiting.iter().filter_map(|path| {
            let id = path.file_stem()?.to_str()?.to_owned();
            let delay = EntryDelay::of(folder, &id)?;
            Some((id, Submission::read(path).ok(), delay))
        });
        Ok(found.collect())
    }

    /// Where delays and requests are stored.
    pub fn home(folder: &Folder) -> PathBuf {
        home(folder)
    }

    pub fn put(&self, folder: &Folder, id: &str) -> io::Result<()> {
        put(folder, id, DELAY, self)
    }

    /// Ends the delay of the submission `id`.
    pub fn lift(folder: &Folder, id: &str) {
        for ending in [DELAY, WISH] {
            if let Some(path) = file(folder, id, ending) {
                // A file that remains belongs to no pending submission and is never read.
                let _ = fs::remove_file(path);
            }
        }
    }
}

impl DelayWish {
    /// Requests it; false if the submission `id` is not delayed.
    pub fn put(&self, folder: &Folder, id: &str) -> Result<bool, ContestError> {
        if EntryDelay::of(folder, id).is_none() {
            return Ok(false);
        }
        put(folder, id, WISH, self)
            .map(|()| true)
            .map_err(|error| ContestError::Io { path: home(folder), error })
    }

    /// Whether there is a request for the submission `id`.
    pub fn is_put(folder: &Folder, id: &str) -> bool {
        DelayWish::of(folder, id).is_some()
    }

    /// The request for the submission `id`.
    pub fn of(folder: &Folder, id: &str) -> Option<DelayWish> {
        read_json(&file(folder, id, WISH)?)
    }

    /// Removes this request for the submission `id`, which was fulfilled; a later one remains.
    pub fn lift(&self, folder: &Folder, id: &str) -> io::Result<()> {
        match file(folder, id, WISH) {
            Some(path) if DelayWish::of(folder, id).as_ref() == Some(self) => fs::remove_file(path),
            _ => Ok(()),
        }
    }
}

const DELAY: &str = "json";
const WISH: &str = "wish";

fn home(folder: &Folder) -> PathBuf {
    folder.written().join("delayed")
}

/// `None` if `id` is not the name of a submission: it may come from a form.
fn file(folder: &Folder, id: &str, ending: &str) -> Option<PathBuf> {
    let is_id = (1..=64).contains(&id.len()) && id.bytes().all(|c| c.is_ascii_alphanumeric());
    is_id.then(|| home(folder).join(format!("{id}.{ending}")))
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&read(path, LARGEST).ok()?).ok()
}

fn put<T: Serialize>(folder: &Folder, id: &str, ending: &str, value: &T) -> io::Result<()> {
    let path = file(folder, id, ending).ok_or(io::ErrorKind::InvalidInput)?;
    fs::create_dir_all(home(folder))?;
    replace(&path, &serde_json::to_vec(value)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rest_is_twice_as_long_and_an_hour_at_most() {
        let now = Timestamp::UNIX_EPOCH;
        let mut delay = None;
        let rests = [(); 9].map(|()| {
            let next = EntryDelay::after(delay.as_ref(), LocalizedTexts::verbatim("full"), now);
            let rest = next.again.as_second();
            assert!(next.rests(now) && !next.rests(next.again));
            delay = Some(next);
            rest
        });
        assert_eq!(rests, [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
        let years_later = EntryDelay::after(None, LocalizedTexts::verbatim("full"), Timestamp::MAX);
        assert!(!years_later.rests(now), "the clock was set back");
    }

    #[test]
    fn only_delayed_submissions_have_requests_and_each_is_fulfilled_once() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        assert!(!DelayWish::TryAgain.put(&folder, "abc").unwrap());
        let delay =
            EntryDelay::after(None, LocalizedTexts::verbatim("full"), Timestamp::UNIX_EPOCH);
        delay.put(&folder, "abc").unwrap();
        assert_eq!(EntryDelay::of(&folder, "abc"), Some(delay.clone()));
        assert!(DelayWish::Withdraw.put(&folder, "abc").unwrap());
        DelayWish::TryAgain.lift(&folder, "abc").unwrap();
        assert_eq!(DelayWish::of(&folder, "abc"), Some(DelayWish::Withdraw), "it came later");
        DelayWish::Withdraw.lift(&folder, "abc").unwrap();
        assert_eq!(DelayWish::of(&folder, "abc"), None);
        EntryDelay::lift(&folder, "abc");
        assert_eq!(EntryDelay::of(&folder, "abc"), None);
        for id in ["", "../abc", "a/b", ".x"] {
            assert!(delay.put(&folder, id).is_err(), "{id}");
            assert!(!DelayWish::TryAgain.put(&folder, id).unwrap(), "{id}");
        }
    }
}
