//! The players of a course, from the reports stored next to the files.

use super::{LocalizedTexts, Report, Verdict, read_report, write_report};
use crate::{HostError, say};
use certamen_contest::{
    Folder,
    entry::{CourseRuling, Ruling},
};
use certamen_game::Fault;
use certamen_portal::course::{FileName, PlayerId, Stored, StoredOutcome, TeamId};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::PathBuf,
};

/// All submissions that were ever stored.
#[derive(Clone, Debug, Default)]
pub struct SubmissionLog {
    stored: BTreeMap<FileName, StoredFile>,
}

#[derive(Clone, Debug)]
struct StoredFile {
    path: PathBuf,
    report: Report,
    ruling: Option<CourseRuling>,
}

/// The player in one of the slots of a team.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegisteredPlayer {
    pub id: PlayerId,
    pub listed_as: String,
    pub path: PathBuf,
    pub state: RegisteredState,
}

impl RegisteredPlayer {
    /// Which of `players` the entrant of this name is, if it is one of them: players enter contests
    /// under their ids.
    pub fn of<'a>(players: &'a [RegisteredPlayer], entrant: &str) -> Option<&'a RegisteredPlayer> {
        let id: PlayerId = entrant.parse().ok()?;
        players.iter().find(|player| player.id == id)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RegisteredState {
    /// It plays.
    Active,
    /// It may come back.
    Disqualified { fault: Option<Fault>, reason: Option<LocalizedTexts> },
    /// Its team is banned.
    Banned(Option<LocalizedTexts>),
}

impl SubmissionLog {
    /// The log of the contest in `folder`.
    pub fn read(folder: &Folder) -> Result<SubmissionLog, HostError> {
        let mut log = SubmissionLog::default();
        let mut rulings = CourseRuling::all(folder)?;
        for home in [folder.accepted(), folder.rejected()] {
            let io = |error| HostError::Io { path: home.clone(), error };
            let entries = match fs::read_dir(&home) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                entries => entries.map_err(io)?,
            };
            for entry in entries {
                let path = entry.map_err(io)?.path();
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                // Other files are reports, or submissions that were not stored.
                let Ok(name) = file.parse::<FileName>() else { continue };
                let report = read_report(&path.with_extension("json"))?;
                let ruling = rulings.remove(&*file);
                log.stored.insert(name, StoredFile { path: path.clone(), report, ruling });
            }
        }
        Ok(log)
    }

    /// The stored submissions, for decisions.
    pub fn stored(&self) -> Vec<Stored> {
        let current: BTreeSet<FileName> = self.current().map(|(name, _)| name).collect();
        let standing = |name: &FileName, entry: &StoredFile| match entry.state() {
            RegisteredState::Banned(_) => StoredOutcome::Banned,
            _ if !current.contains(name) => StoredOutcome::Replaced,
            RegisteredState::Active => StoredOutcome::Active,
            RegisteredState::Disqualified { .. } => StoredOutcome::Disqualified,
        };
        let stored = self.stored.iter();
        stored
            .map(|(name, entry)| Stored { name: *name, standing: standing(name, entry) })
            .collect()
    }

    pub fn players(&self) -> Vec<RegisteredPlayer> {
        let out = self.banned_teams();
        let state = |name: &FileName, entry: &StoredFile| match entry.state() {
            own @ RegisteredState::Banned(_) => own,
            _ if out.contains(&name.player.pair) => {
                RegisteredState::Banned(Some(LocalizedTexts::from(&say::partner_banned())))
            }
            own => own,
        };
        let player = |(name, entry): (FileName, &StoredFile)| RegisteredPlayer {
            id: name.player,
            listed_as: entry.report.listed_as.clone().unwrap_or_else(|| name.player.to_string()),
            path: entry.path.clone(),
            state: state(&name, entry),
        };
        let mut players: Vec<RegisteredPlayer> = self.current().map(player).collect();
        players.sort_by_key(|player| player.id);
        self.number_namesakes(&mut players);
        players
    }

    /// Numbers players with the same name, in the order in which their first files arrived.
    fn number_namesakes(&self, players: &mut [RegisteredPlayer]) {
        let first = |id: PlayerId| {
            let own = self.stored.iter().filter(|(name, _)| name.player == id);
            own.map(|(_, entry)| entry.report.received.timestamp()).min()
        };
        let mut order: Vec<usize> = (0..players.len()).collect();
        order.sort_by_cached_key(|at| (first(players[*at].id), players[*at].id));
        let mut taken: BTreeSet<String> = BTreeSet::new();
        for at in order {
            let own = players[at].listed_as.clone();
            let mut number = 1;
            while !taken.insert(players[at].listed_as.clone()) {
                number += 1;
                players[at].listed_as = format!("{own} ({number})");
            }
        }
    }

    /// Records that a player was disqualified for a fault. It stays disqualified.
    pub fn disqualify(&mut self, id: PlayerId, fault: Fault) -> Result<(), HostError> {
        let current = self.current().map(|(name, _)| name).find(|name| name.player == id);
        let entry = current.and_then(|name| self.stored.get_mut(&name));
        match entry {
            Some(entry) if entry.report.fault.is_none() => {
                entry.report.fault = Some(fault);
                write_report(&entry.report, &entry.path.with_extension("json"))
            }
            _ => Ok(()),
        }
    }

    fn current(&self) -> impl Iterator<Item = (FileName, &StoredFile)> {
        let mut last: BTreeMap<PlayerId, (FileName, &StoredFile)> = BTreeMap::new();
        for (name, entry) in &self.stored {
            let known = last.entry(name.player).or_insert((*name, entry));
            if name.date >= known.0.date {
                *known = (*name, entry);
            }
        }
        last.into_values()
    }

    fn banned_teams(&self) -> BTreeSet<TeamId> {
        let is_out = |entry: &StoredFile| matches!(entry.state(), RegisteredState::Banned(_));
        let out = self.stored.iter().filter(|(_, entry)| is_out(entry));
        out.map(|(name, _)| name.player.pair).collect()
    }
}

impl StoredFile {
    /// Its own state: as a host ruled, else as was decided on it and by what it did. What it did in
    /// a match stays, whatever the ruling: the contest in which it was played knows it, too.
    fn state(&self) -> RegisteredState {
        let why = |ruling: &CourseRuling| Some(LocalizedTexts::verbatim(&ruling.reason));
        let (reason, fault) = (self.report.reasons.first().cloned(), self.report.fault);
        match (&self.ruling, self.report.verdict, fault) {
            (Some(own), ..) if own.ruling == Ruling::Banned => RegisteredState::Banned(why(own)),
            (Some(own), ..) if own.ruling == Ruling::Disqualified => {
                RegisteredState::Disqualified { fault: None, reason: why(own) }
            }
            (_, _, Some(Fault::Security)) | (None, Verdict::Banned, _) => {
                RegisteredState::Banned(reason)
            }
            (_, _, Some(_)) => RegisteredState::Disqualified { fault, reason: None },
            (Some(_), ..) | (None, Verdict::Accepted, None) => RegisteredState::Active,
            (None, ..) => RegisteredState::Disqualified { fault: None, reason },
        }
    }
}
