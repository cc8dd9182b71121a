//! E-mails to users with an address, each sent once. An e-mail is a file in `outbox/` until it is
//! handed over to the mail command, and a database row for ever: a process that was stopped in
//! between continues where it left off.

use crate::{
    AccountId, Portal, PortalError,
    database::{first_row, rows, time},
    fresh_id,
};
use jiff::Timestamp;
use mail_builder::MessageBuilder;
use rusqlite::{Connection, named_params};
use std::{
    ffi::OsStr,
    fs,
    io::{self, Write},
    os::unix::fs::{MetadataExt, OpenOptionsExt, chown, fchown},
    path::{Path, PathBuf},
};

/// At most this many e-mails wait to be handed over; of more, the oldest are dropped.
const WAITING: usize = 1_000;
/// The maximum length of the text of an e-mail, in characters.
const LONGEST: usize = 10_000;
/// The file extension of an e-mail, and of one that is being written.
const WHOLE: &str = "eml";
const PART: &str = "part";
/// The file extension of an e-mail that the mail command does not accept.
pub const REFUSED_EMAIL: &str = "refused";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmailKind {
    Verdict,
    Link,
    Reminder,
    Daily,
}

/// Whether a user gets an e-mail on each day with news of their bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DailyEmail {
    Off,
    On,
}

