//! The list of open players and published matches of a site. Entries are stored as the lines that
//! their players signed; which of them are accepted, `certamen_peer::listing` decides.

use crate::{
    Portal, PortalError,
    database::{first_row, rows},
};
use certamen_i18n::Localize;
use certamen_peer::listing::{Admission, Listing, MatchLine, Refusal, SignedEntry};
use rusqlite::Connection;

/// The most published matches of a site, and the most bytes of their records: the oldest are
/// dropped.
const MAX_MATCHES: i64 = 1000;
const MAX_BYTES: i64 = 256 << 20;
/// The most matches that are listed.
const LISTED: i64 = 200;

impl Portal {
    /// The list at `now`, in milliseconds since 1970.
    pub fn peers(&self, now: u64) -> Result<Listing, PortalError> {
        self.read(|connection| {
            let sql = "SELECT line FROM peer_match ORDER BY number DESC LIMIT ?1";
            let found = rows(connection, sql, [LISTED], |row| row.get::<_, String>(0))?;
            let matches = found.iter().map(|line| {
                let read = MatchLine::read(line.as_bytes());
                read.ok_or_else(|| PortalError::Database(line.clone()))
            });
            let mut entries = entries(connection)?;
            entries.retain(|entry| !entry.is_expired(now));
            Ok(Listing::of(entries, matches.collect::<Result<_, _>>()?))
        })
    }

    /// Adds an entry whose signature is right, at `now`, in milliseconds since 1970; deletes those
    /// that have expired.
    pub fn add_peer(
        &self,
        entry: SignedEntry,
        now: u64,
    ) -> Result<Result<Admission, Refusal>, PortalError> {
        self.write(move |connection| {
            let before = entries(connection)?;
            let mut list = Listing::of(before.clone(), Vec::new());
            let admitted = list.admit(entry, now);
            let after = list.entries();
            for gone in before.iter().filter(|known| !after.contains(known)) {
                connection.execute("DELETE FROM peer_entry WHERE line = ?1", [gone.line()])?;
            }
            for new in after.iter().filter(|known| !before.contains(known)) {
                connection.execute("INSERT INTO peer_entry (line) VALUES (?1)", [new.line()])?;
            }
            Ok(admitted)
        })
    }

    /// Whether the match with this id is published.
    pub fn has_peer_match(&self, id: &str) -> Result<bool, PortalError> {
        let found = self.read(|connection| {
            first_row(connection, "SELECT 1 FROM peer_match WHERE id = ?1", [id], |_| Ok(()))
        });
        Ok(found?.is_some())
    }

    /// The record of a published match.
    pub fn peer_record(&self, id: &str) -> Result<Option<Vec<u8>>, PortalError> {
        self.read(|connection| {
            let sql = "SELECT record FROM peer_match WHERE id = ?1";
            first_row(connection, sql, [id], |row| row.get(0))
        })
    }

    /// Publishes a match that was checked, unless it is published: false then.
    pub fn add_peer_match(&self, line: &MatchLine, record: Vec<u8>) -> Result<bool, PortalError> {
        let (id, line) = (line.id.clone(), line.line());
        self.write(move |connection| {
            let added = connection.execute(
                "INSERT OR IGNORE INTO peer_match (id, line, record) VALUES (?1, ?2, ?3)",
                (&id, &line, &record),
            )?;
            if added > 0 {
                drop_oldest(connection, MAX_MATCHES, MAX_BYTES)?;
            }
            Ok(added > 0)
        })
    }
}

/// All stored entries, in the order in which they were added.
fn entries(connection: &Connection) -> Result<Vec<SignedEntry>, PortalError> {
    let sql = "SELECT line FROM peer_entry ORDER BY number";
    let lines = rows(connection, sql, [], |row| row.get::<_, String>(0))?;
    let read = lines.iter().map(|line| {
        let entry = SignedEntry::unverified(line.as_bytes());
        entry.map_err(|error| {
            PortalError::Database(error.message().get(certamen_i18n::Language::En))
        })
    });
    read.collect()
}

