//! Hands over e-mails that wait as files: a configured command reads and sends each one. It knows
//! nothing of their content and recipients.

use crate::{StopSignal, say};
use certamen_i18n::{Localize, Message};
use certamen_portal::REFUSED_EMAIL;
use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs, io,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// At most this many are sent at a time.
const AT_A_TIME: usize = 20;
/// How long the command has for each.
const PATIENCE: Duration = Duration::from_secs(30);
/// The waiting time after a failure: at first, and at most.
const FIRST_REST: Duration = Duration::from_secs(60);
const LONGEST_REST: Duration = Duration::from_secs(3600);
/// The attempts after which an e-mail is renamed as rejected.
const TRIES: u32 = 5;

/// The folder with waiting e-mails, and the command that sends them.
pub struct MailQueue {
    folder: PathBuf,
    command: Vec<String>,
    refused: BTreeMap<PathBuf, RefusedEmail>,
    delivered: u64,
}

struct RefusedEmail {
    /// How often, and when it is tried again.
    failures: u32,
    until: Instant,
    /// The attempts that count: others were sent meanwhile, so that the command works.
    tries: u32,
    /// How many others had been sent when an attempt counted last.
    delivered: u64,
}

impl MailQueue {
    /// Hands over what waits in `folder` to this command; without one, everything waits.
    pub fn new(folder: PathBuf, command: Vec<String>) -> MailQueue {
        MailQueue { folder, command, refused: BTreeMap::new(), delivered: 0 }
    }

    /// Hands over what waits at `now`, the oldest first; returns how many, or why one was not
    /// accepted. That one is retried later, while the others go on, and in the end it is renamed as
    /// rejected.
    pub fn deliver(&mut self, now: Instant, stop: &StopSignal) -> Result<usize, Message> {
        if self.command.is_empty() {
            return Ok(0);
        }
        let waiting = waiting(&self.folder).map_err(|error| unread(&self.folder, &error))?;
        self.refused.retain(|email, _| waiting.contains(email));
        let rests = |email: &PathBuf| self.refused.get(email).is_some_and(|it| now < it.until);
        let mut due: Vec<PathBuf> = waiting.into_iter().filter(|email| !rests(email)).collect();
        // E-mails that fail again and again do not keep the others out of a round.
        due.sort_by_key(|email| self.refused.get(email).map_or(0, |it| it.failures));
        due.truncate(AT_A_TIME);
        let (before, mut failed) = (self.delivered, Vec::new());
        for email in due {
            if stop.is_set() {
                break;
            }
            match self.hand_over(&email, stop) {
                Ok(()) => {
                    fs::remove_file(&email).map_err(|error| unread(&email, &error))?;
                    self.delivered += 1;
                }
                // It may have been ended because we are.
                Err(why) if stop.is_set() => return Err(why),
                Err(why) => failed.push((email, why)),
            }
        }
        let count = usize::try_from(self.delivered - before).unwrap_or(usize::MAX);
        let mut result = Ok(count);
        for (email, why) in failed {
            self.count_failure(&email, (now, before))?;
            result = result.and(Err(why));
        }
        result
    }

    /// Delays an e-mail, twice as long each time; after enough attempts it is renamed as
    /// rejected.
    fn count_failure(
        &mut self,
        email: &Path,
        (now, before): (Instant, u64),
    ) -> Result<(), Message> {
        let first = RefusedEmail { failures: 0, until: now, tries: 0, delivered: before };
        let refused = self.refused.entry(email.to_owned()).or_insert(first);
        if self.delivered > refused.delivered {
            (refused.tries, refused.delivered) = (refused.tries + 1, self.delivered);
        }
        let rest = FIRST_REST.saturating_mul(2_u32.saturating_pow(refused.failures));
        refused.until = now + rest.min(LONGEST_REST);
        refused.failures += 1;
        if refused.tries < TRIES {
            return Ok(());
        }
        self.refused.remove(email);
        let aside = email.with_extension(REFUSED_EMAIL);
        fs::rename(email, &aside).map_err(|error| unread(email, &error))
    }

    fn hand_over(&self, email: &Path, stop: &StopSignal) -> Result<(), Message> {
        // Only regular files are read, whatever is there.
        let file = fs::OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW).open(email);
        let file = file.map_err(|error| unread(email, &error))?;
        let (program, arguments) = self.command.split_first().ok_or_else(say::no_mail_command)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(file).stdout(Stdio::null());
        let child = command.spawn();
        let mut child = child.map_err(|error| say::mail_not_started(program, error.message()))?;
        match stop.exit_of(&mut child, PATIENCE).map_err(|error| unread(email, &error))? {
            None => Err(say::mail_late(program, PATIENCE.as_secs())),
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(say::mail_refused(program, status.to_string())),
        }
    }
}