impl EmailKind {
    /// The word by which it is stored.
    pub fn word(self) -> &'static str {
        match self {
            EmailKind::Verdict => "verdict",
            EmailKind::Link => "link",
            EmailKind::Reminder => "reminder",
            EmailKind::Daily => "daily",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Email {
    pub to: AccountId,
    /// The contest; empty for e-mails of the site.
    pub contest: String,
    pub kind: EmailKind,
    /// The subject: no user gets two e-mails of a kind about the same.
    pub about: String,
    pub subject: String,
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EmailRow {
    pub to: String,
    pub subject: String,
    /// Its text; empty where a reader could sign in with it.
    pub text: String,
    pub written: Timestamp,
    pub waits: bool,
}

impl Portal {
    /// The user's e-mail address, if set.
    pub fn mail(&self, account: AccountId) -> Result<Option<String>, PortalError> {
        let sql = "SELECT mail FROM account WHERE id = ?1 AND state = 'open'";
        let found =
            self.read(|connection| first_row(connection, sql, [account.0], |row| row.get(0)))?;
        Ok(found.flatten())
    }

    /// Sets the user's e-mail address; `None` for no e-mails.
    pub fn set_mail(&self, account: AccountId, mail: Option<&str>) -> Result<(), PortalError> {
        mail.map(check_mail).transpose()?;
        let mail = mail.map(ToOwned::to_owned);
        self.write(move |connection| {
            connection.execute("UPDATE account SET mail = ?2 WHERE id = ?1", (account.0, mail))?;
            Ok(())
        })
    }

    /// Whether the user asked for daily e-mails, and has an address.
    pub fn daily_email(&self, account: AccountId) -> Result<DailyEmail, PortalError> {
        let sql = "SELECT daily = 1 AND mail IS NOT NULL FROM account
             WHERE id = ?1 AND state = 'open'";
        let found =
            self.read(|connection| first_row(connection, sql, [account.0], |row| row.get(0)))?;
        Ok(if found == Some(true) { DailyEmail::On } else { DailyEmail::Off })
    }

    pub fn set_daily_email(
        &self,
        account: AccountId,
        daily: DailyEmail,
    ) -> Result<(), PortalError> {
        let is_on = daily == DailyEmail::On;
        self.write(move |connection| {
            connection
                .execute("UPDATE account SET daily = ?2 WHERE id = ?1", (account.0, is_on))?;
            Ok(())
        })
    }

    /// The folder in which e-mails wait to be sent.
    pub fn outbox(&self) -> PathBuf {
        self.own_folder().join("outbox")
    }

    /// Writes an e-mail, unless the user has no address, or got one about the same; returns whether
    /// it was written.
    pub fn write_email(
        &self,
        email: &Email,
        from: &str,
        now: Timestamp,
    ) -> Result<bool, PortalError> {
        let Some(to) = self.mail(email.to)? else { return Ok(false) };
        if self.read(|connection| is_written(connection, email))? {
            return Ok(false);
        }
        // E-mails sorted by name are in the order in which they were written.
        let id = format!("{:011}-{}", now.as_second().max(0), fresh_id()?);
        let text: String = email.text.chars().take(LONGEST).collect();
        let (subject, text) = (&*email.subject, &*text);
        let bytes = OutgoingEmail { id: &id, from, to: &to, subject, text, time: now }.bytes()?;
        let outbox = self.outbox();
        let part = write_part(&outbox, &id, &bytes).map_err(at(&outbox))?;
        // An e-mail that is committed here will be sent, even after a crash.
        let (row, named) = (email.clone(), id.clone());
        let is_new = self.write(move |connection| insert(connection, &row, &named, now))?;
        let moved = if is_new { hand_over(&outbox, &part, &id) } else { remove(&part) };
        match moved {
            // The account was closed meanwhile, and its e-mails deleted.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            moved => moved.map_err(at(&outbox))?,
        }
        drop_oldest(&outbox).map_err(at(&outbox))?;
        Ok(is_new)
    }

    /// Recovers after a stop: e-mails that were committed are sent; those that were not, and those
    /// to closed accounts, are deleted.
    pub fn recover_emails(&self) -> Result<(), PortalError> {
        let outbox = self.outbox();
        // It is watched before the first e-mail is in it.
        fs::create_dir_all(&outbox).map_err(at(&outbox))?;
        for (ending, is_part) in [(PART, true), (WHOLE, false)] {
            for id in ids(&outbox, ending).map_err(at(&outbox))? {
                let is_wanted = self.read(|connection| is_wanted(connection, &id))?;
                if !is_wanted {
                    self.drop_email(&id)?;
                } else if is_part {
                    let part = outbox.join(format!("{id}.{PART}"));
                    hand_over(&outbox, &part, &id).map_err(at(&outbox))?;
                }
            }
        }
        Ok(())
    }

    /// Deletes the file of an e-mail, also while it is being written.
    pub(crate) fn drop_email(&self, id: &str) -> Result<(), PortalError> {
        let outbox = self.outbox();
        // In the order of renaming, so that it is found under one of its names.
        for ending in [PART, WHOLE, REFUSED_EMAIL] {
            remove(&outbox.join(format!("{id}.{ending}"))).map_err(at(&outbox))?;
        }
        Ok(())
    }

    /// The e-mails that the mail command does not accept: the username of each recipient, if known,
    /// and the file.
    pub fn refused_emails(&self) -> Result<Vec<(String, PathBuf)>, PortalError> {
        let outbox = self.outbox();
        let ids = ids(&outbox, REFUSED_EMAIL).map_err(at(&outbox))?;
        let file = |id: &str| outbox.join(format!("{id}.{REFUSED_EMAIL}"));
        self.read(|connection| {
            let sql = "SELECT handle FROM email JOIN account ON account.id = email.account
                 WHERE email.id = ?1";
            let found = ids.iter().map(|id| {
                let handle: Option<String> = first_row(connection, sql, [id], |row| row.get(0))?;
                Ok((handle.unwrap_or_default(), file(id)))
            });
            found.collect()
        })
    }

    /// The e-mails about a contest, the newest first.
    pub fn emails(&self, contest: &str, most: u32) -> Result<Vec<EmailRow>, PortalError> {
        let outbox = self.outbox();
        self.read(|connection| {
            rows(
                connection,
                "SELECT handle, subject, text, written, email.id FROM email
                 JOIN account ON account.id = email.account
                 WHERE contest = ?1 ORDER BY email.id DESC LIMIT ?2",
                (contest, most),
                |row| {
                    let id: String = row.get(4)?;
                    Ok(EmailRow {
                        to: row.get(0)?,
                        subject: row.get(1)?,
                        text: row.get(2)?,
                        written: time(row, 3)?,
                        waits: outbox.join(format!("{id}.{WHOLE}")).exists(),
                    })
                },
            )
        })
    }
}

/// Erases a user's address and e-mails; returns the names of the e-mails, whose files are to be
/// deleted once this is committed.
pub(crate) fn forget(
    connection: &Connection,
    account: AccountId,
) -> Result<Vec<String>, PortalError> {
    connection.execute("UPDATE account SET mail = NULL, daily = 0 WHERE id = ?1", [account.0])?;
    rows(
        connection,
        "UPDATE email SET subject = '', text = '' WHERE account = ?1 RETURNING id",
        [account.0],
        |row| row.get(0),
    )
}

/// Whether an e-mail is recorded, and the account of its recipient is open.
fn is_wanted(connection: &Connection, id: &str) -> Result<bool, PortalError> {
    let sql = "SELECT 1 FROM email JOIN account ON account.id = email.account
         WHERE email.id = ?1 AND state = 'open'";
    Ok(first_row(connection, sql, [id], |_| Ok(()))?.is_some())
}

/// Deletes a file if it exists.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn is_written(connection: &Connection, email: &Email) -> Result<bool, PortalError> {
    let sql =
        "SELECT 1 FROM email WHERE account = ?1 AND contest = ?2 AND kind = ?3 AND about = ?4";
    let key = (email.to.0, &email.contest, email.kind.word(), &email.about);
    Ok(first_row(connection, sql, key, |_| Ok(()))?.is_some())
}

fn insert(
    connection: &Connection,
    email: &Email,
    id: &str,
    now: Timestamp,
) -> Result<bool, PortalError> {
    // A reader of the database must not be able to sign in with it.
    let text = if email.kind == EmailKind::Link { "" } else { &email.text };
    let text: String = text.chars().take(LONGEST).collect();
    let rows = connection.execute(
        "INSERT INTO email (id, account, contest, kind, about, subject, text, written)
         SELECT :id, account.id, :contest, :kind, :about, :subject, :text, :written
         FROM account WHERE account.id = :account AND state = 'open'
         ON CONFLICT DO NOTHING",
        named_params! {
            ":id": id, ":account": email.to.0, ":contest": email.contest,
            ":kind": email.kind.word(), ":about": email.about, ":subject": email.subject,
            ":text": text, ":written": now.as_second(),
        },
    )?;
    Ok(rows == 1)
}

/// Writes an e-mail that is not handed over yet; only its owner can read it.
fn write_part(outbox: &Path, id: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    fs::create_dir_all(outbox)?;
    // If root writes for a site of another user, that user must be able to read it.
    let owner = fs::metadata(outbox.parent().unwrap_or(outbox))?;
    let (user, group) = (Some(owner.uid()), Some(owner.gid()));
    if fs::metadata(outbox)?.uid() != owner.uid() {
        chown(outbox, user, group)?;
    }
    let part = outbox.join(format!("{id}.{PART}"));
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&part)?;
    if file.metadata()?.uid() != owner.uid() {
        fchown(&file, user, group)?;
    }
    file.write_all(bytes)?;
    file.sync_all()?;
    Ok(part)
}

fn hand_over(outbox: &Path, part: &Path, id: &str) -> io::Result<()> {
    fs::rename(part, outbox.join(format!("{id}.{WHOLE}")))?;
    fs::File::open(outbox)?.sync_all()
}

fn drop_oldest(outbox: &Path) -> io::Result<()> {
    let waiting = ids(outbox, WHOLE)?;
    for id in waiting.iter().take(waiting.len().saturating_sub(WAITING)) {
        fs::remove_file(outbox.join(format!("{id}.{WHOLE}")))?;
    }
    Ok(())
}

/// The names of the files with this extension, the oldest first.
fn ids(outbox: &Path, ending: &str) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    match fs::read_dir(outbox) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(found),
        entries => {
            for entry in entries? {
                let path = entry?.path();
                if path.extension() == Some(OsStr::new(ending)) {
                    found.extend(path.file_stem().and_then(OsStr::to_str).map(ToOwned::to_owned));
                }
            }
        }
    }
    found.sort();
    Ok(found)
}

