//! How far something that was sent has come, read from the files that say so.

use super::say;
use certamen_contest::{
    ContestError, Folder,
    entry::{EntryHome, EntryVerdict, LeftAs, Roster, draft_name, sent_name},
};
use certamen_speech::Message;

/// How far something that was sent has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whereabouts {
    /// It waits for what is to be done with it.
    Waiting,
    /// It waits for a host.
    Held,
    /// It takes part.
    Live,
    /// A later version takes part instead.
    Replaced,
    /// It was sent back.
    SentBack(EntryVerdict),
    /// It took part and left.
    Left(LeftAs),
    /// Nobody knows where it is.
    Lost,
}

impl Whereabouts {
    /// Where `id` is.
    pub(super) fn of(folder: &Folder, id: &str) -> Result<(Whereabouts, Roster), ContestError> {
        let roster = Roster::read(folder)?;
        let known = Whereabouts::decided(&roster, id);
        let inbox = folder.submissions();
        let waits = || [sent_name(id), draft_name(id)].iter().any(|name| inbox.join(name).exists());
        let found = match known {
            Some(found) => found,
            None if waits() => Whereabouts::Waiting,
            // It may have been decided on between the two looks.
            None => {
                let again = Roster::read(folder)?;
                let found = Whereabouts::decided(&again, id);
                return Ok((found.unwrap_or(Whereabouts::Lost), again));
            }
        };
        Ok((found, roster))
    }

    /// Where `id` is, if it was decided on.
    pub(super) fn decided(roster: &Roster, id: &str) -> Option<Whereabouts> {
        let filed = roster.find(id)?;
        let decided = &filed.decided;
        Some(match (filed.home, &decided.left) {
            (EntryHome::Held, _) => Whereabouts::Held,
            (EntryHome::Rejected, _) => Whereabouts::SentBack(decided.verdict),
            (EntryHome::Accepted, Some(departure)) => Whereabouts::Left(departure.left),
            (EntryHome::Accepted, None) => {
                let entrants = roster.entrants();
                let latest = entrants.iter().any(|latest| latest.decided.sent.id == id);
                if latest { Whereabouts::Live } else { Whereabouts::Replaced }
            }
        })
    }

    /// Whether something is still to become of it by itself.
    pub(super) fn is_open(self) -> bool {
        self == Whereabouts::Waiting
    }

    /// The word for programs.
    pub(super) fn key(self) -> &'static str {
        match self {
            Whereabouts::Waiting => "waiting",
            Whereabouts::Held => "held",
            Whereabouts::Live => "live",
            Whereabouts::Replaced => "replaced",
            Whereabouts::SentBack(EntryVerdict::Discarded) => "discarded",
            Whereabouts::SentBack(EntryVerdict::Proscribed)
            | Whereabouts::Left(LeftAs::Proscribed) => "proscribed",
            Whereabouts::SentBack(_) | Whereabouts::Left(LeftAs::Disqualified) => "disqualified",
            Whereabouts::Left(LeftAs::Withdrawn) => "withdrawn",
            Whereabouts::Lost => "lost",
        }
    }

    /// It in words.
    pub(super) fn word(self) -> Message {
        match self {
            Whereabouts::Waiting => say::at_waiting(),
            Whereabouts::Held => say::at_held(),
            Whereabouts::Live => say::at_live(),
            Whereabouts::Replaced => say::at_replaced(),
            Whereabouts::SentBack(EntryVerdict::Discarded) => say::at_discarded(),
            Whereabouts::SentBack(EntryVerdict::Proscribed)
            | Whereabouts::Left(LeftAs::Proscribed) => say::at_proscribed(),
            Whereabouts::SentBack(_) | Whereabouts::Left(LeftAs::Disqualified) => {
                say::at_disqualified()
            }
            Whereabouts::Left(LeftAs::Withdrawn) => say::at_withdrawn(),
            Whereabouts::Lost => say::at_lost(),
        }
    }
}