/// The e-mails in `folder`, the oldest first.
fn waiting(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        let is_email = path.extension() == Some(OsStr::new("eml"));
        if is_email && entry.file_type()?.is_file() {
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

    fn mail_queue(folder: &Path, script: &str) -> MailQueue {
        let command = ["sh", "-c", script, "sh"].map(ToOwned::to_owned).to_vec();
        MailQueue::new(folder.to_owned(), command)
    }

    fn write_emails(folder: &Path, names: &[&str]) {
        for name in names {
            fs::write(folder.join(name), format!("{name}\n")).unwrap();
        }
    }

    #[test]
    fn emails_are_handed_over_once_in_order() {
        let (place, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let log = out.path().join("told");
        let mut mail = mail_queue(place.path(), &format!("cat >> {}", log.display()));
        let deliver = |mail: &mut MailQueue| mail.deliver(Instant::now(), &StopSignal::default());
        assert_eq!(deliver(&mut mail).unwrap(), 0);
        write_emails(place.path(), &["2.eml", "1.eml", "3.part"]);
        std::os::unix::fs::symlink("/etc/passwd", place.path().join("0.eml")).unwrap();
        assert_eq!(deliver(&mut mail).unwrap(), 2);
        assert_eq!(deliver(&mut mail).unwrap(), 0);
        assert_eq!(fs::read_to_string(log).unwrap(), "1.eml\n2.eml\n");
        assert!(place.path().join("3.part").exists(), "it is not whole yet");
    }

    #[test]
    fn what_is_not_taken_stays_and_is_tried_again_later() {
        let (place, stop, begin) =
            (tempfile::tempdir().unwrap(), StopSignal::default(), Instant::now());
        write_emails(place.path(), &["1.eml", "2.eml"]);
        let mut mail = mail_queue(place.path(), "exit 75");
        let why = mail.deliver(begin, &stop).unwrap_err().to_string();
        assert!(why.contains("`sh`") && why.contains("75"), "{why}");
        assert_eq!(waiting(place.path()).unwrap().len(), 2, "they are kept");
        assert_eq!(mail.deliver(begin + FIRST_REST / 2, &stop).unwrap(), 0, "it rests");
        assert!(mail.deliver(begin + FIRST_REST, &stop).is_err());
        assert_eq!(mail.deliver(begin + FIRST_REST * 2, &stop).unwrap(), 0, "it rests longer");
        mail.command = vec!["true".to_owned()];
        assert_eq!(mail.deliver(begin + FIRST_REST * 3, &stop).unwrap(), 2);
        assert!(waiting(place.path()).unwrap().is_empty());
        write_emails(place.path(), &["3.eml"]);
        mail.command = vec!["/nowhere/sendmail".to_owned()];
        let why = mail.deliver(begin + FIRST_REST * 4, &stop).unwrap_err().to_string();
        assert!(why.contains("/nowhere/sendmail"), "{why}");
        mail.command.clear();
        assert_eq!(mail.deliver(begin + LONGEST_REST, &stop).unwrap(), 0, "they wait");
    }

    #[test]
    fn a_refused_email_does_not_stop_others_and_is_renamed_once_others_are_accepted() {
        let (place, stop) = (tempfile::tempdir().unwrap(), StopSignal::default());
        let there = |name: &str| place.path().join(name).exists();
        let mut mail = mail_queue(place.path(), "grep -q good");
        write_emails(place.path(), &["1-bad.eml"]);
        let mut now = Instant::now();
        // While nothing at all is taken, it may be the command that fails.
        for _ in 0..2 * TRIES {
            assert!(mail.deliver(now, &stop).is_err());
            now += LONGEST_REST;
        }
        for round in 0..TRIES {
            assert!(there("1-bad.eml"), "{round}");
            let good = format!("2-good{round}.eml");
            write_emails(place.path(), &[&good]);
            assert!(mail.deliver(now, &stop).is_err(), "it is told");
            assert!(!there(&good), "{round}: what is in order is handed over");
            now += LONGEST_REST;
        }
        assert!(!there("1-bad.eml") && there("1-bad.refused"));
        write_emails(place.path(), &["3-good.eml"]);
        assert_eq!(mail.deliver(now, &stop).unwrap(), 1);
        // More of them than fit into a round do not keep out later ones.
        let bad: Vec<String> = (0..AT_A_TIME).map(|n| format!("4-bad{n:02}.eml")).collect();
        write_emails(place.path(), &bad.iter().map(|name| &**name).collect::<Vec<_>>());
        assert!(mail.deliver(now, &stop).is_err());
        write_emails(place.path(), &["5-good.eml"]);
        assert!(mail.deliver(now + LONGEST_REST, &stop).is_err());
        assert!(!there("5-good.eml"));
    }

    #[test]
    fn a_command_that_does_not_end_is_ended() {
        let place = tempfile::tempdir().unwrap();
        write_emails(place.path(), &["1.eml"]);
        let has_begun = place.path().join("begun");
        let script = format!("> {}; exec sleep 60", has_begun.display());
        let (mut mail, stop) = (mail_queue(place.path(), &script), StopSignal::default());
        let wish = stop.clone();
        let begun = Instant::now();
        // Before it has begun, nothing would be handed over.
        let asks = std::thread::spawn(move || {
            while !has_begun.exists() {
                std::thread::sleep(Duration::from_millis(5));
            }
            wish.set();
        });
        assert!(mail.deliver(begun, &stop).is_err());
        assert!(begun.elapsed() < PATIENCE);
        asks.join().unwrap();
        assert!(place.path().join("1.eml").exists());
    }
}