/// Deletes the oldest matches above these limits; the newest one stays.
fn drop_oldest(connection: &Connection, most: i64, bytes: i64) -> Result<(), PortalError> {
    connection.execute(
        "DELETE FROM peer_match WHERE number IN (
             SELECT number FROM (
                 SELECT number, row_number() OVER newest AS place,
                     sum(length(record)) OVER newest AS bytes
                 FROM peer_match WINDOW newest AS (ORDER BY number DESC)
             ) WHERE place > 1 AND (place > ?1 OR bytes > ?2)
         )",
        (most, bytes),
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_peer::{identity::PrivateKey, listing::Entry};

    const NOW: u64 = 1_790_000_000_000;

    fn entry(number: u8, issued: u64, left: u32) -> SignedEntry {
        let text = format!(
            "{{\"alias\":\"ana\",\"key\":\"\",\"address\":\"h:1\",\"game\":\"mancala8\",\"rules\":1,\
             \"options\":{{}},\"conditions\":{{\"move_ms\":1,\"memory\":1,\"tier\":\"A\"}},\
             \"left\":{left},\"bot\":\"b\",\"issued\":{issued}}}"
        );
        let entry: Entry = serde_json::from_str(&text).unwrap();
        entry.sign(&PrivateKey::from_raw([number; 32])).unwrap()
    }

    fn match_line(number: u64) -> MatchLine {
        let player = r#"{"alias":"a","bot":"b","key":"U"}"#;
        let outcome = r#"{"scores":[1.0,0.0],"termination":"normal"}"#;
        let line = format!(
            r#"{{"match":"{number:064x}","game":"mancala8","players":[{player},{player}],"outcome":{outcome},"turns":1,"published":{number}}}"#
        );
        MatchLine::read(line.as_bytes()).unwrap()
    }

    #[test]
    fn entries_outlive_the_process_until_they_expire() {
        let folder = tempfile::tempdir().unwrap();
        let portal = Portal::create(folder.path()).unwrap();
        let add = |portal: &Portal, entry, now| portal.add_peer(entry, now).unwrap();
        assert_eq!(add(&portal, entry(1, NOW, 3), NOW), Ok(Admission::Added));
        assert_eq!(add(&portal, entry(2, NOW, 3), NOW), Ok(Admission::Added));
        assert_eq!(add(&portal, entry(1, NOW, 3), NOW), Ok(Admission::Repeated));
        assert_eq!(add(&portal, entry(1, NOW + 1, 0), NOW), Ok(Admission::Added));
        drop(portal);
        let portal = Portal::create(folder.path()).unwrap();
        assert_eq!(add(&portal, entry(1, NOW, 3), NOW), Err(Refusal::Older));
        let open = |now| portal.peers(now).unwrap().open(now).count();
        assert_eq!([open(NOW), open(NOW + 15 * 60_000)], [1, 0]);
        let later = add(&portal, entry(3, NOW + 15 * 60_000, 1), NOW + 15 * 60_000 + 1);
        assert_eq!(later, Ok(Admission::Added));
        assert_eq!(entries(&portal_connection(&portal)).unwrap().len(), 1, "others are deleted");
    }

    fn portal_connection(portal: &Portal) -> Connection {
        Connection::open(portal.own_folder().join("site.sqlite")).unwrap()
    }

    #[test]
    fn a_match_is_stored_once_and_the_oldest_are_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let portal = Portal::create(folder.path()).unwrap();
        for number in 1..=4 {
            assert!(portal.add_peer_match(&match_line(number), vec![b'x'; 10]).unwrap());
        }
        assert!(!portal.add_peer_match(&match_line(2), b"other".to_vec()).unwrap());
        assert_eq!(portal.peer_record(&match_line(2).id).unwrap(), Some(vec![b'x'; 10]));
        assert_eq!(portal.peer_record("0").unwrap(), None);
        let numbers = || -> Vec<u64> {
            let listing = portal.peers(NOW).unwrap();
            listing.matches().iter().map(|found| found.published).collect()
        };
        assert_eq!(numbers(), [4, 3, 2, 1]);
        for (most, bytes, due) in [(3, 1000, 3), (9, 25, 2), (0, 0, 1)] {
            portal.write(move |connection| drop_oldest(connection, most, bytes)).unwrap();
            assert_eq!(numbers().len(), due);
        }
        assert_eq!(numbers(), [4]);
        assert!(portal.has_peer_match(&match_line(4).id).unwrap());
        assert!(!portal.has_peer_match(&match_line(1).id).unwrap());
    }
}
