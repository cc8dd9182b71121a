//! Hands letters over that wait as files: each is read by a command of the host's, which mails it. It
//! knows nothing of what is written to whom.

use crate::{Stop, say};
use certamen_speech::{Message, Speak};
use std::{
    ffi::OsStr,
    fs, io,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// So many are handed over at a time.
const AT_A_TIME: usize = 20;
/// How long the command has for each.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long one rests after a failure: at first, and at most.
const FIRST_REST: Duration = Duration::from_secs(60);
const LONGEST_REST: Duration = Duration::from_secs(3600);
const LOOK: Duration = Duration::from_millis(10);

/// Where letters wait, and what hands them over.
pub struct Outbox {
    folder: PathBuf,
    command: Vec<String>,
    /// Until when one rests, and how long the next rest is.
    rests: (Option<Instant>, Duration),
}

impl Outbox {
    /// Hands over what waits in `folder` by this command; by none, everything waits.
    pub fn new(folder: PathBuf, command: Vec<String>) -> Outbox {
        Outbox { folder, command, rests: (None, FIRST_REST) }
    }

    /// Hands over what waits at `now`, the oldest first; how many it were. A letter that the command
    /// does not take stays, and is tried again later with all that came after it.
    pub fn deliver(&mut self, now: Instant, stop: &Stop) -> Result<usize, Message> {
        let (until, rest) = self.rests;
        if self.command.is_empty() || until.is_some_and(|until| now < until) {
            return Ok(0);
        }
        let done = self.hand_over_some(stop);
        self.rests = match &done {
            Ok(_) => (None, FIRST_REST),
            Err(_) => (Some(now + rest), LONGEST_REST.min(rest * 2)),
        };
        done
    }

    fn hand_over_some(&self, stop: &Stop) -> Result<usize, Message> {
        let mut count = 0;
        for letter in waiting(&self.folder).map_err(|error| unread(&self.folder, &error))? {
            if count == AT_A_TIME || stop.is_set() {
                break;
            }
            self.hand_over(&letter, stop)?;
            fs::remove_file(&letter).map_err(|error| unread(&letter, &error))?;
            count += 1;
        }
        Ok(count)
    }

    fn hand_over(&self, letter: &Path, stop: &Stop) -> Result<(), Message> {
        // Nothing else than a file of ours is read, whatever lies there.
        let file = fs::OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW).open(letter);
        let file = file.map_err(|error| unread(letter, &error))?;
        let (program, arguments) = self.command.split_first().ok_or_else(say::no_mail_command)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(file).stdout(Stdio::null());
        let child = command.spawn();
        let child = child.map_err(|error| say::mail_not_started(program, error.message()))?;
        match ended(child, stop).map_err(|error| unread(letter, &error))? {
            None => Err(say::mail_late(program, PATIENCE.as_secs())),
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(say::mail_refused(program, status.to_string())),
        }
    }
}

/// How it ended; nothing if it had to be ended.
fn ended(mut child: Child, stop: &Stop) -> io::Result<Option<ExitStatus>> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if begun.elapsed() > PATIENCE || stop.is_set() {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(LOOK);
    }
}

/// The letters in `folder`, the oldest first.
fn waiting(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        let is_letter = path.extension() == Some(OsStr::new("eml"));
        if is_letter && entry.file_type()?.is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn unread(path: &Path, error: &io::Error) -> Message {
    say::file(path, error.message())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outbox(folder: &Path, script: &str) -> Outbox {
        let command = ["sh", "-c", script, "sh"].map(ToOwned::to_owned).to_vec();
        Outbox::new(folder.to_owned(), command)
    }

    fn letters(folder: &Path, names: &[&str]) {
        for name in names {
            fs::write(folder.join(name), format!("{name}\n")).unwrap();
        }
    }

    #[test]
    fn letters_are_handed_over_once_in_their_order() {
        let (place, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let told = out.path().join("told");
        let mut outbox = outbox(place.path(), &format!("cat >> {}", told.display()));
        let deliver = |outbox: &mut Outbox| outbox.deliver(Instant::now(), &Stop::default());
        assert_eq!(deliver(&mut outbox).unwrap(), 0);
        letters(place.path(), &["2.eml", "1.eml", "3.part"]);
        std::os::unix::fs::symlink("/etc/passwd", place.path().join("0.eml")).unwrap();
        assert_eq!(deliver(&mut outbox).unwrap(), 2);
        assert_eq!(deliver(&mut outbox).unwrap(), 0);
        assert_eq!(fs::read_to_string(told).unwrap(), "1.eml\n2.eml\n");
        assert!(place.path().join("3.part").exists(), "it is not whole yet");
    }

    #[test]
    fn what_is_not_taken_stays_and_is_tried_again_later() {
        let (place, stop, begin) = (tempfile::tempdir().unwrap(), Stop::default(), Instant::now());
        letters(place.path(), &["1.eml", "2.eml"]);
        let mut outbox = outbox(place.path(), "exit 75");
        let why = outbox.deliver(begin, &stop).unwrap_err().to_string();
        assert!(why.contains("`sh`") && why.contains("75"), "{why}");
        assert_eq!(waiting(place.path()).unwrap().len(), 2, "they are kept");
        assert_eq!(outbox.deliver(begin + FIRST_REST / 2, &stop).unwrap(), 0, "it rests");
        assert!(outbox.deliver(begin + FIRST_REST, &stop).is_err());
        assert_eq!(outbox.deliver(begin + FIRST_REST * 2, &stop).unwrap(), 0, "it rests longer");
        outbox.command = vec!["true".to_owned()];
        assert_eq!(outbox.deliver(begin + FIRST_REST * 3, &stop).unwrap(), 2);
        assert!(waiting(place.path()).unwrap().is_empty());
        letters(place.path(), &["3.eml"]);
        outbox.command = vec!["/nowhere/sendmail".to_owned()];
        let why = outbox.deliver(begin + FIRST_REST * 4, &stop).unwrap_err().to_string();
        assert!(why.contains("/nowhere/sendmail"), "{why}");
        outbox.command.clear();
        assert_eq!(outbox.deliver(begin + LONGEST_REST, &stop).unwrap(), 0, "they wait");
    }

    #[test]
    fn a_command_that_does_not_end_is_ended() {
        let place = tempfile::tempdir().unwrap();
        letters(place.path(), &["1.eml"]);
        let (mut outbox, stop) = (outbox(place.path(), "exec sleep 60"), Stop::default());
        let wish = stop.clone();
        let begun = Instant::now();
        let asks = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            wish.set();
        });
        assert!(outbox.deliver(begun, &stop).is_err());
        assert!(begun.elapsed() < PATIENCE);
        asks.join().unwrap();
        assert!(place.path().join("1.eml").exists());
    }
}