fn at(path: &Path) -> impl Fn(io::Error) -> PortalError + '_ {
    |error| PortalError::Unreachable { path: path.to_owned(), error }
}

const LONGEST_ADDRESS: usize = 254;

/// Whether `text` is the address of a single mailbox, and nothing else.
pub fn check_mail(text: &str) -> Result<(), PortalError> {
    let wrong = || PortalError::Mail(text.chars().take(LONGEST_ADDRESS).collect());
    let (name, host) = text.rsplit_once('@').ok_or_else(wrong)?;
    let in_name = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    let in_host = |c: char| c.is_ascii_alphanumeric() || "-.".contains(c);
    let is_whole = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.ends_with('.');
    let fits = text.len() <= LONGEST_ADDRESS && is_whole(name) && is_whole(host);
    if fits && name.chars().all(in_name) && host.chars().all(in_host) {
        Ok(())
    } else {
        Err(wrong())
    }
}

pub(crate) struct OutgoingEmail<'a> {
    pub(crate) id: &'a str,
    pub(crate) from: &'a str,
    pub(crate) to: &'a str,
    pub(crate) subject: &'a str,
    pub(crate) text: &'a str,
    pub(crate) time: Timestamp,
}

impl OutgoingEmail<'_> {
    /// Its bytes. A line that could be read as two is rejected, also one from another author.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, PortalError> {
        check_mail(self.from)?;
        check_mail(self.to)?;
        let acts = |c: char| c.is_control() && c != '\n';
        if self.subject.chars().any(char::is_control) || self.text.chars().any(acts) {
            return Err(PortalError::Controls);
        }
        let host = self.from.rsplit_once('@').map_or("localhost", |(_, host)| host);
        let message = MessageBuilder::new()
            .from(self.from)
            .to(self.to)
            .subject(self.subject)
            .date(self.time.as_second())
            .message_id(format!("{}@{host}", self.id))
            .header("Auto-Submitted", mail_builder::headers::raw::Raw::new("auto-generated"))
            .text_body(self.text);
        let written: io::Result<Vec<u8>> = message.write_to_vec();
        written.map_err(|_| PortalError::Controls)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_i18n::Language;

    const FROM: &str = "contests@example.org";

    fn email(to: AccountId, about: &str) -> Email {
        let [contest, subject, text] = ["open", "uno", "It takes part.\n"].map(ToOwned::to_owned);
        let (kind, about) = (EmailKind::Verdict, about.to_owned());
        Email { to, contest, kind, about, subject, text }
    }

    fn waiting(portal: &Portal) -> usize {
        ids(&portal.outbox(), WHOLE).unwrap().len()
    }

    #[test]
    fn no_user_gets_the_same_email_twice_even_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let now = Timestamp::UNIX_EPOCH;
        let portal = Portal::create(folder.path()).unwrap();
        let ana = portal.add_account("ana", Language::Es, now).unwrap();
        let write =
            |portal: &Portal, about| portal.write_email(&email(ana, about), FROM, now).unwrap();
        assert!(!write(&portal, "1"), "she has no address");
        portal.set_mail(ana, Some("ana@example.org")).unwrap();
        assert!(write(&portal, "1"));
        assert!(!write(&portal, "1"));
        drop(portal);
        let portal = Portal::create(folder.path()).unwrap();
        portal.recover_emails().unwrap();
        assert!(!write(&portal, "1"), "nor after a restart");
        assert_eq!(waiting(&portal), 1, "the letter waits still");
        // Stopped before it was confirmed, and after.
        write_part(&portal.outbox(), "00000000000-unknown", b"x").unwrap();
        let id = ids(&portal.outbox(), WHOLE).unwrap().remove(0);
        let [whole, part] =
            [WHOLE, PART].map(|ending| portal.outbox().join(format!("{id}.{ending}")));
        fs::rename(&whole, &part).unwrap();
        portal.recover_emails().unwrap();
        assert_eq!(ids(&portal.outbox(), PART).unwrap(), Vec::<String>::new());
        assert_eq!(ids(&portal.outbox(), WHOLE).unwrap(), [id]);
        let rows = portal.emails("open", 9).unwrap();
        assert!(rows[0].waits && rows[0].to == "ana" && rows[0].text.contains("takes part"));
        let refused = whole.with_extension(REFUSED_EMAIL);
        fs::rename(&whole, &refused).unwrap();
        assert_eq!(portal.refused_emails().unwrap(), [("ana".to_owned(), refused)]);
    }

    #[test]
    fn sign_in_links_are_in_the_email_only_and_old_emails_make_room() {
        let folder = tempfile::tempdir().unwrap();
        let now = Timestamp::UNIX_EPOCH;
        let portal = Portal::create(folder.path()).unwrap();
        let ana = portal.add_account("ana", Language::Es, now).unwrap();
        portal.set_mail(ana, Some("ana@example.org")).unwrap();
        assert!(portal.set_mail(ana, Some("ana@example.org\r\nBcc: x@y")).is_err());
        let link = Email { kind: EmailKind::Link, ..email(ana, "1") };
        assert!(portal.write_email(&link, FROM, now).unwrap());
        assert_eq!(portal.emails("open", 9).unwrap()[0].text, "");
        for n in 0..WAITING {
            fs::write(portal.outbox().join(format!("{n:011}-x.eml")), "").unwrap();
        }
        let later = Timestamp::from_second(1_000_000).unwrap();
        assert!(portal.write_email(&email(ana, "2"), FROM, later).unwrap());
        assert_eq!(waiting(&portal), WAITING);
        portal.close_account(ana, now).unwrap();
        assert_eq!(portal.mail(ana).unwrap(), None);
        assert_eq!(portal.daily_email(ana).unwrap(), DailyEmail::Off);
        assert_eq!(waiting(&portal), WAITING - 1, "her last letter goes with her");
        assert!(portal.emails("open", 9).unwrap().iter().all(|rows| rows.subject.is_empty()));
    }

    #[test]
    fn a_closed_account_is_written_to_no_more_and_one_that_stays_open_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let now = Timestamp::UNIX_EPOCH;
        let portal = Portal::create(folder.path()).unwrap();
        let ana = portal.add_account("ana", Language::Es, now).unwrap();
        portal.set_mail(ana, Some("ana@example.org")).unwrap();
        assert!(portal.write_email(&email(ana, "1"), FROM, now).unwrap());
        let other = Connection::open(Portal::path_in(folder.path())).unwrap();
        let full = "CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'x'); END";
        other.execute_batch(full).unwrap();
        assert!(portal.close_account(ana, now).is_err());
        assert_eq!(waiting(&portal), 1, "the account is open, and its letter waits");
        other.execute_batch("DROP TRIGGER full").unwrap();
        let id = ids(&portal.outbox(), WHOLE).unwrap().remove(0);
        let [whole, part] =
            [WHOLE, PART].map(|ending| portal.outbox().join(format!("{id}.{ending}")));
        fs::copy(&whole, &part).unwrap();
        portal.close_account(ana, now).unwrap();
        assert!(!whole.exists() && !part.exists(), "also what was being written is deleted");
        // As if it had been stopped before it deleted them.
        for path in [&whole, &part] {
            fs::write(path, "x").unwrap();
        }
        portal.recover_emails().unwrap();
        assert!(!whole.exists() && !part.exists());
        let late = portal.write(move |own| insert(own, &email(ana, "2"), "late", now)).unwrap();
        assert!(!late, "nothing is noted for a closed account");
    }

    #[test]
    fn daily_emails_are_for_those_who_asked_and_have_an_address() {
        let folder = tempfile::tempdir().unwrap();
        let portal = Portal::create(folder.path()).unwrap();
        let ana = portal.add_account("ana", Language::Es, Timestamp::UNIX_EPOCH).unwrap();
        let daily = || portal.daily_email(ana).unwrap();
        portal.set_mail(ana, Some("ana@example.org")).unwrap();
        assert_eq!(daily(), DailyEmail::Off, "she has not asked");
        portal.set_daily_email(ana, DailyEmail::On).unwrap();
        assert_eq!(daily(), DailyEmail::On);
        portal.set_mail(ana, None).unwrap();
        assert_eq!(daily(), DailyEmail::Off, "there is no address");
        portal.set_mail(ana, Some("ana@example.org")).unwrap();
        portal.set_daily_email(ana, DailyEmail::Off).unwrap();
        assert_eq!(daily(), DailyEmail::Off);
    }

    fn envelope<'a>(subject: &'a str, text: &'a str) -> OutgoingEmail<'a> {
        let (from, to) = ("contests@example.org", "ana@example.org");
        OutgoingEmail { id: "7", from, to, subject, text, time: Timestamp::UNIX_EPOCH }
    }

    #[test]
    fn a_message_is_written_as_servers_read_it() {
        let bytes = envelope("Torneo: «uno» está dentro", "Hola:\n\nañil\n").bytes().unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.is_ascii(), "whatever the languages: {text}");
        for line in [
            "From: <contests@example.org>",
            "To: <ana@example.org>",
            "Message-ID: <7@example.org>",
            "Date: Thu, 1 Jan 1970 00:00:00 +0000",
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
        ] {
            assert!(text.lines().any(|own| own == line), "{line}: {text}");
        }
        assert!(text.contains("Subject: =?utf-8?"), "{text}");
    }

    #[test]
    fn no_line_becomes_two() {
        for subject in ["uno\r\nBcc: all@example.org", "uno\nX: y", "uno\u{0}", "uno\u{85}"] {
            assert!(matches!(envelope(subject, "").bytes(), Err(PortalError::Controls)));
        }
        assert!(matches!(envelope("", "a\r\n.\r\nQUIT").bytes(), Err(PortalError::Controls)));
        let mut other = envelope("uno", "");
        other.to = "ana@example.org\r\nBcc: all@example.org";
        assert!(matches!(other.bytes(), Err(PortalError::Mail(_))));
    }

    #[test]
    fn only_plain_addresses_are_written_to() {
        for fine in ["ana@example.org", "a.b+c@x", "o'neil@mail.example.org"] {
            assert!(check_mail(fine).is_ok(), "{fine}");
        }
        let long = format!("{}@example.org", "a".repeat(250));
        for wrong in [
            "",
            "ana",
            "@x",
            "ana@",
            "a b@x",
            "<ana@x>",
            "ana@x, bea@x",
            "ana@x\r\n",
            "\"a\"@x",
            "ñ@x",
            "a@x y",
            "a@.x",
            &long,
        ] {
            assert!(check_mail(wrong).is_err(), "{wrong}");
        }
    }
}
