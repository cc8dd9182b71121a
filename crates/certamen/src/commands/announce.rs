//! Keeps the entry of an open player in a list: repeats it until the player closes, then withdraws it.

use super::players::{PlayerList, now};
use crate::{Result, exit, say::players as say};
use certamen_game::Language;
use certamen_i18n::{UserError, usage};
use certamen_peer::{
    Target,
    identity::PrivateKey,
    listing::{ClientError, Entry, ListFileError, REPEAT, Refusal, SignedEntry},
};
use std::{
    net::SocketAddr,
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// The shortest time between two announcements of the number of matches left. A list accepts 30 entries
/// of a key an hour, and short matches take less than a second.
const PAUSE: Duration = Duration::from_secs(3 * 60);

/// The entry of a player in a list, withdrawn when this is dropped.
pub(super) struct ListingEntry {
    /// The number of matches left, when it changes.
    left: Option<Sender<u32>>,
    thread: Option<JoinHandle<()>>,
}

struct Announcer {
    list: PlayerList,
    entry: Entry,
    key: PrivateKey,
}

impl ListingEntry {
    /// Lists `entry`, signed with `key`; an error if the list refuses it, or others cannot call its
    /// address.
    pub(super) fn start(
        list: PlayerList,
        entry: Entry,
        key: PrivateKey,
        language: Language,
    ) -> Result<ListingEntry> {
        if is_unspecified(&entry.address) {
            return Err(usage(say::no_public_address(entry.address)));
        }
        let mut announcer = Announcer { list, entry, key };
        announcer.announce()?;
        let (left, changes) = mpsc::channel();
        let thread = thread::spawn(move || announcer.repeat(&changes, language));
        Ok(ListingEntry { left: Some(left), thread: Some(thread) })
    }

    /// Lists another number of matches left.
    pub(super) fn update(&self, left: u32) {
        if let Some(sender) = &self.left {
            // The thread ends early only after the last match.
            let _ = sender.send(left);
        }
    }
}

impl Drop for ListingEntry {
    fn drop(&mut self) {
        drop(self.left.take());
        if let Some(thread) = self.thread.take() {
            // Without the thread the entry expires.
            let _ = thread.join();
        }
    }
}

/// When an entry is announced again.
struct RenewalSchedule {
    last: Instant,
    is_changed: bool,
}

impl RenewalSchedule {
    fn due(&self) -> Instant {
        self.last + if self.is_changed { PAUSE } else { REPEAT }
    }
}

impl Announcer {
    fn repeat(&mut self, changes: &Receiver<u32>, language: Language) {
        let mut schedule = RenewalSchedule { last: Instant::now(), is_changed: false };
        loop {
            let wait = schedule.due().saturating_duration_since(Instant::now());
            match changes.recv_timeout(wait) {
                Ok(left @ 1..) => {
                    self.entry.left = left;
                    schedule.is_changed = true;
                    continue;
                }
                Ok(0) | Err(RecvTimeoutError::Disconnected) => self.entry.left = 0,
                Err(RecvTimeoutError::Timeout) => {}
            }
            // A list that is not there now may be there in five minutes; an entry lasts fifteen.
            if let Err(error) = self.announce() {
                exit::print_error(&error, language);
            }
            if self.entry.left == 0 {
                return;
            }
            schedule = RenewalSchedule { last: Instant::now(), is_changed: false };
        }
    }

    /// Signs the entry again and lists it. Another player with the same key may have announced
    /// itself in the meantime: then it is signed once more.
    fn announce(&mut self) -> Result<()> {
        match self.send() {
            Err(SendError::Older) => self.send().map_err(SendError::into_user_error),
            sent => sent.map_err(SendError::into_user_error),
        }
    }

    fn send(&mut self) -> Result<(), SendError> {
        // Strictly increasing, whatever the clock does.
        self.entry.issued = now().max(self.entry.issued + 1);
        let signed = self.entry.clone().sign(&self.key);
        let signed = signed.map_err(|error| SendError::Other(error.into()))?;
        self.list.put(signed)
    }
}

/// Why a list did not accept an entry.
enum SendError {
    /// It has a newer one.
    Older,
    Other(UserError),
}

impl SendError {
    fn into_user_error(self) -> UserError {
        match self {
            SendError::Older => Refusal::Older.into(),
            SendError::Other(error) => error,
        }
    }
}

impl PlayerList {
    fn put(&self, entry: SignedEntry) -> Result<(), SendError> {
        match self {
            PlayerList::Site(client) => client.announce(&entry).map_err(|error| match error {
                ClientError::Refused { status: 409, .. } => SendError::Older,
                error => SendError::Other(error.into()),
            }),
            PlayerList::File(file) => {
                file.put(entry, now()).map(drop).map_err(|error| match error {
                    ListFileError::Refused(Refusal::Older) => SendError::Older,
                    error => SendError::Other(error.into()),
                })
            }
        }
    }

    /// The open player whose alias is `alias`; an error if there is none, or several.
    pub(super) fn target(&self, alias: &str) -> Result<Target> {
        let (listing, now) = (self.read()?, now());
        let found: Vec<&SignedEntry> =
            listing.open(now).filter(|entry| entry.alias == alias).collect();
        match found[..] {
            [] => Err(UserError::new(say::no_such_player(alias))),
            [entry] => entry.target().parse().map_err(usage),
            _ => {
                let targets = found.iter().map(|entry| entry.target());
                let targets = targets.collect::<Vec<_>>().join(", ");
                Err(UserError::new(say::several_players(alias, certamen_game::legible(&targets))))
            }
        }
    }
}

/// Whether an address stands for all of this machine, so that others cannot call it.
pub(super) fn is_unspecified(address: &str) -> bool {
    address.parse::<SocketAddr>().is_ok_and(|address| address.ip().is_unspecified())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_matches_an_hour_are_announced_less_often_than_a_list_permits() {
        let begin = Instant::now();
        let mut schedule = RenewalSchedule { last: begin, is_changed: false };
        let mut times = Vec::new();
        for now in (1..=3_600).map(|second| begin + Duration::from_secs(second)) {
            schedule.is_changed |= now.duration_since(begin).as_secs() % 36 == 0;
            if schedule.due() <= now {
                times.push(now);
                schedule = RenewalSchedule { last: now, is_changed: false };
            }
        }
        // With the first entry and the one that withdraws it.
        assert!((15..=28).contains(&times.len()), "{}", times.len());
        // Without changes, the entry is repeated long before it expires.
        assert_eq!(RenewalSchedule { last: begin, is_changed: false }.due(), begin + REPEAT);
    }
}
